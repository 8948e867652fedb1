"""Die Drei as numbers: a field to place on; in the continuation first a piece to lift."""

from __future__ import annotations

from types import MappingProxyType

from brettwerk.core.game import Position
from brettwerk.core.options import Options
from brettwerk.games.drei.rules import CTX_LIMIT, PIECES, DreiState, gen_moves, make_move
from brettwerk.games.katarenga_family.encoding import (
    SIZE,
    FieldEncoding,
    board_planes,
    observe_board,
)
from brettwerk.games.katarenga_family.moves import move_to, pack_relocation, relocated_from
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.primitives import bit, number, popcount, word
from brettwerk.kernels.types import Floats32, Numbers, Word, Words
from brettwerk.research.encoding.base import Cells
from brettwerk.research.encoding.benchmark import Benchmark, Phase
from brettwerk.research.encoding.planes import fill_share, mark

LIFT = SIZE


def gen_actions(state: DreiState, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write the legal placements; the pieces that can be lifted; where the lifted one can go."""
    count = gen_moves(state, ctx, acts, 0)
    if popcount(state.me | state.opp) < PIECES:
        return count
    n = 0
    last = -1
    for at in range(count):
        cell, origin = move_to(acts[at]), relocated_from(acts[at])
        if part:
            if origin == number(part) - 1:
                acts[n] = cell
                n += 1
        elif origin != last:
            acts[n] = LIFT + origin
            last = origin
            n += 1
    return n


def act(
    state: DreiState, ctx: Words, part: Word, action: int, buf: Numbers
) -> tuple[DreiState, Word]:
    """Place or lift a piece; the part is the lifted piece's field + 1."""
    if action >= LIFT:
        return state, word(action - LIFT + 1)
    return make_move(state, ctx, pack_relocation(number(part) - 1, action)), word(0)


def observe(state: DreiState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, the last and the lifted one, colours, whose turn it is, the continuation."""
    observe_board(state, ctx, seen, out, SIZE, 4)
    if state.me | state.opp:
        mark(out, 2, SIZE, bit(number(state.last)))
    if seen.part:
        mark(out, 3, SIZE, bit(number(seen.part) - 1))
    fill_share(out, 9, SIZE, number(state.turns), number(ctx[CTX_LIMIT]))


class DreiEncoding(FieldEncoding):
    """64 fields to place on, 64 to lift from."""

    name = "drei"
    benchmark = Benchmark(
        train=tuple({"board": f"random:{seed}"} for seed in range(8)),
        test=tuple({"board": f"random:{seed}"} for seed in range(1000, 1008)),
        phases=(Phase("early", 0), Phase("middle", 6), Phase("late", 11)),
    )
    num_actions = max_legal = LIFT + SIZE
    planes = (*board_planes("last", "lifted"), "turns")
    option_overrides = MappingProxyType({"continuation_limit": 60})

    def max_actions(self, options: Options, limit: int) -> int:
        """Return sixteen placements, and two actions for each relocation."""
        if not options["continuation"]:
            return PIECES
        limit = options["continuation_limit"]
        return PIECES + 2 * limit if limit else 0

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return the field, or the piece and the field."""
        origin = relocated_from(code)
        return (LIFT + origin, move_to(code)) if origin >= 0 else (code,)

    def action_text(self, action: int) -> str:
        """Return `d4`, or `b2-` for a piece that is lifted."""
        return self.board.names[action % SIZE] + ("-" if action >= LIFT else "")

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the field."""
        return action // SIZE * SIZE + cells[action % SIZE]

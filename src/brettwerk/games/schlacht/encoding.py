"""Die Schlacht as numbers: a field, a capture from a field to a field, or the pass."""

from __future__ import annotations

from brettwerk.core.game import Position
from brettwerk.core.options import Options
from brettwerk.games.katarenga_family.encoding import SIZE, FieldEncoding, observe_board
from brettwerk.games.katarenga_family.moves import move_to, pack_relocation, relocated_from
from brettwerk.games.schlacht.rules import PASS, PIECES, SchlachtState, gen_moves, make_move
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.primitives import word
from brettwerk.kernels.types import Floats32, Numbers, Word, Words
from brettwerk.research.encoding.base import Cells
from brettwerk.research.encoding.benchmark import Benchmark, Phase
from brettwerk.research.encoding.planes import fill

PASSING = pack_relocation(SIZE, 0)


def gen_actions(state: SchlachtState, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write the legal placements, captures or the pass."""
    count = gen_moves(state, ctx, acts, 0)
    if acts[0] == PASS:
        acts[0] = PASSING
    return count


def act(
    state: SchlachtState, ctx: Words, part: Word, action: int, buf: Numbers
) -> tuple[SchlachtState, Word]:
    """Place, capture or pass."""
    return make_move(state, ctx, PASS if action == PASSING else action), word(0)


def observe(state: SchlachtState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, colours, whose turn it is, the phase, and a pass just made."""
    observe_board(state, ctx, seen, out, SIZE, 2)
    fill(out, 7, SIZE, 1.0 if state.ply >= word(PIECES) else 0.0)
    fill(out, 8, SIZE, 1.0 if state.passes else 0.0)


class SchlachtEncoding(FieldEncoding):
    """64 placements, 4096 captures, the pass."""

    name = "schlacht"
    benchmark = Benchmark(
        train=tuple({"board": f"random:{seed}"} for seed in range(8)),
        test=tuple({"board": f"random:{seed}"} for seed in range(1000, 1008)),
        phases=(Phase("placement", 14), Phase("battle", 16)),
    )
    num_actions = PASSING + 1
    planes = (*FieldEncoding.planes, "battle", "passed")

    def max_actions(self, options: Options, limit: int) -> int:
        """Count sixteen placements, at most 15 captures, a pass before each, two at the end."""
        return PIECES + 2 * 15 + 2

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return one action."""
        return (PASSING if code == PASS else code,)

    def action_text(self, action: int) -> str:
        """Return the text of the move."""
        return super().action_text(PASS if action == PASSING else action)

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the fields."""
        origin, target = relocated_from(action), move_to(action)
        if origin == SIZE:
            return PASSING
        return cells[target] if origin < 0 else pack_relocation(cells[origin], cells[target])

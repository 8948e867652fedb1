"""Katarenga as numbers: from a field to a field, or from a file of the baseline into a camp.

An action below 4096 is 64 * from + to. 4096 + 2 * file goes from that file of the enemy baseline
into the left camp, and one more into the right, as White sees the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.boards.square import WHOLE
from brettwerk.games.katarenga.rules import CAMP, RANK_1, RANK_8, KatarengaState, make_move, to_move
from brettwerk.games.katarenga_family.encoding import (
    COLOUR_PLANES,
    FieldEncoding,
    gen_steps,
    mark_fields,
)
from brettwerk.kernels.primitives import bit, ctz, drop, number, word
from brettwerk.research.encoding.planes import fill, mark

if TYPE_CHECKING:
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.kernels.contract import Perspective
    from brettwerk.kernels.types import Floats32, Numbers, Word, Words
    from brettwerk.research.encoding.base import Cells

SIZE = 64
INTO_CAMP = 64 * 64
MIRROR = 4  # the number of the mirror image, left to right, among the board's symmetries


def gen_actions(state: KatarengaState, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write moves and captures by field, then moves into camps."""
    occupied = state.me | state.opp
    blocked = state.me if state.ply >= word(2) else occupied
    n = gen_steps(state.me, occupied, blocked, ctx, acts)
    side = to_move(state)
    taken = state.camps >> word(2 * side)
    ready = state.me & (word(RANK_1) if side else word(RANK_8))
    while ready:
        file = ctz(ready) & 7
        ready = drop(ready)
        for camp in range(2):
            if not taken >> word(camp) & word(1):
                acts[n] = INTO_CAMP + 2 * file + camp
                n += 1
    return n


def act(
    state: KatarengaState, ctx: Words, part: Word, action: int, buf: Numbers
) -> tuple[KatarengaState, Word]:
    """Move, capture, or go into a camp; the rules see by themselves whether it is a capture."""
    if action < INTO_CAMP:
        return make_move(state, ctx, action), word(0)
    file, camp = (action - INTO_CAMP) >> 1, action & 1
    cell = file + (0 if to_move(state) else 56)
    return make_move(state, ctx, CAMP | cell << 6 | camp), word(0)


def observe(state: KatarengaState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, colours, whose turn it is, camps, the observer's colour, and the limits."""
    mine = to_move(state) == seen.player
    mark(out, 0, SIZE, state.me if mine else state.opp)
    mark(out, 1, SIZE, state.opp if mine else state.me)
    mark_fields(out, 2, SIZE, ctx)
    fill(out, 6, SIZE, 1.0 if mine else 0.0)
    for camp in range(4):
        if state.camps & bit((2 * seen.player + camp) & 3):
            fill(out, 7 + camp, SIZE, 1.0)
    fill(out, 11, SIZE, 0.0 if seen.player else 1.0)
    fill(out, 12, SIZE, 1.0 if state.ply >= word(2) else 0.0)
    fill(out, 13, SIZE, (seen.occurrence - 1) / (number(ctx[0]) - 1))
    fill(out, 14, SIZE, seen.elapsed)


class KatarengaEncoding(FieldEncoding):
    """4096 moves from field to field, 16 into camps."""

    name = "katarenga"
    about = (
        "Two players on the coloured 8 × 8 board move their eight pieces by the colours "
        "of the fields they stand on, and capture. A piece on the enemy baseline may go "
        "into an enemy camp; two in the camps win. Fewer than two pieces lose, no move "
        "loses, the third occurrence of a position is a draw."
    )
    num_actions = INTO_CAMP + 16
    max_legal = 128
    planes = (
        "own pieces",
        "the other's pieces",
        *COLOUR_PLANES,
        "own turn",
        "own piece in the left camp",
        "own piece in the right camp",
        "the other's piece in the left camp",
        "the other's piece in the right camp",
        "the observer plays White",
        "captures are allowed",
        "earlier occurrences of the position, as a share of those that draw",
        "plies, as a share of the limit",
    )
    ply_limit = 300

    def max_actions(self, options: Options, limit: int) -> int:
        """Return the limit of plies."""
        return limit

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return one action."""
        if code & CAMP:
            return (INTO_CAMP + 2 * (code >> 6 & 7) + (code & 1),)
        return (64 * (code >> 6 & 63) + (code & 63),)

    def action_text(self, action: int) -> str:
        """Return `b1-b4`, or `c-left` from file c into the left camp."""
        if action < INTO_CAMP:
            return f"{WHOLE.names[action >> 6]}-{WHOLE.names[action & 63]}"
        return f"{'abcdefgh'[(action - INTO_CAMP) >> 1]}-{('left', 'right')[action & 1]}"

    def cell_symmetries(self) -> tuple[Cells, ...]:
        """Return the mirror image: turning would exchange the baselines."""
        return WHOLE.symmetries[0], WHOLE.symmetries[MIRROR]

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the fields; left becomes right."""
        if action < INTO_CAMP:
            return 64 * cells[action >> 6] + cells[action & 63]
        mirrored = cells != WHOLE.symmetries[0]
        return INTO_CAMP + 2 * cells[(action - INTO_CAMP) >> 1] + ((action & 1) ^ mirrored)

    def map_planes(self, cells: Cells) -> tuple[int, ...]:
        """Return the planes with left and right camps exchanged."""
        planes = list(range(len(self.planes)))
        if cells != WHOLE.symmetries[0]:
            planes[7:11] = [8, 7, 10, 9]
        return tuple(planes)

"""Katarenga as numbers: from a field to a field, or from a file of the baseline into a camp."""

from __future__ import annotations

from brettwerk.boards.square import WHOLE
from brettwerk.core.game import Position
from brettwerk.games.katarenga.rules import (
    RANK_1,
    RANK_8,
    KatarengaState,
    make_move,
    move_camp,
    pack_camp_move,
    to_move,
)
from brettwerk.games.katarenga_family.encoding import SIZE, FromToEncoding, observe_board
from brettwerk.games.katarenga_family.moves import move_from
from brettwerk.games.katarenga_family.reach import gen_onto
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.primitives import bit, ctz, drop, word
from brettwerk.kernels.types import Floats32, Numbers, Word, Words
from brettwerk.research.encoding.base import Cells
from brettwerk.research.encoding.planes import fill, fill_repetition

INTO_CAMP = SIZE * SIZE
MIRROR = 4  # the number of the mirror image, left to right, among the board's symmetries


def gen_actions(state: KatarengaState, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write moves and captures by field, then moves into camps."""
    occupied = state.me | state.opp
    blocked = state.me if state.ply >= word(2) else occupied
    n = gen_onto(state.me, occupied, word(~blocked), 0, ctx, acts, 0)
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
    return make_move(state, ctx, pack_camp_move(cell, camp)), word(0)


def observe(state: KatarengaState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, colours, whose turn it is, camps, the observer's colour, and the limits."""
    observe_board(state, ctx, seen, out, SIZE, 2)
    for camp in range(4):
        if state.camps & bit((2 * seen.player + camp) & 3):
            fill(out, 7 + camp, SIZE, 1.0)
    fill(out, 11, SIZE, 0.0 if seen.player else 1.0)
    fill(out, 12, SIZE, 1.0 if state.ply >= word(2) else 0.0)
    fill_repetition(out, 13, SIZE, ctx, seen.occurrence)
    fill(out, 14, SIZE, seen.elapsed)


class KatarengaEncoding(FromToEncoding):
    """4096 moves from field to field, 16 into camps."""

    name = "katarenga"
    num_actions = INTO_CAMP + 16
    max_legal = 128
    planes = (
        *FromToEncoding.planes,
        *("own-left", "own-right", "other-left", "other-right"),
        *("white", "captures", "earlier", "plies"),
    )
    ply_limit = 300

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return one action."""
        camp = move_camp(code)
        if camp < 0:
            return super().actions_of(position, code)
        return (INTO_CAMP + 2 * (move_from(code) & 7) + camp,)

    def action_text(self, action: int) -> str:
        """Return `b1-b4`, or `c-left` from file c into the left camp."""
        if action < INTO_CAMP:
            return super().action_text(action)
        return f"{'abcdefgh'[(action - INTO_CAMP) >> 1]}-{('left', 'right')[action & 1]}"

    def cell_symmetries(self) -> tuple[Cells, ...]:
        """Return the mirror image: turning would exchange the baselines."""
        return WHOLE.symmetries[0], WHOLE.symmetries[MIRROR]

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the fields; left becomes right."""
        if action < INTO_CAMP:
            return super().map_action(action, cells)
        mirrored = cells != WHOLE.symmetries[0]
        return INTO_CAMP + 2 * cells[(action - INTO_CAMP) >> 1] + ((action & 1) ^ mirrored)

    def map_planes(self, cells: Cells) -> tuple[int, ...]:
        """Return the planes with left and right camps exchanged."""
        planes = list(range(len(self.planes)))
        if cells != WHOLE.symmetries[0]:
            planes[7:11] = [8, 7, 10, 9]
        return tuple(planes)

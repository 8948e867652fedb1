"""Why a move of Katarenga is not legal, and the camps that won."""

from __future__ import annotations

from brettwerk.games.katarenga.rules import (
    CAMPS_TAKEN,
    RANK_1,
    RANK_8,
    KatarengaState,
    make_move,
    move_camp,
    pack_camp_move,
    status,
    to_move,
)
from brettwerk.games.katarenga_family.explain import FIELDS, OWN, WON, read_moving, why_not_moving
from brettwerk.games.katarenga_family.moves import move_from
from brettwerk.kernels.play_primitives import (
    CHAR,
    GAP,
    PICK,
    SPACE,
    WORD,
    write_sentence,
)
from brettwerk.kernels.primitives import bit, word
from brettwerk.kernels.types import Numbers, Words

FIRST, OWN_CAMP, BASELINE, CAMP_FULL, CAMP_OWN = range(OWN, OWN + 5)
LEFT_WORD = 2
DIGIT_1, DIGIT_8 = map(ord, "18")


def read(state: KatarengaState, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """Two fields, or a field and a camp of the other player."""
    if count != 2 or steps[3] < FIELDS:
        return read_moving(state, ctx, steps, count, out)
    camp, side = steps[3] - FIELDS, to_move(state)
    if (steps[0] != PICK and steps[0] != SPACE) or not 0 <= steps[1] < FIELDS:
        return -1
    if camp // 2 != side:  # the camps of Black come first, and White's pieces go there
        out[0], out[1] = OWN_CAMP, CHAR + (DIGIT_1 if side else DIGIT_8)
        return -3
    return pack_camp_move(steps[1], camp % 2)


def refusal(state: KatarengaState, ctx: Words, move: int, out: Numbers) -> int:
    """As on all boards; besides: not on the baseline, or the camp is full."""
    origin, camp = move_from(move), move_camp(move)
    if camp < 0 or not state.me & bit(origin):
        return why_not_moving(state, ctx, move, FIRST, out)
    side = to_move(state)
    if not (word(RANK_1) if side else word(RANK_8)) & bit(origin):
        n = write_sentence(BASELINE, origin, out, 0)
        out[n], out[n + 1] = GAP, CHAR + (DIGIT_1 if side else DIGIT_8)
        return n + 2
    return write_sentence(CAMP_FULL, WORD + LEFT_WORD + camp, out, 0)


def lines(state: KatarengaState, ctx: Words, move: int, out: Numbers) -> int:
    """The two camps that won."""
    if status(make_move(state, ctx, move), ctx) >> 6 & 15 != CAMPS_TAKEN:
        return 0
    first = FIELDS + 2 * to_move(state)
    for at in range(2):
        out[3 * at], out[3 * at + 1], out[3 * at + 2] = WON, 1, first + at
    return 6

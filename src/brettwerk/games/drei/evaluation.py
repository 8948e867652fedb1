"""The evaluation of Die Drei: fields that complete a Drei, and which the other can reach."""

from __future__ import annotations

from brettwerk.games.drei.rules import ALL_FIELDS, DreiState, completes, winning
from brettwerk.games.katarenga_family.glances import glances_at, steps_between
from brettwerk.games.katarenga_family.moves import move_to
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import bit, ctz, drop, number, popcount, word
from brettwerk.kernels.types import Numbers, Word, Words

FEATURES: tuple[str, ...] = ("aims", "their-aims", "aims-in-reach", "choices", "to-move")


def features(state: DreiState, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """What is listed in FEATURES."""
    occupied = state.me | state.opp
    free = word(ALL_FIELDS) ^ occupied
    choices = reach(number(state.last), occupied, ctx) & free if occupied else free
    mine, theirs = winning(state.me, ctx) & free, winning(state.opp, ctx) & free
    immediate = number(1) if mine & choices else number(0)
    return popcount(mine), popcount(theirs), immediate, popcount(choices), number(1)


def _touches(cell: int, pieces: Word) -> bool:
    """Whether one of these pieces stands beside a cell."""
    while pieces:
        if steps_between(cell, ctz(pieces), 8) == 1:
            return True
        pieces = drop(pieces)
    return False


def glances(state: DreiState, ctx: Words, move: int) -> int:
    """Three in a row are seen, a Drei with gaps less, and a placement far away least."""
    cell, occupied = move_to(move), state.me | state.opp
    if not occupied:
        return 1
    if completes(cell, state.me | bit(cell), ctx):
        return 5 if _touches(cell, state.me) else 3
    return glances_at(number(state.last), cell, 8)


EVALUATION = Evaluation(FEATURES, features, glances=glances)

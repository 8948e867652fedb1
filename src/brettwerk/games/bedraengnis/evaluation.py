"""The evaluation of Das Bedrängnis: how many fields to place on, and how many lead nowhere."""

from __future__ import annotations

from brettwerk.games.bedraengnis.rules import ALL_FIELDS, BedraengnisState
from brettwerk.games.katarenga_family.glances import glances_at
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import ctz, drop, number, popcount, word
from brettwerk.kernels.types import Numbers, Words

FEATURES: tuple[str, ...] = (
    "choices",
    "winning-choices",
    "their-choices",
    "odd-fields-left",
    "to-move",
)


def features(state: BedraengnisState, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """What is listed in FEATURES."""
    occupied = state.me | state.opp
    free = word(ALL_FIELDS) ^ occupied
    choices = reach(number(state.last), occupied, ctx) & free if occupied else free
    winning, theirs = number(0), number(0)
    rest = choices
    while rest:
        cell = ctz(rest)
        rest = drop(rest)
        replies = popcount(reach(cell, occupied, ctx) & free)
        theirs += replies
        if replies == 0:
            winning = number(1)
    return popcount(choices), winning, theirs, popcount(free) & 1, number(1)


def glances(state: BedraengnisState, ctx: Words, move: int) -> int:
    """What lies near is seen; a field from which nothing can be reached is looked at twice more."""
    occupied = state.me | state.opp
    if not occupied:
        return 1
    ends = reach(move, occupied, ctx) & (word(ALL_FIELDS) ^ occupied) == word(0)
    return glances_at(number(state.last), move, 4) + (2 if ends else 0)


EVALUATION = Evaluation(FEATURES, features, glances=glances)

"""Die Drei judged: fields that would complete a Drei, and how many of them the other can reach."""

from __future__ import annotations

from brettwerk.games.drei.rules import ALL_FIELDS, DreiState, winning
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import number, popcount, word
from brettwerk.kernels.types import Numbers, Words

FEATURES: tuple[str, ...] = ("aims", "their-aims", "aims-in-reach", "choices", "to-move")


def features(state: DreiState, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """What is listed in FEATURES."""
    occupied = state.me | state.opp
    free = word(ALL_FIELDS) ^ occupied
    choices = reach(number(state.last), occupied, ctx) & free if occupied else free
    mine, theirs = winning(state.me, ctx) & free, winning(state.opp, ctx) & free
    immediate = number(1) if mine & choices else number(0)
    return popcount(mine), popcount(theirs), immediate, popcount(choices), number(1)


EVALUATION = Evaluation(FEATURES, features)

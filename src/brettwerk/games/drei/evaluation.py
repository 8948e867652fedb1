"""Die Drei judged: fields that would complete a Drei, and how many of them the other can reach."""

from __future__ import annotations

from brettwerk.games.drei.rules import ALL_FIELDS, DreiState, winning
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.defaults import STARTS as STARTS
from brettwerk.kernels.defaults import UNIT as UNIT
from brettwerk.kernels.defaults import UNIT_WORTH as UNIT_WORTH
from brettwerk.kernels.defaults import board_facts as board_facts
from brettwerk.kernels.defaults import may_pass as may_pass
from brettwerk.kernels.defaults import may_repeat as may_repeat
from brettwerk.kernels.defaults import noisy as noisy
from brettwerk.kernels.defaults import passed as passed
from brettwerk.kernels.defaults import plies_needed as plies_needed
from brettwerk.kernels.defaults import rank as rank
from brettwerk.kernels.defaults import search_key as search_key
from brettwerk.kernels.defaults import slot as slot
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

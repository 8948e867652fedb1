"""Das Bedrängnis judged: how many fields there are to place on, and how many lead nowhere."""

from __future__ import annotations

from typing import Any

from ..kit import ctz, drop, kernel, number, popcount, rules_of, word
from . import placing

_rules = rules_of("bedraengnis")
_reach = rules_of("reach")
State = _rules.BedraengnisState
hash_state, reach = _rules.hash_state, _reach.reach
ALL_FIELDS = _rules.ALL_FIELDS

may_pass, passed = placing.may_pass, placing.passed
may_repeat, plies_needed = placing.may_repeat, placing.plies_needed

FEATURES = ("choices", "winning-choices", "their-choices", "odd-fields-left", "to-move")
UNIT = None


@kernel
def features(state: Any, ctx: Any, mem: Any) -> Any:
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


@kernel
def noisy(state: Any, ctx: Any, mem: Any, base: Any) -> Any:
    """Nothing: a placement that wins is a feature."""
    return 0


@kernel
def rank(state: Any, ctx: Any, move: Any) -> Any:
    """All moves look alike at first."""
    return 0


@kernel
def slot(move: Any) -> Any:
    """By field."""
    return move


@kernel
def search_key(state: Any, ctx: Any) -> Any:
    """All of the position."""
    return hash_state(state)

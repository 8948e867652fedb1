"""Die Drei judged: fields that would complete a Drei, and how many of them the other can reach."""

from __future__ import annotations

from typing import Any

from ..kit import kernel, number, popcount, rules_of, word
from . import placing

_rules = rules_of("drei")
_reach = rules_of("reach")
State = _rules.DreiState
hash_state, reach, winning = _rules.hash_state, _reach.reach, _rules._winning
ALL_FIELDS = _rules.ALL_FIELDS

may_pass, passed = placing.may_pass, placing.passed
may_repeat, plies_needed = placing.may_repeat, placing.plies_needed

FEATURES = ("aims", "their-aims", "aims-in-reach", "choices", "to-move")
UNIT = None


@kernel
def features(state: Any, ctx: Any, mem: Any) -> Any:
    """What is listed in FEATURES."""
    occupied = state.me | state.opp
    free = word(ALL_FIELDS) ^ occupied
    choices = reach(number(state.last), occupied, ctx) & free if occupied else free
    mine, theirs = winning(state.me, ctx) & free, winning(state.opp, ctx) & free
    at_once = number(1) if mine & choices else number(0)
    return popcount(mine), popcount(theirs), at_once, popcount(choices), number(1)


@kernel
def noisy(state: Any, ctx: Any, mem: Any, base: Any) -> Any:
    """Nothing: a Drei that can be completed is a feature."""
    return 0


@kernel
def rank(state: Any, ctx: Any, move: Any) -> Any:
    """All moves look alike at first."""
    return 0


@kernel
def slot(move: Any) -> Any:
    """By field and, in the continuation, by where the piece came from."""
    return move & 4095


@kernel
def search_key(state: Any, ctx: Any) -> Any:
    """All of the position."""
    return hash_state(state)

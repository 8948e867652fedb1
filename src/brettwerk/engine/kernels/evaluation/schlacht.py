"""Die Schlacht judged: pieces, who attacks whom, and what stands unprotected."""

from __future__ import annotations

from typing import Any

from ..kit import ctz, drop, kernel, number, popcount, rules_of, word
from . import placing

_rules = rules_of("schlacht")
_reach = rules_of("reach")
State = _rules.SchlachtState
PIECES = _rules.PIECES
hash_state, to_move, reach = _rules.hash_state, _rules.to_move, _reach.reach
gen_captures = _rules._gen_captures

may_pass, passed = placing.may_pass, placing.passed
may_repeat, plies_needed = placing.may_repeat, placing.plies_needed

FEATURES = (
    "pieces",
    "attacks",
    "attacked",
    "hanging",
    "idle",
    "safe",
    "to-move-placing",
    "to-move-fighting",
    "safe-attackers",
    "protections",
)
UNIT = "piece"
UNIT_WORTH = ("pieces",)


@kernel
def _meeting(mine: Any, theirs: Any, ctx: Any) -> Any:
    """What these pieces reach of theirs and of their own, how often, and which attack at all."""
    occupied = mine | theirs
    targets, covered, attackers = word(0), word(0), word(0)
    attacks = 0
    rest = mine
    while rest:
        cell = ctz(rest)
        found = reach(cell, occupied, ctx)
        targets |= found & theirs
        covered |= found & mine
        attacks += popcount(found & theirs)
        if found & theirs:
            attackers |= rest & (word(0) - rest)
        rest = drop(rest)
    return targets, covered, attackers, attacks


@kernel
def features(state: Any, ctx: Any, mem: Any) -> Any:
    """What is listed in FEATURES, mine less theirs."""
    me, opp = state.me, state.opp
    hit, covered, attackers, attacks = _meeting(me, opp, ctx)
    lost, their_covered, their_attackers, their_attacks = _meeting(opp, me, ctx)
    placing = number(1) if state.ply < word(PIECES) else number(0)
    # While pieces are placed, those still to come are not missing.
    ahead = number(0) if placing else popcount(me) - popcount(opp)
    to_come = number_placed(state) if placing else number(0)
    safe = popcount(attackers ^ (attackers & lost))
    return (
        ahead,
        attacks - their_attacks,
        popcount(hit) - popcount(lost),
        popcount(hit ^ (hit & their_covered)) - popcount(lost ^ (lost & covered)),
        popcount(opp ^ their_attackers) - popcount(me ^ attackers) + to_come,
        popcount(me ^ lost) - popcount(opp ^ hit) - to_come,
        placing,
        1 - placing,
        safe - popcount(their_attackers ^ (their_attackers & hit)),
        popcount(covered) - popcount(their_covered),
    )


@kernel
def number_placed(state: Any) -> Any:
    """By how many pieces the player to move is behind in placing, negative for ahead."""
    return popcount(state.me) - popcount(state.opp)


@kernel
def noisy(state: Any, ctx: Any, mem: Any, base: Any) -> Any:
    """The captures of the battle."""
    if state.ply < word(PIECES):
        return 0
    return gen_captures(state, ctx, mem, base) - base


@kernel
def rank(state: Any, ctx: Any, move: Any) -> Any:
    """Captures before all; among placements nothing stands out at once."""
    return 1 if move >> 6 and state.ply >= word(PIECES) else 0


@kernel
def slot(move: Any) -> Any:
    """By field and target."""
    return move & 4095


@kernel
def search_key(state: Any, ctx: Any) -> Any:
    """All of the position."""
    return hash_state(state)

"""Triapon for proofs: which moves look good, and how soon a player can have won at best.

What the tree search judges positions by is in `engine/three_evaluation.py`.
"""

from __future__ import annotations

from typing import Any

from ..kit import kernel, number, rules_of

_rules = rules_of("triapon")
State = _rules.TriaponState
hash_state, in_game = _rules.hash_state, _rules.in_game
QUIET_ROUNDS = _rules.QUIET_ROUNDS


@kernel
def rank(state: Any, ctx: Any, move: Any) -> Any:
    """Taking a ball before all else."""
    return 1 if move >> 13 & 63 else 0


@kernel
def search_key(state: Any, ctx: Any) -> Any:
    """All of the position."""
    return hash_state(state)


@kernel
def plies_needed(state: Any, ctx: Any, player: Any) -> Any:
    """Every turn takes one ball at most, and who has more than two is in; or nobody takes any."""
    out = number(state.out)
    balls, players = 0, 0
    for other in range(3):
        if not out >> other & 1:
            players += 1
            if other != player:
                balls += max(0, in_game(state, other) - 2)
    quiet = QUIET_ROUNDS * players
    if not state.hands:
        quiet -= number(state.quiet)
    return max(1, min(balls, quiet))

"""What puzzles count in Triapon: balls taken, balls lost, and who is out."""

from __future__ import annotations

from typing import Any

from ..kit import kernel, number, rules_of
from .nothing import turns_to_win

__all__ = ["lost", "out", "taken", "turns_to_win"]

_rules = rules_of("triapon")
BALLS, in_game, taken_by = _rules.BALLS, _rules.in_game, _rules.taken_by


@kernel
def taken(state: Any, ctx: Any, player: Any) -> Any:
    """How many balls this player has taken from the others."""
    return taken_by(state, player)


@kernel
def lost(state: Any, ctx: Any, player: Any) -> Any:
    """How many balls the others have taken from this player."""
    return BALLS - in_game(state, player)


@kernel
def out(state: Any) -> Any:
    """The set of players who are out."""
    return number(state.out)

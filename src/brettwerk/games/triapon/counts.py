"""What puzzles count in Triapon: balls taken, balls lost, and who is out."""

from __future__ import annotations

from brettwerk.games.triapon.rules import BALLS, TriaponState, in_game, taken_by
from brettwerk.kernels.primitives import number
from brettwerk.kernels.types import Words


def taken(state: TriaponState, ctx: Words, player: int) -> int:
    """How many balls this player has taken from the others."""
    return taken_by(state, player)


def lost(state: TriaponState, ctx: Words, player: int) -> int:
    """How many balls the others have taken from this player."""
    return BALLS - in_game(state, player)


def out(state: TriaponState) -> int:
    """The set of players who are out."""
    return number(state.out)

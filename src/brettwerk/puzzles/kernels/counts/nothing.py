"""Games whose puzzles count no pieces: only how the game ends matters."""

from __future__ import annotations

from typing import Any

from ..kit import kernel


@kernel
def taken(state: Any, ctx: Any, player: Any) -> Any:
    """Nothing is counted."""
    return 0


@kernel
def lost(state: Any, ctx: Any, player: Any) -> Any:
    """Nothing is counted."""
    return 0


@kernel
def out(state: Any) -> Any:
    """Nobody is ever out."""
    return 0


@kernel
def turns_to_win(state: Any, ctx: Any, player: Any) -> Any:
    """None, for all that is known: the other's move may end the game."""
    return 0

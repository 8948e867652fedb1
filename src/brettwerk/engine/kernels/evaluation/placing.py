"""What games have in common in which pieces are placed, and no turn is left out."""

from __future__ import annotations

from typing import Any

from ..kit import kernel


@kernel
def may_pass(state: Any) -> Any:
    """Placing is what a turn is worth: leaving one out is no fair test of a position."""
    return False


@kernel
def passed(state: Any) -> Any:
    """Never asked for, since nobody may pass."""
    return state


@kernel
def may_repeat(state: Any) -> Any:
    """Every move changes what stands on the board for good, or is counted."""
    return False


@kernel
def plies_needed(state: Any, ctx: Any, player: Any) -> Any:
    """Nothing better is known."""
    return 1

"""What puzzles count in Abalone: marbles pushed off."""

from __future__ import annotations

from brettwerk.games.abalone.rules import AbaloneState
from brettwerk.games.abalone.rules import lost as lost
from brettwerk.kernels.defaults import out as out
from brettwerk.kernels.types import Words


def taken(state: AbaloneState, ctx: Words, player: int) -> int:
    """How many marbles this player has pushed off."""
    return lost(state, ctx, 1 - player)

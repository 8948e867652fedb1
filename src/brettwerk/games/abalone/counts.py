"""What puzzles count in Abalone: marbles pushed off."""

from __future__ import annotations

from brettwerk.games.abalone.rules import CTX_MARBLES, AbaloneState, to_move
from brettwerk.kernels.defaults import out as out
from brettwerk.kernels.primitives import number, popcount
from brettwerk.kernels.types import Words


def lost(state: AbaloneState, ctx: Words, player: int) -> int:
    """How many marbles of this player are off the board."""
    marbles = state.me if to_move(state) == player else state.opp
    return number(ctx[CTX_MARBLES + player]) - popcount(marbles)


def taken(state: AbaloneState, ctx: Words, player: int) -> int:
    """How many marbles this player has pushed off."""
    return lost(state, ctx, 1 - player)

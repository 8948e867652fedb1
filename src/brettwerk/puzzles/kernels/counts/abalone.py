"""What puzzles count in Abalone: marbles pushed off."""

from __future__ import annotations

from typing import Any

from ..kit import kernel, number, popcount, rules_of
from .nothing import out

__all__ = ["lost", "out", "taken", "turns_to_win"]

_rules = rules_of("abalone")
CTX_MARBLES, CTX_LIMIT, TO_WIN = _rules.CTX_MARBLES, _rules.CTX_LIMIT, _rules.TO_WIN
to_move = _rules.to_move


@kernel
def lost(state: Any, ctx: Any, player: Any) -> Any:
    """How many marbles of this player are off the board."""
    marbles = state.me if to_move(state) == player else state.opp
    return number(ctx[CTX_MARBLES + player]) - popcount(marbles)


@kernel
def taken(state: Any, ctx: Any, player: Any) -> Any:
    """How many marbles this player has pushed off."""
    return lost(state, ctx, 1 - player)


@kernel
def turns_to_win(state: Any, ctx: Any, player: Any) -> Any:
    """A move pushes one marble off at most; a limit of plies may end the game sooner."""
    return 0 if ctx[CTX_LIMIT] else TO_WIN - taken(state, ctx, player)

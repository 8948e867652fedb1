"""What a proof asks of a game, chosen by the type of the state: its rules, and what it counts."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from brettwerk.rules.dispatch import gen_moves, make_move, status, stuck, to_move

__all__ = [
    "gen_moves",
    "lost",
    "make_move",
    "out",
    "status",
    "stuck",
    "taken",
    "to_move",
    "turns_to_win",
]


def _counts(state: Any) -> Any:
    game = type(state).__module__.rpartition(".")[2]
    name = f"brettwerk.puzzles.kernels.counts.{game}"
    return sys.modules.get(name) or import_module(name)


def taken(state: Any, ctx: Any, player: Any) -> Any:
    """How many pieces this player has taken from the others."""
    return _counts(state).taken(state, ctx, player)


def lost(state: Any, ctx: Any, player: Any) -> Any:
    """How many pieces the others have taken from this player."""
    return _counts(state).lost(state, ctx, player)


def out(state: Any) -> Any:
    """The set of players who are out."""
    return _counts(state).out(state)


def turns_to_win(state: Any, ctx: Any, player: Any) -> Any:
    """A number of own moves without which this player cannot have won."""
    return _counts(state).turns_to_win(state, ctx, player)

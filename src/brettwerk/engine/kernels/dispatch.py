"""What a search asks of a game, chosen by the type of the state: its rules and its evaluation."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from brettwerk.rules.dispatch import gen_moves, make_move, status, stuck, to_move

__all__ = [
    "features",
    "gen_moves",
    "make_move",
    "may_pass",
    "may_repeat",
    "noisy",
    "passed",
    "plies_needed",
    "rank",
    "search_key",
    "slot",
    "status",
    "stuck",
    "to_move",
]


def _judge(state: Any) -> Any:
    game = type(state).__module__.rpartition(".")[2]
    name = f"brettwerk.engine.kernels.evaluation.{game}"
    return sys.modules.get(name) or import_module(name)


def features(state: Any, ctx: Any, mem: Any) -> Any:
    """What the position has to say for the player to move: a number for each feature."""
    return _judge(state).features(state, ctx, mem)


def noisy(state: Any, ctx: Any, mem: Any, base: Any) -> Any:
    """Write the moves that must be looked at before a position can be judged; how many."""
    return _judge(state).noisy(state, ctx, mem, base)


def rank(state: Any, ctx: Any, move: Any) -> Any:
    """How promising a move looks at once: 0 for a quiet one, more for captures and pushes."""
    return _judge(state).rank(state, ctx, move)


def slot(state: Any, move: Any) -> Any:
    """The place of a move in the table of how often it has been good, below HISTORY_SLOTS."""
    return _judge(state).slot(move)


def search_key(state: Any, ctx: Any) -> Any:
    """A word for everything on which the value of a state depends."""
    return _judge(state).search_key(state, ctx)


def may_pass(state: Any) -> Any:
    """Whether letting the other move twice is a fair test of a position."""
    return _judge(state).may_pass(state)


def passed(state: Any) -> Any:
    """The state with the other to move."""
    return _judge(state).passed(state)


def may_repeat(state: Any) -> Any:
    """Whether positions can come back: a constant."""
    return _judge(state).may_repeat(state)


def plies_needed(state: Any, ctx: Any, player: Any) -> Any:
    """A number of plies before whose end this player cannot have won, at least 1."""
    return _judge(state).plies_needed(state, ctx, player)

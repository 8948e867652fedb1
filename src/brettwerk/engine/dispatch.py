"""What a search asks of a game's evaluation, chosen by the type of the state when compiled.

The functions stand for those of the same name in `engine/evaluation/<game>.py`; called as they are
here, in plain Python, they only say so.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba.extending import overload


def _only_compiled(name: str) -> Any:
    raise NotImplementedError(f"{name} is chosen when a search is compiled")


def features(state: Any, ctx: Any, mem: Any, at: Any) -> Any:
    """Write what the position has to say for the player to move into `mem` from `at` on."""
    _only_compiled("features")


def feature_count(state: Any) -> Any:
    """How many features there are: a constant."""
    _only_compiled("feature_count")


def noisy(state: Any, ctx: Any, mem: Any, base: Any) -> Any:
    """Write the moves that must be looked at before a position can be judged; how many."""
    _only_compiled("noisy")


def rank(state: Any, ctx: Any, move: Any) -> Any:
    """How promising a move looks at once: 0 for a quiet one, more for captures and pushes."""
    _only_compiled("rank")


def slot(state: Any, move: Any) -> Any:
    """The place of a move in the table of how often it has been good, below HISTORY_SLOTS."""
    _only_compiled("slot")


def search_key(state: Any, ctx: Any) -> Any:
    """A word for everything on which the value of a state depends."""
    _only_compiled("search_key")


def may_pass(state: Any) -> Any:
    """Whether letting the other move twice is a fair test of a position."""
    _only_compiled("may_pass")


def passed(state: Any) -> Any:
    """The state with the other to move."""
    _only_compiled("passed")


def may_repeat(state: Any) -> Any:
    """Whether positions can come back: a constant."""
    _only_compiled("may_repeat")


def _kernel(name: str, state: Any) -> Any:
    cls = getattr(state, "instance_class", None)
    if cls is None:
        return None
    game = cls.__module__.rpartition(".")[2]
    return getattr(import_module(f"brettwerk.engine.evaluation.{game}"), name)


@overload(features, strict=False)
def _features(state: Any, ctx: Any, mem: Any, at: Any) -> Any:
    if f := _kernel("features", state):
        return lambda state, ctx, mem, at: f(state, ctx, mem, at)
    return None


@overload(feature_count, strict=False)
def _feature_count(state: Any) -> Any:
    if f := _kernel("feature_count", state):
        return lambda state: f(state)
    return None


@overload(noisy, strict=False)
def _noisy(state: Any, ctx: Any, mem: Any, base: Any) -> Any:
    if f := _kernel("noisy", state):
        return lambda state, ctx, mem, base: f(state, ctx, mem, base)
    return None


@overload(rank, strict=False)
def _rank(state: Any, ctx: Any, move: Any) -> Any:
    if f := _kernel("rank", state):
        return lambda state, ctx, move: f(state, ctx, move)
    return None


@overload(slot, strict=False)
def _slot(state: Any, move: Any) -> Any:
    if f := _kernel("slot", state):
        return lambda state, move: f(move)
    return None


@overload(search_key, strict=False)
def _search_key(state: Any, ctx: Any) -> Any:
    if f := _kernel("search_key", state):
        return lambda state, ctx: f(state, ctx)
    return None


@overload(may_pass, strict=False)
def _may_pass(state: Any) -> Any:
    if f := _kernel("may_pass", state):
        return lambda state: f(state)
    return None


@overload(passed, strict=False)
def _passed(state: Any) -> Any:
    if f := _kernel("passed", state):
        return lambda state: f(state)
    return None


@overload(may_repeat, strict=False)
def _may_repeat(state: Any) -> Any:
    if f := _kernel("may_repeat", state):
        return lambda state: f(state)
    return None

"""What a search asks of a game's evaluation, chosen by the type of the state when compiled."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba.extending import overload

from brettwerk.compiled.dispatch import gen_moves, make_move, status, stuck, to_move
from brettwerk.engine.kernels.dispatch import (
    features,
    may_pass,
    may_repeat,
    noisy,
    passed,
    plies_needed,
    rank,
    search_key,
    slot,
)

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


def _kernel(name: str, state: Any) -> Any:
    cls = getattr(state, "instance_class", None)
    if cls is None:
        return None
    game = cls.__module__.rpartition(".")[2]
    return getattr(import_module(f"brettwerk.engine.compiled.evaluation.{game}"), name)


@overload(features, strict=False)
def _features(state: Any, ctx: Any, mem: Any) -> Any:
    if f := _kernel("features", state):
        return lambda state, ctx, mem: f(state, ctx, mem)
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


@overload(plies_needed, strict=False)
def _plies_needed(state: Any, ctx: Any, player: Any) -> Any:
    if f := _kernel("plies_needed", state):
        return lambda state, ctx, player: f(state, ctx, player)
    return None

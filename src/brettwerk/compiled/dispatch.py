"""The game's kernels by the type of the state, chosen when the calling code is compiled.

Numba's `overload` is here what a template is in C++: `perft(state, …)` is written once and
compiled for each game's state. Functions passed as arguments would be compiled in every process.
It is not `strict` because that compares annotations, and the inner functions have none.
"""

from __future__ import annotations

import sys
from typing import Any

from numba.extending import overload

from brettwerk.rules.dispatch import (
    gen_moves,
    hash_state,
    make_move,
    status,
    stuck,
    to_move,
)

__all__ = ["gen_moves", "hash_state", "make_move", "status", "stuck", "to_move"]


def _kernel(name: str, state: Any) -> Any:
    cls = getattr(state, "instance_class", None)
    return getattr(sys.modules[cls.__module__], name) if cls is not None else None


@overload(gen_moves, strict=False)
def _gen_moves(state: Any, ctx: Any, buf: Any, base: Any) -> Any:
    if f := _kernel("gen_moves", state):
        return lambda state, ctx, buf, base: f(state, ctx, buf, base)
    return None


@overload(make_move, strict=False)
def _make_move(state: Any, ctx: Any, move: Any) -> Any:
    if f := _kernel("make_move", state):
        return lambda state, ctx, move: f(state, ctx, move)
    return None


@overload(status, strict=False)
def _status(state: Any, ctx: Any) -> Any:
    if f := _kernel("status", state):
        return lambda state, ctx: f(state, ctx)
    return None


@overload(stuck, strict=False)
def _stuck(state: Any, ctx: Any) -> Any:
    if f := _kernel("stuck", state):
        return lambda state, ctx: f(state, ctx)
    return None


@overload(to_move, strict=False)
def _to_move(state: Any) -> Any:
    if f := _kernel("to_move", state):
        return lambda state: f(state)
    return None


@overload(hash_state, strict=False)
def _hash_state(state: Any) -> Any:
    if f := _kernel("hash_state", state):
        return lambda state: f(state)
    return None

"""What a proof asks of a game, chosen by the type of the state when compiled."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba.extending import overload

from brettwerk.compiled.dispatch import gen_moves, make_move, status, stuck, to_move
from brettwerk.puzzles.kernels.dispatch import lost, out, taken, turns_to_win

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


def _kernel(name: str, state: Any) -> Any:
    cls = getattr(state, "instance_class", None)
    if cls is None:
        return None
    game = cls.__module__.rpartition(".")[2]
    return getattr(import_module(f"brettwerk.puzzles.compiled.counts.{game}"), name)


@overload(taken, strict=False)
def _taken(state: Any, ctx: Any, player: Any) -> Any:
    if f := _kernel("taken", state):
        return lambda state, ctx, player: f(state, ctx, player)
    return None


@overload(lost, strict=False)
def _lost(state: Any, ctx: Any, player: Any) -> Any:
    if f := _kernel("lost", state):
        return lambda state, ctx, player: f(state, ctx, player)
    return None


@overload(out, strict=False)
def _out(state: Any) -> Any:
    if f := _kernel("out", state):
        return lambda state: f(state)
    return None


@overload(turns_to_win, strict=False)
def _turns_to_win(state: Any, ctx: Any, player: Any) -> Any:
    if f := _kernel("turns_to_win", state):
        return lambda state, ctx, player: f(state, ctx, player)
    return None

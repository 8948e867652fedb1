"""Kernels run on a backend that a test chooses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import brettwerk
from brettwerk.core.game import Game
from brettwerk.kernels.choice import backend_for, chosen
from brettwerk.kernels.game import KernelRunner, move_finder
from brettwerk.kernels.types import State
from brettwerk.search import searchers

BACKENDS = ("plain", "numba", "wasm")


def each_compiled(*quick: str) -> pytest.MarkDecorator:
    """Try all games, but before a change lands only these: Numba compiles for seconds."""
    params = [
        pytest.param(name, marks=[] if name in quick else [pytest.mark.slow])
        for name in brettwerk.NAMES
    ]
    return pytest.mark.parametrize("name", params)


def runner(game: Game, backend: str) -> KernelRunner[State]:
    """A game's kernels on this backend."""
    kernels = game.definition.kernels
    return KernelRunner(kernels, game.kernels.context, backend_for(kernels, backend))


@contextmanager
def running_on(backend: str) -> Iterator[None]:
    """Let this backend run whatever begins to run kernels."""
    _forget()
    with chosen(backend):
        yield
    _forget()


def _forget() -> None:
    """Forget what runs on another backend."""
    move_finder.cache_clear()
    searchers.forget_searchers()

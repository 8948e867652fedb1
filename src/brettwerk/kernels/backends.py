"""What every backend that runs kernels has: arrays, and entries linked to one game.

An *entry* is a kernel called from outside. Its parameters are only arrays made by the
backend (`Words`, `Numbers` …), NamedTuples of these, and whole numbers, and it returns one whole
number. So each backend has one kind of call, and callers do not know which they use.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import ParamSpec, Protocol

from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.types import Bytes, Floats, Floats32, Numbers, S, Words

P = ParamSpec("P")


class Backend(Protocol):
    """Runs a game's kernels, plainly or compiled; threads share it."""

    compiled: bool
    local: threading.local  # scratch arrays of each thread

    def words(self, count: int) -> Words:
        """Return an array of words, all 0."""

    def numbers(self, count: int) -> Numbers:
        """Return an array of whole numbers, all 0."""

    def floats(self, count: int) -> Floats:
        """Return an array of floating-point numbers, all 0."""

    def floats32(self, count: int) -> Floats32:
        """Return an array of small floating-point numbers, all 0."""

    def bytes(self, count: int) -> Bytes:
        """Return an array of bytes, all 0."""

    def linked(self, entry: Callable[P, int]) -> Callable[P, int]:
        """Return an entry linked to the game, compiled if need be."""


@cache
def backend_for(game: GameKernels[S], compiled: bool) -> Backend:
    """Return the backend of a game's kernels; its code is shared by all who ask."""
    if compiled:
        from brettwerk.kernels.native import Native

        return Native(game)
    from brettwerk.kernels.plain import Plain

    return Plain(game)

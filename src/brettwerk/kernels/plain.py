"""Kernels as plain Python: they run at once, and under a debugger."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import FunctionType
from typing import ParamSpec, cast

from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.link import Linker, modules_of
from brettwerk.kernels.types import Bytes, Floats, Floats32, Numbers, S, Words

P = ParamSpec("P")


class Plain:
    """Plain Python; arrays are lists."""

    compiled = False

    def __init__(self, game: GameKernels[S]) -> None:
        self.local = threading.local()
        self._linker = Linker(modules_of(game))
        self._entries: dict[object, object] = {}
        self._lock = threading.Lock()

    def words(self, count: int) -> Words:
        """Return an array of words, all 0."""
        return [0] * count

    def numbers(self, count: int) -> Numbers:
        """Return an array of whole numbers, all 0."""
        return [0] * count

    def floats(self, count: int) -> Floats:
        """Return an array of floating-point numbers, all 0."""
        return [0.0] * count

    def floats32(self, count: int) -> Floats32:
        """Return an array of small floating-point numbers, all 0."""
        return [0.0] * count

    def bytes(self, count: int) -> Bytes:
        """Return an array of bytes, all 0."""
        return [0] * count

    def linked(self, entry: Callable[P, int]) -> Callable[P, int]:
        """Return an entry linked to the game; threads wait for one that another is linking."""
        made = self._entries.get(entry)
        if made is None:
            with self._lock:
                made = self._linker.function(cast("FunctionType", entry))
                self._entries[entry] = made
        return cast("Callable[P, int]", made)

"""What every backend that runs kernels has: arrays, and entries linked to one game.

An *entry* is a kernel called from outside. Its parameters are only arrays made by the
backend (`Words`, `Numbers` …), NamedTuples of these, and whole numbers, and it returns one whole
number. So each backend has one kind of call, and callers do not know which they use.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from types import FunctionType
from typing import ClassVar, ParamSpec, Protocol, cast

from brettwerk.kernels.types import Array, ArrayKind, T

P = ParamSpec("P")


class KernelCode(Protocol):
    """A game's kernels, ready to run; threads share it."""

    name: ClassVar[str]

    def instance(self) -> Backend:
        """Return the code with memory for one thread at a time."""


class Backend(ABC):
    """Runs a game's kernels, plainly or compiled, on arrays that it makes."""

    name: ClassVar[str]
    # whether several threads may work on one array
    shared: ClassVar[bool] = True

    def __init__(self) -> None:
        self._entries: dict[object, object] = {}
        self._lock = threading.Lock()

    def instance(self) -> Backend:
        """Return the code with memory: itself, if its arrays may lie anywhere."""
        return self

    @abstractmethod
    def zeros(self, kind: ArrayKind[T], count: int) -> Array[T]:
        """Return an array of this kind, all 0."""

    @abstractmethod
    def clear(self, array: Array[int]) -> None:
        """Fill an array with 0."""

    @abstractmethod
    def link(self, entry: FunctionType) -> object:
        """Link an entry to the game, and compile it if need be."""

    def linked(self, entry: Callable[P, int]) -> Callable[P, int]:
        """Return an entry linked to the game; threads wait while another links it."""
        made = self._entries.get(entry)
        if made is None:
            with self._lock:
                made = self._entries.get(entry) or self.link(cast("FunctionType", entry))
                self._entries[entry] = made
        return cast("Callable[P, int]", made)

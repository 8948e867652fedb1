"""Kernels as plain Python: they run at once, and under a debugger."""

from types import FunctionType

from brettwerk.kernels.backends import Backend
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.link import Linker, modules_of
from brettwerk.kernels.types import Array, ArrayKind, S, T


class Plain(Backend):
    """Plain Python; arrays are lists."""

    name = "plain"

    def __init__(self, game: GameKernels[S]) -> None:
        super().__init__()
        self._linker = Linker(modules_of(game))

    def zeros(self, kind: ArrayKind[T], count: int) -> Array[T]:
        """Return a list of zeros."""
        return [kind.zero] * count

    def clear(self, array: Array[int]) -> None:
        """Fill a list with 0."""
        array[:] = [0] * len(array)

    def link(self, entry: FunctionType) -> object:
        """Return the entry with the game's kernels as its globals."""
        return self._linker.function(entry)

"""The types that kernels compute with: 64-bit words, whole numbers, and arrays of them.

A word is an `int` for mypy and in plain Python, and a `uint64` when compiled. The kinds of arrays
differ only when compiled: `uint64`, `int64`, `float64`, and, for large arrays that are given away,
`float32` and `uint8`. An entry's annotations name them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar, overload

Word = int
State = tuple[int, ...]  # a NamedTuple of words; each game has its own
T = TypeVar("T")
S = TypeVar("S", bound="tuple[int, ...]")


class Array(Protocol[T]):
    """A list in plain Python, a one-dimensional NumPy array when compiled."""

    @overload
    def __getitem__(self, at: int, /) -> T: ...
    @overload
    def __getitem__(self, at: slice, /) -> Iterable[T]: ...
    @overload
    def __setitem__(self, at: int, value: T, /) -> None: ...
    @overload
    def __setitem__(self, at: slice, value: Sequence[T], /) -> None: ...
    def __len__(self) -> int: ...


Words = Array[int]
Numbers = Array[int]
Floats = Array[float]
Floats32 = Array[float]
Bytes = Array[int]


class ArrayKind(NamedTuple, Generic[T]):
    """A kind of array that backends make: its name in annotations, and its zero."""

    name: str
    zero: T


WORDS, NUMBERS, BYTES = ArrayKind("Words", 0), ArrayKind("Numbers", 0), ArrayKind("Bytes", 0)
FLOATS, FLOATS32 = ArrayKind("Floats", 0.0), ArrayKind("Floats32", 0.0)


class View(Generic[T]):
    """A part of an array that shares its memory: what `primitives.view` returns in plain Python."""

    __slots__ = ("_array", "_count", "_start")

    def __init__(self, array: Array[T], start: int, count: int) -> None:
        self._array, self._start, self._count = array, start, count

    def __getitem__(self, at: int, /) -> T:
        return self._array[self._start + at]

    def __setitem__(self, at: int, value: T, /) -> None:
        self._array[self._start + at] = value

    def __len__(self) -> int:
        return self._count


class WordConstant(int):
    """A word that a module names: a plain `int` would be a signed number when compiled."""


class WordTable(list[int]):
    """A constant table of words."""


class NumberTable(list[int]):
    """A constant table of whole numbers, which may be negative."""


class FloatTable(list[float]):
    """A constant table of floating-point numbers."""

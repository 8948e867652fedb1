"""What kernels are written with, in plain Python; `brettwerk.compiled.kit` is Numba's version."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

F = TypeVar("F", bound="Callable[..., object]")

Words = list[int]


def kernel(function: F) -> F:
    """Mark a function that the compiled twin compiles."""
    return function


def inlined(function: F) -> F:
    """Mark a small kernel that the compiled twin puts into its callers: arrays passed cost time."""
    return function


def table(values: Sequence[int]) -> Words:
    """A table of 64-bit words."""
    return list(values)


def small_table(values: Sequence[int]) -> Words:
    """A table of small whole numbers, which may be negative."""
    return list(values)


def word(value: int) -> int:
    """A whole number as a 64-bit word: the type of states."""
    return value


def number(value: int) -> int:
    """A word as a plain whole number, to count and index with."""
    return value


def bit(cell: int) -> int:
    """The set of this one cell."""
    return 1 << cell


def popcount(bits: int) -> int:
    """How many cells the set has."""
    return bits.bit_count()


def ctz(bits: int) -> int:
    """The lowest cell of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def drop(bits: int) -> int:
    """The set without its lowest cell."""
    return bits & (bits - 1)


def up_to_lowest(ray: int, blockers: int) -> int:
    """The part of an upward ray up to and including the lowest blocker on it."""
    met = ray & blockers
    return ray & (met ^ (met - 1))


def down_to_highest(ray: int, blockers: int) -> int:
    """The part of a downward ray down to and including the highest blocker on it."""
    met = (ray & blockers) | 1
    return ray & (-1 << (met.bit_length() - 1))


def prefetch(words: Words, at: int) -> None:
    """Have a word of a large table at hand soon: compiled, that hides how slow memory is."""


def mix(a: int, b: int) -> int:
    """Two words stirred into one, for hashing: the first is spread before the second comes in.

    It must be spread in both directions, or else a cell of the first word and two of the second
    cancel each other out, and one position is taken for another.
    """
    h = a * 0x9E3779B97F4A7C15 % 2**64
    h ^= h >> 32
    h = h * 0xD6E8FEB86659FD93 % 2**64
    h = ((h ^ h >> 32) + b) % 2**64
    h ^= h >> 32
    h = h * 0x1B03738712FAD5C9 % 2**64
    return h ^ (h >> 29)


def xorshift(x: int) -> int:
    """The next of a sequence of random words; never 0 if it did not start there."""
    x ^= x << 13 & (2**64 - 1)
    x ^= x >> 7
    return x ^ (x << 17 & (2**64 - 1))


def choose(x: int, count: int) -> int:
    """A whole number below `count` from a random word."""
    return (x >> 33) * count >> 31


def ended(winners: int, still_in: int, reason: int, points: int) -> int:
    """How a game ended: sets of players, the game's own number of the reason (from 1), points."""
    return winners | still_in << 3 | reason << 6 | points << 10

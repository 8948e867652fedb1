"""The functions kernels are written with; `numba_primitives` replaces the first few when compiled.

Integers of plain Python have no width. So whatever may need more than 64 bits, or be negative,
goes through `word` before it is shifted down, compared or stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType
from typing import TypeVar, cast

from brettwerk.kernels.types import (
    Array,
    FloatTable,
    Numbers,
    NumberTable,
    T,
    View,
    Word,
    WordConstant,
    Words,
    WordTable,
)

ALL = 0xFFFF_FFFF_FFFF_FFFF
F = TypeVar("F")
INLINED: set[CodeType] = set()


# -- replaced when compiled ---------------------------------------------------------------------
def word(value: int) -> Word:
    """Return the lowest 64 bits as a word."""
    return value & ALL


def number(value: int) -> int:
    """Return a word as a whole number with a sign."""
    return value if value < 1 << 63 else value - (1 << 64)


def popcount(bits: Word) -> int:
    """Return the number of cells in a set."""
    return bits.bit_count()


def ctz(bits: Word) -> int:
    """Return the lowest cell of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def highest(bits: Word) -> int:
    """Return the highest cell of a set that is not empty."""
    return bits.bit_length() - 1


def prefetch(words: Words, at: int) -> None:
    """Prefetch an entry of a large table."""


def view(array: Array[T], start: int, count: int) -> Array[T]:
    """Return a part of an array; it shares the array's memory."""
    return cast("Array[T]", View(array, start, count))


# A small network lies in an array of whole numbers, four of its numbers of 16 bits in each: the
# biases of `UNITS` units, what these are worth, then for each set of cells 64 rows of weights.
UNITS = 32
ROW = UNITS // 4
HIGH = 255  # a unit is between 0 and this
NETWORK_SHIFT = 8


def judged(numbers: Numbers, at: int, sets: tuple[Word, ...]) -> int:
    """Return the output of the network stored at this place for sets of cells.

    A unit is its bias and its weights for all cells of the sets, cut off below and above; the
    result is what their squares are worth. What it is compiled to adds all units at once.
    """
    units = _row(numbers, at)
    for k in range(len(sets)):
        rows, cells = at + 2 * ROW + 64 * ROW * k, sets[k]
        while cells:
            row = _row(numbers, rows + ROW * ctz(cells))
            units = [unit + weight for unit, weight in zip(units, row, strict=True)]
            cells = drop(cells)
    worth = zip(units, _row(numbers, at + ROW), strict=True)
    squares = ((max(0, min(HIGH, unit)) ** 2 >> 8, value) for unit, value in worth)
    return sum(square * value for square, value in squares) >> NETWORK_SHIFT


def _row(numbers: Numbers, at: int) -> list[int]:
    """Return the numbers of 16 bits, with signs, from this place on."""
    words = (word(numbers[at + k]).to_bytes(8, "little") for k in range(ROW))
    return [*memoryview(b"".join(words)).cast("h")]


# -- for modules --------------------------------------------------------------------------------
def constant(value: int) -> Word:
    """Return a word for a module to name and its kernels to use."""
    return WordConstant(value)


def table(values: Iterable[int]) -> Words:
    """Return a constant table of words."""
    return WordTable(values)


def small_table(values: Iterable[int]) -> Numbers:
    """Return a constant table of whole numbers, which may be negative."""
    return NumberTable(values)


def float_table(values: Iterable[float]) -> FloatTable:
    """Return a constant table of floating-point numbers."""
    return FloatTable(values)


def inlined(function: F) -> F:
    """Mark a small kernel that is put into its callers when compiled: passing arrays takes time."""
    INLINED.add(function.__code__)  # type: ignore[attr-defined]
    return function


# -- one source for all backends -----------------------------------------------------------------
def bit(cell: int) -> Word:
    """Return the set of this one cell."""
    return word(1) << word(cell)


def drop(bits: Word) -> Word:
    """Return a set that is not empty without its lowest cell."""
    return bits & (bits - word(1))


@inlined
def list_cells(cells: Word, first: int, buf: Numbers, n: int) -> int:
    """Write `first + cell` for each cell of a set from place `n` on; return the new end."""
    while cells:
        buf[n] = first + ctz(cells)
        cells = drop(cells)
        n += 1
    return n


def up_to_lowest(ray: Word, blockers: Word) -> Word:
    """Return the part of an upward ray up to and including the lowest blocker on it."""
    met = ray & blockers
    return ray & (met ^ (met - word(1)))


def down_to_highest(ray: Word, blockers: Word) -> Word:
    """Return the part of a downward ray down to and including the highest blocker on it."""
    return ray & word(word(ALL) << word(highest((ray & blockers) | word(1))))


def mix(a: Word, b: Word) -> Word:
    """Hash two words into one; the first is spread before the second is added.

    It must be spread in both directions, or else a cell of the first word and two of the second
    cancel each other out, and one position is taken for another.
    """
    h = word(a * word(0x9E3779B97F4A7C15))
    h ^= h >> word(32)
    h = word(h * word(0xD6E8FEB86659FD93))
    h = word((h ^ (h >> word(32))) + b)
    h ^= h >> word(32)
    h = word(h * word(0x1B03738712FAD5C9))
    return h ^ (h >> word(29))


def xorshift(x: Word) -> Word:
    """Return the next of a sequence of random words; never 0 unless it started there."""
    x ^= word(x << word(13))
    x ^= x >> word(7)
    return x ^ word(x << word(17))


def choose(x: Word, count: int) -> int:
    """Return a whole number below `count` from a random word."""
    return number((x >> word(33)) * word(count) >> word(31))


# -- how a game ended, as one number ------------------------------------------------------------
# What the bits of a code have room for; reasons 14 and 15 are repetition and truncation.
MOST_PLAYERS, MOST_REASONS = 3, 13


def pack_outcome(winners: int, still_in: int, reason: int, points: int) -> int:
    """Return the code of an ended game: sets of players, the game's reason (from 1), points."""
    return winners | still_in << 3 | reason << 6 | points << 10


def winners_of(code: int) -> int:
    """Return the set of players who won."""
    return code & 7


def still_in_of(code: int) -> int:
    """Return the set of players who were not out."""
    return code >> 3 & 7


def reason_of(code: int) -> int:
    """Return the game's number of the reason."""
    return code >> 6 & 15


def points_of(code: int) -> int:
    """Return the points of the winners."""
    return code >> 10


def share_of(code: int) -> int:
    """Return the set of players who share the win or, in a draw, of those who were not out."""
    winners = winners_of(code)
    return winners or still_in_of(code)


def return_of(share: int, players: int, player: int) -> float:
    """Return what an outcome is worth to a player.

    The players in `share` divide +1, the others -1; if that is all players or none, each gets 0.
    """
    count = popcount(word(share))
    if count == 0 or count == players:
        return 0.0
    return 1 / count if share >> player & 1 else -1 / (players - count)


def wins_alone(code: int, player: int) -> bool:
    """Return whether this player is the only winner."""
    return winners_of(code) == 1 << player

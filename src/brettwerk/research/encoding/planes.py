"""Planes of an observation: sets of cells and constants, written into a flat array of zeros.

Whole planes are written through a `view`: an index that counts from 0 needs no check for negative
numbers, and such loops are a third faster.
"""

from __future__ import annotations

from collections.abc import Collection

from brettwerk.kernels.primitives import ctz, drop, float_table, number, view
from brettwerk.kernels.types import Floats32, FloatTable, Numbers, Word, Words


def outline(size: int, places: Collection[int]) -> FloatTable:
    """Return a plane with a one on each cell of a board that does not fill it."""
    return float_table(1.0 if place in places else 0.0 for place in range(size))


def copy(out: Floats32, plane: int, values: FloatTable) -> None:
    """Copy a plane that is always the same."""
    there = view(out, plane * len(values), len(values))
    for at in range(len(values)):
        there[at] = values[at]


def fill(out: Floats32, plane: int, size: int, value: float) -> None:
    """Fill a plane with one value."""
    if value:
        there = view(out, plane * size, size)
        for at in range(size):
            there[at] = value


def fill_share(out: Floats32, plane: int, size: int, count: int, whole: int) -> None:
    """Fill a plane with a count, as a share of its limit; a limit of 0 is none."""
    if whole:
        fill(out, plane, size, count / whole)


def fill_repetition(out: Floats32, plane: int, size: int, ctx: Words, occurrence: int) -> None:
    """Fill a plane with the earlier occurrences of a position, as a share of those that draw."""
    if ctx[0]:
        fill_share(out, plane, size, occurrence - 1, number(ctx[0]) - 1)


def mark(out: Floats32, plane: int, size: int, bits: Word) -> None:
    """Mark each cell of a set, where cells are numbered as the plane is."""
    base = plane * size
    while bits:
        out[base + ctz(bits)] = 1
        bits = drop(bits)


def mark_at(out: Floats32, plane: int, size: int, places: Numbers, bits: Word) -> None:
    """Mark each cell of a set, where `places` has each cell's place on the plane."""
    base = plane * size
    while bits:
        out[base + places[ctz(bits)]] = 1
        bits = drop(bits)

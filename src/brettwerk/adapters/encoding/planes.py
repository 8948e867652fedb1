"""Planes of an observation: sets of cells and constants, written into a flat array of zeros."""

from __future__ import annotations

from typing import Any

from brettwerk.compiled.kit import ctz, drop, kernel


@kernel
def fill(out: Any, plane: int, size: int, value: float) -> None:
    """The same value on a whole plane."""
    if value:
        for at in range(plane * size, plane * size + size):
            out[at] = value


@kernel
def mark(out: Any, plane: int, size: int, bits: Any) -> None:
    """A one on each cell of a set, where cells are numbered as the plane is."""
    base = plane * size
    while bits:
        out[base + ctz(bits)] = 1
        bits = drop(bits)


@kernel
def mark_at(out: Any, plane: int, size: int, places: Any, bits: Any) -> None:
    """A one on each cell of a set, where `places` tells each cell's place on the plane."""
    base = plane * size
    while bits:
        out[base + places[ctz(bits)]] = 1
        bits = drop(bits)

"""Planes of an observation: sets of cells and constants, written into a flat array of zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from brettwerk.compiled.kit import array_kernel, ctz, drop


def outline(size: int, places: Any) -> Any:
    """A plane with a one on each cell of a board that does not fill it."""
    plane = np.zeros(size, np.float32)
    plane[list(places)] = 1
    return plane


@array_kernel
def copy(out: Any, plane: int, values: Any) -> None:
    """A whole plane that is always the same."""
    out[plane * len(values) : (plane + 1) * len(values)] = values


@array_kernel
def fill(out: Any, plane: int, size: int, value: float) -> None:
    """The same value on a whole plane."""
    if value:
        out[plane * size : plane * size + size] = value


@array_kernel
def mark(out: Any, plane: int, size: int, bits: Any) -> None:
    """A one on each cell of a set, where cells are numbered as the plane is."""
    base = plane * size
    while bits:
        out[base + ctz(bits)] = 1
        bits = drop(bits)


@array_kernel
def mark_at(out: Any, plane: int, size: int, places: Any, bits: Any) -> None:
    """A one on each cell of a set, where `places` tells each cell's place on the plane."""
    base = plane * size
    while bits:
        out[base + places[ctz(bits)]] = 1
        bits = drop(bits)

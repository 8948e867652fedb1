"""The triangle of 45 cells, with short, medium and long lines."""

from collections.abc import Callable
from math import sqrt

from brettwerk.boards.board import Board, Coordinate, permutation

ROWS = "abcdefghi"
# The distance of (row, place) steps is sqrt(row^2 - row*place + place^2): 1, sqrt 3, sqrt 7.
SHORT: tuple[Coordinate, ...] = ((0, 1), (1, 0), (1, 1))
MEDIUM: tuple[Coordinate, ...] = ((1, 2), (2, 1), (1, -1))
LONG: tuple[Coordinate, ...] = ((1, 3), (3, 1), (2, 3), (3, 2), (1, -2), (2, -1))
KINDS: tuple[tuple[Coordinate, ...], ...] = (SHORT, MEDIUM, LONG)

_COORDINATES = tuple((row, place) for row in range(9) for place in range(row + 1))


def _symmetries() -> tuple[tuple[int, ...], ...]:
    """Return three rotations, and the same after a reflection; the first is the identity."""
    images: tuple[Callable[[Coordinate], Coordinate], ...] = (
        lambda c: c,
        lambda c: (8 - c[1], c[0] - c[1]),
        lambda c: (8 - c[0] + c[1], 8 - c[0]),
        lambda c: (c[0], c[0] - c[1]),
        lambda c: (8 - c[1], 8 - c[0]),
        lambda c: (8 - c[0] + c[1], c[1]),
    )
    return tuple(permutation(_COORDINATES, image) for image in images)


TRIANGLE = Board(
    kind="triangle",
    names=tuple(f"{ROWS[row]}{place + 1}" for row, place in _COORDINATES),
    coordinates=_COORDINATES,
    places=tuple((place - row / 2, -row * sqrt(3) / 2) for row, place in _COORDINATES),
    steps=(*SHORT, *((-a, -b) for a, b in SHORT)),
    rows=tuple(
        tuple(cell for cell, (at, _) in enumerate(_COORDINATES) if at == row) for row in range(9)
    ),
    symmetries=_symmetries(),
)

"""The hexagon of 61 cells."""

from collections.abc import Callable
from math import sqrt

from brettwerk.boards.board import Board, Coordinate, permutation

SIDE = 5
ROWS = "abcdefghi"
# Opposite directions are three apart; the first three are the axes.
STEPS: tuple[Coordinate, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))

_COORDINATES = tuple(
    (row, number)
    for row in range(9)
    for number in range(max(1, row - SIDE + 2), min(9, row + SIDE) + 1)
)


def _centred(image: Callable[[Coordinate], Coordinate]) -> tuple[int, ...]:
    """Return a symmetry given relative to the middle cell e5."""

    def moved(coordinate: Coordinate) -> Coordinate:
        row, number = image((coordinate[0] - 4, coordinate[1] - 5))
        return row + 4, number + 5

    return permutation(_COORDINATES, moved)


def _symmetries() -> tuple[tuple[int, ...], ...]:
    """Return six rotations, and the same after a reflection; the first is the identity."""
    turn = _centred(lambda c: (c[1], c[1] - c[0]))
    mirror = _centred(lambda c: (c[1], c[0]))
    turns = [tuple(range(len(_COORDINATES)))]
    for _ in range(5):
        turns.append(tuple(turn[cell] for cell in turns[-1]))
    return (*turns, *(tuple(mirror[cell] for cell in turned) for turned in turns))


HEXAGON = Board(
    kind="hexagon",
    names=tuple(f"{ROWS[row]}{number}" for row, number in _COORDINATES),
    coordinates=_COORDINATES,
    places=tuple(
        ((number - 5) - (row - 4) / 2, (row - 4) * sqrt(3) / 2) for row, number in _COORDINATES
    ),
    steps=STEPS,
    rows=tuple(
        tuple(cell for cell, (at, _) in enumerate(_COORDINATES) if at == row)
        for row in range(8, -1, -1)
    ),
    symmetries=_symmetries(),
)

"""The hexagon of 61 cells."""

from collections.abc import Callable
from math import sqrt

from brettwerk.boards.board import Board, Coordinate, mask, permutation

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


def ray_sets() -> list[int]:
    """Return, by cell and direction, the cells 0 to 5 steps ahead, each as a set; empty if none."""
    ahead = (HEXAGON.step(c, d, k) for c in range(61) for d in STEPS for k in range(6))
    return [0 if cell is None else 1 << cell for cell in ahead]


def row_set(cell: int, axis: int, count: int, side: int | None = None) -> int:
    """Return `count` cells along an axis, or their neighbours on one side, as a set.

    It is empty if not all of them are on the board.
    """
    row = [HEXAGON.step(cell, STEPS[axis], k) for k in range(count)]
    if side is not None:
        row = [None if c is None else HEXAGON.step(c, STEPS[side]) for c in row]
    return 0 if None in row else mask(c for c in row if c is not None)

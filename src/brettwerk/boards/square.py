"""Square boards: one tableau of 4x4 fields, and the whole board of 8x8."""

from brettwerk.boards.board import Board, Coordinate, permutation

STRAIGHT: tuple[Coordinate, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Coordinate, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT: tuple[Coordinate, ...] = tuple(
    (a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)
)


def _symmetries(coordinates: tuple[Coordinate, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """Return four clockwise rotations, and the same after a left-right reflection."""
    turn = permutation(coordinates, lambda c: (size - 1 - c[1], c[0]))
    mirror = permutation(coordinates, lambda c: (c[0], size - 1 - c[1]))
    turns = [tuple(range(len(coordinates)))]
    for _ in range(3):
        turns.append(tuple(turn[cell] for cell in turns[-1]))
    return (*turns, *(tuple(turned[cell] for cell in mirror) for turned in turns))


def square_board(size: int) -> Board:
    """Return a square board of this size, at most 8."""
    coordinates = tuple((rank, file) for rank in range(size) for file in range(size))
    return Board(
        kind="square",
        names=tuple(f"{'abcdefgh'[file]}{rank + 1}" for rank, file in coordinates),
        coordinates=coordinates,
        places=tuple((float(file), float(rank)) for rank, file in coordinates),
        steps=STRAIGHT + DIAGONAL,
        rows=tuple(
            tuple(range(rank * size, rank * size + size)) for rank in range(size - 1, -1, -1)
        ),
        symmetries=_symmetries(coordinates, size),
    )


SMALL = square_board(4)
WHOLE = square_board(8)

"""The Katarenga board: its texts, its tableaus, and what a piece can reach on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

FRONTS = {
    "1": "rybg/grgb/yybr/bgry",
    "2": "rygb/gyry/bbgr/yrbg",
    "3": "rgby/yygr/bbrg/gryb",
    "4": "rgby/yybr/bgrg/gryb",
}
DEFAULT_TABLEAUS = "1a0 2a0 3a0 4a0"
DEFAULT_TABLEAU = "1a0"

FILES = "abcdefgh"
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]

Board = dict[str, str]  # the colour of each field, by the field's name


def parse_board(value: object, size: int) -> Board:
    """The board of an option: a text of rows, or tableaus; size is 4 or 8."""
    if not isinstance(value, str):
        raise ValueError("a board is a text")
    # Literal: lower case, single spaces, nothing around it.
    rows = value.split("/") if "/" in value else lay(value.split(" "), size)
    return colours(rows, size)


def colours(rows: list[str], size: int) -> Board:
    """The colour of each field, from rows given from the top rank down."""
    if len(rows) != size or any(len(row) != size for row in rows):
        raise ValueError(f"a board here has {size} rows of {size} fields")
    if any(letter not in "rygb" for row in rows for letter in row):
        raise ValueError("the colours are r, y, g and b")
    return {
        FILES[across] + str(size - down): rows[down][across]
        for down in range(size)
        for across in range(size)
    }


def lay(names: list[str], size: int) -> list[str]:
    """The rows of a board of one tableau (size 4) or four (size 8)."""
    if len(names) != (size // 4) ** 2:
        raise ValueError(f"tableaus needed: {(size // 4) ** 2}")
    if len({name[:1] for name in names}) != len(names):
        # There is one tableau of each number in the box.
        raise ValueError("each tableau can be laid once")
    laid = [tableau(name) for name in names]
    if size == 4:
        return laid[0]
    return beside(laid[0], laid[1]) + beside(laid[2], laid[3])


def beside(left: list[str], right: list[str]) -> list[str]:
    """Two blocks of rows, side by side."""
    return [first + second for first, second in zip(left, right, strict=True)]


def tableau(name: str) -> list[str]:
    """The rows of a tableau written as number, side and turns, such as `3b2`."""
    if not re.fullmatch("[1-4][ab][0-3]", name):
        raise ValueError(f"{name!r} is no tableau")
    rows = FRONTS[name[0]].split("/")
    if name[1] == "b":
        rows = transposed(rows)
    for _ in range(int(name[2])):
        rows = turned(rows)
    return rows


def transposed(rows: list[str]) -> list[str]:
    """Rows and columns swapped."""
    return ["".join(row[across] for row in rows) for across in range(len(rows))]


def turned(rows: list[str]) -> list[str]:
    """A quarter turn clockwise: the left column, read from below, becomes the top row."""
    return ["".join(row[across] for row in reversed(rows)) for across in range(len(rows))]


def step(board: Board, field: str, by: tuple[int, int]) -> str | None:
    """The field that many files and ranks away, or None off the board."""
    across = FILES.index(field[0]) + by[0]
    rank = int(field[1]) + by[1]
    if not 0 <= across < len(FILES):
        return None
    name = FILES[across] + str(rank)
    return name if name in board else None


def ray(board: Board, field: str, by: tuple[int, int]) -> Iterator[str]:
    """The fields from a field to the edge, the nearest first."""
    at = step(board, field, by)
    while at is not None:
        yield at
        at = step(board, at, by)


def slide(board: Board, field: str, by: tuple[int, int], pieces: AbstractSet[str]) -> set[str]:
    """The fields of a ray up to the first of the colour slid from, or the first piece."""
    reached = set()
    for at in ray(board, field, by):
        reached.add(at)
        if board[at] == board[field] or at in pieces:
            break
    return reached


def leap(board: Board, field: str, steps: list[tuple[int, int]]) -> set[str]:
    """The fields one of these steps away."""
    reached = {step(board, field, by) for by in steps}
    return {at for at in reached if at is not None}


def reach(board: Board, field: str, pieces: AbstractSet[str]) -> set[str]:
    """The fields in reach of a piece on a field, those with a piece of either side included."""
    colour = board[field]
    if colour == "b":
        return leap(board, field, STRAIGHT + DIAGONAL)
    if colour == "g":
        return leap(board, field, KNIGHT)
    ways = STRAIGHT if colour == "r" else DIAGONAL
    return set().union(*(slide(board, field, by, pieces) for by in ways))


def en_prise(board: Board, field: str, pieces: AbstractSet[str]) -> set[str]:
    """The empty fields on which an enemy of the piece on a field could be captured by it."""
    return reach(board, field, pieces) - pieces

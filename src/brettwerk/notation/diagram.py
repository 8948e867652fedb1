"""A position as a diagram in plain text, and the same as tokens that a terminal can colour.

Black and White are `B` and `W`, the players of Triapon `1`, `2`, `3`, a barricade `#`, a free cell
a point. On a Katarenga board the colour of each field follows: `.r`, `Wg`. Brackets enclose what
the last move touched. A marked cell is `*` if it is free, and stands in round brackets if not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Collection

    from brettwerk.notation.scene import Scene, Shelf, Spot

LETTERS = {"black": "B", "white": "W", "one": "1", "two": "2", "three": "3", "barricade": "#"}
EMPTY = "."
MARKED = "*"
_WORDS = {"hand": "in hand"}
_MARGIN = 2
_LONGEST_NAME = 12
_MOST_SHOWN = 9


@dataclass(frozen=True)
class Token:
    """A piece of text and what it is.

    Roles: "piece-black" (and the other pieces), "empty", "field-r" (and the other colours), each
    with "-last" behind it where the last move was; "label", "line", "mark", "spot", "gap".
    """

    text: str
    role: str


@dataclass(frozen=True)
class _At:
    """A cell on the page: its index, line and column."""

    cell: int
    line: int
    column: int


class _Page:
    """Tokens put anywhere on a page; lines and columns may be negative until it is read."""

    def __init__(self) -> None:
        self._tokens: dict[tuple[int, int], Token] = {}

    def put(self, line: int, column: int, text: str, role: str) -> None:
        self._tokens[line, column] = Token(text, role)

    def read(self) -> list[list[Token]]:
        """The lines from the top, gaps filled."""
        left = min(column for _, column in self._tokens) - _MARGIN
        lines: dict[int, list[tuple[int, Token]]] = {}
        for (line, column), token in sorted(self._tokens.items(), key=lambda item: item[0]):
            lines.setdefault(line, []).append((column - left, token))
        return [_filled(lines.get(i, [])) for i in range(min(lines), max(lines) + 1)]


def _filled(tokens: list[tuple[int, Token]]) -> list[Token]:
    row: list[Token] = []
    end = 0
    for column, token in tokens:
        if column > end:
            row.append(Token(" " * (column - end), "gap"))
        row.append(token)
        end = column + len(token.text)
    return row


def diagram(scene: Scene, *, flipped: bool = False, marks: Collection[str] = ()) -> str:
    """The scene in plain text, its lines joined; `flipped` shows it from the other side."""
    rows = cells(scene, flipped=flipped, marks=marks)
    lines = ("".join(token.text for token in row) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def cells(scene: Scene, *, flipped: bool = False, marks: Collection[str] = ()) -> list[list[Token]]:
    """The lines of the diagram as tokens."""
    page = _Page()
    rows = _placed(scene, flipped)
    for row in rows:
        _put_row(page, scene, row, marks)
    if scene.board.kind == "square":
        _label_square(page, scene, rows)
    else:
        _label_slanting(page, scene, rows, flipped)
    for spot in scene.spots:
        _put_spot(page, scene, rows, spot, flipped)
    return page.read() + _beside(scene.shelves)


# The board --------------------------------------------------------------------------------------


def _placed(scene: Scene, flipped: bool) -> list[list[_At]]:
    """Where each cell goes: rows from the top, each from the left."""
    board, turn = scene.board, -1 if flipped else 1
    # A sign is half as wide as a line is high: two columns a cell keep the board's proportions,
    # and leave room for a bracket. A field needs two signs.
    pitch = 3 if board.kind == "square" else 2
    return [
        [_At(cell, line, round(turn * pitch * board.places[cell][0])) for cell in row[::turn]]
        for line, row in enumerate(board.rows[::turn])
    ]


def _put_row(page: _Page, scene: Scene, row: list[_At], marks: Collection[str]) -> None:
    """A row of cells, with brackets around each run of cells that the last move touched."""
    width = 2 if scene.board.kind == "square" else 1

    def signs(at: _At) -> str:
        name = scene.board.names[at.cell]
        if name in marks and at.cell in scene.pieces:
            return "()"
        return "[]" if name in scene.last else ""

    for enclosed, run in groupby(row, key=signs):
        ats = list(run)
        for at in ats:
            marked = scene.board.names[at.cell] in marks
            _put_cell(page, scene, at, "-last" if enclosed == "[]" else "", marked)
        if enclosed:
            page.put(ats[0].line, ats[0].column - 1, enclosed[0], "mark")
            page.put(ats[-1].line, ats[-1].column + width, enclosed[1], "mark")


def _put_cell(page: _Page, scene: Scene, at: _At, suffix: str, marked: bool) -> None:
    text, role = _standing(scene.pieces.get(at.cell))
    if marked and text == EMPTY:
        text, role = MARKED, "mark"
    page.put(at.line, at.column, text, role + suffix)
    if scene.fields:
        colour = scene.fields[at.cell]
        page.put(at.line, at.column + 1, colour, f"field-{colour}{suffix}")


def _standing(piece: str | None) -> tuple[str, str]:
    return (LETTERS[piece], f"piece-{piece}") if piece else (EMPTY, "empty")


# Labels -----------------------------------------------------------------------------------------


def _label_square(page: _Page, scene: Scene, rows: list[list[_At]]) -> None:
    """Ranks at the left, files below."""
    for row in rows:
        page.put(row[0].line, row[0].column - 3, scene.board.names[row[0].cell][1:], "label")
    for at in rows[-1]:
        page.put(at.line + 1, at.column, scene.board.names[at.cell][0], "label")


def _label_slanting(page: _Page, scene: Scene, rows: list[list[_At]], flipped: bool) -> None:
    """Letters at the left, and at the end of each slanting line a stroke and its number."""
    names = scene.board.names
    for row in rows:
        page.put(row[0].line, row[0].column - 3, names[row[0].cell][0], "label")
    # Numbers stand below; only a triangle turned around has its base, and so its numbers, above.
    triangle = scene.board.kind == "triangle"
    down = -1 if triangle and flipped else 1
    right = -down if triangle else down
    ends = {names[at.cell][1:]: at for row in rows[::down] for at in row}
    for number, at in ends.items():
        page.put(at.line + down, at.column + right, "/" if triangle else "\\", "line")
        page.put(at.line + 2 * down, at.column + 2 * right, number, "label")


# Beyond the board -------------------------------------------------------------------------------


def _put_spot(page: _Page, scene: Scene, rows: list[list[_At]], spot: Spot, flipped: bool) -> None:
    """A spot at the corner it lies nearest to, its name on the outer side."""
    places = scene.board.places
    middle = [sum(place[axis] for place in places) / len(places) for axis in (0, 1)]
    left = (spot.place[0] < middle[0]) is not flipped
    above = (spot.place[1] > middle[1]) is not flipped
    line = -1 if above else len(rows)
    column = rows[0][0].column - 6 if left else rows[0][-1].column + 4
    text, role = _standing(spot.piece)
    touched = spot.name in scene.last
    for offset, sign in ((0, "[" if touched else "("), (2, "]" if touched else ")")):
        page.put(line, column + offset, sign, "mark" if touched else "spot")
    page.put(line, column + 1, text, role + ("-last" if touched else ""))
    name = shown(spot.name, _LONGEST_NAME)
    page.put(line, column - 1 - len(name) if left else column + 4, name, "label")


def _beside(shelves: tuple[Shelf, ...]) -> list[list[Token]]:
    """A line for each player with something beside the board, after an empty one."""
    lying = [shelf for shelf in shelves if shelf.count > 0]
    owners = dict.fromkeys(shelf.owner for shelf in lying)
    lines = [_shelf_line([s for s in lying if s.owner == owner]) for owner in owners]
    return [[], *lines] if lines else []


def _shelf_line(mine: list[Shelf]) -> list[Token]:
    row = [Token(" " * _MARGIN, "gap"), Token(*_standing(mine[0].owner)), Token(" ", "gap")]
    for what, group in groupby(mine, key=lambda shelf: shelf.what):
        row.append(Token(f" {_WORDS.get(what, what)}:", "label"))
        for shelf in group:
            letter, role = _standing(shelf.piece)
            row += [Token(" ", "gap"), Token(letter * min(shelf.count, _MOST_SHOWN), role)]
            row.append(Token(f" ({shelf.count})", "label"))
    return row

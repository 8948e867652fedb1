"""A position as a plain-text diagram, and as styled text for a terminal.

Black and White are `B` and `W`, other pieces as their game says, a free cell is a dot. On a board
of coloured fields the colour follows: `.r`, `Wg`. Brackets enclose what the last move touched. A
marked cell is `*` if it is free, and in parentheses if not.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import groupby

from brettwerk.i18n import truncate
from brettwerk.notation.board_view import BoardView, OffBoardCell, Tray

EMPTY = "."
MARKED = "*"
_WORDS = {"hand": "in hand"}
_MARGIN = 2
_MAX_NAME = 12
_MAX_PIECES = 9


@dataclass(frozen=True)
class StyledText:
    """A piece of text with its role.

    Roles: "piece-black" (and the other pieces), "empty", "field-r" (and the other colours), each
    with the suffix "-last" where the last move was; "label", "line", "mark", "spot", "gap".
    """

    text: str
    role: str


@dataclass(frozen=True)
class _Placed:
    """A cell with its line and column on the page."""

    cell: int
    line: int
    column: int


class _Page:
    """A page of text; lines and columns may be negative until it is read."""

    def __init__(self) -> None:
        self._tokens: dict[tuple[int, int], StyledText] = {}

    def put(self, line: int, column: int, text: str, role: str) -> None:
        self._tokens[line, column] = StyledText(text, role)

    def read(self) -> list[list[StyledText]]:
        """Return the lines from the top, gaps filled."""
        left = min(column for _, column in self._tokens) - _MARGIN
        lines: dict[int, list[tuple[int, StyledText]]] = {}
        for (line, column), token in sorted(self._tokens.items(), key=lambda item: item[0]):
            lines.setdefault(line, []).append((column - left, token))
        return [_fill_gaps(lines.get(i, [])) for i in range(min(lines), max(lines) + 1)]


def _fill_gaps(tokens: list[tuple[int, StyledText]]) -> list[StyledText]:
    row: list[StyledText] = []
    end = 0
    for column, token in tokens:
        if column > end:
            row.append(StyledText(" " * (column - end), "gap"))
        row.append(token)
        end = column + len(token.text)
    return row


def diagram(board_view: BoardView, *, flipped: bool = False, marks: Collection[str] = ()) -> str:
    """Return the diagram as plain text; `flipped` shows it from the other side."""
    rows = diagram_rows(board_view, flipped=flipped, marks=marks)
    lines = ("".join(token.text for token in row) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def diagram_rows(
    board_view: BoardView, *, flipped: bool = False, marks: Collection[str] = ()
) -> list[list[StyledText]]:
    """Return the lines of the diagram as styled text."""
    page = _Page()
    rows = _place_cells(board_view, flipped)
    for row in rows:
        _put_row(page, board_view, row, marks)
    if board_view.board.kind == "square":
        _label_square(page, board_view, rows)
    else:
        _label_slanting(page, board_view, rows, flipped)
    for off_cell in board_view.off_board:
        _put_off_board(page, board_view, rows, off_cell, flipped)
    return page.read() + _tray_lines(board_view)


# The board --------------------------------------------------------------------------------------


def _place_cells(board_view: BoardView, flipped: bool) -> list[list[_Placed]]:
    """Return the rows of placed cells, from the top left."""
    board, turn = board_view.board, -1 if flipped else 1
    # A character is half as wide as high: two columns per cell keep the proportions and leave room
    # for a bracket. A coloured field needs two characters.
    pitch = 3 if board.kind == "square" else 2
    return [
        [_Placed(cell, line, round(turn * pitch * board.places[cell][0])) for cell in row[::turn]]
        for line, row in enumerate(board.rows[::turn])
    ]


def _put_row(
    page: _Page, board_view: BoardView, row: list[_Placed], marks: Collection[str]
) -> None:
    """Put a row of cells, with brackets around each run that the last move touched."""
    width = 2 if board_view.board.kind == "square" else 1

    def signs(at: _Placed) -> str:
        name = board_view.board.names[at.cell]
        if name in marks and at.cell in board_view.pieces:
            return "()"
        return "[]" if name in board_view.last else ""

    for enclosed, run in groupby(row, key=signs):
        ats = list(run)
        for at in ats:
            marked = board_view.board.names[at.cell] in marks
            _put_cell(page, board_view, at, "-last" if enclosed == "[]" else "", marked)
        if enclosed:
            page.put(ats[0].line, ats[0].column - 1, enclosed[0], "mark")
            page.put(ats[-1].line, ats[-1].column + width, enclosed[1], "mark")


def _put_cell(page: _Page, board_view: BoardView, at: _Placed, suffix: str, marked: bool) -> None:
    text, role = _piece_text(board_view, board_view.pieces.get(at.cell))
    if marked and text == EMPTY:
        text, role = MARKED, "mark"
    page.put(at.line, at.column, text, role + suffix)
    if board_view.fields:
        colour = board_view.fields[at.cell]
        page.put(at.line, at.column + 1, colour, f"field-{colour}{suffix}")


def _piece_text(board_view: BoardView, piece: str | None) -> tuple[str, str]:
    if piece is None:
        return EMPTY, "empty"
    letters = {spec.name: spec.letter for spec in board_view.specs}
    return letters[piece], f"piece-{piece}"


# Labels -----------------------------------------------------------------------------------------


def _label_square(page: _Page, board_view: BoardView, rows: list[list[_Placed]]) -> None:
    """Put the ranks at the left and the files below."""
    for row in rows:
        page.put(row[0].line, row[0].column - 3, board_view.board.names[row[0].cell][1:], "label")
    for at in rows[-1]:
        page.put(at.line + 1, at.column, board_view.board.names[at.cell][0], "label")


def _label_slanting(
    page: _Page, board_view: BoardView, rows: list[list[_Placed]], flipped: bool
) -> None:
    """Put letters at the left, and a stroke and a number at the end of each slanting line."""
    names = board_view.board.names
    for row in rows:
        page.put(row[0].line, row[0].column - 3, names[row[0].cell][0], "label")
    # Numbers are below, except on a flipped triangle, whose base is above.
    triangle = board_view.board.kind == "triangle"
    down = -1 if triangle and flipped else 1
    right = -down if triangle else down
    ends = {names[at.cell][1:]: at for row in rows[::down] for at in row}
    for number, at in ends.items():
        page.put(at.line + down, at.column + right, "/" if triangle else "\\", "line")
        page.put(at.line + 2 * down, at.column + 2 * right, number, "label")


# Beyond the board -------------------------------------------------------------------------------


def _put_off_board(
    page: _Page,
    board_view: BoardView,
    rows: list[list[_Placed]],
    off_cell: OffBoardCell,
    flipped: bool,
) -> None:
    """Put a place off the board at the nearest corner, its name on the outer side."""
    places = board_view.board.places
    middle = [sum(place[axis] for place in places) / len(places) for axis in (0, 1)]
    left = (off_cell.place[0] < middle[0]) is not flipped
    above = (off_cell.place[1] > middle[1]) is not flipped
    line = -1 if above else len(rows)
    column = rows[0][0].column - 6 if left else rows[0][-1].column + 4
    text, role = _piece_text(board_view, off_cell.piece)
    touched = off_cell.name in board_view.last
    for offset, sign in ((0, "[" if touched else "("), (2, "]" if touched else ")")):
        page.put(line, column + offset, sign, "mark" if touched else "spot")
    page.put(line, column + 1, text, role + ("-last" if touched else ""))
    name = truncate(off_cell.name, _MAX_NAME)
    page.put(line, column - 1 - len(name) if left else column + 4, name, "label")


def _tray_lines(board_view: BoardView) -> list[list[StyledText]]:
    """Return an empty line and one for each player with a tray."""
    lying = [tray for tray in board_view.trays if tray.count > 0]
    owners = dict.fromkeys(tray.owner for tray in lying)
    lines = [_tray_line(board_view, [s for s in lying if s.owner == owner]) for owner in owners]
    return [[], *lines] if lines else []


def _tray_line(board_view: BoardView, trays_of_owner: list[Tray]) -> list[StyledText]:
    row = [
        StyledText(" " * _MARGIN, "gap"),
        StyledText(*_piece_text(board_view, trays_of_owner[0].owner)),
        StyledText(" ", "gap"),
    ]
    for what, group in groupby(trays_of_owner, key=lambda tray: tray.what):
        row.append(StyledText(f" {_WORDS.get(what, what)}:", "label"))
        for tray in group:
            letter, role = _piece_text(board_view, tray.piece)
            row += [StyledText(" ", "gap"), StyledText(letter * min(tray.count, _MAX_PIECES), role)]
            row.append(StyledText(f" ({tray.count})", "label"))
    return row

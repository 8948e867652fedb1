"""What lies beside the board, drawn small in a tray for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.notation.svg_parts import Point, element, lettering, moved, titled
from brettwerk.notation.svg_pieces import piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brettwerk.notation.scene import Shelf
    from brettwerk.notation.svg_theme import Look

_ROW = 54.0
_GAP = 16.0
_BELOW = 28.0
_SMALL = 0.5
_STEP = 38.0
_COUNT = 42.0
_CROSS = "M-7-7L7 7M7-7L-7 7"
# Still to go up onto the board, or gone from it.
_ICONS = {"hand": "M0 9V-9M-7-2L0-9L7-2", "taken": _CROSS}


def shelves(lying: Sequence[Shelf], look: Look, at: Point, width: float) -> tuple[str, float]:
    """The trays side by side from their upper left corner, and the height they need."""
    owners = list(dict.fromkeys(shelf.owner for shelf in lying))
    if not owners:
        return "", 0.0
    mine = [[shelf for shelf in lying if shelf.owner == owner] for owner in owners]
    rows = max(map(len, mine))
    wide = (width - _GAP * (len(owners) - 1)) / len(owners)
    trays = (
        _tray(own, look, (wide, rows * _ROW + _GAP), (at[0] + i * (wide + _GAP), at[1]))
        for i, own in enumerate(mine)
    )
    return element("g", *trays), rows * _ROW + _GAP + _BELOW


def _tray(mine: Sequence[Shelf], look: Look, size: Point, at: Point) -> str:
    """One player's tray: whose it is, then a row for each kind of piece in it."""
    width, height = size
    line: dict[str, str | float] = {"stroke": look.palette.tray_line, "stroke_width": 2}
    return element(
        "g",
        element("rect", width=width, height=height, rx=18, fill=look.palette.tray, **line),
        piece(look, mine[0].owner, (42, height / 2), 0.66),
        element("path", d=f"M82 14V{height - 14:g}", **line),
        *(_row(shelf, look, width, _GAP / 2 + _ROW * (i + 0.5)) for i, shelf in enumerate(mine)),
        transform=moved(at),
        data_tray=mine[0].owner,
    )


def _row(shelf: Shelf, look: Look, width: float, y: float) -> str:
    """Why the pieces lie there, the pieces close together, and their number."""
    first = 148.0
    room = max(width - first - _COUNT - 24, 0)
    step = min(_STEP, room / max(shelf.count - 1, 1))
    after = first + max(shelf.count - 1, 0) * step + (_COUNT if shelf.count else 0)
    return element(
        "g",
        titled(f"{shelf.owner}: {shelf.count} {shelf.piece}, {shelf.what}"),
        _icon(shelf.what, (106, y), look.palette.faint_label),
        *(piece(look, shelf.piece, (first + i * step, y), _SMALL) for i in range(shelf.count)),
        lettering(str(shelf.count), (after, y), 20, look.palette.faint_label),
        data_shelf=f"{shelf.owner} {shelf.what} {shelf.piece}",
    )


def _icon(what: str, at: Point, colour: str) -> str:
    return element(
        "path",
        d=_ICONS.get(what, ""),
        transform=moved(at),
        fill="none",
        stroke=colour,
        stroke_width=3,
        stroke_linecap="round",
        stroke_linejoin="round",
    )

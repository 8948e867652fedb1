"""The trays beside the board, one for each player."""

from collections.abc import Sequence

from brettwerk.notation.board_view import Tray
from brettwerk.notation.svg_parts import Point, element, label_strokes, title_element, transform
from brettwerk.notation.svg_pieces import piece
from brettwerk.notation.svg_theme import SvgStyle

_ROW = 54.0
_GAP = 16.0
_BELOW = 28.0
_SMALL = 0.5
_STEP = 38.0
_COUNT = 42.0
_CROSS = "M-7-7L7 7M7-7L-7 7"
# An arrow onto the board, or a cross.
_ICONS = {"hand": "M0 9V-9M-7-2L0-9L7-2", "taken": _CROSS}


def trays(lying: Sequence[Tray], style: SvgStyle, at: Point, width: float) -> tuple[str, float]:
    """Draw the trays side by side from their upper left corner; return their height too."""
    owners = list(dict.fromkeys(tray.owner for tray in lying))
    if not owners:
        return "", 0.0
    mine = [[tray for tray in lying if tray.owner == owner] for owner in owners]
    rows = max(map(len, mine))
    wide = (width - _GAP * (len(owners) - 1)) / len(owners)
    trays = (
        _tray(own, style, (wide, rows * _ROW + _GAP), (at[0] + i * (wide + _GAP), at[1]))
        for i, own in enumerate(mine)
    )
    return element("g", *trays), rows * _ROW + _GAP + _BELOW


def _tray(mine: Sequence[Tray], style: SvgStyle, size: Point, at: Point) -> str:
    """Draw a player's tray: its owner, then a row for each kind of piece."""
    width, height = size
    line: dict[str, str | float] = {"stroke": style.palette.tray_line, "stroke_width": 2}
    return element(
        "g",
        element("rect", width=width, height=height, rx=18, fill=style.palette.tray, **line),
        piece(style, mine[0].owner, (42, height / 2), 0.66),
        element("path", d=f"M82 14V{height - 14:g}", **line),
        *(_row(tray, style, width, _GAP / 2 + _ROW * (i + 0.5)) for i, tray in enumerate(mine)),
        transform=transform(at),
        data_tray=mine[0].owner,
    )


def _row(tray: Tray, style: SvgStyle, width: float, y: float) -> str:
    """Draw a row of a tray: an icon, the pieces and their number."""
    first = 148.0
    room = max(width - first - _COUNT - 24, 0)
    step = min(_STEP, room / max(tray.count - 1, 1))
    after = first + max(tray.count - 1, 0) * step + (_COUNT if tray.count else 0)
    return element(
        "g",
        title_element(f"{tray.owner}: {tray.count} {tray.piece}, {tray.what}"),
        _icon(tray.what, (106, y), style.palette.faint_label),
        *(piece(style, tray.piece, (first + i * step, y), _SMALL) for i in range(tray.count)),
        label_strokes(str(tray.count), (after, y), 20, style.palette.faint_label),
        data_shelf=f"{tray.owner} {tray.what} {tray.piece}",
    )


def _icon(what: str, at: Point, colour: str) -> str:
    return element(
        "path",
        d=_ICONS.get(what, ""),
        transform=transform(at),
        fill="none",
        stroke=colour,
        stroke_width=3,
        stroke_linecap="round",
        stroke_linejoin="round",
    )

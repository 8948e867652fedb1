"""A position as a self-contained SVG document."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from brettwerk.boards.board import Place
from brettwerk.i18n import SOURCE, Translator, truncate
from brettwerk.notation.board_view import BoardView, OffBoardCell
from brettwerk.notation.svg_layout import UNIT, SvgLayout
from brettwerk.notation.svg_parts import (
    MARKS,
    Point,
    arrow,
    chip,
    element,
    field,
    format_number,
    format_point,
    label_strokes,
    mark,
    pit,
    printable,
    rounded_polygon,
    title_element,
    transform,
)
from brettwerk.notation.svg_pieces import definitions, piece
from brettwerk.notation.svg_theme import THEMES, Palette, SvgStyle
from brettwerk.notation.svg_trays import trays

Mark = str | tuple[str, str]
Chip = tuple[str, str]

_PAD, _LABEL = 44.0, 24
_SHADE = "#2b1705"
# How far the middles of low letters are below those of tall ones, as parts of a digit's height.
_LOW = {"a": 1 / 6, "c": 1 / 6, "e": 1 / 6, "g": 0.35}


def draw(
    board_view: BoardView,
    *,
    marks: Iterable[Mark] = (),
    arrows: Iterable[tuple[str, str]] = (),
    last: Iterable[str] = (),
    chips: Mapping[str, Chip] = MappingProxyType({}),
    flipped: bool = False,
    theme: str | Palette = "light",
    size: int | None = None,
    coordinates: bool = True,
    title: str | None = None,
) -> str:
    """Return the position as an SVG document.

    A mark is a cell, or a cell and one of "ring", "dot", "cross"; an arrow leads from one cell to
    another; cells in `last` are tinted like those of the last move; a chip is the value of a cell,
    "won", "drawn" or "lost", and a number. Places off the board are named like cells. `size` is a
    width in pixels; without it the picture fills its container.
    """
    layout = SvgLayout(board_view, flipped, coordinates)
    style = SvgStyle.of(board_view, _palette(theme))
    touched = frozenset(_checked_names(layout, (*board_view.last, *last)))
    marked = _marked(layout, marks)
    set(_checked_names(layout, chips))
    board = [
        definitions(style, _pieces(board_view)),
        board_body(layout, style),
        *(
            _cell(layout, style, cell, touched, marked, chips)
            for cell in range(len(board_view.board))
        ),
        *(_spot(layout, style, off_cell, touched, marked) for off_cell in board_view.off_board),
        seams(layout, style),
        labels(layout, style) if coordinates else "",
        *(_arrow(layout, style, ends) for ends in arrows),
    ]
    return _document(layout, style, board, size, title)


# Validation -------------------------------------------------------------------------------------


def _palette(theme: str | Palette) -> Palette:
    if not isinstance(theme, str):
        return theme
    if theme not in THEMES:
        raise ValueError(f"There is no theme {truncate(theme)!r}; choose {' or '.join(THEMES)}.")
    return THEMES[theme]


def _checked_names(layout: SvgLayout, names: Iterable[str]) -> Iterator[str]:
    """Yield the names; raise for one that does not exist."""
    for name in names:
        layout.point(name)
        yield name


def _marked(layout: SvgLayout, marks: Iterable[Mark]) -> dict[str, list[str]]:
    """Return the kinds of marks by the name of their cell."""
    found: dict[str, list[str]] = {}
    for given in marks:
        name, kind = (given, "ring") if isinstance(given, str) else _pair(given, "A mark")
        layout.point(name)
        if kind not in MARKS:
            raise ValueError(f"There is no mark {truncate(kind)!r}; choose {', '.join(MARKS)}.")
        found.setdefault(name, []).append(kind)
    return found


def _pair(given: object, subject: str) -> tuple[str, str]:
    """Return a pair of texts; raise for anything else."""
    if isinstance(given, (tuple, list)) and len(given) == 2:
        first, second = given
        if isinstance(first, str) and isinstance(second, str):
            return first, second
    rights = "a cell or a pair like ('e5', 'dot')" if subject == "A mark" else "a pair of cells"
    raise ValueError(f"{subject} is {rights}, not {truncate(given)!r}.")


def _pieces(board_view: BoardView) -> list[str]:
    """Return the kinds of pieces in the picture."""
    shelved = (piece for tray in board_view.trays for piece in (tray.piece, tray.owner))
    off_board = (off_cell.piece for off_cell in board_view.off_board if off_cell.piece)
    found = {*board_view.pieces.values(), *off_board, *shelved}
    known = [spec.name for spec in board_view.specs]
    if unknown := found - set(known):
        given = truncate(min(unknown))
        raise ValueError(f"There is no piece {given!r}; pieces are {', '.join(known)}.")
    return [name for name in known if name in found]


# The board --------------------------------------------------------------------------------------


def board_body(layout: SvgLayout, style: SvgStyle) -> str:
    """Draw the board: its shadow, the rim with bays for places off the board, the well."""
    palette, shape = style.palette, layout.shape
    bays = (rounded_polygon(layout.bay(one), 34) for one in layout.board_view.off_board)
    outer = "".join((rounded_polygon(layout.outline(layout.rim), shape.cut), *bays))
    inner = rounded_polygon(layout.outline(shape.well), shape.cut * shape.well)
    # Strokes are below the fill, so that rim and bays look like one piece of wood.
    light: dict[str, str | float] = {"stroke": palette.rim_light, "paint_order": "stroke"}
    shadow: dict[str, str | float] = {"fill_opacity": 0.38, "transform": "translate(0 14)"}
    return element(
        "g",
        element("path", d=outer, fill=_SHADE, filter=style.fill("blur"), **shadow),
        element("path", d=outer, fill=palette.rim_edge, transform="translate(0 7)"),
        element("path", d=outer, fill=style.fill("rim"), stroke_width=4, **light),
        element("path", d=outer, fill=style.fill("grain")),
        element("path", d=inner, fill=palette.rim_edge if style.flat else style.fill("well")),
        element("path", d=inner, fill=style.fill("grain"), stroke=palette.rim_edge, stroke_width=3),
    )


def seams(layout: SvgLayout, style: SvgStyle) -> str:
    """Draw the lines where the parts of a board meet."""
    size, part = len(layout.board_view.board.rows), layout.board_view.parts
    if not 0 < part < size:
        return ""
    (left, bottom), (right, top) = layout.at((-0.5, -0.5)), layout.at((size - 0.5, size - 0.5))
    lines = (layout.at((at - 0.5, at - 0.5)) for at in range(part, size, part))
    shape = (
        f"M{format_number(x)} {format_number(top)}V{format_number(bottom)}"
        f"M{format_number(right)} {format_number(y)}H{format_number(left)}"
        for x, y in lines
    )
    return element("path", d="".join(shape), stroke=style.palette.rim_edge, stroke_width=8)


def _cell(
    layout: SvgLayout,
    style: SvgStyle,
    cell: int,
    touched: frozenset[str],
    marked: dict[str, list[str]],
    chips: Mapping[str, Chip],
) -> str:
    """Draw a cell with its piece and its marks."""
    board_view = layout.board_view
    name, piece_name = board_view.board.names[cell], board_view.pieces.get(cell)
    kinds = marked.get(name, ())
    if style.flat:
        colour = board_view.fields[cell] if board_view.fields else None
        covered = piece_name is not None or "cross" in kinds or name in chips
        ground = field(style, colour, covered, name in touched)
    else:
        ground = pit(style, name in touched)
    return element(
        "g",
        ground,
        piece(style, piece_name) if piece_name else "",
        *(mark(style, kind) for kind in kinds),
        chip(style, *chips[name]) if name in chips else "",
        data_cell=name,
        transform=transform(layout.points[name]),
    )


def _spot(
    layout: SvgLayout,
    style: SvgStyle,
    off_cell: OffBoardCell,
    touched: frozenset[str],
    marked: dict[str, list[str]],
) -> str:
    """Draw a place off the board: a pit in its bay."""
    return element(
        "g",
        pit(style, off_cell.name in touched, radius=39),
        piece(style, off_cell.piece) if off_cell.piece else "",
        *(mark(style, kind) for kind in marked.get(off_cell.name, ())),
        data_spot=printable(off_cell.name),
        transform=transform(layout.off_cell(off_cell)),
    )


def _arrow(layout: SvgLayout, style: SvgStyle, ends: tuple[str, str]) -> str:
    start, end = map(layout.point, _pair(ends, "An arrow"))
    if start == end:
        raise ValueError(f"An arrow needs two different cells, not {truncate(ends[0])} twice.")
    return arrow(style, start, end, printable("-".join(ends)))


# Labels -----------------------------------------------------------------------------------------


def labels(layout: SvgLayout, style: SvgStyle) -> str:
    """Draw the coordinates on the rim."""
    board, shape = layout.board_view.board, layout.shape
    # A flipped triangle has its numbers at the base, which is above.
    turn = layout.turn if board.kind == "triangle" else 1
    digits = (turn * shape.digits[0], turn * shape.digits[1])
    letters = [(text, shape.letters) for text in dict.fromkeys(n[0] for n in board.names)]
    numbers = [(text, digits) for text in dict.fromkeys(n[1:] for n in board.names)]
    drawn = (_label(layout, style, *one) for one in (*letters, *numbers))
    return element("g", *drawn, aria_hidden="true", data_layer="labels")


def _label(layout: SvgLayout, style: SvgStyle, text: str, direction: Place) -> str:
    """Draw a label beyond the last cell of its line."""
    names = (n for n in layout.board_view.board.names if text in (n[0], n[1:]))
    ux, uy = direction[0], -direction[1]
    line = (layout.points[name] for name in names)
    x, y = max(line, key=lambda point: point[0] * ux + point[1] * uy)
    step = UNIT * layout.shape.label_step
    # Beside its row a letter is level with the cells; under the columns all stand on one line.
    up = _LABEL * _LOW.get(text, 0) if ux else 0
    # In the tip of a slim rim it moves inwards.
    left, _, right, _ = layout.box(-_LABEL)
    middle = min(max(x + ux * step, left), right), y + uy * step - up
    label = label_strokes(text, middle, _LABEL, style.palette.label)
    return label + (_tick((x, y), (ux, uy), style) if ux and uy else "")


def _tick(cell: Point, direction: Point, style: SvgStyle) -> str:
    """Draw a short line from a slanting line of cells to its number."""
    (x, y), (ux, uy) = cell, direction
    ends = [format_point((x + ux * step, y + uy * step)) for step in (54, 74)]
    return element(
        "path",
        d="M" + "L".join(ends),
        stroke=style.palette.label,
        stroke_opacity=0.4,
        stroke_width=3,
        stroke_linecap="round",
    )


# The document -----------------------------------------------------------------------------------


def _document(
    layout: SvgLayout, style: SvgStyle, board: list[str], size: int | None, title: str | None
) -> str:
    """Draw the board on its table, with the trays below."""
    left, top, right, bottom = layout.box(_PAD)
    width = right - left
    beside, height = trays(layout.board_view.trays, style, (left + _PAD, bottom), width - 2 * _PAD)
    height += bottom - top
    box: dict[str, float] = {"x": left, "y": top, "width": width, "height": height}
    return element(
        "svg",
        title_element(describe(layout.board_view) if title is None else title),
        element("rect", rx=24, fill=style.fill("table"), **box),
        *board,
        beside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(format_number, (left, top, width, height))),
        **_pixels(size, height / width),
        role="img",
    )


def _pixels(size: int | None, aspect: float) -> dict[str, float]:
    if size is None:
        return {}
    if size < 1:
        raise ValueError(f"The size is a width in pixels, 1 or more, not {size}.")
    return {"width": size, "height": round(size * aspect)}


def describe(board_view: BoardView) -> str:
    """Describe the position in a sentence: the board and the number of pieces."""
    t, pieces = Translator(SOURCE), list(board_view.pieces.values())
    names = [spec.name for spec in board_view.specs if spec.name in pieces]
    return t(
        "board-described" if names else "board-described-bare",
        kind=board_view.board.kind,
        cells=str(len(board_view.board)),
        pieces=t.join([f"{pieces.count(name)} {name}" for name in names]),
    )

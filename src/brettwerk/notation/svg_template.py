"""The board of a page, with addressable cells.

Its colours are CSS variables, so that one board serves light and dark. The pieces are defined, for
scripts to place; in a picture without scripts they are in place.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from brettwerk.notation.board_view import BoardView
from brettwerk.notation.pieces import USUAL, PieceSpec
from brettwerk.notation.svg import board_body, labels, seams
from brettwerk.notation.svg_layout import SvgLayout
from brettwerk.notation.svg_parts import (
    element,
    field,
    format_number,
    format_point,
    pit,
    printable,
    transform,
)
from brettwerk.notation.svg_pieces import definitions, piece
from brettwerk.notation.svg_theme import THEMES, Colours, Palette, SvgStyle

_PAD, _NARROW_PAD = 14.0, 6.0
_HIT = 50.0
_CORNERS = "M-41-22V-41H-22M22-41H41V-22M41 22V41H22M-22 41H-41V22"
_UNDER, _OVER = ("last",), ("to", "take", "picked")
_KEPT = 64  # boards without pieces


def _colours(theme: Palette, specs: Iterable[PieceSpec]) -> Iterator[tuple[str, str]]:
    """Yield every colour of a theme and its pieces with the name of its CSS variable."""
    for name, value in theme.colours():
        yield from ((f"{name}{key}", colour) for key, colour in _parts(value))
    for spec in specs:
        yield from ((f"paints-{spec.name}{key}", c) for key, c in _parts(theme.paint(spec)))


def _parts(value: Colours) -> Iterator[tuple[str, str]]:
    """Yield the colours of a value: itself, numbered, or by key."""
    if isinstance(value, str):
        yield "", value
    else:
        named = value.items() if isinstance(value, dict) else enumerate(value)
        yield from ((f"-{key}", colour) for key, colour in named)


def style_sheet(specs: Iterable[PieceSpec] = USUAL) -> str:
    """Return the CSS of boards, each colour for light and for dark."""
    specs = tuple(specs)
    dark = dict(_colours(THEMES["dark"], specs))
    both = (f"--bw-{k}:light-dark({v},{dark[k]});" for k, v in _colours(THEMES["light"], specs))
    # The page has other styles of boards: samples of this one look the same beside them.
    return f":root,[data-board-style=wood]{{{''.join(both)}}}\n" + "".join(map(_flat_rules, specs))


def _flat_rules(spec: PieceSpec) -> str:
    """Return the CSS of a player's part of a bar and line in a chart."""
    ground, ink = spec.flat
    return (
        f".part.seat-{spec.name}{{background:{ground};color:{ink}}}\n"
        f".curve .line.seat-{spec.name}{{stroke:var(--bw-paints-{spec.name}-{spec.line})}}\n"
    )


def _variable(value: Colours, name: str) -> Colours:
    """Return the same with CSS variables for its colours."""
    if isinstance(value, str):
        return f"var(--bw-{name})"
    if isinstance(value, tuple):
        return tuple(f"var(--bw-{name}-{i})" for i in range(len(value)))
    return {key: f"var(--bw-{name}-{key})" for key in value}


def _page_palette() -> Palette:
    light = THEMES["light"]
    found: dict[str, Any] = {
        name.replace("-", "_"): _variable(value, name) for name, value in light.colours()
    }
    # Opacities cannot be CSS variables here; these fit both themes.
    return replace(light, name="page", grain_strength=0.14, shade=0.55, **found)


PAGE = _page_palette()


def board_template(
    board_view: BoardView,
    *,
    flipped: bool = False,
    compact: bool = False,
    title: str | None = None,
    marks: Mapping[str, Iterable[str]] = MappingProxyType({}),
    lines: Iterable[tuple[str, ...]] = (),
) -> str:
    """Return the board as an SVG element: without pieces, or as a picture if it has a title.

    `marks` are cells by kind of mark: "last", "to", "take", "picked", as scripts draw them; so are
    `lines`, each of a kind and the cells that it joins. A
    `compact` board is for narrow screens: its cells are as large as possible.
    """
    layout = SvgLayout(board_view, flipped, coordinates=True, compact=compact)
    style = SvgStyle.of(board_view, PAGE)
    ground = _ground(board_view.empty, flipped, compact)
    held = _pieces(board_view) if title is not None else {}
    return element(
        "svg",
        ground.below,
        element("g", *_cells(ground, held), data_layer="cells"),
        ground.labels,
        element("g", *_marked(layout, style, marks, _UNDER), data_layer="under"),
        element("g", *(_standing(layout, style) if title is not None else ()), data_layer="pieces"),
        element(
            "g", *_joined(layout, lines), *_marked(layout, style, marks, _OVER), data_layer="over"
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=_box(layout),
        data_flat="1" if style.flat else "0",
        data_shape=board_view.board.kind,
        data_cells=len(board_view.board),
        **({} if title is None else {"role": "img", "aria_label": printable(title)}),
    )


def _marked(
    layout: SvgLayout, style: SvgStyle, marks: Mapping[str, Iterable[str]], kinds: tuple[str, ...]
) -> Iterator[str]:
    """Yield marks in the shapes that scripts give them (marks.js)."""
    ring = element("circle", r=37 if style.flat else 43)
    shapes = {
        "last": element("rect", x=-45, y=-45, width=90, height=90, rx=5)
        if style.flat
        else element("circle", r=46),
        "to": element("path", d=_CORNERS) * 2 if style.flat else element("circle", r=15),
        "take": ring + ring,
        "picked": ring + ring,
    }
    for kind in kinds:
        for name in marks.get(kind, ()):
            where = transform(layout.point(name))
            yield element("g", shapes[kind], **{"class": f"mark {kind}"}, transform=where)


def _joined(layout: SvgLayout, lines: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines that join cells."""
    for kind, *cells in lines:
        path = "M" + "L".join(format_point(layout.point(name)) for name in cells)
        strokes = (element("path", **{"class": part}, d=path) for part in ("glow", "core"))
        yield element("g", *strokes, **{"class": f"joined {kind}"})


def _box(layout: SvgLayout) -> str:
    """Return the view box: the whole board, with less beside it if it is compact."""
    left, top, right, bottom = layout.box(_PAD)
    spare = _PAD - _NARROW_PAD if layout.compact else 0.0
    width = right - left - 2 * spare
    return " ".join(map(format_number, (left + spare, top, width, bottom - top)))


def _standing(layout: SvgLayout, style: SvgStyle) -> Iterator[str]:
    """Yield the pieces in place, as scripts put them."""
    for name, standing in _pieces(layout.board_view).items():
        yield element("g", piece(style, standing), transform=transform(layout.points[name]))


def _pieces(board_view: BoardView) -> dict[str, str]:
    """Return the pieces on and off the board by the names of their places."""
    off_board = {
        off_cell.name: off_cell.piece for off_cell in board_view.off_board if off_cell.piece
    }
    return {
        board_view.board.names[cell]: found for cell, found in board_view.pieces.items()
    } | off_board


class _Cell(NamedTuple):
    """The drawing of a field or pit, and what scripts know of it."""

    drawn: str
    attributes: dict[str, str | float]


class _Ground(NamedTuple):
    """What boards of one kind share, whatever stands on them."""

    below: str
    cells: dict[str, _Cell]
    labels: str


@lru_cache(maxsize=_KEPT)
def _ground(empty: BoardView, flipped: bool, compact: bool) -> _Ground:
    """Draw a board without pieces: pages of lessons and rules show the same one again and again."""
    layout = SvgLayout(empty, flipped, coordinates=True, compact=compact)
    style = SvgStyle.of(empty, PAGE)
    parts = definitions(style, style.specs), board_body(layout, style), seams(layout, style)
    return _Ground("".join(parts), dict(_empty_cells(layout, style)), labels(layout, style))


def _cells(ground: _Ground, held: Mapping[str, str]) -> Iterator[str]:
    """Yield the fields or pits; those under a piece look different."""
    for name, (drawn, attributes) in ground.cells.items():
        covered = name in held and "data_spot" not in attributes
        yield element("g", drawn, **attributes, **({"class": "held"} if covered else {}))


def _empty_cells(layout: SvgLayout, style: SvgStyle) -> Iterator[tuple[str, _Cell]]:
    """Yield the fields or pits by name."""
    board_view = layout.board_view
    for cell, name in enumerate(board_view.board.names):
        colour = board_view.fields[cell] if board_view.fields else None
        if style.flat:
            free = field(style, colour, covered=False, touched=False)
            small = field(style, colour, covered=True, touched=False)
            ground = element("g", free, data_when="free") + element("g", small, data_when="held")
        else:
            ground = pit(style, touched=False)
        yield name, _cell(layout, name, ground, {"data_field": colour} if colour else {})
    for off_cell in board_view.off_board:
        drawn = pit(style, touched=False, radius=39)
        yield off_cell.name, _cell(layout, off_cell.name, drawn, {"data_spot": "1"})


def _cell(layout: SvgLayout, name: str, ground: str, more: dict[str, str | float]) -> _Cell:
    x, y = layout.points[name]
    hit = element("rect", x=-_HIT, y=-_HIT, width=2 * _HIT, height=2 * _HIT, data_hit="1")
    place = {"data_cell": name, "data_x": format_number(x), "data_y": format_number(y)}
    return _Cell(ground + hit, {**place, "transform": transform((x, y)), **more})

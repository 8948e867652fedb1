"""A position as a picture: a complete SVG document that needs nothing beside it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from brettwerk.notation.scene import PIECES
from brettwerk.notation.svg_parts import (
    MARKS,
    Point,
    arrow,
    chip,
    element,
    field,
    lettering,
    mark,
    moved,
    number,
    pit,
    printable,
    rounded,
    titled,
)
from brettwerk.notation.svg_pieces import definitions, piece
from brettwerk.notation.svg_shelves import shelves
from brettwerk.notation.svg_theme import THEMES, Look
from brettwerk.notation.svg_view import UNIT, View
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from brettwerk.boards.board import Place
    from brettwerk.notation.scene import Scene, Spot
    from brettwerk.notation.svg_theme import Palette

Mark = str | tuple[str, str]
Chip = tuple[str, str]

_PAD = 44.0


def draw(
    scene: Scene,
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
    """The scene as an SVG document.

    A mark is a cell, or a cell and one of "ring", "dot", "cross"; an arrow leads from one cell to
    another; cells in `last` are tinted like those of the scene's own last move; a chip is a verdict
    on a cell, "won", "drawn" or "lost", and a number. Spots are named like cells. `size` is a
    width in pixels; without it the picture fills what it is put into.
    """
    view = View(scene, flipped, coordinates)
    look = Look(_palette(theme), flat=scene.board.kind == "square")
    touched = frozenset(_known(view, (*scene.last, *last)))
    marked = _marked(view, marks)
    set(_known(view, chips))
    board = [
        slab(view, look),
        *(_cell(view, look, cell, touched, marked, chips) for cell in range(len(scene.board))),
        *(_spot(view, look, spot, touched, marked) for spot in scene.spots),
        joints(view, look),
        labels(view, look) if coordinates else "",
        *(_arrow(view, look, ends) for ends in arrows),
    ]
    return _document(view, look, board, size, title)


# Checking what was asked for --------------------------------------------------------------------


def _palette(theme: str | Palette) -> Palette:
    if not isinstance(theme, str):
        return theme
    if theme not in THEMES:
        raise ValueError(f"There is no theme {shown(theme)!r}; choose {' or '.join(THEMES)}.")
    return THEMES[theme]


def _known(view: View, names: Iterable[str]) -> Iterator[str]:
    """These names, each of a cell or spot that is there."""
    for name in names:
        view.point(name)
        yield name


def _marked(view: View, marks: Iterable[Mark]) -> dict[str, list[str]]:
    """The kinds of marks by the name of their cell."""
    found: dict[str, list[str]] = {}
    for wish in marks:
        name, kind = (wish, "ring") if isinstance(wish, str) else _pair(wish, "A mark")
        view.point(name)
        if kind not in MARKS:
            raise ValueError(f"There is no mark {shown(kind)!r}; choose {', '.join(MARKS)}.")
        found.setdefault(name, []).append(kind)
    return found


def _pair(given: object, what: str) -> tuple[str, str]:
    """Two texts, as marks and arrows are given."""
    if isinstance(given, (tuple, list)) and len(given) == 2:
        first, second = given
        if isinstance(first, str) and isinstance(second, str):
            return first, second
    rights = "a cell or a pair like ('e5', 'dot')" if what == "A mark" else "a pair of cells"
    raise ValueError(f"{what} is {rights}, not {shown(given)!r}.")


def _pieces(scene: Scene) -> list[str]:
    """Every piece that the picture shows somewhere, each once."""
    shelved = (piece for shelf in scene.shelves for piece in (shelf.piece, shelf.owner))
    standing = (spot.piece for spot in scene.spots if spot.piece)
    found = {*scene.pieces.values(), *standing, *shelved}
    if unknown := found - set(PIECES):
        given = shown(min(unknown))
        raise ValueError(f"There is no piece {given!r}; pieces are {', '.join(PIECES)}.")
    return [known for known in PIECES if known in found]


# The board --------------------------------------------------------------------------------------


def slab(view: View, look: Look) -> str:
    """The wooden board itself: its shadow, the rim with bays for the spots, the sunken middle."""
    palette, form = look.palette, view.form
    bays = (rounded(bay(view, spot), 34) for spot in view.scene.spots)
    outer = "".join((rounded(view.outline(view.rim), form.cut), *bays))
    inner = rounded(view.outline(form.well), form.cut * form.well)
    # Strokes below the fill: where rim and bays overlap they become one piece of wood.
    light: dict[str, str | float] = {"stroke": palette.rim_light, "paint_order": "stroke"}
    return element(
        "g",
        element("g", *_shadow(outer, palette.rim_edge), transform="translate(6 14)"),
        element("path", d=outer, fill=palette.rim_edge, transform="translate(0 7)"),
        element("path", d=outer, fill=look.fill("rim"), stroke_width=4, **light),
        element("path", d=outer, fill=look.fill("grain")),
        element("path", d=inner, fill=palette.rim_edge if look.flat else look.fill("well")),
        element("path", d=inner, fill=look.fill("grain"), stroke=palette.rim_edge, stroke_width=3),
    )


def _shadow(shape: str, colour: str) -> list[str]:
    """A soft shadow from ever narrower layers: much faster to render than a blur."""
    ink: dict[str, str | float] = {"stroke": colour, "stroke_linejoin": "round", "fill": "none"}
    return [
        element("path", d=shape, stroke_width=width, stroke_opacity=0.06, **ink)
        for width in range(54, 0, -6)
    ]


def bay(view: View, spot: Spot) -> list[Point]:
    """The corners of the wood around a spot, the same way round as the board's outline."""
    x, y = view.spot(spot)
    return [(x + dx, y + dy) for dx, dy in ((-52, -52), (-52, 52), (52, 52), (52, -52))]


def joints(view: View, look: Look) -> str:
    """Where the four tableaus of a whole board meet."""
    board = view.scene.board
    if not view.scene.fields or len(board) != 64:
        return ""
    (x, y), (right, top) = view.at((3.5, 3.5)), view.at((7.5, 7.5))
    return element(
        "path",
        d=f"M{number(x)} {number(top)}V{number(2 * y - top)}"
        f"M{number(right)} {number(y)}H{number(2 * x - right)}",
        stroke=look.palette.rim_edge,
        stroke_width=8,
    )


def _cell(
    view: View,
    look: Look,
    cell: int,
    touched: frozenset[str],
    marked: dict[str, list[str]],
    chips: Mapping[str, Chip],
) -> str:
    """One cell with what stands on it and what marks it."""
    scene = view.scene
    name, standing = scene.board.names[cell], scene.pieces.get(cell)
    kinds = marked.get(name, ())
    if look.flat:
        colour = scene.fields[cell] if scene.fields else None
        covered = standing is not None or "cross" in kinds or name in chips
        ground = field(look, colour, covered, name in touched)
    else:
        ground = pit(look, name in touched)
    return element(
        "g",
        ground,
        piece(look, standing) if standing else "",
        *(mark(look, kind) for kind in kinds),
        chip(look, *chips[name]) if name in chips else "",
        data_cell=name,
        transform=moved(view.points[name]),
    )


def _spot(
    view: View, look: Look, spot: Spot, touched: frozenset[str], marked: dict[str, list[str]]
) -> str:
    """A place beyond the cells: a pit in its bay."""
    return element(
        "g",
        pit(look, spot.name in touched, radius=39),
        piece(look, spot.piece) if spot.piece else "",
        *(mark(look, kind) for kind in marked.get(spot.name, ())),
        data_spot=printable(spot.name),
        transform=moved(view.spot(spot)),
    )


def _arrow(view: View, look: Look, ends: tuple[str, str]) -> str:
    start, end = map(view.point, _pair(ends, "An arrow"))
    if start == end:
        raise ValueError(f"An arrow needs two different cells, not {shown(ends[0])} twice.")
    return arrow(look, start, end, printable("-".join(ends)))


# Labels -----------------------------------------------------------------------------------------


def labels(view: View, look: Look) -> str:
    """A letter and a number for every line of cells, on the rim."""
    board, form = view.scene.board, view.form
    # A triangle turned around has its numbers at the base, which is then above.
    turn = view.turn if board.kind == "triangle" else 1
    letters = dict.fromkeys((name[0], form.letters) for name in board.names)
    across = (turn * form.digits[0], turn * form.digits[1])
    digits = dict.fromkeys((name[1:], across) for name in board.names)
    drawn = (_label(view, look, text, way) for text, way in (*letters, *digits))
    return element("g", *drawn, aria_hidden="true")


def _label(view: View, look: Look, text: str, way: Place) -> str:
    """A label beyond the last cell that has this letter or number, in the given direction."""
    ux, uy = way[0], -way[1]
    mine = (view.points[name] for name in view.scene.board.names if text in (name[0], name[1:]))
    x, y = max(mine, key=lambda point: point[0] * ux + point[1] * uy)
    step = UNIT * view.form.label_step
    label = lettering(text, (x + ux * step, y + uy * step), 24, look.palette.label)
    slanting = ux and uy
    return label + (_tick((x, y), (ux, uy), look) if slanting else "")


def _tick(cell: Point, way: Point, look: Look) -> str:
    """A short line that leads from a slanting line of cells to its number."""
    (x, y), (ux, uy) = cell, way
    ends = [f"{number(x + ux * step)} {number(y + uy * step)}" for step in (54, 74)]
    return element(
        "path",
        d="M" + "L".join(ends),
        stroke=look.palette.label,
        stroke_opacity=0.4,
        stroke_width=3,
        stroke_linecap="round",
    )


# The document -----------------------------------------------------------------------------------


def _document(view: View, look: Look, board: list[str], size: int | None, title: str | None) -> str:
    """The board on its table, with what lies beside it below."""
    corners = [*view.outline(view.rim), *(p for s in view.scene.spots for p in bay(view, s))]
    left, top = min(x for x, _ in corners) - _PAD, min(y for _, y in corners) - _PAD
    width = max(x for x, _ in corners) + _PAD - left
    bottom = max(y for _, y in corners) + _PAD
    beside, height = shelves(view.scene.shelves, look, (left + _PAD, bottom), width - 2 * _PAD)
    height += bottom - top
    box: dict[str, float] = {"x": left, "y": top, "width": width, "height": height}
    return element(
        "svg",
        titled(described(view.scene) if title is None else title),
        definitions(look, _pieces(view.scene)),
        element("rect", rx=24, fill=look.fill("table"), **box),
        *board,
        beside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (left, top, width, height))),
        **_pixels(size, height / width),
        role="img",
    )


def _pixels(size: int | None, aspect: float) -> dict[str, float]:
    if size is None:
        return {}
    if size < 1:
        raise ValueError(f"The size is a width in pixels, 1 or more, not {size}.")
    return {"width": size, "height": round(size * aspect)}


def described(scene: Scene) -> str:
    """The scene in a sentence: which board, how many pieces."""
    standing = list(scene.pieces.values())
    counts = [f"{standing.count(piece)} {piece}" for piece in PIECES if piece in standing]
    what = f"with {' and '.join(counts)}" if counts else "without pieces"
    return f"A {scene.board.kind} board of {len(scene.board)} cells {what}"

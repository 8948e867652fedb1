"""The board for a page: the same look as in pictures, every cell ready to be addressed.

Its colours are names that a style sheet fills in, so that one board serves light and dark; the
pieces are defined, and stand there already if there will be no script, or later, to put them.
"""

from __future__ import annotations

from dataclasses import fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from brettwerk.notation.scene import PIECES
from brettwerk.notation.svg import bay, joints, labels, slab
from brettwerk.notation.svg_parts import element, field, moved, number, pit, printable
from brettwerk.notation.svg_pieces import definitions, piece
from brettwerk.notation.svg_theme import DARK, LIGHT, Look, Palette
from brettwerk.notation.svg_view import UNIT, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from brettwerk.notation.scene import Scene

_PAD = 14.0
_HIT = 50.0
_UNDER, _OVER = ("last",), ("to", "take", "picked")


def _names(palette: Palette) -> Iterator[tuple[str, str]]:
    """Every colour of a palette with the name that it has in style sheets."""
    for one in fields(palette):
        value = getattr(palette, one.name)
        name = one.name.replace("_", "-")
        if isinstance(value, str) and one.name != "name":
            yield name, value
        elif isinstance(value, tuple):
            yield from ((f"{name}-{i}", colour) for i, colour in enumerate(value))
        elif hasattr(value, "items"):
            for key, colour in value.items():
                if isinstance(colour, str):
                    yield f"{name}-{key}", colour
                else:
                    yield from ((f"{name}-{key}-{i}", c) for i, c in enumerate(colour))


def variables(theme: Palette) -> str:
    """The declarations that fill the colours of the stage in."""
    return "".join(f"--bw-{name}:{colour};" for name, colour in _names(theme))


def style_sheet() -> str:
    """Both themes: by day and on paper; by lamplight where the system or the reader wants it."""
    dark = f"{{{variables(DARK)}}}"
    return (
        f":root{{{variables(LIGHT)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){dark}}}\n"
        f"@media screen{{:root[data-theme=dark]{dark}}}\n"
    )


def _by_name(value: Any, name: str) -> Any:
    if isinstance(value, str):
        return f"var(--bw-{name})"
    if isinstance(value, tuple):
        return tuple(f"var(--bw-{name}-{i})" for i in range(len(value)))
    return {key: _by_name(inner, f"{name}-{key}") for key, inner in value.items()}


def _page_palette() -> Palette:
    found = {
        one.name: _by_name(getattr(LIGHT, one.name), one.name.replace("_", "-"))
        for one in fields(LIGHT)
        if not isinstance(getattr(LIGHT, one.name), float) and one.name != "name"
    }
    # Strengths cannot be named; these do in both lights.
    return replace(LIGHT, name="page", grain_strength=0.14, shade=0.55, **found)


PAGE = _page_palette()


def stage(
    scene: Scene,
    *,
    flipped: bool = False,
    snug: bool = False,
    pieces: Iterable[str] = PIECES,
    title: str | None = None,
    marks: Mapping[str, Iterable[str]] = MappingProxyType({}),
) -> str:
    """The board of a scene as an SVG element: without its pieces, or with a title a picture.

    `marks` are cells by what is marked there: "last", "to", "take", "picked", as scripts do it.
    A `snug` board is for narrow screens: its cells are as large as they can be.
    """
    view = View(scene, flipped, coordinates=True, snug=snug)
    look = Look(PAGE, flat=scene.board.kind == "square")
    return element(
        "svg",
        definitions(look, pieces),
        slab(view, look),
        joints(view, look),
        element("g", *_cells(view, look, title is not None), data_layer="cells"),
        labels(view, look),
        element("g", *_marked(view, look, marks, _UNDER), data_layer="under"),
        element("g", *(_standing(view, look) if title is not None else ()), data_layer="pieces"),
        element("g", *_marked(view, look, marks, _OVER), data_layer="over"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=_box(view),
        data_flat="1" if look.flat else "0",
        **({} if title is None else {"role": "img", "aria_label": printable(title)}),
    )


def _marked(
    view: View, look: Look, marks: Mapping[str, Iterable[str]], kinds: tuple[str, ...]
) -> Iterator[str]:
    """Marks in the shapes that scripts give them (marks.js)."""
    ring = element("circle", r=37 if look.flat else 43)
    shapes = {
        "last": element("rect", x=-45, y=-45, width=90, height=90, rx=5)
        if look.flat
        else element("circle", r=46),
        "to": element("circle", r=15),
        "take": ring + ring,
        "picked": ring + ring,
    }
    for kind in kinds:
        for name in marks.get(kind, ()):
            where = moved(view.point(name))
            yield element("g", shapes[kind], **{"class": f"mark {kind}"}, transform=where)


def _box(view: View) -> str:
    """What is seen of the board: all of it, or from its first cells to its last."""
    bays = [p for spot in view.scene.spots for p in bay(view, spot)]
    corners = [*view.outline(view.rim), *bays]
    left, right = min(x for x, _ in corners) - _PAD, max(x for x, _ in corners) + _PAD
    if view.snug:
        cells = [view.points[name][0] for name in view.scene.board.names]
        beyond = [UNIT * edge for edge in view.form.edges]
        left = min(min(cells) - beyond[0], *(x for x, _ in bays), min(cells))
        right = max(max(cells) + beyond[1], *(x for x, _ in bays), max(cells))
    top, bottom = min(y for _, y in corners) - _PAD, max(y for _, y in corners) + _PAD
    return " ".join(map(number, (left, top, right - left, bottom - top)))


def _standing(view: View, look: Look) -> Iterator[str]:
    """The pieces where they stand, as scripts put them."""
    for name, standing in _pieces(view.scene).items():
        yield element("g", piece(look, standing), transform=moved(view.points[name]))


def _pieces(scene: Scene) -> dict[str, str]:
    """What stands on cells and spots, by their names."""
    spots = {spot.name: spot.piece for spot in scene.spots if spot.piece}
    return {scene.board.names[cell]: found for cell, found in scene.pieces.items()} | spots


def _cells(view: View, look: Look, standing: bool) -> Iterator[str]:
    """Fields or pits, with what tells them apart on the page."""
    scene = view.scene
    held = _pieces(scene) if standing else {}
    for cell, name in enumerate(scene.board.names):
        colour = scene.fields[cell] if scene.fields else None
        if look.flat:
            free = field(look, colour, covered=False, touched=False)
            small = field(look, colour, covered=True, touched=False)
            ground = element("g", free, data_when="free") + element("g", small, data_when="held")
        else:
            ground = pit(look, touched=False)
        more: dict[str, str | float] = {"data_field": colour} if colour else {}
        yield _cell(view, name, ground, more | ({"class": "held"} if name in held else {}))
    for spot in scene.spots:
        yield _cell(view, spot.name, pit(look, touched=False, radius=39), {"data_spot": "1"})


def _cell(view: View, name: str, ground: str, more: dict[str, str | float]) -> str:
    x, y = view.points[name]
    hit = element("rect", x=-_HIT, y=-_HIT, width=2 * _HIT, height=2 * _HIT, data_hit="1")
    return element(
        "g",
        ground,
        hit,
        data_cell=name,
        data_x=number(x),
        data_y=number(y),
        transform=moved((x, y)),
        **more,
    )

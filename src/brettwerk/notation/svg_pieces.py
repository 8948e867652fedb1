"""The pieces of a picture and the gradients they are painted with, defined once and then used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.notation.svg_parts import Point, element, moved

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from brettwerk.notation.svg_theme import Look

_SHADOW = "#1a0d03"
_DARK_SIGN, _LIGHT_SIGN = "#4a3500", "#fff6e6"
# Lines of the wood's grain: height in the tile, how far they bend, how thick they are.
_GRAIN = ((9, 5, 2.2), (31, -7, 1.2), (47, 6, 3), (78, -4, 1.4), (97, 8, 2), (123, -6, 1.1))

Stop = tuple[float, str, float]


def piece(look: Look, what: str, at: Point = (0, 0), scale: float = 1.0) -> str:
    """A piece somewhere, in some size."""
    place = {} if (at, scale) == ((0, 0), 1.0) else {"transform": moved(at, scale)}
    return element("use", href=f"#{look.name(_part(look, what))}", data_piece=what, **place)


def _part(look: Look, what: str) -> str:
    """The name of a piece's definition, which tells its shape too."""
    shape = "peg" if what == "barricade" else "disc" if look.flat else "marble"
    return f"{shape}-{what}"


def definitions(look: Look, pieces: Iterable[str]) -> str:
    """Gradients, the grain of the wood, and each of these pieces."""
    p = look.palette
    return element(
        "defs",
        _radial(look, "table", _even(p.table), (0.5, 0.42, 0.75)),
        _linear(look, "rim", _even(p.rim)),
        _linear(look, "well", _even(p.well)),
        _linear(look, "pit", _even(p.pit)),
        _linear(look, "lip", ((0.45, p.lip, 0), (1, p.lip, 0.9))),
        _radial(look, "shadow", ((0.7, _SHADOW, p.shade), (1, _SHADOW, 0))),
        _radial(look, "shine", ((0, "#ffffff", 0.85), (1, "#ffffff", 0))),
        _grain(look),
        *(_paint(look, what) + _shape(look, what) for what in pieces),
    )


# Gradients and the wood -------------------------------------------------------------------------


def _even(colours: Sequence[str]) -> tuple[Stop, ...]:
    """Opaque stops, evenly apart."""
    return tuple((i / (len(colours) - 1), colour, 1) for i, colour in enumerate(colours))


def _stops(stops: Sequence[Stop]) -> str:
    return "".join(
        element("stop", offset=offset, stop_color=colour, stop_opacity=opacity)
        for offset, colour, opacity in stops
    )


def _radial(
    look: Look,
    part: str,
    stops: Sequence[Stop],
    light: tuple[float, float, float] = (0.5, 0.5, 0.5),
) -> str:
    x, y, r = light
    return element("radialGradient", _stops(stops), id=look.name(part), cx=x, cy=y, r=r)


def _linear(look: Look, part: str, stops: Sequence[Stop]) -> str:
    """From above, a little from the left, as the light falls everywhere in the picture."""
    return element(
        "linearGradient", _stops(stops), id=look.name(part), x1=0.25, y1=0, x2=0.75, y2=1
    )


def _paint(look: Look, what: str) -> str:
    lit, own, far, edge = look.palette.paints[what]
    stops = ((0.0, lit, 1.0), (0.32, own, 1.0), (0.72, far, 1.0), (1.0, edge, 1.0))
    return _radial(look, f"paint-{what}", stops, (0.36, 0.3, 0.78))


def _grain(look: Look) -> str:
    """A tile of wavering lines that meet at its edges."""
    lines = (
        element(
            "path",
            d=f"M0 {y}C180 {y + bend} 240 {y - bend} 420 {y}S660 {y - bend} 840 {y}",
            stroke_width=width,
        )
        for y, bend, width in _GRAIN
    )
    strokes: dict[str, str | float] = {
        "fill": "none",
        "stroke": look.palette.grain,
        "stroke_opacity": look.palette.grain_strength,
    }
    return element(
        "pattern",
        element("g", *lines, **strokes),
        id=look.name("grain"),
        patternUnits="userSpaceOnUse",
        width=840,
        height=140,
    )


# Shapes -----------------------------------------------------------------------------------------


def _shape(look: Look, what: str) -> str:
    if what == "barricade":
        inside = _peg(look, what)
    elif look.flat:
        inside = _disc(look, what)
    else:
        inside = _marble(look, what)
    return element("g", *inside, id=look.name(_part(look, what)))


def _marble(look: Look, what: str) -> tuple[str, ...]:
    return (
        element("circle", cx=4, cy=7, r=46, fill=look.fill("shadow")),
        element("circle", r=40, fill=look.fill(f"paint-{what}")),
        _sign_on(what),
        element(
            "ellipse",
            rx=17,
            ry=11,
            fill=look.fill("shine"),
            transform="translate(-14 -19) rotate(-38)",
        ),
    )


def _disc(look: Look, what: str) -> tuple[str, ...]:
    lit, own, far, edge = look.palette.paints[what]
    return (
        element("circle", cx=3, cy=8, r=39, fill=look.fill("shadow")),
        element("circle", cy=4, r=32.5, fill=edge),
        element("circle", cy=-1, r=32.5, fill=own),
        element("circle", cy=-1, r=31.5, fill="none", stroke=lit, stroke_width=1.8),
        element("circle", cy=-1, r=22, fill="none", stroke=far, stroke_width=3),
        _sign_on(what),
    )


def _peg(look: Look, what: str) -> tuple[str, ...]:
    edge = look.palette.paints[what][3]
    box: dict[str, float] = {"x": -29, "y": -30, "width": 58, "height": 58, "rx": 14}
    inner: dict[str, float] = {"x": -16, "y": -17, "width": 32, "height": 32, "rx": 6}
    return (
        element("rect", fill=_SHADOW, fill_opacity=0.35, transform="translate(4 8)", **box),
        element("rect", fill=edge, transform="translate(0 4)", **box),
        element("rect", fill=look.fill(f"paint-{what}"), **box),
        element("rect", fill="none", stroke=edge, stroke_width=3, **inner),
    )


def _sign_on(what: str) -> str:
    """What tells the balls of three players apart without colour: a dot, a ring, a bar."""
    signs = {
        "one": element("circle", r=8.5, fill=_DARK_SIGN),
        "two": element("circle", r=12, fill="none", stroke=_LIGHT_SIGN, stroke_width=6),
        "three": element("rect", x=-18, y=-4, width=36, height=8, rx=4, fill=_LIGHT_SIGN),
    }
    return signs.get(what, "")

"""The definitions of a picture: pieces, gradients and wood grain."""

from collections.abc import Iterable, Sequence

from brettwerk.notation.svg_parts import Point, element, transform
from brettwerk.notation.svg_theme import SvgStyle

_SHADOW = "#1a0d03"
# Lines of the wood grain: y in the tile, bend, width.
_GRAIN = ((9, 5, 2.2), (31, -7, 1.2), (47, 6, 3), (78, -4, 1.4), (97, 8, 2), (123, -6, 1.1))

Stop = tuple[float, str, float]


def piece(style: SvgStyle, kind: str, at: Point = (0, 0), scale: float = 1.0) -> str:
    """Draw a piece at a point and scale."""
    place = {} if (at, scale) == ((0, 0), 1.0) else {"transform": transform(at, scale)}
    return element("use", href=f"#{definition_id(style, kind)}", data_piece=kind, **place)


def definition_id(style: SvgStyle, kind: str) -> str:
    """Return the id of a piece's definition, which includes its shape."""
    return style.name(f"{_shape_of(style, kind)}-{kind}")


def _shape_of(style: SvgStyle, kind: str) -> str:
    return style.specs[kind].shape or ("disc" if style.flat else "marble")


def definitions(style: SvgStyle, pieces: Iterable[str]) -> str:
    """Return the definitions of gradients, wood grain and these pieces."""
    p = style.palette
    return element(
        "defs",
        _radial(style, "table", _even(p.table), (0.5, 0.42, 0.75)),
        _linear(style, "rim", _even(p.rim)),
        _linear(style, "well", _even(p.well)),
        _linear(style, "pit", _even(p.pit)),
        _linear(style, "lip", ((0.45, p.lip, 0), (1, p.lip, 0.9))),
        _radial(style, "shadow", ((0.7, _SHADOW, p.shade), (1, _SHADOW, 0))),
        _blur(style),
        _radial(style, "shine", ((0, "#ffffff", 0.85), (1, "#ffffff", 0))),
        _grain(style),
        *(_paint(style, kind) + _shape(style, kind) for kind in pieces),
    )


# Gradients and the wood -------------------------------------------------------------------------


def _even(colours: Sequence[str]) -> tuple[Stop, ...]:
    """Return opaque, equally spaced stops."""
    return tuple((i / (len(colours) - 1), colour, 1) for i, colour in enumerate(colours))


def _stops(stops: Sequence[Stop]) -> str:
    return "".join(
        element("stop", offset=offset, stop_color=colour, stop_opacity=opacity)
        for offset, colour, opacity in stops
    )


def _radial(
    style: SvgStyle,
    part: str,
    stops: Sequence[Stop],
    light: tuple[float, float, float] = (0.5, 0.5, 0.5),
) -> str:
    x, y, r = light
    return element("radialGradient", _stops(stops), id=style.name(part), cx=x, cy=y, r=r)


def _linear(style: SvgStyle, part: str, stops: Sequence[Stop]) -> str:
    """Return a gradient in the direction of the light: from above, a little from the left."""
    return element(
        "linearGradient", _stops(stops), id=style.name(part), x1=0.25, y1=0, x2=0.75, y2=1
    )


def _blur(style: SvgStyle) -> str:
    """Return the filter of the shadow under the board, which reaches beyond its shape."""
    beyond: dict[str, str | float] = {"x": -0.1, "y": -0.1, "width": 1.2, "height": 1.2}
    return element(
        "filter", element("feGaussianBlur", stdDeviation=13), id=style.name("blur"), **beyond
    )


def _paint(style: SvgStyle, kind: str) -> str:
    lit, own, far, edge = style.paint(kind)
    stops = ((0.0, lit, 1.0), (0.32, own, 1.0), (0.72, far, 1.0), (1.0, edge, 1.0))
    return _radial(style, f"paint-{kind}", stops, (0.36, 0.3, 0.78))


def _grain(style: SvgStyle) -> str:
    """Return a tile of wavy lines that meet at its edges."""
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
        "stroke": style.palette.grain,
        "stroke_opacity": style.palette.grain_strength,
    }
    return element(
        "pattern",
        element("g", *lines, **strokes),
        id=style.name("grain"),
        patternUnits="userSpaceOnUse",
        width=840,
        height=140,
    )


# Shapes -----------------------------------------------------------------------------------------


def _shape(style: SvgStyle, kind: str) -> str:
    """Draw a piece; on a page in every look, of which its styles show one."""
    shape = _shape_of(style, kind)
    parts = _SHAPES[shape](style, kind)
    if style.palette.name == "page" and shape in _RADII:
        looks = {look: draw(style, kind, _RADII[shape]) for look, draw in _OTHER_LOOKS.items()}
        all_looks = {"classic": parts, **looks}.items()
        parts = tuple(element("g", *inside, data_look=look) for look, inside in all_looks)
    return element("g", *parts, id=definition_id(style, kind), data_shape_of=kind)


def _marble(style: SvgStyle, kind: str) -> tuple[str, ...]:
    return (
        element("circle", cx=4, cy=7, r=46, fill=style.fill("shadow")),
        element("circle", r=40, fill=style.fill(f"paint-{kind}")),
        style.specs[kind].sign,
        element(
            "ellipse",
            rx=17,
            ry=11,
            fill=style.fill("shine"),
            transform="translate(-14 -19) rotate(-38)",
        ),
    )


def _disc(style: SvgStyle, kind: str) -> tuple[str, ...]:
    lit, own, far, edge = style.paint(kind)
    return (
        element("circle", cx=3, cy=8, r=39, fill=style.fill("shadow")),
        element("circle", cy=4, r=32.5, fill=edge),
        element("circle", cy=-1, r=32.5, fill=own),
        element("circle", cy=-1, r=31.5, fill="none", stroke=lit, stroke_width=1.8),
        element("circle", cy=-1, r=22, fill="none", stroke=far, stroke_width=3),
        style.specs[kind].sign,
    )


def _peg(style: SvgStyle, kind: str) -> tuple[str, ...]:
    edge = style.paint(kind)[3]
    box: dict[str, float] = {"x": -29, "y": -30, "width": 58, "height": 58, "rx": 14}
    inner: dict[str, float] = {"x": -16, "y": -17, "width": 32, "height": 32, "rx": 6}
    return (
        element("rect", fill=_SHADOW, fill_opacity=0.35, transform="translate(4 8)", **box),
        element("rect", fill=edge, transform="translate(0 4)", **box),
        element("rect", fill=style.fill(f"paint-{kind}"), **box),
        element("rect", fill="none", stroke=edge, stroke_width=3, **inner),
    )


def _flat(style: SvgStyle, kind: str, radius: float) -> tuple[str, ...]:
    _, own, _, edge = style.paint(kind)
    return (
        element("circle", r=radius, fill=own, stroke=edge, stroke_width=3.5),
        style.specs[kind].sign,
    )


def _carved(style: SvgStyle, kind: str, radius: float) -> tuple[str, ...]:
    lit, own, far, edge = style.paint(kind)
    ring: dict[str, str | float] = {"fill": "none", "stroke_width": 2.5}
    return (
        element("circle", cx=3, cy=7, r=radius + 4, fill=style.fill("shadow")),
        element("circle", cy=3, r=radius, fill=edge),
        element("circle", r=radius, fill=far),
        element("circle", r=radius - 5, fill=own, stroke=lit, stroke_width=1.5),
        element("circle", r=radius - 11, stroke=far, **ring),
        element("circle", r=radius - 17, stroke=far, **ring),
        style.specs[kind].sign,
    )


_SHAPES = {"marble": _marble, "disc": _disc, "peg": _peg}
# The looks that people can choose on the page, for round pieces of these radii.
_OTHER_LOOKS = {"flat": _flat, "carved": _carved}
_RADII = {"marble": 40.0, "disc": 33.0}

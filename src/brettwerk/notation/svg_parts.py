"""The parts a picture is put together from: shapes, labels, pits, fields and highlights.

Everything is drawn around the origin; a cell of the board is 100 units from the next.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from brettwerk.notation.glyphs import HEIGHT, laid_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brettwerk.notation.svg_theme import Look, Palette

Point = tuple[float, float]

MARKS = ("ring", "dot", "cross")
# What a field lets a piece do: rook lines, bishop diagonals, a knight's hook, a king's ring.
SIGNS = {
    "r": "M0-22V-7M0 22V7M-22 0H-7M22 0H7",
    "y": "M-16-16L-5-5M16 16L5 5M16-16L5-5M-16 16L-5 5",
    "g": "M-9 20V-16H13M13-16L6-23M13-16L6-9",
    "b": "M0-17A17 17 0 1 1 0 17A17 17 0 1 1 0-17",
}
# What verdicts on cells are painted like, and written with.
CHIPS = {
    "won": ("white", "black"),
    "drawn": ("barricade", "black"),
    "lost": ("black", "white"),
}
_FILLS = {"won": 1, "drawn": 0, "lost": 2}
_CORNER = (-33.5, -33.5)


def number(value: float) -> str:
    """A number as short as two decimals allow."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An XML element; `stroke_width=2` becomes `stroke-width="2"`."""
    words = "".join(
        f" {key.replace('_', '-')}={quoteattr(v if isinstance(v, str) else number(v))}"
        for key, v in attributes.items()
    )
    return f"<{name}{words}>{''.join(inside)}</{name}>" if inside else f"<{name}{words}/>"


def printable(text: str) -> str:
    """Text from outside without the characters that XML cannot hold."""
    return "".join(c if c.isprintable() else " " for c in text)


def titled(text: str) -> str:
    """The element that names what it stands in."""
    return element("title", escape(printable(text)))


def moved(to: Point, scale: float = 1.0) -> str:
    """The transform that draws a part somewhere else, and smaller."""
    shift = f"translate({number(to[0])} {number(to[1])})"
    return shift if scale == 1.0 else f"{shift} scale({number(scale)})"


def rounded(corners: Sequence[Point], cut: float) -> str:
    """The path of a polygon whose corners are rounded off `cut` before and after each."""

    def towards(a: Point, b: Point) -> str:
        part = cut / hypot(b[0] - a[0], b[1] - a[1])
        return f"{number(a[0] + (b[0] - a[0]) * part)} {number(a[1] + (b[1] - a[1]) * part)}"

    steps = []
    for i, corner in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        bend = f"Q{number(corner[0])} {number(corner[1])} {towards(corner, after)}"
        steps.append(f"{'L' if i else 'M'}{towards(corner, before)}{bend}")
    return "".join(steps) + "Z"


def lettering(text: str, middle: Point, height: float, colour: str) -> str:
    """A label as strokes, its middle at the given point."""
    width, strokes = laid_out(text)
    scale = height / HEIGHT
    x, y = middle[0] - width * scale / 2, middle[1] + height / 2
    return element(
        "g",
        *(element("path", d=path, transform=moved((at, 0))) for at, path in strokes),
        transform=f"translate({number(x)} {number(y)}) scale({scale:.3f})",
        fill="none",
        stroke=colour,
        stroke_width=1.25,
        stroke_linecap="round",
        stroke_linejoin="round",
        aria_hidden="true",
    )


# Cells ------------------------------------------------------------------------------------------


def pit(look: Look, touched: bool, radius: float = 44) -> str:
    """A hollow for a marble, with its lower edge in the light."""
    hollow = element(
        "circle", r=radius, fill=look.fill("pit"), stroke=look.fill("lip"), stroke_width=2.5
    )
    return hollow + (_tint(look.palette, "circle", 0.3, r=radius + 1.5) if touched else "")


def field(look: Look, colour: str | None, covered: bool, touched: bool) -> str:
    """A field with the sign of its power: large if it is free, in its corner if covered."""
    palette = look.palette
    fill = palette.fields[colour] if colour else palette.plain_field
    box: dict[str, float] = {"x": -48, "y": -48, "width": 96, "height": 96, "rx": 7}
    inner: dict[str, float] = {"x": -45, "y": -45, "width": 90, "height": 90, "rx": 5}
    parts = element("rect", fill=fill, **box)
    parts += _tint(palette, "rect", 0.1, **inner) if touched else ""
    return parts + (_sign(palette, colour, covered) if colour else "")


def _sign(palette: Palette, colour: str, covered: bool) -> str:
    where = {"transform": moved(_CORNER, 0.36)} if covered else {}
    return element(
        "path",
        d=SIGNS[colour],
        data_sign=colour,
        fill="none",
        stroke=palette.sign,
        stroke_opacity=palette.sign_strength + (0.35 if covered else 0),
        stroke_width=8.5 if covered else 4.5,
        stroke_linecap="round",
        stroke_linejoin="round",
        **where,
    )


def _tint(palette: Palette, shape: str, strength: float, **where: float) -> str:
    """The last move's trace: a breath of the accent colour and a thin line around it."""
    return element(
        shape,
        data_last="true",
        fill=palette.accent,
        fill_opacity=strength,
        stroke=palette.accent,
        stroke_opacity=0.85,
        stroke_width=5,
        **where,
    )


# Highlights -------------------------------------------------------------------------------------


def mark(look: Look, kind: str) -> str:
    """A ring, dot or cross in the accent colour, set off from whatever lies below it."""
    # A ring on a field leaves the sign in the corner to be seen.
    shapes = {
        "ring": (_circle(36.5 if look.flat else 43), 6.5),
        "dot": ("M0 0H0.1", 24.0),
        "cross": ("M-15-15L15 15M15-15L-15 15", 9.0),
    }
    path, width = shapes[kind]
    return element(
        "g",
        element("path", d=path, stroke=look.palette.halo, stroke_width=width + 6),
        element("path", d=path, stroke=look.palette.accent, stroke_width=width),
        data_mark=kind,
        fill="none",
        stroke_linecap="round",
    )


def chip(look: Look, kind: str, text: str) -> str:
    """A verdict on a cell with a number: a disc is won, a square lost, a diamond drawn."""
    fill, ink = (look.palette.paints[paint] for paint in CHIPS[kind])
    shapes = {
        "won": _circle(33),
        "drawn": "M0-38L38 0L0 38L-38 0Z",
        "lost": "M-30-30H30V30H-30Z",
    }
    return element(
        "g",
        element(
            "path",
            d=shapes[kind],
            fill=fill[_FILLS[kind]],
            stroke=ink[2],
            stroke_width=3,
            stroke_linejoin="round",
        ),
        lettering(text, (0, 0), 30, ink[1 if kind == "lost" else 2]),
        data_chip=kind,
    )


def _circle(r: float) -> str:
    return f"M0-{r}A{r} {r} 0 1 1 0 {r}A{r} {r} 0 1 1 0-{r}Z"


def arrow(look: Look, a: Point, b: Point, name: str) -> str:
    """A slender arrow from one place to another that leaves both to be seen."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    start, tip = 20.0, length - 12
    neck = tip - 34
    side = ((start, 6), (neck, 6), (neck - 4, 19))
    outline = (*side, (tip, 0), *((x, -y) for x, y in reversed(side)))
    corners = [(a[0] + x * ux - y * uy, a[1] + x * uy + y * ux) for x, y in outline]
    return element(
        "path",
        d="M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z",
        data_arrow=name,
        fill=look.palette.accent,
        fill_opacity=0.92,
        stroke=look.palette.halo,
        stroke_width=5,
        stroke_linejoin="round",
        paint_order="stroke",
    )

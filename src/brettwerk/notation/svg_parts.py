"""Parts of a picture: shapes, labels, pits, fields and highlights.

Everything is drawn around the origin; neighbouring cells are 100 units apart.
"""

import re
from collections.abc import Sequence
from functools import cache
from math import hypot
from xml.sax.saxutils import escape, quoteattr

from brettwerk.notation.glyphs import HEIGHT, glyph_strokes
from brettwerk.notation.pieces import BLACK, WHITE
from brettwerk.notation.svg_theme import Palette, SvgStyle

Point = tuple[float, float]

MARKS = ("ring", "dot", "cross")
# The power of a field: rook lines, bishop diagonals, a knight's hook, a king's ring.
SIGNS = {
    "r": "M0-22V-7M0 22V7M-22 0H-7M22 0H7",
    "y": "M-16-16L-5-5M16 16L5 5M16-16L5-5M-16 16L-5 5",
    "g": "M-9 20V-16H13M13-16L6-23M13-16L6-9",
    "b": "M0-17A17 17 0 1 1 0 17A17 17 0 1 1 0-17",
}
_SPECIAL = re.compile(r"""[&<>"\n\r\t]""")
_CORNER = (-33.5, -33.5)


def format_number(value: float) -> str:
    """Format a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def format_point(point: Point) -> str:
    """Format the coordinates of a point."""
    return f"{format_number(point[0])} {format_number(point[1])}"


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """Return an XML element; `stroke_width=2` becomes `stroke-width="2"`."""
    words = "".join([f" {_hyphened(key)}={_quoted(value)}" for key, value in attributes.items()])
    return f"<{name}{words}>{''.join(inside)}</{name}>" if inside else f"<{name}{words}/>"


@cache
def _hyphened(name: str) -> str:
    return name.replace("_", "-")


def _quoted(value: str | float) -> str:
    text = value if isinstance(value, str) else format_number(value)
    return quoteattr(text) if _SPECIAL.search(text) else f'"{text}"'  # looking is quicker


def printable(text: str) -> str:
    """Replace the characters that XML does not allow."""
    return "".join(c if c.isprintable() else " " for c in text)


def title_element(text: str) -> str:
    """Return a title element."""
    return element("title", escape(printable(text)))


def transform(to: Point, scale: float = 1.0) -> str:
    """Return the transform that moves and scales a part."""
    shift = f"translate({format_point(to)})"
    return shift if scale == 1.0 else f"{shift} scale({format_number(scale)})"


def rounded_polygon(corners: Sequence[Point], cut: float) -> str:
    """Return the path of a polygon with corners rounded from `cut` before to `cut` after each."""

    def towards(a: Point, b: Point) -> str:
        part = cut / hypot(b[0] - a[0], b[1] - a[1])
        return format_point((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))

    steps = []
    for i, corner in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        bend = f"Q{format_point(corner)} {towards(corner, after)}"
        steps.append(f"{'L' if i else 'M'}{towards(corner, before)}{bend}")
    return "".join(steps) + "Z"


def label_strokes(text: str, middle: Point, height: float, colour: str) -> str:
    """Draw a label, centred at the given point."""
    width, strokes = glyph_strokes(text)
    scale = height / HEIGHT
    x, y = middle[0] - width * scale / 2, middle[1] + height / 2
    return element(
        "g",
        *(element("path", d=path, transform=transform((at, 0))) for at, path in strokes),
        transform=f"translate({format_point((x, y))}) scale({scale:.3f})",
        fill="none",
        stroke=colour,
        stroke_width=1.25,
        stroke_linecap="round",
        stroke_linejoin="round",
        aria_hidden="true",
    )


# Cells ------------------------------------------------------------------------------------------


def pit(style: SvgStyle, touched: bool, radius: float = 44) -> str:
    """Draw a pit for a marble, its lower edge in the light."""
    hollow = element(
        "circle", r=radius, fill=style.fill("pit"), stroke=style.fill("lip"), stroke_width=2.5
    )
    return hollow + (_tint(style.palette, "circle", 0.3, r=radius + 1.5) if touched else "")


def field(style: SvgStyle, colour: str | None, covered: bool, touched: bool) -> str:
    """Draw a field with the sign of its power: large, or in the corner if covered."""
    palette = style.palette
    fill = palette.fields[colour] if colour else palette.plain_field
    box: dict[str, float] = {"x": -48, "y": -48, "width": 96, "height": 96, "rx": 7}
    inner: dict[str, float] = {"x": -45, "y": -45, "width": 90, "height": 90, "rx": 5}
    parts = element("rect", fill=fill, **box)
    parts += _tint(palette, "rect", 0.1, **inner) if touched else ""
    return parts + (_sign(palette, colour, covered) if colour else "")


def _sign(palette: Palette, colour: str, covered: bool) -> str:
    where = {"transform": transform(_CORNER, 0.36)} if covered else {}
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
    """Draw the highlight of the last move: a tint and an outline."""
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


def mark(style: SvgStyle, kind: str) -> str:
    """Draw a ring, dot or cross in the accent colour, with a halo."""
    # A ring on a field is smaller, so that the sign in the corner stays visible.
    shapes = {
        "ring": (_circle(36.5 if style.flat else 43), 6.5),
        "dot": ("M0 0H0.1", 24.0),
        "cross": ("M-15-15L15 15M15-15L-15 15", 9.0),
    }
    path, width = shapes[kind]
    return element(
        "g",
        element("path", d=path, stroke=style.palette.halo, stroke_width=width + 6),
        element("path", d=path, stroke=style.palette.accent, stroke_width=width),
        data_mark=kind,
        fill="none",
        stroke_linecap="round",
    )


def chip(style: SvgStyle, kind: str, text: str) -> str:
    """Draw the value of a cell with a number: a disc is won, a square lost, a diamond drawn."""
    white, black = style.palette.paint(WHITE), style.palette.paint(BLACK)
    path, fill, edge, ink = {
        "won": (_circle(33), white[1], black[2], black[2]),
        "drawn": ("M0-38L38 0L0 38L-38 0Z", style.palette.drawn, black[2], black[2]),
        "lost": ("M-30-30H30V30H-30Z", black[2], white[2], white[1]),
    }[kind]
    return element(
        "g",
        element("path", d=path, fill=fill, stroke=edge, stroke_width=3, stroke_linejoin="round"),
        label_strokes(text, (0, 0), 30, ink),
        data_chip=kind,
    )


def _circle(r: float) -> str:
    return f"M0-{r}A{r} {r} 0 1 1 0 {r}A{r} {r} 0 1 1 0-{r}Z"


def arrow(style: SvgStyle, a: Point, b: Point, name: str) -> str:
    """Draw an arrow that leaves both of its ends visible."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    start, tip = 20.0, length - 12
    neck = tip - 34
    side = ((start, 6), (neck, 6), (neck - 4, 19))
    outline = (*side, (tip, 0), *((x, -y) for x, y in reversed(side)))
    corners = [(a[0] + x * ux - y * uy, a[1] + x * uy + y * ux) for x, y in outline]
    return element(
        "path",
        d="M" + "L".join(map(format_point, corners)) + "Z",
        data_arrow=name,
        fill=style.palette.accent,
        fill_opacity=0.92,
        stroke=style.palette.halo,
        stroke_width=5,
        stroke_linejoin="round",
        paint_order="stroke",
    )

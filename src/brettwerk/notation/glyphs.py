"""A handful of letters and digits as strokes, so that labels need no font anywhere."""

from __future__ import annotations

# Each glyph: its width, and a path with the baseline at 0 and digits 9 high (y downwards).
GLYPHS: dict[str, tuple[float, str]] = {
    "a": (5, "M5-6V0M5-3A2.5 3 0 1 1 0-3A2.5 3 0 1 1 5-3"),
    "b": (5, "M0-9V0M0-3A2.5 3 0 1 1 5-3A2.5 3 0 1 1 0-3"),
    "c": (4.6, "M4.6-4.8A2.5 3 0 1 0 4.6-1.2"),
    "d": (5, "M5-9V0M5-3A2.5 3 0 1 1 0-3A2.5 3 0 1 1 5-3"),
    "e": (5, "M0-3.1H5A2.5 3 0 1 0 4.4-1"),
    "f": (3.8, "M3.8-8.8C2.6-9.4 1.5-8.8 1.5-7V0M0-6H3.4"),
    "g": (5, "M5-6V.6C5 3.4 1.7 3.6.4 2.2M5-3A2.5 3 0 1 1 0-3A2.5 3 0 1 1 5-3"),
    "h": (4.8, "M0-9V0M0-3.4A2.4 2.6 0 0 1 4.8-3.4V0"),
    "i": (0, "M0-6V0M0-8.7V-8.6"),
    "=": (5, "M0-6.2H5M0-2.8H5"),
    "0": (5, "M2.5-9A2.5 4.5 0 1 0 2.5 0A2.5 4.5 0 1 0 2.5-9"),
    "1": (2.4, "M0-7.3L2.4-9V0"),
    "2": (4.8, "M.1-6.6C.1-9.8 4.8-9.8 4.8-6.6C4.8-4.4 1.8-2.4 0 0H4.9"),
    "3": (4.9, "M.4-9H4.6L2.1-5.5C5.9-5.5 5.9 0 2.3 0C1.2 0 .4-.4 0-1.2"),
    "4": (5.2, "M3.8 0V-9L0-2.6H5.2"),
    "5": (4.9, "M4.5-9H.9L.5-5C1-5.5 1.8-5.8 2.5-5.8C5.8-5.8 5.8 0 2.4 0C1.3 0 .5-.4 0-1.1"),
    "6": (5, "M4.1-9C1.6-7.6 0-5.4 0-2.8A2.5 2.8 0 1 0 2.5-5.6C1.2-5.6 0-4.4 0-2.8"),
    "7": (4.9, "M0-9H4.9L1.8 0"),
    "8": (
        4.8,
        "M2.4-9A2 2 0 1 0 2.4-5A2 2 0 1 0 2.4-9M2.4-5A2.4 2.5 0 1 0 2.4 0A2.4 2.5 0 1 0 2.4-5",
    ),
    "9": (5, "M.9 0C3.4-1.4 5-3.6 5-6.2A2.5 2.8 0 1 0 2.5-3.4C3.8-3.4 5-4.6 5-6.2"),
}
HEIGHT = 9.0
_GAP = 2.4


def laid_out(text: str) -> tuple[float, list[tuple[float, str]]]:
    """The width of a text and its strokes, each with the x at which it begins."""
    strokes = []
    x = 0.0
    for letter in text:
        width, path = GLYPHS[letter]
        strokes.append((x, path))
        x += width + _GAP
    return max(x - _GAP, 0.0), strokes

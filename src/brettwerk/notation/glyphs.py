"""Letters and digits as strokes, so that labels need no font."""

from importlib.resources import files

import msgspec

# Each glyph: its width, and a path with the baseline at 0 and digits 9 high (y downwards).
GLYPHS = msgspec.json.decode(
    (files(__package__) / "glyphs.json").read_bytes(), type=dict[str, tuple[float, str]]
)
HEIGHT = 9.0
_GAP = 2.4


def glyph_strokes(text: str) -> tuple[float, list[tuple[float, str]]]:
    """Return the width of a text and its strokes, each with its x offset."""
    strokes = []
    x = 0.0
    for letter in text:
        width, path = GLYPHS[letter]
        strokes.append((x, path))
        x += width + _GAP
    return max(x - _GAP, 0.0), strokes

"""A drawn board as a PNG image."""

from __future__ import annotations

NARROWEST, WIDEST = 16, 4096


def png(svg: str, width: int = 800) -> bytes:
    """The SVG document as PNG, so many pixels wide and as high as its shape asks."""
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"A picture is {NARROWEST} to {WIDEST} pixels wide, not {width}.")
    # Late, because most programs never make an image.
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))

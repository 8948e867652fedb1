"""SVG to PNG."""

MIN_WIDTH, MAX_WIDTH = 16, 4096


def png(svg: str, width: int = 800) -> bytes:
    """Render an SVG document as PNG, `width` pixels wide."""
    if not MIN_WIDTH <= width <= MAX_WIDTH:
        raise ValueError(f"A picture is {MIN_WIDTH} to {MAX_WIDTH} pixels wide, not {width}.")
    # Imported late, because it is rarely needed.
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))

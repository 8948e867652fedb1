"""Pictures of a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict, Unpack

from brettwerk.notation.board_view import BoardView

_NOTEBOOK_WIDTH = 360


class PictureStyle(TypedDict, total=False):
    """What a picture shows besides the position, and how."""

    marks: Iterable[str | tuple[str, str]]
    arrows: Iterable[tuple[str, str]]
    last: Iterable[str]  # cells tinted like those of the last move
    flipped: bool
    theme: str  # "light" or "dark"
    size: int | None  # the width in pixels; without it the picture fills its container
    coordinates: bool
    title: str | None


class Pictured:
    """What can be drawn."""

    @property
    def board_view(self) -> BoardView:
        """Return the contents of a picture."""
        raise NotImplementedError

    def svg(self, **options: Unpack[PictureStyle]) -> str:
        """Return a picture as SVG; marks are cells, or cells with "ring", "dot" or "cross".

        >>> import brettwerk
        >>> start = brettwerk.game("abalone").start()
        >>> picture = start.svg(marks=["d4"], arrows=[("a1", "d4")], theme="dark", size=400)
        >>> picture[:4]
        '<svg'
        """
        from brettwerk.notation.svg import draw  # slow to load

        return draw(self.board_view, **options)

    def png(self, *, width: int = 800, **options: Unpack[PictureStyle]) -> bytes:
        """Return a picture as PNG, `width` pixels wide, with the other options of `svg`.

        >>> import brettwerk
        >>> brettwerk.game("abalone").start().png(width=200)[:4]
        b'\\x89PNG'
        """
        from brettwerk.notation.png import png  # slow to load

        return png(self.svg(**options), width)

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show."""
        return self.svg(size=_NOTEBOOK_WIDTH)

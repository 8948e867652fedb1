"""The colours of a drawn board, in a light and a dark theme."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from importlib.resources import files

import msgspec

from brettwerk.notation.board_view import BoardView
from brettwerk.notation.pieces import Paint, PieceSpec

Colours = str | tuple[str, ...] | dict[str, str]


@dataclass(frozen=True)
class Palette:
    """All colours of a picture; pairs are gradients from the lit side to the other."""

    name: str
    table: tuple[str, str]
    rim: tuple[str, str]
    rim_edge: str
    rim_light: str
    well: tuple[str, str]
    grain: str
    grain_strength: float
    pit: tuple[str, str]
    lip: str
    label: str
    faint_label: str
    tray: str
    tray_line: str
    accent: str
    halo: str
    shade: float
    sign: str
    sign_strength: float
    plain_field: str
    fields: dict[str, str]
    drawn: str

    def colours(self) -> Iterator[tuple[str, Colours]]:
        """Yield all colours with the names that they have in CSS."""
        for one in fields(self):
            value = getattr(self, one.name)
            if one.name != "name" and not isinstance(value, float):
                yield one.name.replace("_", "-"), value

    def paint(self, spec: PieceSpec) -> Paint:
        """Return the colours of a piece; on a page they are CSS variables."""
        if self.name == "page":
            first, second, third, fourth = (f"var(--bw-paints-{spec.name}-{i})" for i in range(4))
            return first, second, third, fourth
        return spec.dark if self.name == "dark" else spec.light


@dataclass(frozen=True)
class SvgStyle:
    """A palette and the pieces: `flat` ones on fields, or marbles in pits."""

    palette: Palette
    flat: bool
    specs: Mapping[str, PieceSpec]

    @classmethod
    def of(cls, board_view: BoardView, palette: Palette) -> SvgStyle:
        """Return the style of a board and its pieces."""
        specs = {spec.name: spec for spec in board_view.specs}
        return cls(palette, board_view.board.kind == "square", specs)

    def paint(self, what: str) -> Paint:
        """Return the colours of a piece."""
        return self.palette.paint(self.specs[what])

    def name(self, part: str) -> str:
        """Return the id of a definition; equal definitions have equal ids in all pictures."""
        return f"bw-{self.palette.name}-{part}"

    def fill(self, part: str) -> str:
        """Return the reference to a definition."""
        return f"url(#{self.name(part)})"


THEMES = msgspec.json.decode(
    (files(__package__) / "palettes.json").read_bytes(), type=dict[str, Palette]
)

"""What the four games on Katarenga boards share: colours of fields as planes, and turned boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brettwerk.adapters.encoding.base import Cells, Encoding
from brettwerk.adapters.encoding.planes import mark
from brettwerk.boards.board import mask
from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import board_text, layout
from brettwerk.compiled.kit import array_kernel
from brettwerk.rules.reach import CTX_BOARD, WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.boards.board import Board

COLOURS = "rygb"
COLOUR_PLANES = ("red fields", "yellow fields", "green fields", "blue fields")


@array_kernel
def mark_fields(out: Any, plane: int, size: int, ctx: Any) -> None:
    """Four planes: red, yellow, green, blue fields, whose sets stand behind the board's reach."""
    for colour in range(4):
        mark(out, plane + colour, size, ctx[CTX_BOARD + WORDS * size + colour])


class FieldEncoding(Encoding):
    """A game on a tableau or on the whole board."""

    shape = (8, 8)

    @property
    def board(self) -> Board:
        """The whole board."""
        return WHOLE

    def extra(self, options: Mapping[str, Any]) -> list[int]:
        """The sets of red, yellow, green and blue fields."""
        fields = layout(tuple(options["board"].split("/")))
        return [mask(c for c, f in enumerate(fields) if f == colour) for colour in COLOURS]

    def turned_options(self, options: Mapping[str, Any], cells: Cells) -> dict[str, Any]:
        """Another board: each field's colour goes where the symmetry takes the field."""
        fields = layout(tuple(options["board"].split("/")))
        there = [""] * len(fields)
        for cell, colour in enumerate(fields):
            there[cells[cell]] = colour
        rows = tuple("".join(there[cell] for cell in row) for row in self.board.rows)
        return {**options, "board": board_text(rows)}

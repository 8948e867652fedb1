"""What the games on Katarenga boards share: colours of fields as planes, and turned boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brettwerk.boards.board import mask
from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import board_text, cell_colours
from brettwerk.games.katarenga_family.reach import CTX_BOARD, WORDS, reach
from brettwerk.kernels.primitives import ctz, drop
from brettwerk.research.encoding.base import Cells, Encoding
from brettwerk.research.encoding.planes import mark

if TYPE_CHECKING:
    from brettwerk.boards.board import Board
    from brettwerk.core.options import Options
    from brettwerk.kernels.types import Floats32, Numbers, Word, Words

COLOURS = "rygb"
COLOUR_PLANES = ("red fields", "yellow fields", "green fields", "blue fields")


def mark_fields(out: Floats32, plane: int, size: int, ctx: Words) -> None:
    """Mark red, yellow, green and blue fields on four planes; their sets follow the reach."""
    for colour in range(4):
        mark(out, plane + colour, size, ctx[CTX_BOARD + WORDS * size + colour])


def gen_steps(mine: Word, occupied: Word, blocked: Word, ctx: Words, acts: Numbers) -> int:
    """Write 64 * from + to for the moves of these pieces to fields in reach not blocked."""
    n = 0
    while mine:
        cell = ctz(mine)
        mine = drop(mine)
        targets = reach(cell, occupied, ctx) & ~blocked
        while targets:
            acts[n] = 64 * cell + ctz(targets)
            targets = drop(targets)
            n += 1
    return n


class FieldEncoding(Encoding):
    """A game on a tableau or on the whole board."""

    board: Board = WHOLE
    shape = (8, 8)

    def extra_context(self, options: Options) -> list[int]:
        """Return the sets of red, yellow, green and blue fields."""
        fields = cell_colours(tuple(options["board"].split("/")))
        return [mask(c for c, f in enumerate(fields) if f == colour) for colour in COLOURS]

    def map_options(self, options: Options, cells: Cells) -> dict[str, Any]:
        """Return another board: each field's colour goes where the symmetry takes the field."""
        fields = cell_colours(tuple(options["board"].split("/")))
        there = [""] * len(fields)
        for cell, colour in enumerate(fields):
            there[cells[cell]] = colour
        rows = tuple("".join(there[cell] for cell in row) for row in self.board.rows)
        return {**options, "board": board_text(rows)}

"""What the games on Katarenga boards share: colours of fields as planes, and turned boards."""

from __future__ import annotations

from typing import Any

from brettwerk.boards.board import Board, mask
from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import board_text
from brettwerk.core.game import Position
from brettwerk.core.options import Options
from brettwerk.games.katarenga_family.base import fields_of
from brettwerk.games.katarenga_family.moves import move_from, move_to, pack_move
from brettwerk.games.katarenga_family.reach import CTX_BOARD, WORDS
from brettwerk.kernels.contract import Perspective, rules
from brettwerk.kernels.types import Floats32, State, Words
from brettwerk.research.encoding.base import Cells, Encoding
from brettwerk.research.encoding.planes import fill, mark

SIZE = 64  # fields of the whole board
COLOURS = "rygb"


def board_planes(*between: str) -> tuple[str, ...]:
    """Return the names of the planes that `observe_board` writes, and of those between them."""
    return ("own-pieces", "other-pieces", *between, "red", "yellow", "green", "blue", "own-turn")


def observe_board(
    state: State, ctx: Words, seen: Perspective, out: Floats32, size: int, plane: int
) -> None:
    """Write the pieces as the first two planes, colours and whose turn it is from `plane` on.

    The sets of fields of each colour follow the reach in `ctx`.
    """
    own = rules.to_move(state) == seen.player
    mark(out, 0, size, state[0] if own else state[1])
    mark(out, 1, size, state[1] if own else state[0])
    for colour in range(4):
        mark(out, plane + colour, size, ctx[CTX_BOARD + WORDS * size + colour])
    fill(out, plane + 4, size, 1.0 if own else 0.0)


class FieldEncoding(Encoding):
    """A game on a tableau or on the whole board; an action is the field to place on."""

    board: Board = WHOLE
    shape = (8, 8)
    num_actions = max_legal = SIZE
    planes: tuple[str, ...] = board_planes()

    def extra_context(self, options: Options) -> list[int]:
        """Return the sets of red, yellow, green and blue fields."""
        fields = fields_of(options)
        return [mask(c for c, f in enumerate(fields) if f == colour) for colour in COLOURS]

    def map_options(self, options: Options, cells: Cells) -> dict[str, Any]:
        """Return another board: each field's colour goes where the symmetry takes the field."""
        fields = fields_of(options)
        there = [""] * len(fields)
        for cell, colour in enumerate(fields):
            there[cells[cell]] = colour
        rows = tuple("".join(there[cell] for cell in row) for row in self.board.rows)
        return {**options, "board": board_text(rows)}


class FromToEncoding(FieldEncoding):
    """A game in which an action is a move from a field to a field, whether it captures or not."""

    num_actions = SIZE * SIZE

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return one action."""
        return (pack_move(move_from(code), move_to(code)),)

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the fields."""
        return pack_move(cells[move_from(action)], cells[move_to(action)])

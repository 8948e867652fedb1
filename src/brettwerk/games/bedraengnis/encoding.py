"""Das Bedrängnis as numbers: an action is the field to place on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.boards.square import SMALL
from brettwerk.games.bedraengnis.rules import BedraengnisState, to_move
from brettwerk.games.katarenga_family.encoding import COLOUR_PLANES, FieldEncoding, mark_fields
from brettwerk.kernels.primitives import bit, number
from brettwerk.research.encoding.moves import act as act
from brettwerk.research.encoding.moves import gen_actions as gen_actions
from brettwerk.research.encoding.planes import fill, mark

if TYPE_CHECKING:
    from brettwerk.core.options import Options
    from brettwerk.kernels.contract import Perspective
    from brettwerk.kernels.types import Floats32, Words
    from brettwerk.research.encoding.base import Cells

SIZE = 16


def observe(state: BedraengnisState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, the last one, colours of fields, whose turn it is."""
    mine = to_move(state) == seen.player
    mark(out, 0, SIZE, state.me if mine else state.opp)
    mark(out, 1, SIZE, state.opp if mine else state.me)
    if state.me | state.opp:
        mark(out, 2, SIZE, bit(number(state.last)))
    mark_fields(out, 3, SIZE, ctx)
    fill(out, 7, SIZE, 1.0 if mine else 0.0)


class BedraengnisEncoding(FieldEncoding):
    """Sixteen fields."""

    name = "bedraengnis"
    about = (
        "Two players on one tableau of 4 × 4 coloured fields place pieces in turn, each "
        "en prise to the one placed last: the colour of its field says where it reaches. "
        "Who cannot place loses. (Points, and matches to points, are not part of the "
        "environment.)"
    )
    num_actions = SIZE
    max_legal = 16
    planes = (
        "own pieces",
        "the other's pieces",
        "the piece placed last",
        *COLOUR_PLANES,
        "own turn",
    )
    board = SMALL
    shape = (4, 4)

    def max_actions(self, options: Options, limit: int) -> int:
        """Return one placement per field."""
        return SIZE

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the field."""
        return cells[action]

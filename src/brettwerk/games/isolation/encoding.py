"""Isolation as numbers: an action is the field to place on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.games.isolation.rules import PIECES, IsolationState, to_move
from brettwerk.games.katarenga_family.encoding import COLOUR_PLANES, FieldEncoding, mark_fields
from brettwerk.kernels.primitives import popcount
from brettwerk.research.encoding.moves import act as act
from brettwerk.research.encoding.moves import gen_actions as gen_actions
from brettwerk.research.encoding.planes import fill, mark

if TYPE_CHECKING:
    from brettwerk.core.options import Options
    from brettwerk.kernels.contract import Perspective
    from brettwerk.kernels.types import Floats32, Words
    from brettwerk.research.encoding.base import Cells

SIZE = 64


def observe(state: IsolationState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, open fields, colours of fields, whose turn it is, how many pieces stand."""
    mine = to_move(state) == seen.player
    mark(out, 0, SIZE, state.me if mine else state.opp)
    mark(out, 1, SIZE, state.opp if mine else state.me)
    mark(out, 2, SIZE, state.free)
    mark_fields(out, 3, SIZE, ctx)
    fill(out, 7, SIZE, 1.0 if mine else 0.0)
    fill(out, 8, SIZE, popcount(state.me | state.opp) / PIECES)


class IsolationEncoding(FieldEncoding):
    """64 fields."""

    name = "isolation"
    about = (
        "Two players on the coloured 8 × 8 board place pieces in turn, so that no piece "
        "attacks another, whatever their colours: the colour of its field says what a piece "
        "attacks. Each has eight pieces. Who cannot place loses."
    )
    num_actions = SIZE
    max_legal = SIZE
    planes = (
        "own pieces",
        "the other's pieces",
        "open fields",
        *COLOUR_PLANES,
        "own turn",
        "pieces placed, as a share of sixteen",
    )

    def max_actions(self, options: Options, limit: int) -> int:
        """Return eight pieces each."""
        return PIECES

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the field."""
        return cells[action]

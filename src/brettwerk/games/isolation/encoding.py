"""Isolation as numbers: an action is the field to place on."""

from __future__ import annotations

from brettwerk.core.options import Options
from brettwerk.games.isolation.rules import PIECES, IsolationState
from brettwerk.games.katarenga_family.encoding import SIZE, FieldEncoding, observe_board
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.primitives import popcount
from brettwerk.kernels.types import Floats32, Words
from brettwerk.research.encoding.moves import act as act
from brettwerk.research.encoding.moves import gen_actions as gen_actions
from brettwerk.research.encoding.planes import fill_share, mark


def observe(state: IsolationState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, open fields, colours of fields, whose turn it is, how many pieces stand."""
    observe_board(state, ctx, seen, out, SIZE, 3)
    mark(out, 2, SIZE, state.free)
    fill_share(out, 8, SIZE, popcount(state.me | state.opp), PIECES)


class IsolationEncoding(FieldEncoding):
    """64 fields."""

    name = "isolation"
    about = (
        "Two players on the coloured 8 × 8 board place pieces in turn, so that no piece "
        "attacks another, whatever their colours: the colour of its field says what a piece "
        "attacks. Each has eight pieces. Who cannot place loses."
    )
    planes = (
        *FieldEncoding.piece_planes,
        "open fields",
        *FieldEncoding.field_planes,
        "pieces placed, as a share of sixteen",
    )

    def max_actions(self, options: Options, limit: int) -> int:
        """Return eight pieces each."""
        return PIECES

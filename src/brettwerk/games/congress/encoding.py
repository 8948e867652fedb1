"""Congress as numbers: an action is 64 * from + to."""

from __future__ import annotations

from types import MappingProxyType

from brettwerk.games.congress.rules import CTX_CAPTURES, CTX_LIMIT, CongressState, prey
from brettwerk.games.katarenga_family.encoding import SIZE, FromToEncoding, observe_board
from brettwerk.games.katarenga_family.reach import gen_onto
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.primitives import number, word
from brettwerk.kernels.types import Floats32, Numbers, Word, Words
from brettwerk.research.encoding.base import Cells
from brettwerk.research.encoding.moves import act as act
from brettwerk.research.encoding.planes import fill, fill_repetition, fill_share

ROTATIONS = 4  # the first of the board's symmetries; a mirror would exchange White and Black


def gen_actions(state: CongressState, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write the legal moves."""
    occupied = state.me | state.opp
    fields = word(~occupied) | prey(state, ctx)
    return gen_onto(state.me, occupied, fields, 0, ctx, acts, 0)


def observe(state: CongressState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, colours, whose turn it is, whether captures are allowed, and the limits."""
    observe_board(state, ctx, seen, out, SIZE, 2)
    fill(out, 7, SIZE, 1.0 if ctx[CTX_CAPTURES] else 0.0)
    fill_repetition(out, 8, SIZE, ctx, seen.occurrence)
    fill_share(out, 9, SIZE, number(state.ply), number(ctx[CTX_LIMIT]))


class CongressEncoding(FromToEncoding):
    """4096 moves from field to field."""

    name = "congress"
    max_legal = 112
    planes = (*FromToEncoding.planes, "captures", "earlier", "plies")
    option_overrides = MappingProxyType({"ply_limit": 300})

    def cell_symmetries(self) -> tuple[Cells, ...]:
        """Return the rotations."""
        return self.board.symmetries[:ROTATIONS]

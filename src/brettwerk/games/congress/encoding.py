"""Congress as numbers: an action is 64 * from + to."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from brettwerk.boards.square import WHOLE
from brettwerk.games.congress.rules import (
    CTX_CAPTURES,
    CTX_LIMIT,
    CongressState,
    make_move,
    prey,
    to_move,
)
from brettwerk.games.katarenga_family.encoding import (
    COLOUR_PLANES,
    FieldEncoding,
    gen_steps,
    mark_fields,
)
from brettwerk.kernels.primitives import number, word
from brettwerk.research.encoding.planes import fill, mark

if TYPE_CHECKING:
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.kernels.contract import Perspective
    from brettwerk.kernels.types import Floats32, Numbers, Word, Words
    from brettwerk.research.encoding.base import Cells

SIZE = 64
ROTATIONS = 4  # the first of the board's symmetries; a mirror would exchange White and Black


def gen_actions(state: CongressState, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write the legal moves."""
    occupied = state.me | state.opp
    return gen_steps(state.me, occupied, occupied ^ prey(state, ctx), ctx, acts)


def act(
    state: CongressState, ctx: Words, part: Word, action: int, buf: Numbers
) -> tuple[CongressState, Word]:
    """Move; the rules see by themselves whether it is a capture."""
    return make_move(state, ctx, action), word(0)


def observe(state: CongressState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, colours, whose turn it is, whether captures are allowed, and the limits."""
    mine = to_move(state) == seen.player
    mark(out, 0, SIZE, state.me if mine else state.opp)
    mark(out, 1, SIZE, state.opp if mine else state.me)
    mark_fields(out, 2, SIZE, ctx)
    fill(out, 6, SIZE, 1.0 if mine else 0.0)
    fill(out, 7, SIZE, 1.0 if ctx[CTX_CAPTURES] else 0.0)
    if ctx[0]:
        fill(out, 8, SIZE, (seen.occurrence - 1) / (number(ctx[0]) - 1))
    if ctx[CTX_LIMIT]:
        fill(out, 9, SIZE, number(state.ply) / number(ctx[CTX_LIMIT]))


class CongressEncoding(FieldEncoding):
    """4096 moves from field to field."""

    name = "congress"
    about = (
        "Two players on the coloured 8 × 8 board move their eight pieces, which begin round "
        "the edge, by the colours of the fields they stand on. Who has all own pieces in one "
        "group, connected along files and ranks, wins. No move loses, the third occurrence of "
        "a position is a draw, and so is the ply limit. With `captures` pieces can be captured."
    )
    num_actions = SIZE * SIZE
    max_legal = 112
    planes = (
        "own pieces",
        "the other's pieces",
        *COLOUR_PLANES,
        "own turn",
        "captures are allowed",
        "earlier occurrences of the position, as a share of those that draw",
        "plies, as a share of the limit",
    )
    option_overrides = MappingProxyType({"ply_limit": 300})

    def max_actions(self, options: Options, limit: int) -> int:
        """Return the plies that are allowed."""
        plies: int = options["ply_limit"]
        return plies

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return one action."""
        return (code & 4095,)

    def action_text(self, action: int) -> str:
        """Return a text such as `b1-b4`."""
        return f"{WHOLE.names[action >> 6]}-{WHOLE.names[action & 63]}"

    def cell_symmetries(self) -> tuple[Cells, ...]:
        """Return the rotations."""
        return WHOLE.symmetries[:ROTATIONS]

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the fields."""
        return 64 * cells[action >> 6] + cells[action & 63]

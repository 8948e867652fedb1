"""Die Schlacht as numbers: fields to place on, captures from a field to a field, and the pass.

An action below 64 places on that field; 64 + 64 * from + to captures; the last one passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.boards.square import WHOLE
from brettwerk.games.katarenga_family.encoding import COLOUR_PLANES, FieldEncoding, mark_fields
from brettwerk.games.schlacht.rules import (
    PASS,
    PIECES,
    SchlachtState,
    gen_moves,
    make_move,
    to_move,
)
from brettwerk.kernels.primitives import word
from brettwerk.research.encoding.planes import fill, mark

if TYPE_CHECKING:
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.kernels.contract import Perspective
    from brettwerk.kernels.types import Floats32, Numbers, Word, Words
    from brettwerk.research.encoding.base import Cells

SIZE = CAPTURE = 64
PASSING = CAPTURE + 64 * 64


def gen_actions(state: SchlachtState, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write the legal placements, captures or the pass."""
    count = gen_moves(state, ctx, acts, 0)
    if state.ply < word(PIECES):
        return count
    for at in range(count):
        move = acts[at]
        origin = (move >> 6) - 1
        acts[at] = PASSING if move == PASS else CAPTURE + 64 * origin + (move & 63)
    return count


def act(
    state: SchlachtState, ctx: Words, part: Word, action: int, buf: Numbers
) -> tuple[SchlachtState, Word]:
    """Place, capture or pass."""
    move = action
    if action == PASSING:
        move = PASS
    elif action >= CAPTURE:
        move = (action & 63) | ((action - CAPTURE) // 64 + 1) << 6
    return make_move(state, ctx, move), word(0)


def observe(state: SchlachtState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, colours, whose turn it is, the phase, and a pass just made."""
    mine = to_move(state) == seen.player
    mark(out, 0, SIZE, state.me if mine else state.opp)
    mark(out, 1, SIZE, state.opp if mine else state.me)
    mark_fields(out, 2, SIZE, ctx)
    fill(out, 6, SIZE, 1.0 if mine else 0.0)
    fill(out, 7, SIZE, 1.0 if state.ply >= word(PIECES) else 0.0)
    fill(out, 8, SIZE, 1.0 if state.passes else 0.0)


class SchlachtEncoding(FieldEncoding):
    """64 placements, 4096 captures, the pass."""

    name = "schlacht"
    about = (
        "Two players place eight pieces each anywhere on the coloured 8 × 8 board. Then "
        "every move captures, by the colour of the field, and who cannot must pass. After "
        "two passes in a row more pieces win; with equal numbers, who passed last. "
        "(Points, and matches to points, are not part of the environment.)"
    )
    num_actions = PASSING + 1
    max_legal = 64
    planes = (
        "own pieces",
        "the other's pieces",
        *COLOUR_PLANES,
        "own turn",
        "the battle is on",
        "the last turn was a pass",
    )

    def max_actions(self, options: Options, limit: int) -> int:
        """Count sixteen placements, at most 15 captures, a pass before each, two at the end."""
        return PIECES + 2 * 15 + 2

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return one action."""
        if code == PASS:
            return (PASSING,)
        return (CAPTURE + 64 * ((code >> 6) - 1) + (code & 63),) if code >> 6 else (code,)

    def action_text(self, action: int) -> str:
        """Return the text of the move."""
        if action == PASSING:
            return "pass"
        if action < CAPTURE:
            return WHOLE.names[action]
        origin, target = divmod(action - CAPTURE, 64)
        return f"{WHOLE.names[origin]}x{WHOLE.names[target]}"

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the fields."""
        if action == PASSING:
            return action
        if action < CAPTURE:
            return cells[action]
        origin, target = divmod(action - CAPTURE, 64)
        return CAPTURE + 64 * cells[origin] + cells[target]

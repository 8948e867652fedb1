"""Die Schlacht as numbers: fields to place on, captures from a field to a field, and the pass.

An action below 64 places on that field; 64 + 64 * from + to captures; the last one passes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from brettwerk.adapters.encoding.fields import COLOUR_PLANES, FieldEncoding, mark_fields
from brettwerk.adapters.encoding.planes import fill, mark
from brettwerk.boards.square import WHOLE
from brettwerk.compiled.kit import array_kernel, word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.adapters.encoding.base import Cells
    from brettwerk.games.core import Position

_rules: Any = import_module("brettwerk.compiled.schlacht")
State, gen_moves, make_move, to_move = (
    _rules.SchlachtState,
    _rules.gen_moves,
    _rules.make_move,
    _rules.to_move,
)
PASS: int = _rules.PASS
PIECES: int = _rules.PIECES
SIZE = CAPTURE = 64
PASSING = CAPTURE + 64 * 64


class SchlachtGame(NamedTuple):
    """The marker."""

    words: Any
    starts: Any


@array_kernel
def state_of(row: Any) -> Any:
    """The state whose words begin a row."""
    return State(row[0], row[1], row[2], row[3])


@array_kernel
def gen_actions(state: Any, ctx: Any, part: Any, acts: Any) -> Any:
    """The legal placements, captures or the pass."""
    count = gen_moves(state, ctx, acts, 0)
    if state.ply < word(PIECES):
        return count
    for at in range(count):
        move = acts[at]
        origin = (move >> 6) - 1
        acts[at] = PASSING if move == PASS else CAPTURE + 64 * origin + (move & 63)
    return count


@array_kernel
def act(state: Any, ctx: Any, part: Any, action: int) -> Any:
    """Place, capture or pass."""
    move = action
    if action == PASSING:
        move = PASS
    elif action >= CAPTURE:
        move = (action & 63) | ((action - CAPTURE) // 64 + 1) << 6
    return make_move(state, ctx, move), word(0)


@array_kernel
def observe(state: Any, ctx: Any, part: Any, seen: int, gone: float, player: int, out: Any) -> None:
    """Pieces, colours, whose turn it is, the phase, and a pass just made."""
    mine = to_move(state) == player
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
    actions = PASSING + 1
    most = 64
    planes = (
        "own pieces",
        "the other's pieces",
        *COLOUR_PLANES,
        "own turn",
        "the battle is on",
        "the last turn was a pass",
    )
    marker = SchlachtGame
    state_class = State

    def longest(self, options: Mapping[str, Any], limit: int) -> Any:
        """Sixteen placements, at most 15 captures, a pass before each, and two at the end."""
        return PIECES + 2 * 15 + 2

    def path(self, position: Position, code: int) -> tuple[int, ...]:
        """One action."""
        if code == PASS:
            return (PASSING,)
        return (CAPTURE + 64 * ((code >> 6) - 1) + (code & 63),) if code >> 6 else (code,)

    def text(self, action: int) -> str:
        """As the move is written."""
        if action == PASSING:
            return "pass"
        if action < CAPTURE:
            return WHOLE.names[action]
        origin, target = divmod(action - CAPTURE, 64)
        return f"{WHOLE.names[origin]}x{WHOLE.names[target]}"

    def turned(self, action: int, cells: Cells) -> int:
        """The fields where they go."""
        if action == PASSING:
            return action
        if action < CAPTURE:
            return cells[action]
        origin, target = divmod(action - CAPTURE, 64)
        return CAPTURE + 64 * cells[origin] + cells[target]


ENCODING = SchlachtEncoding()

"""Die Drei as numbers: a field to place on; in the continuation first a piece to lift.

An action below 64 places on that field. 64 + a field lifts the own piece there; the next action of
the same player places it. So boards without continuation use 64 actions, and those with it 128.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from brettwerk.adapters.encoding.fields import COLOUR_PLANES, FieldEncoding, mark_fields
from brettwerk.adapters.encoding.planes import fill, mark
from brettwerk.boards.square import WHOLE
from brettwerk.compiled.kit import array_kernel, bit, number, popcount, word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.adapters.encoding.base import Cells
    from brettwerk.games.core import Position

_rules: Any = import_module("brettwerk.compiled.drei")
State, gen_moves, make_move, to_move = (
    _rules.DreiState,
    _rules.gen_moves,
    _rules.make_move,
    _rules.to_move,
)
PIECES: int = _rules.PIECES
CTX_LIMIT: int = _rules.CTX_LIMIT
SIZE = LIFT = 64


class DreiGame(NamedTuple):
    """The marker."""

    words: Any
    starts: Any


@array_kernel
def state_of(row: Any) -> Any:
    """The state whose words begin a row."""
    return State(row[0], row[1], row[2], row[3])


@array_kernel
def gen_actions(state: Any, ctx: Any, part: Any, acts: Any) -> Any:
    """The legal placements; the pieces that can be relocated; where the lifted one can go."""
    count = gen_moves(state, ctx, acts, 0)
    if popcount(state.me | state.opp) < PIECES:
        return count
    n = 0
    last = -1
    for at in range(count):
        cell, origin = acts[at] & 63, (acts[at] >> 6) - 1
        if part:
            if origin == number(part) - 1:
                acts[n] = cell
                n += 1
        elif origin != last:
            acts[n] = LIFT + origin
            last = origin
            n += 1
    return n


@array_kernel
def act(state: Any, ctx: Any, part: Any, action: int) -> Any:
    """Place, lift, or place what was lifted; a part is the lifted piece's field + 1."""
    if action >= LIFT:
        return state, word(action - LIFT + 1)
    return make_move(state, ctx, action | number(part) << 6), word(0)


@array_kernel
def observe(state: Any, ctx: Any, part: Any, seen: int, gone: float, player: int, out: Any) -> None:
    """Pieces, the last and the lifted one, colours, whose turn it is, how far the continuation."""
    mine = to_move(state) == player
    mark(out, 0, SIZE, state.me if mine else state.opp)
    mark(out, 1, SIZE, state.opp if mine else state.me)
    if state.me | state.opp:
        mark(out, 2, SIZE, bit(number(state.last)))
    if part:
        mark(out, 3, SIZE, bit(number(part) - 1))
    mark_fields(out, 4, SIZE, ctx)
    fill(out, 8, SIZE, 1.0 if mine else 0.0)
    if ctx[CTX_LIMIT]:
        fill(out, 9, SIZE, number(state.turns) / number(ctx[CTX_LIMIT]))


class DreiEncoding(FieldEncoding):
    """64 fields to place on, 64 to lift from."""

    name = "drei"
    about = (
        "Two players on the coloured 8 × 8 board place pieces in turn, each en prise to "
        "the one placed last, never so that the other could not go on. Three own pieces "
        "in line, the middle one exactly half-way, win. After eight pieces each it is a "
        "draw or, with `continuation`, pieces are relocated until the limit."
    )
    actions = 128
    most = 128
    planes = (
        "own pieces",
        "the other's pieces",
        "the piece placed last",
        "the piece that is lifted",
        *COLOUR_PLANES,
        "own turn",
        "turns of the continuation, as a share of its limit",
    )
    marker = DreiGame
    state_class = State
    bounded = MappingProxyType({"continuation_limit": 60})

    def longest(self, options: Mapping[str, Any], limit: int) -> Any:
        """Sixteen placements, and two actions for each relocation."""
        if not options["continuation"]:
            return PIECES
        return PIECES + 2 * options["continuation_limit"] if options["continuation_limit"] else 0

    def path(self, position: Position, code: int) -> tuple[int, ...]:
        """The field, or the piece and the field."""
        return (LIFT + (code >> 6) - 1, code & 63) if code >> 6 else (code,)

    def text(self, action: int) -> str:
        """`d4`, or `b2-` for a piece that is lifted."""
        return f"{WHOLE.names[action - LIFT]}-" if action >= LIFT else WHOLE.names[action]

    def turned(self, action: int, cells: Cells) -> int:
        """The field where it goes."""
        return action // 64 * 64 + cells[action % 64]


ENCODING = DreiEncoding()

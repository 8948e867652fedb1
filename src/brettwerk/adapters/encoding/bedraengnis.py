"""Das Bedrängnis as numbers: an action is the field to place on."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from brettwerk.adapters.encoding.fields import COLOUR_PLANES, FieldEncoding, mark_fields
from brettwerk.adapters.encoding.planes import fill, mark
from brettwerk.boards.square import SMALL
from brettwerk.compiled.kit import array_kernel, bit, number, word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.adapters.encoding.base import Cells
    from brettwerk.boards.board import Board
    from brettwerk.games.core import Position

_rules: Any = import_module("brettwerk.compiled.bedraengnis")
State, gen_moves, make_move, to_move = (
    _rules.BedraengnisState,
    _rules.gen_moves,
    _rules.make_move,
    _rules.to_move,
)
SIZE = 16


class BedraengnisGame(NamedTuple):
    """The marker."""

    words: Any
    starts: Any


@array_kernel
def state_of(row: Any) -> Any:
    """The state whose words begin a row."""
    return State(row[0], row[1], row[2])


@array_kernel
def gen_actions(state: Any, ctx: Any, part: Any, acts: Any) -> Any:
    """The legal placements."""
    return gen_moves(state, ctx, acts, 0)


@array_kernel
def act(state: Any, ctx: Any, part: Any, action: int) -> Any:
    """Place."""
    return make_move(state, ctx, action), word(0)


@array_kernel
def observe(state: Any, ctx: Any, part: Any, seen: int, gone: float, player: int, out: Any) -> None:
    """Pieces, the last one, colours of fields, whose turn it is."""
    mine = to_move(state) == player
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
    actions = SIZE
    most = 16
    planes = (
        "own pieces",
        "the other's pieces",
        "the piece placed last",
        *COLOUR_PLANES,
        "own turn",
    )
    shape = (4, 4)
    marker = BedraengnisGame
    state_class = State

    @property
    def board(self) -> Board:
        """One tableau."""
        return SMALL

    def longest(self, options: Mapping[str, Any], limit: int) -> int:
        """One placement a field."""
        return SIZE

    def path(self, position: Position, code: int) -> tuple[int, ...]:
        """The field."""
        return (code,)

    def text(self, action: int) -> str:
        """The field."""
        return SMALL.names[action]

    def turned(self, action: int, cells: Cells) -> int:
        """The field where it goes."""
        return cells[action]


ENCODING = BedraengnisEncoding()

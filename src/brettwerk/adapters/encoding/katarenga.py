"""Katarenga as numbers: from a field to a field, or from a file of the baseline into a camp.

An action below 4096 is 64 * from + to. 4096 + 2 * file goes from that file of the enemy baseline
into the left camp, and one more into the right, as White sees the board.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from brettwerk.adapters.encoding.fields import COLOUR_PLANES, FieldEncoding, mark_fields
from brettwerk.adapters.encoding.planes import fill, mark
from brettwerk.boards.square import WHOLE
from brettwerk.compiled.kit import array_kernel, bit, ctz, drop, number, word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.adapters.encoding.base import Cells
    from brettwerk.games.core import Position

_rules: Any = import_module("brettwerk.compiled.katarenga")
_reach: Any = import_module("brettwerk.compiled.reach")
State, make_move, to_move, reach = (
    _rules.KatarengaState,
    _rules.make_move,
    _rules.to_move,
    _reach.reach,
)
CAMP, RANK_1, RANK_8 = _rules.CAMP, _rules.RANK_1, _rules.RANK_8
SIZE = 64
INTO_CAMP = 64 * 64
MIRROR = 4  # the number of the mirror image, left to right, among the board's symmetries


class KatarengaGame(NamedTuple):
    """The marker."""

    words: Any
    starts: Any


@array_kernel
def state_of(row: Any) -> Any:
    """The state whose words begin a row."""
    return State(row[0], row[1], row[2], row[3])


@array_kernel
def gen_actions(state: Any, ctx: Any, part: Any, acts: Any) -> Any:
    """Moves and captures by field, then those into camps."""
    occupied = state.me | state.opp
    kept = state.me if state.ply >= word(2) else occupied
    n = 0
    mine = state.me
    while mine:
        cell = ctz(mine)
        mine = drop(mine)
        targets = reach(cell, occupied, ctx) & ~kept
        while targets:
            acts[n] = 64 * cell + ctz(targets)
            targets = drop(targets)
            n += 1
    side = to_move(state)
    taken = state.camps >> word(2 * side)
    ready = state.me & (word(RANK_1) if side else word(RANK_8))
    while ready:
        file = ctz(ready) & 7
        ready = drop(ready)
        for camp in range(2):
            if not taken >> word(camp) & word(1):
                acts[n] = INTO_CAMP + 2 * file + camp
                n += 1
    return n


@array_kernel
def act(state: Any, ctx: Any, part: Any, action: int) -> Any:
    """Move, capture, or go into a camp."""
    if action < INTO_CAMP:
        # whether it captures follows from what stands there
        return make_move(state, ctx, (action & 63) | (action >> 6) << 6), word(0)
    file, camp = (action - INTO_CAMP) >> 1, action & 1
    cell = file + (0 if to_move(state) else 56)
    return make_move(state, ctx, CAMP | cell << 6 | camp), word(0)


@array_kernel
def observe(state: Any, ctx: Any, part: Any, seen: int, gone: float, player: int, out: Any) -> None:
    """Pieces, colours, whose turn it is, camps, the colour played, and what limits the game."""
    mine = to_move(state) == player
    mark(out, 0, SIZE, state.me if mine else state.opp)
    mark(out, 1, SIZE, state.opp if mine else state.me)
    mark_fields(out, 2, SIZE, ctx)
    fill(out, 6, SIZE, 1.0 if mine else 0.0)
    for camp in range(4):
        if state.camps & bit((2 * player + camp) & 3):
            fill(out, 7 + camp, SIZE, 1.0)
    fill(out, 11, SIZE, 0.0 if player else 1.0)
    fill(out, 12, SIZE, 1.0 if state.ply >= word(2) else 0.0)
    fill(out, 13, SIZE, (seen - 1) / (number(ctx[0]) - 1))
    fill(out, 14, SIZE, gone)


class KatarengaEncoding(FieldEncoding):
    """4096 moves from field to field, 16 into camps."""

    name = "katarenga"
    about = (
        "Two players on the coloured 8 × 8 board move their eight pieces by the colours "
        "of the fields they stand on, and capture. A piece on the enemy baseline may go "
        "into an enemy camp; two in the camps win. Fewer than two pieces lose, no move "
        "loses, the third occurrence of a position is a draw."
    )
    actions = INTO_CAMP + 16
    most = 128
    planes = (
        "own pieces",
        "the other's pieces",
        *COLOUR_PLANES,
        "own turn",
        "own piece in the left camp",
        "own piece in the right camp",
        "the other's piece in the left camp",
        "the other's piece in the right camp",
        "the observer plays White",
        "captures are allowed",
        "earlier occurrences of the position, as a share of those that draw",
        "plies, as a share of the limit",
    )
    marker = KatarengaGame
    state_class = State
    ply_limit = 300

    def longest(self, options: Mapping[str, Any], limit: int) -> Any:
        """The plies that the environment allows."""
        return limit

    def path(self, position: Position, code: int) -> tuple[int, ...]:
        """One action."""
        if code & CAMP:
            return (INTO_CAMP + 2 * (code >> 6 & 7) + (code & 1),)
        return (64 * (code >> 6 & 63) + (code & 63),)

    def text(self, action: int) -> str:
        """`b1-b4`, or `c-left` from file c into the left camp."""
        if action < INTO_CAMP:
            return f"{WHOLE.names[action >> 6]}-{WHOLE.names[action & 63]}"
        return f"{'abcdefgh'[(action - INTO_CAMP) >> 1]}-{('left', 'right')[action & 1]}"

    def turns(self) -> tuple[Cells, ...]:
        """The mirror image: turning would exchange the baselines."""
        return WHOLE.symmetries[0], WHOLE.symmetries[MIRROR]

    def turned(self, action: int, cells: Cells) -> int:
        """The fields where they go; left becomes right."""
        if action < INTO_CAMP:
            return 64 * cells[action >> 6] + cells[action & 63]
        mirrored = cells != WHOLE.symmetries[0]
        return INTO_CAMP + 2 * cells[(action - INTO_CAMP) >> 1] + ((action & 1) ^ mirrored)

    def turned_planes(self, cells: Cells) -> tuple[int, ...]:
        """Left camps become right ones."""
        planes = list(range(len(self.planes)))
        if cells != WHOLE.symmetries[0]:
            planes[7:11] = [8, 7, 10, 9]
        return tuple(planes)


ENCODING = KatarengaEncoding()

"""Abalone as numbers: 30 ways to move from each of 61 cells.

An action is 30 * cell + way. Ways 0 to 5 go in line in that direction, the cell being that of the
rearmost marble moved. The others go broadside, the cell being that of the lowest marble of a row:
6 + 8 * axis + 4 * (marbles - 2) + side, the side being one of the four directions off the axis.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from brettwerk.adapters.encoding.base import Cells, Encoding
from brettwerk.adapters.encoding.planes import copy, fill, mark_at, outline
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.compiled.kit import array_kernel, number, popcount, small_table, word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.boards.board import Board
    from brettwerk.games.core import Position

_rules: Any = import_module("brettwerk.compiled.abalone")
State, gen_moves, make_move, to_move = (
    _rules.AbaloneState,
    _rules.gen_moves,
    _rules.make_move,
    _rules.to_move,
)
RAY, SIDE, SIDE_NUMBER, TO_WIN = _rules.RAY, _rules.SIDE, _rules.SIDE_NUMBER, _rules.TO_WIN
CTX_LIMIT, CTX_MARBLES = _rules.CTX_LIMIT, _rules.CTX_MARBLES
CELLS, WAYS, BROADSIDE = 61, 30, 6
SIZE = 81
_PLACES = tuple(9 * row + number - 1 for row, number in HEXAGON.coordinates)
PLACES = small_table(_PLACES)
OUTLINE = outline(SIZE, _PLACES)


def _way(rest: int) -> int:
    """The way of a move by its bits above the cell: direction, marbles, pushed ones, axis."""
    direction, count, axis = rest & 7, rest >> 3 & 3, (rest >> 7) - 1
    if axis < 0:
        return direction
    return BROADSIDE + 8 * axis + 4 * (count - 2) + int(SIDE_NUMBER[(direction - axis) % 6])


WAY = small_table([_way(rest) for rest in range(512)])


class AbaloneGame(NamedTuple):
    """The marker."""

    words: Any
    starts: Any


@array_kernel
def state_of(row: Any) -> Any:
    """The state whose words begin a row."""
    return State(row[0], row[1], row[2])


@array_kernel
def action_of(move: int) -> Any:
    """The action of a move."""
    return WAYS * (move & 63) + WAY[move >> 6]


@array_kernel
def gen_actions(state: Any, ctx: Any, part: Any, acts: Any) -> Any:
    """All legal moves; the rules find them by direction, and the actions go by cells."""
    count = gen_moves(state, ctx, acts, 0)
    for at in range(count):
        acts[at] = action_of(acts[at])
    put_in_order(acts, count)
    return count


@array_kernel
def put_in_order(acts: Any, count: int) -> None:
    """Sort so many actions: over wide gaps first, so that none has far to go in small steps."""
    gap = 40
    while gap:
        for at in range(gap, count):
            action, to = acts[at], at
            while to >= gap and acts[to - gap] > action:
                acts[to] = acts[to - gap]
                to -= gap
            acts[to] = action
        gap = gap // 3


@array_kernel
def move_of(state: Any, action: int) -> Any:
    """The move of a legal action: in line it depends on the marbles how many go and are pushed."""
    cell, way = action // WAYS, action % WAYS
    if way >= BROADSIDE:
        axis, count, side = (way - 6) >> 3, 2 + ((way - 6) >> 2 & 1), (way - 6) & 3
        return cell | SIDE[axis * 4 + side] << 6 | count << 9 | (axis + 1) << 13
    ray = (cell * 6 + way) * 6
    count = 1
    while RAY[ray + count] & state.me:
        count += 1
    pushed = 0
    while RAY[ray + count + pushed] & state.opp:
        pushed += 1
    return cell | way << 6 | count << 9 | pushed << 11


@array_kernel
def act(state: Any, ctx: Any, part: Any, action: int) -> Any:
    """Move."""
    return make_move(state, ctx, move_of(state, action)), word(0)


@array_kernel
def observe(state: Any, ctx: Any, part: Any, seen: int, gone: float, player: int, out: Any) -> None:
    """Marbles, the board, marbles lost, whose turn it is, and what limits the game."""
    mine = to_move(state) == player
    own, other = (state.me, state.opp) if mine else (state.opp, state.me)
    mark_at(out, 0, SIZE, PLACES, own)
    mark_at(out, 1, SIZE, PLACES, other)
    copy(out, 2, OUTLINE)
    fill(out, 3, SIZE, (number(ctx[CTX_MARBLES + player]) - popcount(own)) / TO_WIN)
    fill(out, 4, SIZE, (number(ctx[CTX_MARBLES + 1 - player]) - popcount(other)) / TO_WIN)
    fill(out, 5, SIZE, 1.0 if mine else 0.0)
    if ctx[0]:
        fill(out, 6, SIZE, (seen - 1) / (number(ctx[0]) - 1))
    if ctx[CTX_LIMIT]:
        fill(out, 7, SIZE, number(state.ply) / number(ctx[CTX_LIMIT]))


class AbaloneEncoding(Encoding):
    """61 cells with 30 ways each."""

    name = "abalone"
    about = (
        "Two players on a hexagon of 61 cells push with one, two or three marbles in "
        "line; who has more marbles in line shoves the other's off the board. Six marbles "
        "out win. A position that occurs for the third time is a draw; when the ply limit "
        "is reached, more marbles out win."
    )
    actions = CELLS * WAYS
    most = 1536
    planes = (
        "own marbles",
        "the other's marbles",
        "cells of the board",
        "own marbles lost, in sixths",
        "the other's marbles lost, in sixths",
        "own turn",
        "earlier occurrences of the position, as a share of those that draw",
        "plies, as a share of the limit",
    )
    shape = (9, 9)
    marker = AbaloneGame
    state_class = State
    bounded = MappingProxyType({"repetition": 3, "ply_limit": 400})

    @property
    def board(self) -> Board:
        """The hexagon."""
        return HEXAGON

    def places(self) -> tuple[int, ...]:
        """Row by letter, column by number."""
        return _PLACES

    def longest(self, options: Mapping[str, Any], limit: int) -> int:
        """The plies that are allowed."""
        plies: int = options["ply_limit"]
        return plies

    def path(self, position: Position, code: int) -> tuple[int, ...]:
        """One action."""
        return (int(action_of(code)),)

    def text(self, action: int) -> str:
        """As the move is written; by its numbers if it leads off the board."""
        cells = _cells(action)
        if cells is None:
            return f"{HEXAGON.names[action // WAYS]}:{action % WAYS}"
        row, targets = cells
        ends = (row[0], row[-1]) if len(row) > 1 else (row[0],)
        return "".join(HEXAGON.names[cell] for cell in (*ends, targets[0]))

    def turned(self, action: int, cells: Cells) -> int:
        """The marbles and their targets where they go."""
        found = _cells(action)
        if found is None:
            return action
        pairs = sorted((cells[a], cells[b]) for a, b in zip(*found, strict=True))
        return _action(tuple(a for a, _ in pairs), pairs[0][1])

    def turned_options(self, options: Mapping[str, Any], cells: Cells) -> dict[str, Any]:
        """Another set-up."""
        from brettwerk.boards.board import cells_of
        from brettwerk.games.abalone import setup_masks

        names = (
            [HEXAGON.names[cells[cell]] for cell in cells_of(bits)]
            for bits in setup_masks(options["setup"])
        )
        return {**options, "setup": dict(zip(("black", "white"), names, strict=True))}


def _cells(action: int) -> tuple[Cells, Cells] | None:
    """The marbles of an action (in line: the rearmost) and their targets; None off the board."""
    cell, way = divmod(action, WAYS)
    row: tuple[int | None, ...] = (cell,)
    direction = HEXAGON.steps[way % 6]
    if way >= BROADSIDE:
        axis, count, side = (way - 6) >> 3, 2 + ((way - 6) >> 2 & 1), (way - 6) & 3
        row = tuple(HEXAGON.step(cell, HEXAGON.steps[axis], k) for k in range(count))
        direction = HEXAGON.steps[int(SIDE[axis * 4 + side])]
    marbles = tuple(c for c in row if c is not None)
    targets = tuple(t for c in marbles if (t := HEXAGON.step(c, direction)) is not None)
    return (marbles, targets) if len(targets) == len(row) else None


def _action(row: Cells, target: int) -> int:
    """The action that takes these marbles, or in line the rearmost, to the first one's target."""
    steps = [HEXAGON.step(row[0], step) for step in HEXAGON.steps]
    direction = steps.index(target)
    if len(row) == 1:
        return WAYS * row[0] + direction
    axis = steps.index(row[1])
    return int(action_of(row[0] | direction << 6 | len(row) << 9 | (axis + 1) << 13))


ENCODING = AbaloneEncoding()

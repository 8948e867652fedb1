"""Abalone as numbers: 30 ways to move from each of 61 cells."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from brettwerk.boards.board import cells_of
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.core.game import Position
from brettwerk.core.options import Options
from brettwerk.games.abalone import rules
from brettwerk.games.abalone.rules import AbaloneState
from brettwerk.games.abalone.setups import setup_masks
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.primitives import ctz, drop, number, popcount, small_table, view, word
from brettwerk.kernels.types import Floats32, Numbers, Word, Words
from brettwerk.research.encoding.base import Cells, Encoding
from brettwerk.research.encoding.planes import (
    copy,
    fill,
    fill_repetition,
    fill_share,
    mark_at,
    outline,
)

CELLS, WAYS, BROADSIDE = 61, 30, 6
SIZE = 81
# Where `gen_actions` collects the ways of each cell: behind all moves that can be legal. With m
# own marbles and e empty cells those are at most 6 m in line and, since a row of two or three empty
# cells is the target of four broadside moves and there are at most 3 e of either, 24 e broadside;
# also at most 24 m. As m + e is at most 61, that is 906.
WAYS_AT = rules.MAX_MOVES - CELLS
_PLACES = tuple(9 * row + number - 1 for row, number in HEXAGON.coordinates)
PLACES = small_table(_PLACES)
OUTLINE = outline(SIZE, _PLACES)


def _way(move: int) -> int:
    """Return the way of a move: its direction in line, then all ways to go broadside."""
    direction, axis = rules.move_direction(move), rules.move_axis(move)
    if axis < 0:
        return direction
    return (
        BROADSIDE
        + 8 * axis
        + 4 * (rules.move_count(move) - 2)
        + rules.SIDE_NUMBER[(direction - axis) % 6]
    )


def broadside(way: int) -> tuple[int, int, int]:
    """Return axis, number of marbles and direction of a way that goes broadside."""
    kind = way - BROADSIDE
    axis, count, side = kind >> 3, 2 + (kind >> 2 & 1), kind & 3
    return axis, count, rules.SIDE[axis * 4 + side]


# The ways of all moves from the first cell; those from other cells are the same.
WAY = small_table([_way(kind * 64) for kind in range(512)])


def action_of(move: int) -> int:
    """Return the action of a move."""
    return WAYS * rules.move_cell(move) + WAY[move // 64]


def gen_actions(state: AbaloneState, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write the legal moves; the rules find them by direction, and actions go by cells."""
    count = rules.gen_moves(state, ctx, acts, 0)
    ways = view(acts, WAYS_AT, CELLS)
    cells = state.me
    while cells:
        ways[ctz(cells)] = 0
        cells = drop(cells)
    for at in range(count):
        ways[rules.move_cell(acts[at])] |= 1 << WAY[acts[at] // 64]
    return write_ways(state.me, ways, acts)


def write_ways(cells: Word, ways: Numbers, acts: Numbers) -> int:
    """Write the actions of these cells in order, and return how many there are."""
    count = 0
    while cells:
        cell = ctz(cells)
        cells = drop(cells)
        left = word(ways[cell])
        while left:
            acts[count] = WAYS * cell + ctz(left)
            left = drop(left)
            count += 1
    return count


def move_of(state: AbaloneState, action: int) -> int:
    """Return the move of a legal action: in line, the position says how many marbles move."""
    cell, way = action // WAYS, action % WAYS
    if way >= BROADSIDE:
        axis, count, direction = broadside(way)
        return rules.pack_broadside(cell, direction, count, axis)
    ray = (cell * 6 + way) * 6
    count = 1
    while rules.RAY[ray + count] & state.me:
        count += 1
    pushed = 0
    while rules.RAY[ray + count + pushed] & state.opp:
        pushed += 1
    return rules.pack_in_line(cell, way, count, pushed)


def act(
    state: AbaloneState, ctx: Words, part: Word, action: int, buf: Numbers
) -> tuple[AbaloneState, Word]:
    """Make a move."""
    return rules.make_move(state, ctx, move_of(state, action)), word(0)


def observe(state: AbaloneState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write marbles, the board, marbles lost, whose turn it is, and what limits the game."""
    mine = rules.to_move(state) == seen.player
    own, other = (state.me, state.opp) if mine else (state.opp, state.me)
    mark_at(out, 0, SIZE, PLACES, own)
    mark_at(out, 1, SIZE, PLACES, other)
    copy(out, 2, OUTLINE)
    fill(
        out, 3, SIZE, (number(ctx[rules.CTX_MARBLES + seen.player]) - popcount(own)) / rules.TO_WIN
    )
    fill(
        out,
        4,
        SIZE,
        (number(ctx[rules.CTX_MARBLES + 1 - seen.player]) - popcount(other)) / rules.TO_WIN,
    )
    fill(out, 5, SIZE, 1.0 if mine else 0.0)
    fill_repetition(out, 6, SIZE, ctx, seen.occurrence)
    fill_share(out, 7, SIZE, number(state.ply), number(ctx[rules.CTX_LIMIT]))


class AbaloneEncoding(Encoding):
    """61 cells with 30 ways each."""

    name = "abalone"
    num_actions = CELLS * WAYS
    max_legal = 1536
    planes = (
        *("own-marbles", "other-marbles", "cells", "own-lost", "other-lost"),
        *("own-turn", "earlier", "plies"),
    )
    board = HEXAGON
    shape = (9, 9)
    option_overrides = MappingProxyType({"repetition": 3, "ply_limit": 400})

    def places(self) -> tuple[int, ...]:
        """Return the letters as rows, the numbers as columns."""
        return _PLACES

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return one action."""
        return (action_of(code),)

    def action_text(self, action: int) -> str:
        """Return the text of the move; cell and way if it leads off the board."""
        cells = _cells(action)
        if cells is None:
            return f"{HEXAGON.names[action // WAYS]}:{action % WAYS}"
        row, targets = cells
        ends = (row[0], row[-1]) if len(row) > 1 else (row[0],)
        return "".join(HEXAGON.names[cell] for cell in (*ends, targets[0]))

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the marbles and their targets."""
        found = _cells(action)
        if found is None:
            return action
        pairs = sorted((cells[a], cells[b]) for a, b in zip(*found, strict=True))
        return _action(tuple(a for a, _ in pairs), pairs[0][1])

    def map_options(self, options: Options, cells: Cells) -> dict[str, Any]:
        """Map the set-up."""
        names = (
            [HEXAGON.names[cells[cell]] for cell in cells_of(bits)]
            for bits in setup_masks(options["setup"])
        )
        return {**options, "setup": dict(zip(("black", "white"), names, strict=True))}


def _cells(action: int) -> tuple[Cells, Cells] | None:
    """Return the marbles of an action (in line: the rearmost) and targets; None off the board."""
    cell, way = divmod(action, WAYS)
    row: tuple[int | None, ...] = (cell,)
    direction = HEXAGON.steps[way % 6]
    if way >= BROADSIDE:
        axis, count, towards = broadside(way)
        row = tuple(HEXAGON.step(cell, HEXAGON.steps[axis], k) for k in range(count))
        direction = HEXAGON.steps[towards]
    marbles = tuple(c for c in row if c is not None)
    targets = tuple(t for c in marbles if (t := HEXAGON.step(c, direction)) is not None)
    return (marbles, targets) if len(targets) == len(row) else None


def _action(row: Cells, target: int) -> int:
    """Return the action that takes these marbles (in line: the rearmost) to the first target."""
    steps = [HEXAGON.step(row[0], step) for step in HEXAGON.steps]
    direction = steps.index(target)
    if len(row) == 1:
        return WAYS * row[0] + direction
    axis = steps.index(row[1])
    return action_of(rules.pack_broadside(row[0], direction, len(row), axis))

"""Abalone: move one, two or three marbles; push six enemy marbles off the board to win.

A move is `cell | direction << 6 | count << 9 | pushed << 11 | (axis + 1) << 13`. In line (axis
part 0): `cell` is the rearmost moved marble, `count` marbles go, `pushed` enemy marbles before
them. Broadside: `cell` is the lowest marble of `count` along the axis, all go in `direction`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from brettwerk.boards.board import mask
from brettwerk.boards.hexagon import HEXAGON, ray_sets, row_set
from brettwerk.games.abalone.hexes import (
    CELLS,
    EDGE_0,
    EDGE_1,
    EDGE_2,
    EDGE_3,
    EDGE_4,
    EDGE_5,
    W1,
    back_0,
    back_1,
    back_2,
    behind,
    on_0,
    on_1,
    on_2,
)
from brettwerk.kernels.primitives import (
    ctz,
    drop,
    inlined,
    mix,
    number,
    pack_outcome,
    popcount,
    small_table,
    table,
    word,
)
from brettwerk.kernels.types import Numbers, Words

# At most one move in line for each of 61 cells and six directions, and four broadside for each of
# 156 pairs and 129 triples: 1506, whatever stands on the board.
MAX_MOVES = 1536
TO_WIN = 6
SIX_OUT, NO_MOVE, PLY_LIMIT = 1, 2, 3
# ctx: repetition, ply limit, marbles of player 0 and of player 1 when the game began
CTX_LIMIT, CTX_MARBLES = 1, 2


class AbaloneReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    SIX_OUT = "six-out"
    NO_MOVE = "no-move"
    PLY_LIMIT = "ply-limit"


REASONS = AbaloneReason


class AbaloneState(NamedTuple):
    """Marbles of the player to move, of the other, and how many plies have been played."""

    me: int
    opp: int
    ply: int


def pack_in_line(cell: int, direction: int, count: int, pushed: int) -> int:
    """The move of a row in line, by its rearmost marble."""
    return cell | direction << 6 | count << 9 | pushed << 11


def pack_broadside(cell: int, direction: int, count: int, axis: int) -> int:
    """The move of a row broadside, by its lowest marble."""
    return cell | direction << 6 | count << 9 | (axis + 1) << 13


def move_cell(move: int) -> int:
    """The rearmost marble in line, the lowest one broadside."""
    return move & 63


def move_direction(move: int) -> int:
    """The direction, as a number of the board's steps."""
    return move >> 6 & 7


def move_count(move: int) -> int:
    """How many own marbles move."""
    return move >> 9 & 3


def move_pushed(move: int) -> int:
    """How many enemy marbles are pushed."""
    return move >> 11 & 3


def move_axis(move: int) -> int:
    """The axis of a row that moves broadside; -1 in line."""
    return (move >> 13) - 1


# RAY[(cell * 6 + direction) * 6 + k]: the cell k steps ahead, as a set; empty off the board.
RAY = table(ray_sets())
# GROUP[(cell * 3 + axis) * 2 + count - 2]: two or three cells from `cell` along an axis.
GROUP = table([row_set(c, a, n) for c in range(61) for a in range(3) for n in (2, 3)])
# SIDEWAYS[that * 4 + side]: where they go in the four directions off their axis, which are SIDE
# of it; where the group or its target is not on the board, a cell that is never free.
OFF_BOARD = 1 << 63
OFF_AXIS = (1, 2, 4, 5)
SIDE = small_table([(axis + turn) % 6 for axis in range(3) for turn in OFF_AXIS])
SIDE_NUMBER = small_table([OFF_AXIS.index(t) if t in OFF_AXIS else -1 for t in range(6)])
SIDEWAYS = table(
    [
        row_set(c, a, n, (a + turn) % 6) or OFF_BOARD
        for c in range(61)
        for a in range(3)
        for n in (2, 3)
        for turn in OFF_AXIS
    ]
)
NEAR = table([mask(cells) for cells in HEXAGON.neighbours])


@inlined
def _pushed(ray: int, count: int, opp: int, occupied: int) -> int:
    """How many enemy marbles `count` marbles push along this ray; 0 if they cannot."""
    pushed = 1
    while pushed < count and RAY[ray + count + pushed] & opp:
        pushed += 1
    if pushed < count and not RAY[ray + count + pushed] & occupied:
        return pushed
    return 0


@inlined
def _in_line(direction: int, free: int, edge: int, me: int, opp: int, buf: Numbers, n: int) -> int:
    """The in-line moves in one direction, all found at once by their rearmost marbles.

    `free` is who stands before a free cell, `edge` who stands before none.
    """
    one = me & free
    two = me & behind(one, direction)
    three = me & behind(two, direction)
    rears, more, most = one | two | three, two | three, three
    yielding = opp & (free | edge)
    pushes, both = word(0), word(0)
    facing = me & behind(yielding, direction)
    doubled = me & behind(opp & behind(yielding, direction), direction)
    if facing | doubled:
        two_push = me & behind(facing, direction)
        three_push = me & behind(two_push, direction)
        both = me & behind(me & behind(doubled, direction), direction)
        pushes = two_push | three_push | both
        rears |= pushes
        more |= pushes
        most |= three_push | both
    while rears:
        cell = ctz(rears)
        rears = drop(rears)
        at = word(cell)
        count = 1 + number(more >> at & W1) + number(most >> at & W1)
        pushed = number(pushes >> at & W1) + number(both >> at & W1)
        buf[n] = pack_in_line(cell, direction, count, pushed)
        n += 1
    return n


@inlined
def _broadside(axis: int, direction: int, movable: int, buf: Numbers, n: int) -> int:
    """The broadside moves of groups along an axis, by their lowest marbles.

    `movable` are the marbles that could go in this direction alone: those of a group go together.
    """
    pairs = movable & behind(movable, axis)
    if pairs:
        threes = pairs & behind(pairs, axis)
        while pairs:
            cell = ctz(pairs)
            pairs = drop(pairs)
            buf[n] = pack_broadside(cell, direction, 2, axis)
            buf[n + 1] = pack_broadside(cell, direction, 3, axis)
            n += 1 + number(threes >> word(cell) & W1)
    return n


def gen_moves(state: AbaloneState, ctx: Words, buf: Numbers, base: int) -> int:
    """All legal moves, in one direction after the other."""
    me, opp = state.me, state.opp
    free = CELLS ^ (me | opp)
    f_0, f_1, f_2 = back_0(free), back_1(free), back_2(free)
    f_3, f_4, f_5 = on_0(free), on_1(free), on_2(free)
    n = _in_line(0, f_0, EDGE_0, me, opp, buf, base)
    n = _in_line(1, f_1, EDGE_1, me, opp, buf, n)
    n = _in_line(2, f_2, EDGE_2, me, opp, buf, n)
    n = _in_line(3, f_3, EDGE_3, me, opp, buf, n)
    n = _in_line(4, f_4, EDGE_4, me, opp, buf, n)
    n = _in_line(5, f_5, EDGE_5, me, opp, buf, n)
    n = _broadside(0, 1, me & f_1, buf, n)
    n = _broadside(0, 2, me & f_2, buf, n)
    n = _broadside(0, 4, me & f_4, buf, n)
    n = _broadside(0, 5, me & f_5, buf, n)
    n = _broadside(1, 2, me & f_2, buf, n)
    n = _broadside(1, 3, me & f_3, buf, n)
    n = _broadside(1, 5, me & f_5, buf, n)
    n = _broadside(1, 0, me & f_0, buf, n)
    n = _broadside(2, 3, me & f_3, buf, n)
    n = _broadside(2, 4, me & f_4, buf, n)
    n = _broadside(2, 0, me & f_0, buf, n)
    n = _broadside(2, 1, me & f_1, buf, n)
    return n - base


def make_move(state: AbaloneState, ctx: Words, move: int) -> AbaloneState:
    """The state after a legal move."""
    me, opp = state.me, state.opp
    cell, direction, count = move_cell(move), move_direction(move), move_count(move)
    pushed, axis = move_pushed(move), move_axis(move)
    if axis >= 0:
        group = (cell * 3 + axis) * 2 + count - 2
        side = SIDE_NUMBER[(direction - axis) % 6]
        me ^= GROUP[group] | SIDEWAYS[group * 4 + side]
    else:
        ray = (cell * 6 + direction) * 6
        me ^= RAY[ray] | RAY[ray + count]
        if pushed:
            opp ^= RAY[ray + count] | RAY[ray + count + pushed]
    return AbaloneState(opp, me, state.ply + word(1))


def _can_move(state: AbaloneState) -> bool:
    """Whether there is any legal move: a marble beside a free cell, or a push."""
    occupied = state.me | state.opp
    mine = state.me
    while mine:
        cell = ctz(mine)
        mine = drop(mine)
        if NEAR[cell] & ~occupied:
            return True
        for direction in range(6):
            ray = (cell * 6 + direction) * 6
            for count in range(2, 4):
                if not RAY[ray + count - 1] & state.me:
                    break
                if RAY[ray + count] & state.opp and _pushed(ray, count, state.opp, occupied):
                    return True
    return False


def lost(state: AbaloneState, ctx: Words, player: int) -> int:
    """How many marbles of this player are out."""
    marbles = state.me if player == to_move(state) else state.opp
    return number(ctx[CTX_MARBLES + player]) - popcount(marbles)


def status(state: AbaloneState, ctx: Words) -> int:
    """A player with six enemy marbles out wins, or at the ply limit the one with more out."""
    side = to_move(state)
    if popcount(state.me) + TO_WIN <= number(ctx[CTX_MARBLES + side]):
        return pack_outcome(2 - side, 3, SIX_OUT, 0)
    if ctx[CTX_LIMIT] and state.ply >= ctx[CTX_LIMIT] and _can_move(state):
        lead = lost(state, ctx, 1) - lost(state, ctx, 0)
        winners = 0 if lead == 0 else 1 if lead > 0 else 2
        return pack_outcome(winners, 3, PLY_LIMIT, 0)
    return 0


def no_moves_outcome(state: AbaloneState, ctx: Words) -> int:
    """Return a draw: the player to move cannot move."""
    return pack_outcome(0, 3, NO_MOVE, 0)


def to_move(state: AbaloneState) -> int:
    """0 Black, 1 White."""
    return number(state.ply & word(1))


def hash_state(state: AbaloneState) -> int:
    """The marbles, seen from the player to move."""
    return mix(state.me, state.opp)

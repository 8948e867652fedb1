"""What cells that somebody names mean in Abalone, why a move is not legal, and what it achieves."""

from __future__ import annotations

from brettwerk.games.abalone.rules import (
    RAY,
    AbaloneState,
    gen_moves,
    move_axis,
    move_cell,
    move_count,
    move_direction,
    move_pushed,
    pack_broadside,
    pack_in_line,
)
from brettwerk.kernels.play_primitives import (
    GAP,
    SPACE,
    write_detail,
    write_number,
    write_sentence,
)
from brettwerk.kernels.primitives import bit, ctz
from brettwerk.kernels.types import Numbers, Word, Words

SENTENCES: tuple[tuple[str, ...], ...] = (
    ("abalone-not-your-marble", "cell"),
    ("abalone-too-many", "count"),
    ("abalone-own-off", "cell"),
    ("abalone-patt", "mine", "theirs"),
    ("abalone-blocked", "cell"),
    ("abalone-one-step", "cell", "target"),
    ("abalone-not-a-row", "first", "second"),
    ("abalone-broadside-held", "cell"),
    ("abalone-broadside-edge",),
)
NOT_YOURS, TOO_MANY, OWN_OFF, PATT, BLOCKED, ONE_STEP, NOT_A_ROW, HELD, EDGE = range(9)
PUSH = 0  # the kind of line
_LATER = 64  # where moves are listed, behind what is written


def along(cell: int, direction: int, steps: int) -> int:
    """The cell at this distance; -1 off the board."""
    found = RAY[(cell * 6 + direction) * 6 + steps]
    return ctz(found) if found else -1


def marble(move: int, at: int) -> int:
    """A marble of the row that a move takes along or pushes, the one that it names being 0."""
    axis = move_axis(move)
    return along(move_cell(move), axis if axis >= 0 else move_direction(move), at)


def direction_to(cell: int, target: int) -> int:
    """The direction of a neighbour; -1 if it is none."""
    for direction in range(6):
        if along(cell, direction, 1) == target:
            return direction
    return -1


# -- reading --------------------------------------------------------------------------------------
def read(state: AbaloneState, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """Two cells in line, three broadside; of a gesture the ends of the row and a target."""
    if count < 2:
        return -1
    for at in range(count):
        if steps[2 * at + 1] < 0:
            return -1
    first, last, target = steps[1], steps[2 * count - 3], steps[2 * count - 1]
    if steps[0] != SPACE:
        return _read_gesture(state, ctx, first, last, target, out)
    if count == 2:
        return _in_line(state, ctx, first, target, out)
    return _broadside(first, last, target, out) if count == 3 else -1


def _read_gesture(
    state: AbaloneState, ctx: Words, first: int, last: int, target: int, out: Numbers
) -> int:
    """In line from the rear; sideways from the end next to the target, best touched last."""
    direction = _shoved(first, last, target)
    if direction >= 0:
        return _in_line(state, ctx, first, along(first, direction, 1), out)
    direction = _shoved(last, first, target)
    if direction >= 0:
        return _in_line(state, ctx, last, along(last, direction, 1), out)
    if first == last:
        return _in_line(state, ctx, first, target, out)
    if direction_to(first, target) >= 0 and direction_to(last, target) < 0:
        return _broadside(first, last, target, out)
    return _broadside(last, first, target, out)


def _shoved(near: int, far: int, target: int) -> int:
    """The direction in which a row from `near` over `far` leads to a target soon; -1 for none."""
    for direction in range(6):
        met = near == far
        for steps in range(1, 4):
            cell = along(near, direction, steps)
            if cell == target and met:
                return direction
            met = met or cell == far
    return -1


def _in_line(state: AbaloneState, ctx: Words, cell: int, target: int, out: Numbers) -> int:
    """The move of the marble on a cell to a neighbour, with count 0 if it is not legal."""
    direction = direction_to(cell, target)
    if direction < 0:
        return -1 - write_detail(target, out, write_sentence(ONE_STEP, cell, out, 0))
    for at in range(_LATER, _LATER + gen_moves(state, ctx, out, _LATER)):
        here = move_axis(out[at]) < 0 and move_cell(out[at]) == cell
        if here and move_direction(out[at]) == direction:
            return out[at]
    return pack_in_line(cell, direction, 0, 0)


def _broadside(end: int, other: int, target: int, out: Numbers) -> int:
    """The move of the row between two ends; `target` is that of the end named first."""
    direction = direction_to(end, target)
    if direction < 0:
        return -1 - write_detail(target, out, write_sentence(ONE_STEP, end, out, 0))
    move = row_move(end, other, direction)
    if move < 0:
        return -1 - write_detail(other, out, write_sentence(NOT_A_ROW, end, out, 0))
    return move


def row_move(end: int, other: int, direction: int) -> int:
    """The move sideways of the row between two ends; -1 if there is no such row."""
    lowest, highest = min(end, other), max(end, other)
    for axis in range(3):
        for length in range(1, 3):
            if along(lowest, axis, length) == highest and direction % 3 != axis:
                return pack_broadside(lowest, direction, length + 1, axis)
    return -1


# -- why not --------------------------------------------------------------------------------------
def refusal(state: AbaloneState, ctx: Words, move: int, out: Numbers) -> int:
    """What stops a row."""
    if move_axis(move) >= 0:
        return _why_not_broadside(state, move, out)
    cell, direction = move_cell(move), move_direction(move)
    mine = _run(cell, direction, state.me)
    if not mine:
        return write_sentence(NOT_YOURS, cell, out, 0)
    if mine > 3:
        out[0] = TOO_MANY
        return write_number(mine, out, 1)
    front = along(cell, direction, mine - 1)
    ahead = along(front, direction, 1)
    if ahead < 0:
        return write_sentence(OWN_OFF, front, out, 0)
    theirs = _run(ahead, direction, state.opp)
    if theirs >= mine:
        out[0] = PATT
        n = write_number(mine, out, 1)
        out[n] = GAP
        return write_number(theirs, out, n + 1)
    return write_sentence(BLOCKED, along(cell, direction, mine + theirs), out, 0)


def _run(cell: int, direction: int, marbles: Word) -> int:
    """How many marbles of a set stand from this cell on without a gap."""
    count = 0
    while cell >= 0 and marbles & bit(cell):
        count += 1
        cell = along(cell, direction, 1)
    return count


def _why_not_broadside(state: AbaloneState, move: int, out: Numbers) -> int:
    """A marble that is not one's own, a target that is not free, or the edge."""
    for at in range(move_count(move)):
        if not state.me & bit(marble(move, at)):
            return write_sentence(NOT_YOURS, marble(move, at), out, 0)
    for at in range(move_count(move)):
        target = along(marble(move, at), move_direction(move), 1)
        if target >= 0 and (state.me | state.opp) & bit(target):
            return write_sentence(HELD, target, out, 0)
    out[0] = EDGE
    return 1


# -- what a move achieves -------------------------------------------------------------------------
def lines(state: AbaloneState, ctx: Words, move: int, out: Numbers) -> int:
    """The row that pushes a marble off, up to the edge."""
    count, direction = move_count(move) + move_pushed(move), move_direction(move)
    if not move_pushed(move) or along(marble(move, count - 1), direction, 1) >= 0:
        return 0
    out[0], out[1] = PUSH, count - 1
    for at in range(count - 1):
        out[2 + at] = marble(move, at + 1)
    return count + 1

"""Rows and triads of Triapon for those who look at the board: what holds, crosses and closes."""

from __future__ import annotations

from brettwerk.games.triapon.moves import move_hole
from brettwerk.games.triapon.rules import (
    CTX_OTHERS,
    TriaponState,
    destinations,
    free_holes,
    nibble,
    other_balls,
)
from brettwerk.games.triapon.triads import (
    CROSSING,
    CROSSING_FROM,
    DIRECTION_KIND,
    DIRECTIONS,
    GOES_ON,
    RAY,
    WINDOW,
    WINDOW_CELLS,
    WINDOWS,
    near_triads,
)
from brettwerk.kernels.play_primitives import PICK, PUT, write_cell, write_line, write_word
from brettwerk.kernels.primitives import bit, ctz, drop, number, word
from brettwerk.kernels.types import Numbers, Word, Words

LINE_KINDS = ("short", "medium", "long", "holds", "row", "crosses")
HOLDS, ROW, CROSSES = 3, 4, 5
DASH_WORD = 5  # among the game's words: between the holes of a row


def mine_after(mine: Word, steps: Numbers, count: int) -> Word:
    """The mover's balls after a ball was taken up and set down."""
    for at in range(count):
        sign, hole = steps[2 * at], steps[2 * at + 1]
        if hole >= 0 and sign == PICK:
            mine &= ~bit(hole)
        elif hole >= 0 and sign == PUT:
            mine |= bit(hole)
    return mine


# -- rows -----------------------------------------------------------------------------------------
def row_end(balls: Word, window: int) -> int:
    """The last window of the row of these balls that begins with a full window."""
    while GOES_ON[window] and WINDOW[window + 1] & balls == WINDOW[window + 1]:
        window += 1
    return window


def next_row(balls: Word, window: int) -> int:
    """The first full window from this one on, with which a row begins; -1 if there is none."""
    while window < WINDOWS:
        if WINDOW[window] & balls == WINDOW[window]:
            return window
        window += 1
    return -1


def row_with(balls: Word, ball: int) -> int:
    """The first row of a ball; -1 if it is in none."""
    row = next_row(balls, 0)
    while row >= 0:
        end = row_end(balls, row)
        if holes_of(row, end) & bit(ball):
            return row
        row = next_row(balls, end + 1)
    return -1


def crossing_set(state: TriaponState, ctx: Words, mine: Word, ahead: int, one: int) -> Word:
    """The balls of a player whose rows count as crossing a row of the player so far ahead."""
    if one == ahead and ctx[CTX_OTHERS]:
        return word(0)
    return mine if one == 0 else state.second if one == 1 else state.third


def crosser_of(state: TriaponState, ctx: Words, mine: Word, ahead: int, row: int, end: int) -> int:
    """The place in CROSSING of a longer triad that crosses a row of a player; -1 for none."""
    a = crossing_set(state, ctx, mine, ahead, 0)
    b = crossing_set(state, ctx, mine, ahead, 1)
    c = crossing_set(state, ctx, mine, ahead, 2)
    for at in range(CROSSING_FROM[row], CROSSING_FROM[end + 1]):
        longer = CROSSING[at]
        if longer & a == longer or longer & b == longer or longer & c == longer:
            return at
    return -1


def holes_of(row: int, end: int) -> Word:
    """The holes of a row, given by its first and last window."""
    found = WINDOW[row]
    for window in range(row + 1, end + 1):
        found |= WINDOW[window]
    return found


def held_by(row: int, end: int) -> Word:
    """The balls that lie in all windows of a row, which it holds fast if nothing crosses it."""
    common = WINDOW[row]
    for window in range(row + 1, end + 1):
        common &= WINDOW[window]
    return common


def holding_row(
    state: TriaponState, ctx: Words, mine: Word, balls: Word, ahead: int, ball: int
) -> int:
    """The first row of a player's balls that holds a ball fast; -1 if none does."""
    row = next_row(balls, 0)
    while row >= 0:
        end = row_end(balls, row)
        held = held_by(row, end) & bit(ball)
        if held and crosser_of(state, ctx, mine, ahead, row, end) < 0:
            return row
        row = next_row(balls, end + 1)
    return -1


# -- in words -------------------------------------------------------------------------------------
def write_row(row: int, end: int, out: Numbers, n: int) -> int:
    """Write the holes of a row, with dashes between them."""
    for at in range(3):
        n = write_cell(WINDOW_CELLS[3 * row + at], out, write_word(DASH_WORD, out, n) if at else n)
    for window in range(row + 1, end + 1):
        n = write_cell(WINDOW_CELLS[3 * window + 2], out, write_word(DASH_WORD, out, n))
    return n


def write_holes(holes: Word, out: Numbers, n: int) -> int:
    """Write holes in their order, with dashes between them."""
    n = write_cell(ctz(holes), out, n)
    holes = drop(holes)
    while holes:
        n = write_cell(ctz(holes), out, write_word(DASH_WORD, out, n))
        holes = drop(holes)
    return n


# -- as lines on the board ------------------------------------------------------------------------
def lines(state: TriaponState, ctx: Words, move: int, out: Numbers) -> int:
    """The triads that a move closes."""
    return _write_closed(move_hole(move), other_balls(state, move), -1, out, 0)


def _write_closed(hole: int, mine: Word, about: int, out: Numbers, n: int) -> int:
    """Write the triads that a ball on this hole closes, each after the cell it is about, if any."""
    for direction in range(DIRECTIONS):
        ray = (hole * DIRECTIONS + direction) * 6
        ahead, behind = 0, 0
        while ahead < 3 and RAY[ray + ahead] & mine:
            ahead += 1
        while behind < 3 and RAY[ray + 3 + behind] & mine:
            behind += 1
        if ahead == 3 or behind == 3 or ahead + behind < 2:
            continue
        if about >= 0:
            n = write_cell(about, out, n)
        out[n], out[n + 1] = DIRECTION_KIND[direction], ahead + behind + 1
        n += 2
        for at in range(behind):
            n = write_cell(ctz(RAY[ray + 3 + behind - 1 - at]), out, n)
        n = write_cell(hole, out, n)
        for at in range(ahead):
            n = write_cell(ctz(RAY[ray + at]), out, n)
    return n


def cell_lines(state: TriaponState, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """The rows of every ball, and the triads that balls on free holes would close."""
    mine, lifted, n = mine_after(state.me, steps, count), word(0), 0
    for ahead in range(3):
        rest = mine if ahead == 0 else state.second if ahead == 1 else state.third
        balls = rest
        while rest:
            n = _write_rows_of(state, ctx, mine, balls, ahead, ctz(rest), out, n)
            rest = drop(rest)
    for at in range(count):
        if steps[2 * at] != PICK or steps[2 * at + 1] < 0:
            return n
        lifted = bit(steps[2 * at + 1])
    free = free_holes(state)
    while free:
        n = _write_possible(state, ctz(free), lifted, out, n)
        free = drop(free)
    return n


def _write_rows_of(
    state: TriaponState,
    ctx: Words,
    mine: Word,
    balls: Word,
    ahead: int,
    ball: int,
    out: Numbers,
    n: int,
) -> int:
    """Write the rows of a ball: those that hold it, or those that do not and what crosses them."""
    row = next_row(balls, 0)
    while row >= 0:
        end = row_end(balls, row)
        if holes_of(row, end) & bit(ball):
            crosser = crosser_of(state, ctx, mine, ahead, row, end)
            holds = crosser < 0 and held_by(row, end) & bit(ball)
            out[n], out[n + 1], out[n + 2] = ball, HOLDS if holds else ROW, end - row + 3
            n += 3
            for at in range(3):
                n = write_cell(WINDOW_CELLS[3 * row + at], out, n)
            for window in range(row + 1, end + 1):
                n = write_cell(WINDOW_CELLS[3 * window + 2], out, n)
            if crosser >= 0:
                n = write_line(CROSSES, CROSSING[crosser], out, write_cell(ball, out, n))
        row = next_row(balls, end + 1)
    return n


def _write_possible(state: TriaponState, hole: int, lifted: Word, out: Numbers, n: int) -> int:
    """Write the triads that players could close on a hole, the mover with the lifted ball."""
    for ahead in range(3):
        balls = state.me if ahead == 0 else state.second if ahead == 1 else state.third
        player = (number(state.side) + ahead) % 3
        if state.out & bit(player) or not near_triads(balls) & bit(hole):
            continue
        if state.hands:
            if nibble(state.hands, player):
                n = _write_closed(hole, balls, hole, out, n)
            continue
        rest = lifted if lifted and ahead == 0 else balls
        while rest:
            if destinations(ctz(rest), balls, bit(hole)):
                n = _write_closed(hole, balls & ~bit(ctz(rest)), hole, out, n)
            rest = drop(rest)
    return n

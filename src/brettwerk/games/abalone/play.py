"""What players of Abalone need besides the rules."""

from __future__ import annotations

from brettwerk.boards.hexagon import HEXAGON, ROWS
from brettwerk.games.abalone import explain
from brettwerk.games.abalone.explain import along, marble
from brettwerk.games.abalone.rules import (
    CTX_LIMIT,
    CTX_MARBLES,
    TO_WIN,
    AbaloneState,
    lost,
    move_axis,
    move_cell,
    move_count,
    move_direction,
    move_pushed,
)
from brettwerk.kernels.description import Play
from brettwerk.kernels.play_primitives import (
    MOVED,
    TAKEN,
    cells_held,
    has_won,
    too_many,
    write_captured,
    write_cell,
    write_char,
    write_effect,
    write_number,
    write_word,
    wrong_ply,
)
from brettwerk.kernels.primitives import bit, number, popcount, small_table, word
from brettwerk.kernels.types import Bytes, Numbers, Words

REPETITION, LIMIT = 1, 2  # the options after the set-up
PLY = 0  # the detail
# CELL[10 * row + number]: the cell of this name; -1 if there is none.
CELL = small_table([HEXAGON.index.get(f"{row}{n}", -1) for row in ROWS for n in range(10)])
COLOURS = small_table(b"black:;white:")
SPACE, DOT, PUT, DRAG, COLON, COMMA, SEMICOLON, LETTER_A, DIGIT_0 = map(ord, " .>~:,;a0")
BLACK, WHITE = map(ord, "bw")


# -- the set-up -----------------------------------------------------------------------------------
def begin(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """A set-up written `black:a1,a2;white:i5`, cells in order; Black begins."""
    at = 0
    for side in range(2):
        for letter in range(6 * side, 6 + 7 * side):
            if at >= len(text) or text[at] != COLOURS[letter]:
                return 0
            at += 1
        before = -1
        while at + 1 < len(text) and text[at] != SEMICOLON:  # which stands behind no marbles
            cell = _cell_named(text[at], text[at + 1])
            if cell <= before or start[1 - side] & bit(cell):
                return 0
            start[side] |= bit(cell)
            before = cell
            at += 2
            if at >= len(text) or text[at] != COMMA:
                break
            at += 1
    ctx[0], ctx[CTX_LIMIT] = word(options[REPETITION]), word(options[LIMIT])
    for side in range(2):
        ctx[CTX_MARBLES + side] = word(popcount(start[side]))
    return 1 if at == len(text) else 0


def _cell_named(letter: int, digit: int) -> int:
    """The cell with this name; -1 if there is none."""
    row, column = letter - LETTER_A, digit - DIGIT_0
    return CELL[10 * row + column] if 0 <= row < 9 and 0 <= column < 10 else -1


# -- moves ----------------------------------------------------------------------------------------
def text(move: int, out: Numbers, n: int) -> int:
    """`a1b2` in line, `c3c5d3` broadside."""
    n = write_cell(move_cell(move), out, n)
    if move_axis(move) >= 0:
        n = write_cell(marble(move, move_count(move) - 1), out, n)
    return write_cell(along(move_cell(move), move_direction(move), 1), out, n)


def effects(state: AbaloneState, ctx: Words, move: int, out: Numbers, base: int) -> int:
    """Every marble that moves, own or pushed, and the one pushed off, which is the last."""
    count, n = move_count(move) + move_pushed(move), base
    for at in range(count):
        cell = marble(move, at)
        target = along(cell, move_direction(move), 1)
        n = write_effect(MOVED if target >= 0 else TAKEN, cell, target, out, n)
    return count


# -- gestures -------------------------------------------------------------------------------------
def gestures(state: AbaloneState, ctx: Words, move: int, out: Numbers) -> int:
    """One end of the row, the other, then where it goes; or the row as a whole.

    In line the rear marble alone says enough: with the cell ahead of all, or dragged onto the
    next one, since a marble shoves what lies before it.
    """
    direction, last = move_direction(move), move_count(move) - 1
    front = marble(move, last)
    ahead = along(front, direction, 1)
    n = write_cell(move_cell(move), out, write_char(DOT, out, 0))
    n = write_cell(front, out, write_char(DOT, out, n)) if last else n
    n = write_cell(ahead, out, write_char(PUT, out, n))
    if not last:
        return n
    n = write_char(SPACE, out, n)
    for at in range(last + 1):
        n = write_cell(marble(move, at), out, write_char(COLON, out, n))
    if move_axis(move) >= 0:
        for at in range(last + 1):
            target = along(marble(move, at), direction, 1)
            n = write_cell(target, out, write_char(PUT, out, n))
        return n
    n = write_cell(ahead, out, write_char(PUT, out, n))
    n = write_cell(move_cell(move), out, write_char(DOT, out, write_char(SPACE, out, n)))
    n = write_cell(ahead, out, write_char(PUT, out, n))
    n = write_cell(move_cell(move), out, write_char(DRAG, out, write_char(SPACE, out, n)))
    return write_cell(marble(move, 1), out, write_char(PUT, out, n))


# -- the position ---------------------------------------------------------------------------------
def trays(state: AbaloneState, ctx: Words, out: Numbers) -> int:
    """The marbles pushed off, which lie with the one who pushed them."""
    write_captured(lost(state, ctx, 0), lost(state, ctx, 1), out, 0)
    return 2


def details(state: AbaloneState, ctx: Words, out: Numbers) -> int:
    """The plies, where they are limited."""
    if not ctx[CTX_LIMIT]:
        return 0
    n = write_word(0, out, write_char(SPACE, out, 0))
    return write_number(number(state.ply), out, n)


def build(
    board: Numbers, ctx: Words, details: Numbers, turn: int, state: Words, out: Numbers
) -> int:
    """No more marbles than the set-up has, and fewer than six of the other's out."""
    state[0], state[1] = cells_held(board, turn), cells_held(board, 1 - turn)
    began = number(ctx[CTX_MARBLES + turn])
    others = number(ctx[CTX_MARBLES + 1 - turn])
    fault = too_many(state[0], began, out) or too_many(state[1], others, out)
    if fault:
        return fault
    if popcount(state[1]) + TO_WIN <= others:
        return has_won(WHITE if turn else BLACK, out)
    ply = turn if details[PLY] < 0 else details[PLY]
    state[2] = word(ply)
    return 0 if ply % 2 == turn else wrong_ply(out)


PLAY: Play[AbaloneState] = Play(
    begin=begin,
    text=text,
    effects=effects,
    build=build,
    gestures=gestures,
    trays=trays,
    details=details,
    read=explain.read,
    refusal=explain.refusal,
    lines=explain.lines,
)

"""What the games on Katarenga boards tell players: texts and effects of moves, reach."""

from __future__ import annotations

from brettwerk.games.katarenga_family.moves import CAPTURE, move_from, move_to, relocated_from
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.contract import rules
from brettwerk.kernels.play_primitives import (
    MOVED,
    NO_CELL,
    PLACED,
    TAKEN,
    write_cell,
    write_char,
    write_effect,
    write_pair,
    write_word,
)
from brettwerk.kernels.primitives import number
from brettwerk.kernels.types import Numbers, State, Word, Words

DASH, CROSS, SPACE = 45, 120, 32
EACH = 8  # pieces of a player in most games


def reach_of(state: State, ctx: Words, cell: int) -> Word:
    """The fields in reach of the piece on a cell."""
    return reach(cell, state[0] | state[1], ctx)


# -- pieces from field to field -------------------------------------------------------------------
def moving_text(move: int, out: Numbers, n: int) -> int:
    """`b1-b4`, `b1xb4`."""
    return write_pair(move_from(move), CROSS if move & CAPTURE else DASH, move_to(move), out, n)


def moving_effects(state: State, ctx: Words, move: int, out: Numbers, base: int) -> int:
    """A piece that changes place, and the one it takes."""
    n = write_effect(MOVED, move_from(move), move_to(move), out, base)
    if not move & CAPTURE:
        return 1
    write_effect(TAKEN, move_to(move), 0, out, n)
    return 2


# -- pieces that are placed, and perhaps change place later ---------------------------------------
def placing_text(move: int, sign: int, out: Numbers, n: int) -> int:
    """`d4`; `b2-d4` or `b2xd4` for a piece that changes place."""
    if relocated_from(move) < 0:
        return write_cell(move_to(move), out, n)
    return write_pair(relocated_from(move), sign, move_to(move), out, n)


def placing_effects(state: State, ctx: Words, move: int, out: Numbers, base: int) -> int:
    """A new piece of the player to move, or one that changes place."""
    if relocated_from(move) < 0:
        write_effect(PLACED, move_to(move), rules.to_move(state), out, base)
    else:
        write_effect(MOVED, relocated_from(move), move_to(move), out, base)
    return 1


# -- pieces placed en prise to the last one -------------------------------------------------------
def last_placed(state: State) -> int:
    """The cell of the piece placed last."""
    return number(state[2]) if state[0] | state[1] else NO_CELL


def write_last(state: State, out: Numbers) -> int:
    """` last=d4`, the first of the game's words being `last=`."""
    if last_placed(state) == NO_CELL:
        return 0
    n = write_word(0, out, write_char(SPACE, out, 0))
    return write_cell(last_placed(state), out, n)

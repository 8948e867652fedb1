"""Three in a row win; a full board is a draw. A move is a cell."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.kernels.primitives import bit, ctz, drop, mix, pack_outcome, popcount, word

if TYPE_CHECKING:
    from brettwerk.kernels.types import Numbers, Words

MAX_MOVES = 16
CELLS = 0xFFFF
# The cells with two more to the right, above, to the upper right and to the upper left.
ACROSS, UP, RISING, FALLING = 0x3333, 0x00FF, 0x0033, 0x00CC


class BareReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    THREE_IN_A_ROW = "three-in-a-row"
    FULL = "full"


REASONS = BareReason


class BareState(NamedTuple):
    """The pieces of the player to move, and of the other."""

    me: int
    opp: int


def gen_moves(state: BareState, ctx: Words, buf: Numbers, base: int) -> int:
    """Write the empty cells."""
    empty = word(CELLS) & ~(state.me | state.opp)
    n = base
    while empty:
        buf[n] = ctz(empty)
        empty = drop(empty)
        n += 1
    return n - base


def make_move(state: BareState, ctx: Words, move: int) -> BareState:
    """Return the state after a placement."""
    return BareState(state.opp, state.me | bit(move))


def has_row(pieces: int) -> bool:
    """Return whether three of these stand in a row."""
    across = pieces & pieces >> word(1) & pieces >> word(2) & word(ACROSS)
    up = pieces & pieces >> word(4) & pieces >> word(8) & word(UP)
    rising = pieces & pieces >> word(5) & pieces >> word(10) & word(RISING)
    falling = pieces & pieces >> word(3) & pieces >> word(6) & word(FALLING)
    return (across | up | rising | falling) != word(0)


def status(state: BareState, ctx: Words) -> int:
    """Return the outcome if the player who moved last has three in a row."""
    return pack_outcome(2 - to_move(state), 3, 1, 0) if has_row(state.opp) else 0


def no_moves_outcome(state: BareState, ctx: Words) -> int:
    """Return a draw."""
    return pack_outcome(0, 3, 2, 0)


def to_move(state: BareState) -> int:
    """Return 0 or 1."""
    return popcount(state.me | state.opp) & 1


def hash_state(state: BareState) -> int:
    """Return a hash of both."""
    return mix(state.me, state.opp)

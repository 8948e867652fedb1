"""Breakthrough: pawns step forwards and capture diagonally; the last rank wins."""

from enum import StrEnum
from typing import NamedTuple

from brettwerk.kernels.primitives import ALL, bit, ctz, drop, mix, number, pack_outcome, word
from brettwerk.kernels.types import Numbers, Word, Words

MAX_MOVES = 48  # sixteen pawns with three steps each
LAST_RANK, ALL_CAPTURED = 1, 2
NOT_FILE_A, NOT_FILE_H = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F


class BreakthroughReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    LAST_RANK = "last-rank"
    ALL_CAPTURED = "all-captured"


REASONS = BreakthroughReason


class BreakthroughState(NamedTuple):
    """The pawns of the player to move, those of the other, and who is to move."""

    me: int
    opp: int
    side: int  # 0: White, who goes up the board; 1: Black


def pack_move(origin: int, target: int) -> int:
    """Return the move between two cells, which are numbered from a1 = 0 to h8 = 63."""
    return target | origin << 6


def move_from(move: int) -> int:
    """Return the cell that the pawn leaves."""
    return move >> 6


def move_to(move: int) -> int:
    """Return the cell on which the pawn comes to stand."""
    return move & 63


def ahead(pawns: Word, side: int) -> Word:
    """Return the cells straight ahead of a player's pawns."""
    return pawns >> word(8) if side else word(pawns << word(8))


def diagonal(pawns: Word, side: int) -> Word:
    """Return the cells diagonally ahead of a player's pawns."""
    left, right = pawns & word(NOT_FILE_A), pawns & word(NOT_FILE_H)
    if side:
        return left >> word(9) | right >> word(7)
    return word(left << word(7) | right << word(9))


def goal(side: int) -> Word:
    """Return the rank on which a player's pawn wins."""
    return word(0xFF) if side else word(0xFF << 56)


def write_moves(state: BreakthroughState, straight: Word, aside: Word, buf: Numbers, n: int) -> int:
    """Write the steps straight and aside to cells of these two sets; return the end of the list."""
    pawns, side = state.me, to_move(state)
    while pawns:
        origin = ctz(pawns)
        pawns = drop(pawns)
        targets = ahead(bit(origin), side) & straight | diagonal(bit(origin), side) & aside
        while targets:
            buf[n] = pack_move(origin, ctz(targets))
            targets = drop(targets)
            n += 1
    return n


def gen_moves(state: BreakthroughState, ctx: Words, buf: Numbers, base: int) -> int:
    """Write all legal moves."""
    others = word(ALL) & ~state.me
    return write_moves(state, others & ~state.opp, others, buf, base) - base


def make_move(state: BreakthroughState, ctx: Words, move: int) -> BreakthroughState:
    """Return the state after a legal move."""
    target = bit(move_to(move))
    me = state.me ^ bit(move_from(move)) ^ target
    return BreakthroughState(state.opp & ~target, me, state.side ^ word(1))


def status(state: BreakthroughState, ctx: Words) -> int:
    """Return a win of the player who moved last and reached the last rank or captured all."""
    side = to_move(state)
    if state.opp & goal(1 - side):
        return pack_outcome(2 - side, 3, LAST_RANK, 0)
    return 0 if state.me else no_moves_outcome(state, ctx)


def no_moves_outcome(state: BreakthroughState, ctx: Words) -> int:
    """Return a win of the opponent; a player with pawns can always move the foremost one."""
    return pack_outcome(2 - to_move(state), 3, ALL_CAPTURED, 0)


def to_move(state: BreakthroughState) -> int:
    """Return 0 for White, 1 for Black."""
    return number(state.side)


def hash_state(state: BreakthroughState) -> Word:
    """Return a hash of the pawns and of who is to move."""
    return mix(state.me, mix(state.opp, state.side))

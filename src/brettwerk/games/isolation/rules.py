"""Isolation: each places one of eight pieces so that no piece on the board attacks another.

A move is the cell to place on. Nothing ever stands in a slide, since it would be attacked; so a
piece closes the same fields whatever else stands on the board.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from brettwerk.games.katarenga_family.reach import CTX_BOARD, WORDS, near, reach
from brettwerk.kernels.primitives import (
    bit,
    ctz,
    drop,
    list_cells,
    mix,
    pack_outcome,
    popcount,
    word,
)
from brettwerk.kernels.types import Numbers, Word, Words

MAX_MOVES = 64
PIECES = 16
NO_PIECE, NO_PLACEMENT = 1, 2
ALL_FIELDS = 0xFFFF_FFFF_FFFF_FFFF


class IsolationReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    NO_PIECE = "no-piece"
    NO_PLACEMENT = "no-placement"


REASONS = IsolationReason


class IsolationState(NamedTuple):
    """Pieces of the player to move, of the other, and the fields still open to both."""

    me: int
    opp: int
    free: int


def note_closed(ctx: Words) -> None:
    """Write into the last word of each field of a board what a piece there closes, itself included.

    That takes the place of what is near to the field, for which this game has no use.
    """
    for cell in range(64):
        ctx[CTX_BOARD + WORDS * cell + WORDS - 1] = bit(cell)
    for cell in range(64):
        reached = reach(cell, word(0), ctx)
        ctx[CTX_BOARD + WORDS * cell + WORDS - 1] |= reached
        while reached:
            ctx[CTX_BOARD + WORDS * ctz(reached) + WORDS - 1] |= bit(cell)
            reached = drop(reached)


def closed_by(cell: int, ctx: Words) -> Word:
    """The fields that a piece on a cell closes: its own, those it attacks or is attacked from."""
    return near(cell, ctx)


def gen_moves(state: IsolationState, ctx: Words, buf: Numbers, base: int) -> int:
    """All fields that are still open."""
    return list_cells(state.free, 0, buf, base) - base


def make_move(state: IsolationState, ctx: Words, move: int) -> IsolationState:
    """The state after a legal placement."""
    return IsolationState(state.opp, state.me | bit(move), state.free & ~closed_by(move, ctx))


def status(state: IsolationState, ctx: Words) -> int:
    """Return a loss of the player to move if no piece is left."""
    if popcount(state.me | state.opp) < PIECES:
        return 0
    return pack_outcome(2 - to_move(state), 3, NO_PIECE, 0)


def no_moves_outcome(state: IsolationState, ctx: Words) -> int:
    """Return a loss of the player who cannot place."""
    return pack_outcome(2 - to_move(state), 3, NO_PLACEMENT, 0)


def to_move(state: IsolationState) -> int:
    """0 White, 1 Black."""
    return popcount(state.me | state.opp) & 1


def hash_state(state: IsolationState) -> Word:
    """Pieces seen from the player to move."""
    return mix(state.me, state.opp)

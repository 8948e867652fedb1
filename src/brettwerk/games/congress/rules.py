"""Congress: pieces move by the colour of their field; all own pieces in one group win.

Moves are those of `katarenga_family.moves`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from brettwerk.games.katarenga_family.moves import move_from, move_to
from brettwerk.games.katarenga_family.reach import gen_reaching, reach
from brettwerk.kernels.primitives import bit, ctz, drop, mix, number, pack_outcome, popcount, word
from brettwerk.kernels.types import Numbers, Word, Words

MAX_MOVES = 112  # eight pieces, each to at most 14 fields
CONNECTED, NO_MOVE, PLY_LIMIT = 1, 2, 3
# ctx: repetition, whether captures are allowed, the limit of plies (0: none)
CTX_CAPTURES, CTX_LIMIT = 1, 2
NOT_FILE_A, NOT_FILE_H = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F


class CongressReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    CONNECTED = "connected"
    NO_MOVE = "no-move"
    PLY_LIMIT = "ply-limit"


REASONS = CongressReason


class CongressState(NamedTuple):
    """Pieces of the player to move, of the other, and plies played."""

    me: int
    opp: int
    ply: int


def beside(pieces: Word) -> Word:
    """The fields next to these along files and ranks."""
    sides = (pieces & word(NOT_FILE_H)) << word(1) | (pieces & word(NOT_FILE_A)) >> word(1)
    return word(sides | pieces << word(8)) | pieces >> word(8)


def group_of(piece: Word, pieces: Word) -> Word:
    """The group of these pieces that one of them belongs to."""
    group, grown = word(0), piece
    while grown != group:
        group, grown = grown, (grown | beside(grown)) & pieces
    return group


def is_connected(pieces: Word) -> bool:
    """Whether they form a single group."""
    if popcount(pieces) > 1 and pieces & ~beside(pieces):
        return False  # one stands alone: the usual case, and cheap to see
    return group_of(pieces & (word(0) - pieces), pieces) == pieces


def prey(state: CongressState, ctx: Words) -> Word:
    """The pieces that may be captured."""
    return state.opp if ctx[CTX_CAPTURES] else word(0)


def gen_moves(state: CongressState, ctx: Words, buf: Numbers, base: int) -> int:
    """All legal moves."""
    return gen_reaching(state.me, state.me | state.opp, prey(state, ctx), ctx, buf, base) - base


def can_move(state: CongressState, ctx: Words) -> bool:
    """Whether the player to move has a legal move."""
    occupied = state.me | state.opp
    kept = occupied ^ prey(state, ctx)
    rest = state.me
    while rest:
        if reach(ctz(rest), occupied, ctx) & ~kept:
            return True
        rest = drop(rest)
    return False


def make_move(state: CongressState, ctx: Words, move: int) -> CongressState:
    """The state after a legal move."""
    target = bit(move_to(move))
    me = state.me ^ bit(move_from(move)) ^ target
    return CongressState(state.opp & ~target, me, state.ply + word(1))


def status(state: CongressState, ctx: Words) -> int:
    """The mover connected wins, then the other; a draw at the limit of plies."""
    side = to_move(state)
    if is_connected(state.opp):
        return pack_outcome(2 - side, 3, CONNECTED, 0)
    if ctx[CTX_CAPTURES] and is_connected(state.me):
        return pack_outcome(1 + side, 3, CONNECTED, 0)
    if ctx[CTX_LIMIT] and state.ply >= ctx[CTX_LIMIT]:
        if not can_move(state, ctx):
            return no_moves_outcome(state, ctx)
        return pack_outcome(0, 3, PLY_LIMIT, 0)
    return 0


def no_moves_outcome(state: CongressState, ctx: Words) -> int:
    """Return a loss of the player who cannot move."""
    return pack_outcome(2 - to_move(state), 3, NO_MOVE, 0)


def to_move(state: CongressState) -> int:
    """0 White, 1 Black."""
    return number(state.ply & word(1))


def hash_state(state: CongressState) -> Word:
    """Pieces seen from the player to move, and whose turn it is."""
    return mix(state.me, state.opp ^ mix(state.ply & word(1), word(1)))

"""Katarenga: pieces move by the colour of their field; two of them in the enemy camps win.

Moves are those of `katarenga_family.moves`; into a camp it is `CAMP | from << 6`, plus 1 for the
right one as White sees the board.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from brettwerk.games.katarenga_family.moves import move_from, move_to, pack_move
from brettwerk.games.katarenga_family.reach import gen_reaching
from brettwerk.kernels.primitives import bit, ctz, drop, mix, number, pack_outcome, popcount, word
from brettwerk.kernels.types import Numbers, Words

# Eight pieces, each to at most 14 fields and two camps.
MAX_MOVES = 128
CAMPS_TAKEN, TOO_FEW, NO_MOVE = 1, 2, 3
CAMP = 1 << 13
REPETITION = 3
RANK_1 = 0xFF
RANK_8 = 0xFF << 56


class KatarengaReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    CAMPS = "camps"
    TOO_FEW_PIECES = "too-few-pieces"
    NO_MOVE = "no-move"


REASONS = KatarengaReason


class KatarengaState(NamedTuple):
    """Pieces of the player to move, of the other, camps, and plies played.

    The set `camps` has bits 0 and 1 for White's pieces in Black's left and right camp, bits 2
    and 3 for Black's in White's.
    """

    me: int
    opp: int
    camps: int
    ply: int


def pack_camp_move(origin: int, camp: int) -> int:
    """The move from a field of the baseline into a camp: 0 for the left one, 1 for the right."""
    return CAMP | pack_move(origin, camp)


def move_camp(move: int) -> int:
    """The camp that a move goes into; -1 if it goes to a field."""
    return move & 1 if move & CAMP else -1


def _in_camps(state: KatarengaState, player: int) -> int:
    """The camps this player's pieces stand in: bit 0 left, bit 1 right."""
    return state.camps >> word(2 * player) & word(3)


def _gen_into_camps(state: KatarengaState, buf: Numbers, n: int) -> int:
    side = to_move(state)
    taken = _in_camps(state, side)
    ready = state.me & (word(RANK_1) if side else word(RANK_8))
    while ready:
        cell = ctz(ready)
        ready = drop(ready)
        for camp in range(2):
            if not taken >> word(camp) & word(1):
                buf[n] = pack_camp_move(cell, camp)
                n += 1
    return n


def gen_moves(state: KatarengaState, ctx: Words, buf: Numbers, base: int) -> int:
    """All legal moves; on a player's first move no captures."""
    prey = state.opp if state.ply >= word(2) else word(0)
    n = gen_reaching(state.me, state.me | state.opp, prey, ctx, buf, base)
    return _gen_into_camps(state, buf, n) - base


def make_move(state: KatarengaState, ctx: Words, move: int) -> KatarengaState:
    """The state after a legal move."""
    me, opp, camps, ply = state.me, state.opp, state.camps, state.ply + word(1)
    me ^= bit(move_from(move))
    if move & CAMP:
        camps |= bit(2 * to_move(state) + move_camp(move))
    else:
        target = bit(move_to(move))
        me |= target
        opp &= ~target
    return KatarengaState(opp, me, camps, ply)


def status(state: KatarengaState, ctx: Words) -> int:
    """Two in the enemy camps win; fewer than two pieces left, camps included, lose."""
    side = to_move(state)
    if _in_camps(state, 1 - side) == word(3):
        return pack_outcome(2 - side, 3, CAMPS_TAKEN, 0)
    if popcount(state.me) + popcount(_in_camps(state, side)) < 2:
        return pack_outcome(2 - side, 3, TOO_FEW, 0)
    return 0


def no_moves_outcome(state: KatarengaState, ctx: Words) -> int:
    """Return a loss of the player who cannot move."""
    return pack_outcome(2 - to_move(state), 3, NO_MOVE, 0)


def to_move(state: KatarengaState) -> int:
    """0 White, 1 Black."""
    return number(state.ply & word(1))


def hash_state(state: KatarengaState) -> int:
    """Pieces and camps seen from the player to move, and whether captures are allowed yet."""
    young = word(32) if state.ply < word(2) else word(0)
    return mix(state.me, state.opp ^ mix(state.camps | young, state.ply & word(1)))

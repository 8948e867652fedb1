"""Katarenga: pieces move by the colour of their field; two of them in the enemy camps win.

A move is `target | from << 6`, plus `CAPTURE`; into a camp `CAMP | from << 6`, plus 1 for the
right one as White sees the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .kit import bit, ctz, drop, ended, kernel, mix, number, popcount, word
from .reach import reach

if TYPE_CHECKING:
    from .kit import Words

# Eight pieces, each to at most 14 fields and two camps.
MAX_MOVES = 128
REASONS = ("", "camps", "too-few-pieces", "no-move")
CAMPS_TAKEN, TOO_FEW, NO_MOVE = 1, 2, 3
CAPTURE = 1 << 12
CAMP = 1 << 13
REPETITION = 3
RANK_1 = 0xFF
RANK_8 = 0xFF << 56


class KatarengaState(NamedTuple):
    """Pieces of the player to move, of the other, camps, and plies played.

    The set `camps` has bits 0 and 1 for White's pieces in Black's left and right camp, bits 2
    and 3 for Black's in White's.
    """

    me: int
    opp: int
    camps: int
    ply: int


@kernel
def _in_camps(state: KatarengaState, player: int) -> int:
    """The camps this player's pieces stand in: bit 0 left, bit 1 right."""
    return state.camps >> word(2 * player) & word(3)


@kernel
def _gen_into_camps(state: KatarengaState, buf: Words, n: int) -> int:
    side = to_move(state)
    taken = _in_camps(state, side)
    ready = state.me & (word(RANK_1) if side else word(RANK_8))
    while ready:
        cell = ctz(ready)
        ready = drop(ready)
        for camp in range(2):
            if not taken >> word(camp) & word(1):
                buf[n] = CAMP | cell << 6 | camp
                n += 1
    return n


@kernel
def gen_moves(state: KatarengaState, ctx: Words, buf: Words, base: int) -> int:
    """All legal moves; on a player's first move no captures."""
    occupied = state.me | state.opp
    prey = state.opp if state.ply >= word(2) else word(0)
    n = base
    mine = state.me
    while mine:
        cell = ctz(mine)
        mine = drop(mine)
        reached = reach(cell, occupied, ctx)
        targets = reached & prey
        while targets:
            buf[n] = ctz(targets) | cell << 6 | CAPTURE
            targets = drop(targets)
            n += 1
        targets = reached & ~occupied
        while targets:
            buf[n] = ctz(targets) | cell << 6
            targets = drop(targets)
            n += 1
    return _gen_into_camps(state, buf, n) - base


@kernel
def make_move(state: KatarengaState, ctx: Words, move: int) -> KatarengaState:
    """The state after a legal move."""
    me, opp, camps, ply = state.me, state.opp, state.camps, state.ply + word(1)
    me ^= bit(move >> 6 & 63)
    if move & CAMP:
        camps |= bit(2 * to_move(state) + (move & 1))
    else:
        target = bit(move & 63)
        me |= target
        opp &= ~target
    return KatarengaState(opp, me, camps, ply)


@kernel
def status(state: KatarengaState, ctx: Words) -> int:
    """Two in the enemy camps win; fewer than two pieces left, camps included, lose."""
    side = to_move(state)
    if _in_camps(state, 1 - side) == word(3):
        return ended(2 - side, 3, CAMPS_TAKEN, 0)
    if popcount(state.me) + popcount(_in_camps(state, side)) < 2:
        return ended(2 - side, 3, TOO_FEW, 0)
    return 0


@kernel
def stuck(state: KatarengaState, ctx: Words) -> int:
    """Who cannot move loses."""
    return ended(2 - to_move(state), 3, NO_MOVE, 0)


@kernel
def to_move(state: KatarengaState) -> int:
    """0 White, 1 Black."""
    return number(state.ply & word(1))


@kernel
def hash_state(state: KatarengaState) -> int:
    """Pieces and camps seen from the player to move, and whether captures are allowed yet."""
    young = word(32) if state.ply < word(2) else word(0)
    return mix(state.me, state.opp ^ mix(state.camps | young, state.ply & word(1)))

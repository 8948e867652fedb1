"""Die Schlacht: both place eight pieces anywhere, then every move captures, or passes if none can.

Placements and captures are those of `katarenga_family.moves`; a pass is `PASS`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from brettwerk.games.katarenga_family.moves import move_to, pack_relocation, relocated_from
from brettwerk.games.katarenga_family.reach import gen_onto
from brettwerk.kernels.primitives import (
    bit,
    list_cells,
    mix,
    number,
    pack_outcome,
    popcount,
    word,
)
from brettwerk.kernels.types import Numbers, Words

# 64 fields to place on; eight pieces capture at most eight each.
MAX_MOVES = 64
BOTH_PASSED = 1
PIECES = 16
PASS = 1 << 13
ALL_FIELDS = 0xFFFF_FFFF_FFFF_FFFF


class SchlachtReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    BOTH_PASSED = "both-passed"


REASONS = SchlachtReason


class SchlachtState(NamedTuple):
    """Pieces of the player to move, of the other, plies played, and passes just now in a row."""

    me: int
    opp: int
    ply: int
    passes: int


def gen_captures(state: SchlachtState, ctx: Words, buf: Numbers, n: int) -> int:
    """Write the captures; return the end of the list."""
    first = pack_relocation(0, 0)
    return gen_onto(state.me, state.me | state.opp, state.opp, first, ctx, buf, n)


def gen_moves(state: SchlachtState, ctx: Words, buf: Numbers, base: int) -> int:
    """All legal placements; in the battle all captures, or the pass."""
    if state.ply < word(PIECES):
        empty = word(ALL_FIELDS) & ~(state.me | state.opp)
        return list_cells(empty, 0, buf, base) - base
    n = gen_captures(state, ctx, buf, base)
    if n == base:
        buf[n] = PASS
        n += 1
    return n - base


def make_move(state: SchlachtState, ctx: Words, move: int) -> SchlachtState:
    """The state after a legal move."""
    me, opp, ply = state.me, state.opp, state.ply + word(1)
    if move == PASS:
        return SchlachtState(opp, me, ply, state.passes + word(1))
    target, origin = bit(move_to(move)), relocated_from(move)
    if origin >= 0:
        me ^= bit(origin)
        opp ^= target
    return SchlachtState(opp, me | target, ply, word(0))


def status(state: SchlachtState, ctx: Words) -> int:
    """After two passes more pieces win, a point each; if equal, the player who passed last."""
    if state.passes < word(2):
        return 0
    mine, theirs = popcount(state.me), popcount(state.opp)
    side = to_move(state)
    if mine > theirs:
        return pack_outcome(1 + side, 3, BOTH_PASSED, mine)
    return pack_outcome(2 - side, 3, BOTH_PASSED, theirs)


def no_moves_outcome(state: SchlachtState, ctx: Words) -> int:
    """Never: there is always a move, if only the pass."""
    return 0


def to_move(state: SchlachtState) -> int:
    """0 Black, 1 White."""
    return number(state.ply & word(1))


def hash_state(state: SchlachtState) -> int:
    """The pieces, seen from the player to move, the phase, whether the other has just passed."""
    placing = word(4) if state.ply < word(PIECES) else word(0)
    return mix(state.me, state.opp ^ mix(state.passes | placing, word(1)))

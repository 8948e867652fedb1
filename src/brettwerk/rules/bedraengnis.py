"""Das Bedrängnis: each piece is placed en prise to the one placed last; who cannot place loses.

A move is the cell on which a piece is placed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .kit import bit, ctz, drop, ended, kernel, mix, number, popcount, word
from .reach import reach

if TYPE_CHECKING:
    from .kit import Words

MAX_MOVES = 16
REASONS = ("", "no-placement")
NO_PLACEMENT = 1
ALL_FIELDS = 0xFFFF


class BedraengnisState(NamedTuple):
    """Pieces of the player to move, of the other, and the field of the piece placed last."""

    me: int
    opp: int
    last: int


@kernel
def gen_moves(state: BedraengnisState, ctx: Words, buf: Words, base: int) -> int:
    """All legal placements."""
    occupied = state.me | state.opp
    targets = word(ALL_FIELDS)
    if occupied:
        targets = reach(number(state.last), occupied, ctx) & ~occupied
    n = base
    while targets:
        buf[n] = ctz(targets)
        targets = drop(targets)
        n += 1
    return n - base


@kernel
def make_move(state: BedraengnisState, ctx: Words, move: int) -> BedraengnisState:
    """The state after a legal placement."""
    return BedraengnisState(state.opp, state.me | bit(move), word(move))


@kernel
def status(state: BedraengnisState, ctx: Words) -> int:
    """The game goes on as long as there is a placement."""
    return 0


@kernel
def stuck(state: BedraengnisState, ctx: Words) -> int:
    """Who placed last wins, a point for every piece on the board."""
    return ended(2 - to_move(state), 3, NO_PLACEMENT, popcount(state.me | state.opp))


@kernel
def to_move(state: BedraengnisState) -> int:
    """0 White, 1 Black."""
    return popcount(state.me | state.opp) & 1


@kernel
def hash_state(state: BedraengnisState) -> int:
    """Where pieces stand and which came last: their colours do not matter."""
    return mix(state.me | state.opp, state.last)

"""Das Bedrängnis: each piece is placed en prise to the last one; with no field left one loses.

A move is the cell on which a piece is placed.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.primitives import bit, list_cells, mix, number, pack_outcome, popcount, word
from brettwerk.kernels.types import Numbers, Words

MAX_MOVES = 16
NO_PLACEMENT = 1
ALL_FIELDS = 0xFFFF


class BedraengnisReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    NO_PLACEMENT = "no-placement"


REASONS = BedraengnisReason


class BedraengnisState(NamedTuple):
    """Pieces of the player to move, of the other, and the field of the piece placed last."""

    me: int
    opp: int
    last: int


def gen_moves(state: BedraengnisState, ctx: Words, buf: Numbers, base: int) -> int:
    """All legal placements."""
    occupied = state.me | state.opp
    targets = word(ALL_FIELDS)
    if occupied:
        targets = reach(number(state.last), occupied, ctx) & ~occupied
    return list_cells(targets, 0, buf, base) - base


def make_move(state: BedraengnisState, ctx: Words, move: int) -> BedraengnisState:
    """The state after a legal placement."""
    return BedraengnisState(state.opp, state.me | bit(move), word(move))


def status(state: BedraengnisState, ctx: Words) -> int:
    """The game goes on as long as there is a placement."""
    return 0


def no_moves_outcome(state: BedraengnisState, ctx: Words) -> int:
    """The player who placed last wins, a point for every piece on the board."""
    return pack_outcome(2 - to_move(state), 3, NO_PLACEMENT, popcount(state.me | state.opp))


def to_move(state: BedraengnisState) -> int:
    """0 White, 1 Black."""
    return popcount(state.me | state.opp) & 1


def hash_state(state: BedraengnisState) -> int:
    """Where pieces stand and which came last: their colours do not matter."""
    return mix(state.me | state.opp, state.last)

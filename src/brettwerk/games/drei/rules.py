"""Die Drei: placing en prise as in Das Bedrängnis, until three own pieces make a Drei.

A Drei is three own pieces in line, the middle one exactly half-way. Placements, and relocations
of the continuation, are those of `katarenga_family.moves`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from brettwerk.boards.board import Coordinate, mask
from brettwerk.boards.square import WHOLE
from brettwerk.games.katarenga_family.moves import move_to, pack_relocation, relocated_from
from brettwerk.games.katarenga_family.reach import near, reach
from brettwerk.kernels.primitives import (
    bit,
    ctz,
    drop,
    inlined,
    mix,
    number,
    pack_outcome,
    popcount,
    table,
    word,
)
from brettwerk.kernels.types import Numbers, Words

# 64 first fields; eight pieces to relocate to the at most 14 fields in reach of the last one.
MAX_MOVES = 128
PIECES = 16
DREI, ALL_PLACED, LIMIT, NO_PLACEMENT, NO_RELOCATION = 1, 2, 3, 4, 5
# ctx: no repetition, whether lines at any angle count, continuation (1) and its limit (0: none),
# and the fields known to be legal for the first piece (0 until `prepare` has found them)
CTX_LINES, CTX_CONTINUATION, CTX_LIMIT, CTX_FIRST = 1, 2, 3, 4
ALL_FIELDS = 0xFFFF_FFFF_FFFF_FFFF
# A walk that keeps to these fields is seldom caught at an edge.
INNER = 0x0000_3C3C_3C3C_0000


class DreiReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    DREI = "drei"
    ALL_PLACED = "all-placed"
    CONTINUATION_LIMIT = "continuation-limit"
    NO_PLACEMENT = "no-placement"
    NO_RELOCATION = "no-relocation"


REASONS = DreiReason


class DreiState(NamedTuple):
    """Pieces of the player to move, of the other, the field placed on last, and relocations."""

    me: int
    opp: int
    last: int
    turns: int


def _thirds(a: int, b: int, straight: bool) -> int:
    """The fields that make a Drei with these two, as end or as middle."""
    (r, f), (s, g) = WHOLE.coordinates[a], WHOLE.coordinates[b]
    rank, file = s - r, g - f
    if a == b or (straight and rank and file and abs(rank) != abs(file)):
        return 0
    found: list[Coordinate] = [(r - rank, f - file), (s + rank, g + file)]
    if rank % 2 == 0 and file % 2 == 0:
        found.append((r + rank // 2, f + file // 2))
    return mask(WHOLE.at[place] for place in found if place in WHOLE.at)


# THIRD[(lines * 64 + a) * 64 + b]: what makes a Drei with a and b.
THIRD = table(
    [_thirds(a, b, lines == 0) for lines in range(2) for a in range(64) for b in range(64)]
)


@inlined
def winning(mine: int, ctx: Words) -> int:
    """The fields on which one more own piece makes a Drei; own fields may be among them."""
    row = number(ctx[CTX_LINES]) * 64
    found = word(0)
    while mine:
        a = (row + ctz(mine)) * 64
        mine = drop(mine)
        rest = mine
        while rest:
            found |= THIRD[a + ctz(rest)]
            rest = drop(rest)
    return found


@inlined
def completes(cell: int, mine: int, ctx: Words) -> bool:
    """Whether the own piece on this cell is part of a Drei."""
    row = (number(ctx[CTX_LINES]) * 64 + cell) * 64
    rest = mine
    while rest:
        if THIRD[row + ctz(rest)] & mine:
            return True
        rest = drop(rest)
    return False


def _relocates(mine: int, theirs: int, last: int, ctx: Words) -> bool:
    """Whether the player with these pieces can relocate at all, `last` being the enemy's last."""
    rest = mine
    while rest:
        lifted = bit(ctz(rest))
        rest = drop(rest)
        occupied = (mine | theirs) ^ lifted
        if reach(last, occupied, ctx) & ~(occupied | lifted):
            return True
    return False


@inlined
def _step(last: int, occupied: int, ctx: Words) -> int:
    """An empty field surely en prise to `last`, rather a middle one; -1 if there is none."""
    targets = near(last, ctx) & ~occupied
    inner = targets & word(INNER)
    if inner:
        return ctz(inner)
    return ctz(targets) if targets else -1


@inlined
def strolls(mine: int, theirs: int, last: int, ctx: Words) -> bool:
    """Whether a plain walk gets to the sixteenth piece: the usual case, and cheap to see."""
    for _ in range(popcount(mine | theirs), PIECES):
        last = _step(last, mine | theirs, ctx)
        if last < 0:
            return False
        mine, theirs = theirs | bit(last), mine
    return ctx[CTX_CONTINUATION] == word(0) or _relocates(theirs, mine, last, ctx)


def leaves_reply(mine: int, theirs: int, cell: int, ctx: Words) -> bool:
    """Whether the piece just put on `cell`, not winning, leaves the opponent a legal turn.

    That is the rule as written: the opponent has an empty field en prise that wins, or that is
    the sixteenth, or that leaves a reply in turn. The continuation asks of the sixteenth that
    it leaves a relocation.
    """
    occupied = mine | theirs
    if popcount(occupied) == PIECES:
        return ctx[CTX_CONTINUATION] == word(0) or _relocates(theirs, mine, cell, ctx)
    targets = reach(cell, occupied, ctx) & ~occupied
    rest = targets
    while rest:
        reply = ctz(rest)
        rest = drop(rest)
        after = theirs | bit(reply)
        if strolls(after, mine, reply, ctx) or leaves_reply(after, mine, reply, ctx):
            return True
    return (targets & winning(theirs, ctx)) != word(0)


def _gen_placements(state: DreiState, ctx: Words, buf: Numbers, n: int) -> int:
    me, opp = state.me, state.opp
    occupied = me | opp
    targets, sure = word(ALL_FIELDS), ctx[CTX_FIRST]
    if occupied:
        targets = reach(number(state.last), occupied, ctx) & ~occupied
        sure = winning(me, ctx)
    while targets:
        cell = ctz(targets)
        targets = drop(targets)
        mine = me | bit(cell)
        legal = (sure & bit(cell)) != word(0) or strolls(mine, opp, cell, ctx)
        if legal or leaves_reply(mine, opp, cell, ctx):
            buf[n] = cell
            n += 1
    return n


def prepare(ctx: Words, buf: Numbers) -> int:
    """Note in `ctx` the fields on which the first piece may be placed; return how many."""
    empty = DreiState(word(0), word(0), word(0), word(0))
    count = _gen_placements(empty, ctx, buf, 0)
    first = word(0)
    for at in range(count):
        first |= bit(buf[at])
    ctx[CTX_FIRST] = first
    return count


def _gen_relocations(state: DreiState, ctx: Words, buf: Numbers, n: int) -> int:
    last = number(state.last)
    rest = state.me
    while rest:
        origin = ctz(rest)
        rest = drop(rest)
        kept = state.me ^ bit(origin)
        occupied = kept | state.opp
        targets = reach(last, occupied, ctx) & ~(occupied | bit(origin))
        while targets:
            cell = ctz(targets)
            targets = drop(targets)
            mine = kept | bit(cell)
            if completes(cell, mine, ctx) or _relocates(state.opp, mine, cell, ctx):
                buf[n] = pack_relocation(origin, cell)
                n += 1
    return n


def gen_moves(state: DreiState, ctx: Words, buf: Numbers, base: int) -> int:
    """All legal placements or, when all sixteen stand, relocations."""
    if popcount(state.me | state.opp) < PIECES:
        return _gen_placements(state, ctx, buf, base) - base
    return _gen_relocations(state, ctx, buf, base) - base


def make_move(state: DreiState, ctx: Words, move: int) -> DreiState:
    """The state after a legal move."""
    cell, origin = move_to(move), relocated_from(move)
    me, turns = state.me | bit(cell), state.turns
    if origin >= 0:
        me ^= bit(origin)
        turns += word(1)
    return DreiState(state.opp, me, word(cell), turns)


def status(state: DreiState, ctx: Words) -> int:
    """A Drei wins; sixteen pieces without one draw, or the limit of the continuation does."""
    occupied = state.me | state.opp
    if occupied and completes(number(state.last), state.opp, ctx):
        return pack_outcome(2 - to_move(state), 3, DREI, 0)
    if popcount(occupied) < PIECES:
        return 0
    if ctx[CTX_CONTINUATION] == word(0):
        return pack_outcome(0, 3, ALL_PLACED, 0)
    if ctx[CTX_LIMIT] and state.turns >= ctx[CTX_LIMIT]:
        return pack_outcome(0, 3, LIMIT, 0)
    return 0


def no_moves_outcome(state: DreiState, ctx: Words) -> int:
    """A player without a relocation draws; without a placement only a board can be at fault."""
    if popcount(state.me | state.opp) < PIECES:
        return pack_outcome(0, 3, NO_PLACEMENT, 0)
    return pack_outcome(0, 3, NO_RELOCATION, 0)


def to_move(state: DreiState) -> int:
    """0 White, 1 Black."""
    return (popcount(state.me | state.opp) + number(state.turns)) & 1


def hash_state(state: DreiState) -> int:
    """Pieces seen from the player to move, the last one, and how far the continuation is."""
    return mix(state.me, state.opp ^ mix(state.last | state.turns << word(8), word(1)))

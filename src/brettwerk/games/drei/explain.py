"""Why a move of Die Drei is not legal, and the Drei that won."""

from __future__ import annotations

from brettwerk.games.drei.rules import DREI, PIECES, DreiState, completes, make_move, status
from brettwerk.games.katarenga_family.explain import (
    FIELD_HELD,
    NOT_YOURS,
    OWN,
    WON,
    out_of_reach,
    refused_fields,
    why_not_here,
)
from brettwerk.games.katarenga_family.moves import move_to, relocated_from
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.play_primitives import write_line, write_sentence
from brettwerk.kernels.primitives import bit, ctz, drop, number, popcount
from brettwerk.kernels.types import Numbers, Word, Words

RELOCATE, PLACE, STRANDS, SAME_FIELD, STRANDS_RELOCATION, NO_TURNS = range(OWN, OWN + 6)


def refusal(state: DreiState, ctx: Words, move: int, out: Numbers) -> int:
    """Wrong phase, occupied, not en prise, or the opponent would be stranded."""
    origin, continuing = relocated_from(move), popcount(state.me | state.opp) == PIECES
    if continuing != (origin >= 0):
        out[0] = RELOCATE if continuing else PLACE
        return 1
    if continuing:
        return _why_not_relocate(state, ctx, origin, move_to(move), out)
    n = why_not_here(state, ctx, move, out)
    return n or write_sentence(STRANDS, move, out, 0)


def _why_not_relocate(state: DreiState, ctx: Words, origin: int, cell: int, out: Numbers) -> int:
    """Not one's own, the same field, occupied, out of reach, or the opponent would be stranded."""
    if not state.me & bit(origin):
        return write_sentence(NOT_YOURS, origin, out, 0)
    if origin == cell:
        return write_sentence(SAME_FIELD, cell, out, 0)
    occupied = (state.me | state.opp) ^ bit(origin)
    if occupied & bit(cell):
        return write_sentence(FIELD_HELD, cell, out, 0)
    if not reach(number(state.last), occupied, ctx) & bit(cell):
        return out_of_reach(cell, number(state.last), ctx, out)
    return write_sentence(STRANDS_RELOCATION, cell, out, 0)


def lines(state: DreiState, ctx: Words, move: int, out: Numbers) -> int:
    """The Drei."""
    after = make_move(state, ctx, move)
    if status(after, ctx) >> 6 & 15 != DREI:
        return 0
    three = _drei_with(move_to(move), after.opp, ctx)
    return write_line(WON, three, out, 0) if three else 0


def _drei_with(cell: int, mine: Word, ctx: Words) -> Word:
    """The first Drei of these pieces with the one on this cell."""
    others = mine & ~bit(cell)
    while others:
        one = others & ~drop(others)
        others = drop(others)
        rest = others
        while rest:
            three = bit(cell) | one | bit(ctz(rest))
            if completes(ctz(three), three, ctx):
                return three
            rest = drop(rest)
    return others


def notes(state: DreiState, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """Fields en prise on which none may be placed: the opponent would be stranded.

    Only while placing: in the continuation it depends on the piece that is lifted.
    """
    if count or popcount(state.me | state.opp) == PIECES:
        return 0
    fields, n = refused_fields(state, ctx, out), 0
    while fields:
        out[n], out[n + 1], out[n + 2], out[n + 3] = ctz(fields), 2, STRANDS, ctz(fields)
        fields = drop(fields)
        n += 4
    return n

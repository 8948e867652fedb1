"""What players of Isolation need besides the rules."""

from __future__ import annotations

from brettwerk.games.isolation import explain
from brettwerk.games.isolation.explain import ATTACK
from brettwerk.games.isolation.rules import (
    ALL_FIELDS,
    PIECES,
    IsolationState,
    closed_by,
    note_closed,
)
from brettwerk.games.katarenga_family.building import placed_in_turn
from brettwerk.games.katarenga_family.explain import read_placed, winning_piece
from brettwerk.games.katarenga_family.play import DASH, placing_effects, placing_text, reach_of
from brettwerk.games.katarenga_family.reach import write_board
from brettwerk.kernels.description import Play
from brettwerk.kernels.play_primitives import write_detail, write_sentence, write_sides
from brettwerk.kernels.primitives import bit, ctz, drop, word
from brettwerk.kernels.types import Bytes, Numbers, Words


def begin(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """The board with what a piece on each field closes; it is empty."""
    if not write_board(text, 8, ctx):
        return 0
    note_closed(ctx)
    start[2] = word(ALL_FIELDS)
    return 1


def text(move: int, out: Numbers, n: int) -> int:
    """`d4`."""
    return placing_text(move, DASH, out, n)


def build(
    board: Numbers, ctx: Words, details: Numbers, turn: int, state: Words, out: Numbers
) -> int:
    """Pieces in turn, at most eight each, none attacking another."""
    fault = write_sides(board, turn, PIECES // 2, state, out) or placed_in_turn(
        state, turn, turn, out
    )
    if fault:
        return fault
    occupied = state[0] | state[1]
    rest, free = occupied, word(ALL_FIELDS)
    while rest:
        cell = ctz(rest)
        closed = closed_by(cell, ctx)
        others = closed & occupied & ~bit(cell)
        if others:
            n = write_sentence(ATTACK, cell, out, 0)
            return write_detail(ctz(others), out, n)
        rest = drop(rest)
        free &= ~closed
    state[2] = free
    return 0


PLAY: Play[IsolationState] = Play(
    begin=begin,
    text=text,
    effects=placing_effects,
    build=build,
    reach=reach_of,
    read=read_placed,
    refusal=explain.refusal,
    lines=winning_piece,
)

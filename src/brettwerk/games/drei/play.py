"""What players of Die Drei need besides the rules."""

from __future__ import annotations

from brettwerk.games.drei import explain
from brettwerk.games.drei.explain import NO_TURNS
from brettwerk.games.drei.rules import (
    CTX_CONTINUATION,
    CTX_LIMIT,
    CTX_LINES,
    PIECES,
    DreiState,
    completes,
)
from brettwerk.games.katarenga_family.building import letter, placed_in_turn, write_last_piece
from brettwerk.games.katarenga_family.explain import read_placing
from brettwerk.games.katarenga_family.play import (
    DASH,
    SPACE,
    last_placed,
    placing_effects,
    placing_text,
    reach_of,
    write_last,
)
from brettwerk.games.katarenga_family.reach import write_board
from brettwerk.kernels.description import Play
from brettwerk.kernels.play_primitives import (
    has_won,
    write_char,
    write_number,
    write_sides,
    write_word,
)
from brettwerk.kernels.primitives import bit, ctz, drop, number, popcount, word
from brettwerk.kernels.types import Bytes, Numbers, Word, Words

CONTINUATION, LIMIT, LINES = 1, 2, 3  # the options after the board
TURNS = 1  # among the words
TURNS_DETAIL = 1


def begin(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """The empty board; lines, continuation and its limit."""
    ctx[CTX_LINES], ctx[CTX_CONTINUATION] = word(options[LINES]), word(options[CONTINUATION])
    ctx[CTX_LIMIT] = word(options[LIMIT])
    start[2] = word(64)
    return write_board(text, 8, ctx)


def text(move: int, out: Numbers, n: int) -> int:
    """`d4`; `b2-d4` in the continuation."""
    return placing_text(move, DASH, out, n)


def details(state: DreiState, ctx: Words, out: Numbers) -> int:
    """The piece placed last, and the relocations where they count."""
    n = write_last(state, out)
    turns = number(state.turns) if ctx[CTX_LIMIT] else number(state.turns) % 2
    if turns:
        n = write_word(TURNS, out, write_char(SPACE, out, n))
        n = write_number(turns, out, n)
    return n


def build(
    board: Numbers, ctx: Words, details: Numbers, turn: int, state: Words, out: Numbers
) -> int:
    """Pieces in turn, at most eight each, and the last one named; nobody had a Drei before."""
    turns = max(details[TURNS_DETAIL], 0)
    fault = write_sides(board, turn, PIECES // 2, state, out)
    if fault:
        return fault
    placing = popcount(state[0] | state[1]) < PIECES or not ctx[CTX_CONTINUATION]
    if turns and placing:
        out[0] = NO_TURNS
        return 1
    fault = placed_in_turn(state, turn, (turn + turns) % 2, out)
    if fault:
        return fault
    fault = write_last_piece(details, state, out)
    if fault:
        return fault
    state[3] = word(turns)
    if _has_drei(state[0], ctx):
        return has_won(letter(turn), out)
    before = state[1] & ~bit(number(state[2]))
    return has_won(letter(1 - turn), out) if _has_drei(before, ctx) else 0


def _has_drei(pieces: Word, ctx: Words) -> bool:
    """Whether three of these pieces make a Drei."""
    rest = pieces
    while rest:
        if completes(ctz(rest), pieces, ctx):
            return True
        rest = drop(rest)
    return False


PLAY: Play[DreiState] = Play(
    begin=begin,
    text=text,
    effects=placing_effects,
    build=build,
    last=last_placed,
    reach=reach_of,
    details=details,
    read=read_placing,
    refusal=explain.refusal,
    lines=explain.lines,
    notes=explain.notes,
)

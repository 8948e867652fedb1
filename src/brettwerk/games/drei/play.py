"""What players of Die Drei need besides the rules."""

from __future__ import annotations

from brettwerk.games.drei import explain
from brettwerk.games.drei.rules import CTX_CONTINUATION, CTX_LIMIT, CTX_LINES, DreiState
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
from brettwerk.kernels.play_primitives import write_char, write_number, write_word
from brettwerk.kernels.primitives import number, word
from brettwerk.kernels.types import Bytes, Numbers, Words

CONTINUATION, LIMIT, LINES = 1, 2, 3  # the options after the board
TURNS = 1  # among the words


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


PLAY: Play[DreiState] = Play(
    begin=begin,
    text=text,
    effects=placing_effects,
    last=last_placed,
    reach=reach_of,
    details=details,
    read=read_placing,
    refusal=explain.refusal,
    lines=explain.lines,
    notes=explain.notes,
)

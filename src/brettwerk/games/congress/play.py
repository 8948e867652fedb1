"""What players of Congress need besides the rules."""

from __future__ import annotations

from brettwerk.boards.board import mask
from brettwerk.boards.square import WHOLE
from brettwerk.games.congress import explain
from brettwerk.games.congress.rules import CTX_CAPTURES, CTX_LIMIT, CongressState
from brettwerk.games.katarenga_family.explain import read_moving
from brettwerk.games.katarenga_family.play import (
    EACH,
    SPACE,
    moving_effects,
    moving_text,
    reach_of,
)
from brettwerk.games.katarenga_family.reach import write_board
from brettwerk.kernels.description import Play
from brettwerk.kernels.play_primitives import (
    side_count,
    write_captured,
    write_char,
    write_number,
    write_word,
)
from brettwerk.kernels.primitives import constant, number, word
from brettwerk.kernels.types import Bytes, Numbers, Words

WHITE, BLACK = (
    constant(mask(WHOLE.index[cell] for cell in cells.split()))
    for cells in ("d8 g8 a7 h5 a4 h2 b1 e1", "b8 e8 h7 a5 h4 a2 d1 g1")
)
CAPTURES, REPETITION, LIMIT = 1, 2, 3  # the options after the board


def begin(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """White and Black alternate round the edge."""
    ctx[0], ctx[CTX_CAPTURES] = word(options[REPETITION]), word(options[CAPTURES])
    ctx[CTX_LIMIT] = word(options[LIMIT])
    start[0], start[1] = WHITE, BLACK
    return write_board(text, 8, ctx)


def trays(state: CongressState, ctx: Words, out: Numbers) -> int:
    """The captured pieces, where there can be any."""
    if not ctx[CTX_CAPTURES]:
        return 0
    write_captured(EACH - side_count(state, 0), EACH - side_count(state, 1), out, 0)
    return 2


def details(state: CongressState, ctx: Words, out: Numbers) -> int:
    """The plies where they are limited."""
    if not ctx[CTX_LIMIT]:
        return 0
    n = write_word(0, out, write_char(SPACE, out, 0))
    return write_number(number(state.ply), out, n)


PLAY: Play[CongressState] = Play(
    begin=begin,
    text=moving_text,
    effects=moving_effects,
    trays=trays,
    reach=reach_of,
    details=details,
    read=read_moving,
    refusal=explain.refusal,
    lines=explain.lines,
)

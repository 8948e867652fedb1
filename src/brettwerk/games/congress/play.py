"""What players of Congress need besides the rules."""

from __future__ import annotations

from brettwerk.boards.board import mask
from brettwerk.boards.square import WHOLE
from brettwerk.games.congress import explain
from brettwerk.games.congress.explain import EMPTY
from brettwerk.games.congress.rules import CTX_CAPTURES, CTX_LIMIT, CongressState, is_connected
from brettwerk.games.katarenga_family.building import letter
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
    has_won,
    side_count,
    write_captured,
    write_char,
    write_number,
    write_sides,
    write_word,
    wrong_ply,
)
from brettwerk.kernels.primitives import constant, number, word
from brettwerk.kernels.types import Bytes, Numbers, Words

WHITE, BLACK = (
    constant(mask(WHOLE.index[cell] for cell in cells.split()))
    for cells in ("d8 g8 a7 h5 a4 h2 b1 e1", "b8 e8 h7 a5 h4 a2 d1 g1")
)
CAPTURES, REPETITION, LIMIT = 1, 2, 3  # the options after the board
PLY = 0  # the detail


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


def build(
    board: Numbers, ctx: Words, details: Numbers, turn: int, state: Words, out: Numbers
) -> int:
    """One to eight each; only a capture can have connected the player to move."""
    fault = write_sides(board, turn, EACH, state, out)
    if fault:
        return fault
    if not state[0] or not state[1]:
        out[0] = EMPTY
        return 1
    ply = turn if details[PLY] < 0 else details[PLY]
    if ply % 2 != turn:
        return wrong_ply(out)
    state[2] = word(ply)
    won = is_connected(state[0]) and not ctx[CTX_CAPTURES]
    return has_won(letter(turn), out) if won else 0


PLAY: Play[CongressState] = Play(
    begin=begin,
    text=moving_text,
    effects=moving_effects,
    build=build,
    trays=trays,
    reach=reach_of,
    details=details,
    read=read_moving,
    refusal=explain.refusal,
    lines=explain.lines,
)

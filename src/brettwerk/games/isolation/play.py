"""What players of Isolation need besides the rules."""

from __future__ import annotations

from brettwerk.games.isolation import explain
from brettwerk.games.isolation.rules import ALL_FIELDS, IsolationState, note_closed
from brettwerk.games.katarenga_family.explain import read_placed, winning_piece
from brettwerk.games.katarenga_family.play import DASH, placing_effects, placing_text, reach_of
from brettwerk.games.katarenga_family.reach import write_board
from brettwerk.kernels.description import Play
from brettwerk.kernels.primitives import word
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


PLAY: Play[IsolationState] = Play(
    begin=begin,
    text=text,
    effects=placing_effects,
    reach=reach_of,
    read=read_placed,
    refusal=explain.refusal,
    lines=winning_piece,
)

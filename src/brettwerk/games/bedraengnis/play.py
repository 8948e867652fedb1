"""What players of Das Bedrängnis need besides the rules."""

from __future__ import annotations

from brettwerk.games.bedraengnis import explain
from brettwerk.games.bedraengnis.rules import BedraengnisState, to_move
from brettwerk.games.katarenga_family.building import placed_in_turn, write_last_piece
from brettwerk.games.katarenga_family.explain import read_placed, winning_piece
from brettwerk.games.katarenga_family.play import (
    DASH,
    last_placed,
    placing_effects,
    placing_text,
    reach_of,
    write_last,
)
from brettwerk.games.katarenga_family.reach import write_board
from brettwerk.kernels.description import Play
from brettwerk.kernels.play_primitives import write_sides
from brettwerk.kernels.primitives import popcount, word
from brettwerk.kernels.types import Bytes, Numbers, Words

PIECES = 16  # fields of the tableau


def begin(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """The empty tableau."""
    start[2] = word(64)
    return write_board(text, 4, ctx)


def text(move: int, out: Numbers, n: int) -> int:
    """`b2`."""
    return placing_text(move, DASH, out, n)


def details(state: BedraengnisState, ctx: Words, out: Numbers) -> int:
    """The piece placed last."""
    return write_last(state, out)


def build(
    board: Numbers, ctx: Words, details: Numbers, turn: int, state: Words, out: Numbers
) -> int:
    """Pieces in turn, and the last one named."""
    return (
        write_sides(board, turn, PIECES // 2, state, out)
        or placed_in_turn(state, turn, turn, out)
        or write_last_piece(details, state, out)
    )


def may_resign(state: BedraengnisState, player: int) -> int:
    """Only the player to move, and once a piece stands."""
    return 1 if state.me | state.opp and player == to_move(state) else 0


def resignation_points(state: BedraengnisState, player: int) -> int:
    """The pieces now on the board."""
    return popcount(state.me | state.opp)


PLAY: Play[BedraengnisState] = Play(
    begin=begin,
    text=text,
    effects=placing_effects,
    build=build,
    last=last_placed,
    reach=reach_of,
    details=details,
    read=read_placed,
    refusal=explain.refusal,
    lines=winning_piece,
    may_resign=may_resign,
    resignation_points=resignation_points,
)

"""Isolation: every special case of the rules as a picture; see `diagrams`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brettwerk
from brettwerk.boards.square import WHOLE
from brettwerk.core.game import Position
from brettwerk.errors import BadPosition, IllegalMove
from brettwerk.games.isolation.rules import IsolationState
from games.diagrams import after, ended, goes_on, legal, painted, position
from strategies import boards, seeds

BLUE, GREEN = painted("b"), painted("g")
EMPTY = "\n".join([". . . . . . . ."] * 8)


def isolation(picture: str, board: str = BLUE, **given: Any) -> Position:
    """A position; the pieces say who is to move."""
    return position("isolation", picture, board=board, **given)


def closed(here: Position) -> set[str]:
    """The fields that may not be placed on."""
    return set(WHOLE.names) - legal(here)


def refused(here: Position, move: str) -> str:
    """The reason for which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        here.play(move)
    assert move not in legal(here)
    return caught.value.localized("en")


# -- placing ----------------------------------------------------------------------------------


def test_white_begins_on_the_empty_board_and_may_place_anywhere() -> None:
    start = brettwerk.game("isolation").start()
    assert (start.to_move, start.game.seats) == (0, ("white", "black"))
    assert start == isolation(EMPTY, start.game.options["board"])
    assert len(legal(start)) == 64


@pytest.mark.parametrize(
    ("board", "fields"),
    [
        (BLUE, "c3 c4 c5 d3 d4 d5 e3 e4 e5"),
        (GREEN, "b3 b5 c2 c6 d4 e2 e6 f3 f5"),
        (painted("g", d4="b"), "b3 b5 c2 c3 c4 c5 c6 d3 d4 d5 e2 e3 e4 e5 e6 f3 f5"),
        (
            painted("b", d4="r", d6="r", a4="r"),
            "a4 b4 c3 c4 c5 d1 d2 d3 d4 d5 d6 e3 e4 e5 f4 g4 h4",
        ),
        (painted("b", d4="y", f6="y"), "a1 a7 b2 b6 c3 c4 c5 d3 d4 d5 e3 e4 e5 f2 f6 g1"),
    ],
)
def test_a_piece_closes_what_it_attacks_and_whence_it_is_attacked(board: str, fields: str) -> None:
    here = after(brettwerk.game("isolation", board=board).start(), "d4")
    assert closed(here) == set(fields.split())


def test_the_reason_names_the_piece_that_attacks_or_is_attacked() -> None:
    board = painted("b", d4="r", h4="r", a1="y", d8="g")
    here = after(brettwerk.game("isolation", board=board).start(), "d4")
    assert refused(here, "d4") == "There is already a piece on d4."
    assert refused(here, "g4") == "g4 is attacked by the piece on d4."
    assert refused(here, "c3") == "From c3 your piece would attack the one on d4."
    assert refused(here, "a1") == "From a1 your piece would attack the one on d4."


def test_own_pieces_must_not_attack_each_other_either() -> None:
    here = isolation(
        """
        . . . . . . . .
        . . . . . . b .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . w . . . . . .
        . . . . . . . .
        """
    )
    assert refused(here, "c3") == "c3 is attacked by the piece on b2."
    assert refused(here, "f6") == "f6 is attacked by the piece on g7."


def test_a_text_that_is_no_field_is_refused() -> None:
    start = brettwerk.game("isolation").start()
    for text in ("b2-d4", "d", "pass"):
        with pytest.raises(brettwerk.errors.InvalidMove, match="Write the field to place on"):
            start.play(text)
    assert start.play(" D 4 ").pieces == {"d4": "white"}


# -- the end ----------------------------------------------------------------------------------


def test_who_finds_no_field_loses() -> None:
    here = isolation(
        """
        . w . . b . . w
        . . . . . . . .
        . . . . . . . .
        . b . . w . . b
        . . . . . . . .
        . . . . . . . .
        . w . . b . . .
        . . . . . . . .
        """
    )
    goes_on(here)
    # h2 closes all that is left.
    assert legal(here) == {"g1", "g2", "g3", "h1", "h2", "h3"}
    ended(after(here, "h2"), "no-placement", [0], [1, -1])


def test_who_has_no_piece_left_loses_even_on_an_open_board() -> None:
    here = isolation(
        """
        . . . . . . . .
        b . b . b . . .
        . . . . . . . .
        b . b . b . b .
        . . . . . . . .
        w . w . w . w .
        . . . . . . . .
        w . w . w . w .
        """,
        GREEN,
    )
    assert "g7" in legal(here)
    over = after(here, "g7")
    assert over.state_as(IsolationState).free
    ended(over, "no-piece", [1], [-1, 1])


# -- positions set up by hand -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "turn", "fault"),
    [
        ("......../......../......../......../......../......../......../ww......", "b", "in turn"),
        ("......../......../......../......../......../......../......../wb......", "w", "attacks"),
        ("......../......../......../......../......../......../......../w.......", "w", "in turn"),
    ],
)
def test_what_cannot_stand_is_refused(rows: str, turn: str, fault: str) -> None:
    with pytest.raises(BadPosition, match=fault):
        brettwerk.game("isolation", board=BLUE).position(f"isolation/1 {rows} {turn}")


@settings(deadline=None, max_examples=40)
@given(board=boards(8), seed=seeds(), plies=st.integers(0, 15))
def test_a_position_read_again_has_the_same_open_fields(board: str, seed: int, plies: int) -> None:
    here = brettwerk.game("isolation", board=board).start()
    for ply in range(plies):
        if here.outcome:
            break
        here = here.play(here.moves[(seed >> ply) % len(here.moves)])
    assert brettwerk.position(here.text).state == here.state

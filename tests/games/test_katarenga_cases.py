"""Katarenga: every special case of the rules as a picture; see `diagrams`."""

from __future__ import annotations

from typing import Any

import pytest

import brettwerk
from brettwerk.core.game import Position
from games.diagrams import after, drawing, drawn, ended, goes_on, legal, painted, position, targets

BLUE = painted("b")


def names(text: str) -> set[str]:
    """Some names."""
    return set(text.split())


def katarenga(picture: str, to_move: str = "white", board: str = BLUE, **given: Any) -> Position:
    """A later position: both have made their first moves, unless `ply` says otherwise."""
    return position("katarenga", picture, to_move, board=board, **given)


# -- set-up and moves -------------------------------------------------------------------------


def test_white_fills_rank_1_black_rank_8_and_white_begins() -> None:
    start = brettwerk.game("katarenga").start()
    assert (start.to_move, start.game.seats) == (0, ("white", "black"))
    assert drawing(start) == drawn(
        """
        b b b b b b b b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w w w w w w w w
        """
    )


def test_a_piece_goes_as_the_colour_of_its_field_says() -> None:
    board = painted("b", b2="r", b5="r", g2="y", d5="y", b7="g")
    here = katarenga(
        """
        . . . . . . . .
        . w . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . b b b .
        w . . . . . . .
        . w . . w . w .
        . . . . . . . .
        """,
        board=board,
    )
    # Red: straight, up to the red b5 and up to the own e2.
    assert targets(here, "b2") == names("a2 b1 b3 b4 b5 c2 d2")
    # Yellow: diagonally; e4 is an enemy, and d5 lies behind it.
    assert targets(here, "g2") == names("f1 h1 h3 f3 e4")
    # Green: knight's moves.
    assert targets(here, "b7") == names("a5 c5 d6 d8")
    # Blue: the eight fields around, but not the own one.
    assert targets(here, "a3") == names("a2 a4 b3 b4")
    assert {text for text in legal(here) if "x" in text} == {"g2xe4"}


def test_a_slide_captures_the_first_enemy_it_meets_and_stops_there() -> None:
    here = katarenga(
        """
        b . . . . . . .
        . . . . . . . .
        b . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . w . . . .
        """,
        board=painted("b", a1="r"),
    )
    assert targets(here, "a1") == names("a2 a3 a4 a5 a6 b1 c1")
    assert "a1xa6" in legal(here)
    taken = after(here, "a1xa6")
    assert drawing(taken).count("b") == 1


def test_a_red_slide_may_capture_on_the_next_red_field_but_not_beyond() -> None:
    picture = """
        b . . . . . . .
        . . . . . . . .
        b . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . w . . . .
    """
    assert "a1xa6" in legal(katarenga(picture, board=painted("b", a1="r", a6="r")))
    assert targets(katarenga(picture, board=painted("b", a1="r", a4="r")), "a1") == names(
        "a2 a3 a4 b1 c1"
    )


# -- the first moves --------------------------------------------------------------------------

OPEN_FILE = "/".join(["ggggrggg", *["ggggyggg"] * 6, "ggggrggg"])


def test_nobody_captures_on_the_own_first_move() -> None:
    start = brettwerk.game("katarenga", board=OPEN_FILE).start()
    assert "e1xe8" not in legal(start)
    assert {"e1-e2", "e1-e7"} <= legal(start)
    answered = after(start, "a1-b3")
    assert "e8xe1" not in legal(answered)
    assert {"e8-e7", "e8-e2"} <= legal(answered)


def test_on_the_second_move_one_captures() -> None:
    start = brettwerk.game("katarenga", board=OPEN_FILE).start()
    second = after(start, "a1-b3", "a8-b6")
    assert "e1xe8" in legal(second)
    assert "e8xe1" in legal(after(second, "b3-a5"))
    assert drawing(after(second, "e1xe8")).count("b") == 7


def test_the_prohibition_is_each_players_own() -> None:
    picture = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . w b . . .
        . . . . . . . .
        . . . . . . . .
        w . . . . . . b
    """
    for ply, to_move, capture in ((0, "white", "d4xe4"), (1, "black", "e4xd4")):
        assert capture not in legal(katarenga(picture, to_move, ply=ply))
        assert capture in legal(katarenga(picture, to_move, ply=ply + 2))


# -- the camps --------------------------------------------------------------------------------

ON_THE_BASELINE = """
        . . {} . . . . .
        . w . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . b .
        . . . . . {} . .
"""


@pytest.mark.parametrize("colour", "rygb")
def test_from_any_field_of_the_enemy_baseline_a_piece_may_go_into_a_camp(colour: str) -> None:
    for file in "abcdefgh":
        rows = ["." * 8] * 8
        rows[0] = "".join("w" if f == file else "." for f in "abcdefgh")
        rows[4] = "w..b...b"
        here = katarenga("\n".join(rows), board=painted(colour))
        assert {text for text in legal(here) if text.endswith("t")} == {
            f"{file}8-left",
            f"{file}8-right",
        }


def test_black_goes_into_the_camps_beyond_rank_1() -> None:
    here = katarenga(ON_THE_BASELINE.format("w", "b"), "black")
    assert {text for text in legal(here) if text.endswith("t")} == {"f1-left", "f1-right"}


def test_off_the_enemy_baseline_there_is_no_way_into_a_camp() -> None:
    here = katarenga(ON_THE_BASELINE.format("b", "w"))
    # White's f1 stands on the own baseline, b7 before the enemy's, Black's c8 on the own.
    assert not {text for text in legal(here) if text.endswith("t")}
    assert not {text for text in legal(after(here, "b7-a7")) if text.endswith("t")}


def test_going_to_the_baseline_and_into_a_camp_are_two_moves() -> None:
    here = katarenga(ON_THE_BASELINE.format("b", "w"))
    arrived = after(here, "b7-b8", "g2-h3")
    assert {"b8-left", "b8-right"} <= legal(arrived)


def test_a_full_camp_takes_no_second_piece() -> None:
    left = katarenga(ON_THE_BASELINE.format("w", "b"), camps="w-left")
    assert "c8-left" not in legal(left)
    assert "c8-right" in legal(left)
    right = katarenga(ON_THE_BASELINE.format("w", "b"), camps="w-right")
    assert "c8-left" in legal(right)
    assert "c8-right" not in legal(right)


def test_the_camps_of_both_players_are_different_ones() -> None:
    here = katarenga(ON_THE_BASELINE.format("w", "b"), "black", camps="w-left")
    assert {"f1-left", "f1-right"} <= legal(here)
    moved = after(here, "f1-left")
    assert "c8-right" in legal(moved)
    goes_on(moved)


def test_a_piece_in_a_camp_is_safe_and_stays() -> None:
    here = katarenga(
        """
        b . w . . . . .
        b b . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . w .
        """
    )
    camped = after(here, "c8-left")
    assert not {text for text in legal(camped) if "x" in text}
    later = after(camped, "a8-b8")
    assert {text.partition("-")[0] for text in legal(later)} == {"g1"}
    assert "camps=w-left" in later.text


# -- the end ----------------------------------------------------------------------------------


def test_two_pieces_in_the_enemy_camps_win() -> None:
    white = katarenga(ON_THE_BASELINE.format("w", "b"), camps="w-right")
    goes_on(white)
    ended(after(white, "c8-left"), "camps", [0], [1.0, -1.0])
    black = katarenga(ON_THE_BASELINE.format("w", "b"), "black", camps="b-left,w-left")
    ended(after(black, "f1-right"), "camps", [1], [-1.0, 1.0])


def test_one_in_each_players_camps_wins_nothing() -> None:
    here = katarenga(ON_THE_BASELINE.format("w", "b"), camps="b-left")
    goes_on(after(here, "c8-left"))


def test_fewer_than_two_pieces_lose() -> None:
    here = katarenga(
        """
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . b . . . . . .
        w w . . . . . .
        """
    )
    ended(after(here, "a1xb2"), "too-few-pieces", [0], [1.0, -1.0])
    goes_on(after(here, "a1-a2"))


def test_pieces_in_camps_count_among_those_left() -> None:
    picture = """
        . . . . . . . {}
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . b . . . . . .
        w w . . . . . .
    """
    one_and_a_camp = after(katarenga(picture.format("b"), camps="b-left"), "a1xb2")
    goes_on(one_and_a_camp)
    only_a_camp = after(katarenga(picture.format("."), camps="b-left"), "a1xb2")
    ended(only_a_camp, "too-few-pieces", [0], [1.0, -1.0])


def test_white_loses_with_one_piece_too() -> None:
    here = katarenga(
        """
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . b . . . . . .
        w . . . . . . w
        """,
        "black",
    )
    ended(after(here, "b2xa1"), "too-few-pieces", [1], [-1.0, 1.0])


def test_a_player_without_a_legal_move_loses() -> None:
    # That can only be on the own first move: later there is always something to take.
    picture = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b b . . . . b b
        w b . . . . b w
    """
    ended(katarenga(picture, ply=0), "no-move", [1], [-1.0, 1.0])
    goes_on(katarenga(picture, ply=2))


THERE_AND_BACK = ("a1-a2", "h8-h7", "a2-a1", "h7-h8")


def test_the_third_occurrence_of_a_position_draws() -> None:
    start = brettwerk.game("katarenga", board=BLUE).start()
    here = after(start, *THERE_AND_BACK)
    goes_on(here)
    here = after(here, *THERE_AND_BACK[:3])
    goes_on(here)
    ended(after(here, THERE_AND_BACK[3]), "repetition", [], [0.0, 0.0])


def test_a_position_with_the_other_player_to_move_is_another() -> None:
    picture = """
        . . . . . . . b
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . . . . . .
        w . . . . . . .
    """
    here = katarenga(picture)
    # White goes round a triangle in three moves while Black goes there and back in two.
    round_trip = ("a1-b1", "h8-g8", "b1-b2", "g8-h8", "b2-a1")
    other = after(here, *round_trip)
    assert drawing(other) == drawing(here)
    back = after(other, "h8-g8", "a1-b1", "g8-g7", "b1-a1", "g7-h8")
    goes_on(back)  # the second time with White to move
    assert drawing(back) == drawing(here)
    ended(after(back, "a1-b1", "h8-g8", "b1-a1", "g8-h8"), "repetition", [], [0.0, 0.0])


def test_a_position_is_counted_anew_after_a_piece_has_gone_into_a_camp() -> None:
    picture = """
        w . . . . . . b
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . . . . . .
        w . . . . . . .
    """
    here = after(katarenga(picture), "a1-b1", "h8-g8", "b1-a1", "g8-h8", "a8-left")
    again = ("h8-g8", "a1-b1", "g8-h8", "b1-a1")
    goes_on(after(here, *again))
    ended(after(here, *again, *again), "repetition", [], [0.0, 0.0])

"""Die Schlacht: every special case of the rules as a picture; see `diagrams`."""

from __future__ import annotations

from typing import Any

import pytest

import brettwerk
from brettwerk.boards.square import WHOLE
from brettwerk.core.game import Position
from brettwerk.match import Match
from games.diagrams import after, drawing, drawn, ended, goes_on, legal, painted, position, targets

BLUE = painted("b")


def battle(picture: str, to_move: str = "black", board: str = BLUE, **given: Any) -> Position:
    """A position of the battle."""
    return position("schlacht", picture, to_move, board=board, **given)


# -- preparation ------------------------------------------------------------------------------


def test_black_begins_and_both_place_eight_in_turn_on_any_empty_field() -> None:
    here = brettwerk.game("schlacht").start()
    assert (here.to_move, here.game.seats) == (0, ("black", "white"))
    for count in range(16):
        assert here.to_move == count % 2
        assert legal(here) == {
            name for name, cell in WHOLE.index.items() if cell not in here.board_view.pieces
        }
        here = after(here, max(legal(here)))
    assert drawing(here).count("b") == drawing(here).count("w") == 8


def test_black_moves_first_in_the_battle() -> None:
    here = brettwerk.game("schlacht", board=BLUE).start()
    apart = "a1 a8 b1 b8 c1 c8 d1 d8 e1 e8 f1 f8 g1 g8 h1"
    here = after(here, *apart.split())
    assert here.to_move == 1
    assert "h2" in legal(here)
    begun = after(here, "h2")
    assert begun.to_move == 0
    assert legal(begun) == {"g1xh2", "h1xh2"}


def test_while_placing_nothing_is_captured_and_nobody_passes() -> None:
    here = after(brettwerk.game("schlacht", board=BLUE).start(), "d4", "d5")
    assert "pass" not in legal(here)
    assert "d5" not in legal(here)
    assert all(len(text) == 2 for text in legal(here))


# -- captures ---------------------------------------------------------------------------------


def test_who_can_capture_must_and_nothing_else_moves() -> None:
    here = battle(
        """
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . w . . . .
        . . . . . . . .
        w w . . . . . .
        b . . . . . . .
        """
    )
    assert legal(here) == {"a1xa2", "a1xb2"}
    assert drawing(after(here, "a1xb2")) == drawn(
        """
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . w . . . .
        . . . . . . . .
        w b . . . . . .
        . . . . . . . .
        """
    )


@pytest.mark.parametrize(
    ("colour", "prey"),
    [
        pytest.param("b", "c3 c4 c5 d3 d5 e3 e4 e5", id="blue: the eight around"),
        pytest.param("g", "b3 b5 c2 c6 e2 e6 f3 f5", id="green: knight's moves"),
        pytest.param("r", "b4 c4 d1 d2 d3 d5 d6 d7 d8 e4", id="red: straight to the next red"),
        pytest.param("y", "a7 b6 c5 c3 e3 f2 g1 e5", id="yellow: diagonally to the next yellow"),
    ],
)
def test_the_colour_of_the_field_says_what_can_be_captured(colour: str, prey: str) -> None:
    board = painted("b", d4=colour, b4="r", e4="r", c3="y", e5="y")
    for field in set(WHOLE.names) - {"d4"}:
        letters = {field: "w", "d4": "b"}
        rows = [[letters.get(WHOLE.names[cell], ".") for cell in row] for row in WHOLE.rows]
        here = battle("\n".join(" ".join(row) for row in rows), board=board)
        assert legal(here) == ({f"d4x{field}"} if field in prey.split() else {"pass"})


def test_a_slide_captures_the_first_piece_it_meets_and_none_behind() -> None:
    picture = """
        . . . . . . . .
        w . . . . . . .
        . . . . . . . .
        w . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b . . b . . w .
    """
    here = battle(picture, board=painted("b", a1="r"))
    assert legal(here) == {"a1xa5"}  # a7 stands behind a5, and the own d1 before g1


def test_a_red_slide_ends_at_the_next_red_field() -> None:
    picture = """
        . . . . . . . .
        . . . . . . . .
        w . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b . . . w . . .
    """
    assert targets(battle(picture, board=painted("b", a1="r", a6="r", e1="r")), "a1") == {
        "a6",
        "e1",
    }
    assert targets(battle(picture, board=painted("b", a1="r", a5="r", e1="r")), "a1") == {"e1"}


def test_a_yellow_slide_ends_at_the_next_yellow_field() -> None:
    picture = """
        b . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . w . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """
    assert legal(battle(picture, board=painted("b", a8="y"))) == {"a8xe4"}
    assert legal(battle(picture, board=painted("b", a8="y", e4="y"))) == {"a8xe4"}
    assert legal(battle(picture, board=painted("b", a8="y", d5="y"))) == {"pass"}


# -- passing ----------------------------------------------------------------------------------


def test_who_cannot_capture_must_pass() -> None:
    here = battle(
        """
        . . . . . . . w
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b b . . . . . .
        """
    )
    assert legal(here) == {"pass"}
    assert after(here, "pass").to_move == 1
    goes_on(after(here, "pass"))


def test_one_may_come_back_after_a_pass() -> None:
    here = battle(
        """
        . . . . . . . w
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . w . . . .
        . . . . . . . .
        . . b . . . . .
        . b . . . . . .
        """,
        board=painted("b", d4="g"),
    )
    assert legal(here) == {"pass"}
    here = after(here, "pass", "d4xc2")
    assert legal(here) == {"b1xc2"}
    here = after(here, "b1xc2", "pass")
    goes_on(here)  # the passes did not come in a row
    ended(after(here, "pass"), "both-passed", [0], [1.0, -1.0], points=(1, 0))


def test_a_capture_between_two_passes_starts_the_count_again() -> None:
    here = battle(
        """
        . . . . . . . w
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . . . . . .
        b . . . . . . .
        """,
        passes=1,
    )
    captured = after(here, "a1xa2", "pass")
    goes_on(captured)
    ended(after(captured, "pass"), "both-passed", [0], [1.0, -1.0], points=(1, 0))


# -- the end ----------------------------------------------------------------------------------

FAR_APART = """
        w . w . {} . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b . b . {} . . .
"""


def test_after_two_passes_more_pieces_win_a_point_each() -> None:
    black = battle(FAR_APART.format(".", "b"), passes=1, to_move="white")
    ended(after(black, "pass"), "both-passed", [0], [1.0, -1.0], points=(3, 0))
    white = battle(FAR_APART.format("w", "."), passes=1, to_move="white")
    ended(after(white, "pass"), "both-passed", [1], [-1.0, 1.0], points=(0, 3))
    white = battle(FAR_APART.format("w", "."), passes=1, to_move="black")
    ended(after(white, "pass"), "both-passed", [1], [-1.0, 1.0], points=(0, 3))


def test_with_equal_numbers_who_passed_last_wins() -> None:
    white_last = battle(FAR_APART.format(".", "."))
    ended(after(white_last, "pass", "pass"), "both-passed", [1], [-1.0, 1.0], points=(0, 2))
    black_last = battle(FAR_APART.format(".", "."), to_move="white")
    ended(after(black_last, "pass", "pass"), "both-passed", [0], [1.0, -1.0], points=(2, 0))


def test_one_pass_does_not_end_the_round() -> None:
    goes_on(after(battle(FAR_APART.format(".", "b")), "pass"))


def test_who_has_lost_all_pieces_passes_and_the_other_captures_nothing_more() -> None:
    here = battle(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . . . . . .
        b . . b . . . .
        """
    )
    bare = after(here, "a1xa2")
    assert legal(bare) == {"pass"}
    ended(after(bare, "pass", "pass"), "both-passed", [0], [1.0, -1.0], points=(2, 0))


# -- the match --------------------------------------------------------------------------------


def test_a_match_goes_to_seven_points_with_colours_swapped() -> None:
    match = Match.new(brettwerk.game("schlacht", board=BLUE), names=("Ada", "Bo"))
    assert match.target == 7
    apart = "a1 a8 c1 c8 e1 e8 g1 g8 a3 a6 c3 c6 e3 e6 g3 f4"
    # g3xf4 leaves White seven: Black wins the round with eight.
    for move in (*apart.split(), "g3xf4", "pass", "pass"):
        assert match.to_move is not None
        match = match.play(match.to_move, move)
    assert match.scores == (8, 0)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    longer = Match.new(brettwerk.game("schlacht", board=BLUE), target=9)
    for move in (*apart.split(), "g3xf4", "pass", "pass"):
        assert longer.to_move is not None
        longer = longer.play(longer.to_move, move)
    assert longer.outcome is None
    assert (longer.seats, longer.next_round().seats) == ((0, 1), (1, 0))
    assert longer.next_round().to_move == 1  # who has Black begins

"""Triapon: every special case of the rules as a picture; see `diagrams`.

Where only a capture matters, the first player (1) is still placing and closes a triad with the
hole named; `prey` are the balls of which one must be taken then.
"""

from __future__ import annotations

from typing import Any

import pytest

import brettwerk
from brettwerk.boards.triangle import KINDS, TRIANGLE
from brettwerk.core.game import Position
from brettwerk.core.outcome import Outcome
from games.diagrams import (
    after,
    drawing,
    ended,
    goes_on,
    legal,
    position,
    prey,
    same_outcome,
    slow_twin,
    targets,
)

ANY_AND_OTHERS = pytest.mark.parametrize("crossing", ["any", "others"])


def triapon(picture: str, to_move: str = "one", **given: Any) -> Position:
    """A position of Triapon."""
    return position("triapon", picture, to_move, **given)


def takeable(picture: str, **given: Any) -> set[str]:
    """The balls that may be taken when 1 closes i7-i8-i9, still placing."""
    return prey(triapon(picture, hands="111", **given), "i9")


def row_i(cells: str) -> Position:
    """The base row as given, with 1 about to close a1-b1-c1 while placing."""
    picture = f"""
                1
               1 .
              . . .
             . . . .
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        {cells}
    """
    return triapon(picture, hands="111")


def names(text: str) -> set[str]:
    """Some names."""
    return set(text.split())


def players_in(here: Position) -> tuple[int, ...]:
    """Who is still in."""
    return here.game.definition.still_in(here)


# -- placing and moving -----------------------------------------------------------------------


def test_three_players_place_nine_balls_each_in_turn_on_any_free_hole() -> None:
    start = brettwerk.game("triapon").start()
    assert legal(start) == set(TRIANGLE.names)
    assert start.to_move == 0
    second = after(start, "e3")
    assert legal(second) == set(TRIANGLE.names) - {"e3"}
    assert [after(second, *moves).to_move for moves in ((), ("a1",), ("a1", "i9"))] == [1, 2, 0]


def test_the_moving_phase_begins_when_all_27_have_been_placed() -> None:
    last = triapon(
        """
                1
               2 3
              2 3 1
             3 1 2 2
            1 2 3 1 3
           2 3 1 3 1 2
          3 1 2 2 1 . .
         . . . . . . . .
        . . . . . . . . .
        """,
        "three",
        hands="001",
    )
    assert all("-" not in text for text in legal(last))
    moving = after(last, "i9")
    assert drawing(moving).count(".") == 45 - 27
    assert moving.to_move == 0
    assert all("-" in text for text in legal(moving))


def test_a_ball_moves_to_a_free_neighbouring_hole() -> None:
    here = triapon(
        """
                .
               . .
              . 2 .
             . 1 . .
            . . 1 . .
           . 3 . . . .
          . . . . . . .
         1 . . . . . . 3
        1 2 2 . 3 2 . . 3
        """
    )
    assert targets(here, "d2") == names("c1 d1 d3 e2")
    assert targets(here, "e3") == names("d3 e2 e4 f3 f4")
    assert targets(here, "i1") == set()
    assert targets(here, "c2") == set()


def test_who_has_exactly_three_balls_may_jump_anywhere() -> None:
    picture = """
                1
               2 .
              . . .
             . . 2 .
            . . . . 3
           . 2 . . . .
          . . . 3 . . .
         {} . . . . . 3 .
        1 2 . . . . . . 1
    """
    three = triapon(picture.format("."))
    free = {name for name in TRIANGLE.names if name not in names("a1 b1 d3 e5 f2 g4 h7 i1 i2 i9")}
    assert targets(three, "a1") == targets(three, "i1") == targets(three, "i9") == free
    four = triapon(picture.format("1"))
    assert targets(four, "a1") == {"b2"}
    assert targets(four, "i1") == set()
    assert targets(four, "i9") == names("h8 i8")


def test_while_placing_nobody_moves_or_jumps() -> None:
    here = row_i(". 1 . . 2 . 3 . .")
    assert {text.partition("x")[0] for text in legal(here)} == set(TRIANGLE.names) - names(
        "a1 b1 i2 i5 i7"
    )


# -- closing a triad --------------------------------------------------------------------------

CLOSING = [
    pytest.param("1 1 . . . . . . .", "i3", id="at an end"),
    pytest.param(". 1 1 . . . . . .", "i1", id="at the other end"),
    pytest.param("1 . 1 . . . . . .", "i2", id="in the middle"),
    pytest.param("1 . 1 1 . . . . .", "i2", id="one and two joined"),
    pytest.param("1 1 . 1 1 . . . .", "i3", id="two and two joined"),
    pytest.param("1 1 1 . 1 1 . . .", "i7", id="beside a triad with a gap"),
]
NOT_CLOSING = [
    pytest.param("1 1 1 . . . . . .", "i4", id="a triad lengthened"),
    pytest.param("1 1 1 1 . . . . .", "i5", id="a row of four lengthened"),
    pytest.param("1 1 1 . 1 . . . .", "i4", id="a triad and one joined"),
    pytest.param("1 1 1 . 1 1 . . .", "i4", id="a triad and two joined"),
    pytest.param("1 1 1 . 1 1 1 . .", "i4", id="two triads joined"),
    pytest.param("1 . . . 1 1 . . .", "i2", id="only two"),
    pytest.param("1 1 . . . . . . .", "i4", id="three with a gap"),
    pytest.param("1 2 1 . . . . . .", "i4", id="three with another's between"),
]


def with_a_loose_ball(cells: str) -> Position:
    """The base row as given, and one ball of 2 that can always be taken."""
    picture = f"""
                .
               . .
              . . .
             . . . .
            . . 2 . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        {cells}
    """
    return triapon(picture, hands="111")


@pytest.mark.parametrize(("cells", "hole"), CLOSING)
def test_a_ball_closes_a_triad(cells: str, hole: str) -> None:
    assert prey(with_a_loose_ball(cells), hole) == {"e3"}


@pytest.mark.parametrize(("cells", "hole"), NOT_CLOSING)
def test_a_ball_does_not_close_a_triad(cells: str, hole: str) -> None:
    assert prey(with_a_loose_ball(cells), hole) == set()


TRIADS = [
    next(line[:3] for line in TRIANGLE.lines(step) if len(line) > 2)
    for kind in KINDS
    for step in kind
]


@pytest.mark.parametrize("line", TRIADS)
def test_triads_of_every_kind_and_direction_close(line: tuple[int, ...]) -> None:
    loose = next(c for c in range(45) if c not in line)
    letters = {line[0]: "1", line[2]: "1", loose: "2"}
    picture = "\n".join(" ".join(letters.get(c, ".") for c in row) for row in TRIANGLE.rows)
    here = triapon(picture, hands="111")
    assert prey(here, TRIANGLE.names[line[1]]) == {TRIANGLE.names[loose]}
    nearby = next(c for c in range(44, 0, -1) if c not in letters and c != line[1])
    assert prey(here, TRIANGLE.names[nearby]) == set()


def test_a_medium_and_a_long_triad_close_too() -> None:
    picture = """
                {long}
               {medium} .
              . . .
             . . . .
            . . . . .
           . . {medium} . . .
          . . {long} . . . .
         . . . . . . . .
        2 . . . . . . . .
    """
    for medium, long in ((".", "1"), ("1", ".")):
        here = triapon(picture.format(medium=medium, long=long), hands="111")
        assert prey(here, "d2") == {"i1"}
        assert prey(here, "d1") == prey(here, "e2") == prey(here, "c2") == set()


def test_moving_an_end_ball_by_a_jump_to_the_other_end_closes() -> None:
    here = triapon(
        """
                2
               . .
              . . .
             2 . . .
            . . . . 2
           . . . . . 3
          . 3 . . . . .
         . . . . . . . 3
        . 1 1 1 . . . . .
        """,
        hands="000",
    )
    assert prey(here, "i2-i5") == names("a1 d1 e5 f6 g2 h8")
    assert prey(here, "i4-i1") == names("a1 d1 e5 f6 g2 h8")
    assert prey(here, "i3-i5") == set()


def test_a_triad_opened_and_closed_again_takes_again() -> None:
    here = triapon(
        """
                2
               . .
              2 . .
             2 . . .
            . . . . .
           . . . . . 3
          . 3 . . . . 3
         . . . . . . . .
        1 1 1 . . 1 . . 3
        """
    )
    assert prey(here, "i3-h3") == set()
    opened = after(here, "i3-h3", "d1-e1", "g2-f1")
    assert prey(opened, "h3-i3") == names("f1 f6 g7 i9")


def test_two_triads_closed_at_once_take_one_ball() -> None:
    here = triapon(
        """
                2
               . .
              . . .
             . 2 . .
            . . . . .
           . . . . . .
          . . 1 . . . .
         . . 1 . . . . .
        1 1 . . . . . . .
        """,
        hands="111",
    )
    assert prey(here, "i3") == names("a1 d2")
    assert {text for text in legal(here) if text.startswith("i3")} == {"i3xa1", "i3xd2"}
    assert drawing(after(here, "i3xa1")).count("2") == 1


# -- which balls can be taken: rows of more than three ----------------------------------------

LETTING_GO = [
    pytest.param(". 2 . . . . . . .", "i2", id="a ball in no row"),
    pytest.param(". 2 2 . . . . . .", "i2 i3", id="two side by side"),
    pytest.param("2 2 2 . . . . . .", "", id="none of three"),
    pytest.param("2 2 2 2 . . . . .", "i1 i4", id="of four the two outer ones"),
    pytest.param("2 2 2 2 2 . . . .", "i1 i2 i4 i5", id="of five all but the middle"),
    pytest.param("2 2 2 2 2 2 . . .", "i1 i2 i3 i4 i5 i6", id="each of six"),
    pytest.param("2 2 2 2 2 2 2 . .", "i1 i2 i3 i4 i5 i6 i7", id="each of seven"),
    pytest.param(". 2 2 2 2 2 2 2 2", "i2 i3 i4 i5 i6 i7 i8 i9", id="each of eight"),
    pytest.param("2 2 2 . 2 2 . . .", "i5 i6", id="two beside a triad with a gap"),
    pytest.param("2 2 2 . 2 2 2 2 .", "i5 i8", id="three and four"),
    pytest.param("2 2 3 2 . . . . .", "i1 i2 i4", id="another's ball breaks the row"),
]


@pytest.mark.parametrize(("cells", "free"), LETTING_GO)
def test_taking_from_a_row(cells: str, free: str) -> None:
    assert prey(row_i(cells), "c1") == names(free)


def test_a_medium_row_of_five_keeps_only_its_middle_ball() -> None:
    picture = """
                2
               . .
              . 2 .
             . . . .
            . . 2 . .
           . . . . . .
          . . . 2 . . .
         . . . . . . . .
        . . . . {} . 1 1 .
    """
    assert takeable(picture.format("2")) == names("a1 c2 g4 i5")
    assert takeable(picture.format(".")) == names("a1 g4")


def test_where_nothing_can_be_taken_closing_takes_nothing() -> None:
    here = row_i("2 2 2 . 3 3 3 . .")
    assert prey(here, "c1") == set()
    assert after(here, "c1").to_move == 1


# -- which balls can be taken: crossings ------------------------------------------------------


@ANY_AND_OTHERS
def test_a_short_triad_crossed_by_a_medium_one_of_another_player_lets_go(crossing: str) -> None:
    picture = """
                .
               3 .
              . . .
             . 3 . .
            . 2 2 2 .
           . . 3 . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture, crossing=crossing) == names("e2 e3 e4")


@ANY_AND_OTHERS
def test_a_short_triad_crossed_by_a_long_one_of_another_player_lets_go(crossing: str) -> None:
    picture = """
                3
               . .
              . . .
             . 3 . .
            . 2 2 2 .
           . . . . . .
          . . 3 . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture, crossing=crossing) == names("e2 e3 e4")


@ANY_AND_OTHERS
def test_a_short_triad_crossed_by_the_takers_own_row_lets_go(crossing: str) -> None:
    picture = """
                .
               1 .
              . . .
             . 1 . .
            . 2 2 2 .
           . . {} . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture.format("1"), crossing=crossing) == names("e2 e3 e4")
    assert takeable(picture.format("."), crossing=crossing) == set()
    # The triad that crosses may be the very one that is closed.
    closing = triapon(picture.format("."), hands="111", crossing=crossing)
    assert prey(closing, "f3") == names("e2 e3 e4")


@ANY_AND_OTHERS
def test_a_medium_triad_crossed_by_a_long_one_lets_go(crossing: str) -> None:
    picture = """
                .
               . .
              . 2 .
             . . . .
            3 . 2 . .
           . . . 3 . .
          . . . 2 . . 3
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture, crossing=crossing) == names("c2 e3 g4")


@ANY_AND_OTHERS
def test_a_medium_triad_crossed_by_a_medium_one_holds(crossing: str) -> None:
    picture = """
                .
               . .
              . 2 .
             . . . .
            3 . 2 . .
           . . 3 . . .
          . . . 2 3 . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture, crossing=crossing) == set()


def test_short_rows_of_one_player_that_cross_hold_each_other_fast() -> None:
    picture = """
                .
               . .
              . . .
             . . 2 .
            . 2 2 2 .
           . . 2 . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture, crossing="any") == set()


def test_of_two_rows_that_cross_only_the_shorter_kind_lets_go() -> None:
    picture = """
                .
               2 .
              . . .
             . 2 . .
            . 3 3 3 .
           . . 2 . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture) == names("e2 e3 e4")


@ANY_AND_OTHERS
def test_a_long_triad_never_lets_go_even_crossed_by_a_long_one(crossing: str) -> None:
    picture = """
                2
               . .
              . . .
             . 2 . .
            3 . . . .
           . . . 3 . .
          . . 2 . . . 3
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture, crossing=crossing) == set()


def test_an_own_row_crosses_with_any_but_not_with_others() -> None:
    picture = """
                .
               2 .
              . . .
             . 2 . .
            . 2 2 2 .
           . . 2 . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    for owner in ("2", "3"):
        owned = picture.replace("2", owner)
        assert takeable(owned, crossing="any") == names("e2 e3 e4")
        assert takeable(owned) == names("e2 e3 e4")
        assert takeable(owned, crossing="others") == set()


def test_a_crossing_at_a_shared_inner_ball_counts() -> None:
    picture = """
                .
               . .
              . 2 .
             . . . .
            . 2 2 2 .
           . . . . . .
          . . . 2 . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    # The short row lets go, but e3 lies in the medium one too, which does not.
    assert takeable(picture, crossing="any") == names("e2 e4")
    assert takeable(picture, crossing="others") == set()


def test_touching_the_end_of_a_row_is_no_crossing() -> None:
    end_of_the_short_one = """
                .
               . .
              2 . .
             . . . .
            . 2 2 2 .
           . . . . . .
          . . 2 . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(end_of_the_short_one, crossing="any") == set()
    end_of_the_medium_one = """
                .
               . .
              . . .
             . . . .
            . 2 2 2 .
           . . . . . .
          . . . 2 . . .
         . . . . . . . .
        . . . . 2 . 1 1 .
    """
    assert takeable(end_of_the_medium_one, crossing="any") == set()


def test_a_row_that_passes_by_does_not_cross() -> None:
    beside = """
                .
               3 .
              . . .
             . 3 . .
            . . 2 2 2
           . . 3 . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(beside) == set()
    stops_short = """
                .
               3 .
              . . .
             . 3 . .
            . . . . .
           . . 3 . . .
          . . 2 2 2 . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(stops_short) == set()
    reaches_it = """
                .
               . .
              . . .
             . 3 . .
            . . . . .
           . . 3 . . .
          . . 2 2 2 . .
         . . . 3 . . . .
        . . . . . . 1 1 .
    """
    assert takeable(reaches_it) == names("g3 g4 g5")


def test_two_balls_in_line_are_no_row_that_could_cross() -> None:
    picture = """
                .
               . .
              . . .
             . 3 . .
            . 2 2 2 .
           . . 3 . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture) == names("d2 f3")  # and not those of 2


def test_a_crossed_row_of_five_lets_its_middle_ball_go_too() -> None:
    picture = """
                .
               3 .
              . . .
             . 3 . .
            2 2 2 2 2
           . . 3 . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert takeable(picture) == names("e1 e2 e3 e4 e5")


def test_a_crossing_near_either_end_of_a_row_frees_all_of_it() -> None:
    picture = """
                .
               . .
              . . .
             . . . 3
            2 2 2 2 2
           . . . . 3 .
          . . . . . . .
         . . . . . 3 . .
        . . . . . . 1 1 .
    """
    assert takeable(picture) == names("e1 e2 e3 e4 e5")


def test_a_crossing_near_either_end_of_the_longer_row_counts() -> None:
    at_its_beginning = """
                .
               . .
              . . .
             . 3 . .
            . 2 2 2 .
           . . 3 . . .
          . . . . . . .
         . . . 3 . . . .
        . . . . . . 1 1 .
    """
    assert takeable(at_its_beginning) == names("e2 e3 e4")
    at_the_end_of_four = """
                3
               . .
              . 3 .
             . . . .
            . . 3 . .
           . . 2 2 2 .
          . . . 3 . . .
         . . . . . . . .
        2 . 2 . . . 1 1 .
    """
    # i1 and i3 make 2 the one with more balls: else a1 or g4 would have to be taken.
    assert takeable(at_the_end_of_four) == names("f3 f4 f5 i1 i3")


def test_a_ball_in_two_rows_goes_only_if_both_let_it() -> None:
    one_holds = """
                .
               . .
              . . .
             . . . .
            . . . . .
           . . . {} . .
          . . . 2 . . .
         . . . 2 . . . .
        2 2 2 2 . . 1 1 .
    """
    # i4 is an outer ball of four, but also one of three.
    assert takeable(one_holds.format(".")) == {"i1"}
    assert takeable(one_holds.format("2")) == names("i1 i4 f4")


@ANY_AND_OTHERS
def test_the_row_of_a_player_who_is_out_still_crosses(crossing: str) -> None:
    picture = """
                .
               {} .
              . . .
             . 3 . .
            . 2 2 2 .
           . . 3 . . .
          . . . . . . .
         . 1 . . . . . 1
        . . . . . . 1 1 .
    """
    here = triapon(picture.format("3"), out="3", crossing=crossing)
    assert prey(here, "h8-i9") == names("e2 e3 e4")
    assert prey(triapon(picture.format("."), out="3", crossing=crossing), "h8-i9") == set()


# -- from whom a ball is taken ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("second", "third", "free"),
    [
        pytest.param(".", ".", "a1 c1 c3 e1", id="equal: free choice"),
        pytest.param("2", ".", "a1 c3 e3", id="from 2, who has more"),
        pytest.param(".", "3", "c1 e1 e5", id="from 3, who has more"),
    ],
)
def test_the_ball_comes_from_who_has_more(second: str, third: str, free: str) -> None:
    picture = f"""
                2
               . .
              3 . 2
             . . . .
            3 . {second} . {third}
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert prey(triapon(picture, hands="111"), "i9") == names(free)


def test_balls_still_in_hand_count_among_those_in_the_game() -> None:
    picture = """
                1
               . .
              . . {}
             . . . .
            3 . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 2 2 .
    """
    # 1 has placed a ball more than 3 in this round, so 3 has one more in hand.
    equal = triapon(picture.format("1"), "two", hands="122")
    assert prey(equal, "i9") == names("a1 c3 e1")
    assert prey(triapon(picture.format("."), "two", hands="122"), "i9") == {"e1"}


def test_if_who_has_more_has_none_to_take_the_ball_comes_from_the_other() -> None:
    picture = """
                .
               . .
              . . .
             . . . .
            2 2 2 . 3
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . 1 1 .
    """
    assert prey(triapon(picture, hands="111"), "i9") == {"e5"}
    assert prey(triapon(picture.replace("2 2 2 .", "2 2 . 2"), hands="111"), "i9") == names(
        "e1 e2 e4"
    )


# -- captures while placing, and elimination --------------------------------------------------


def test_balls_are_taken_while_placing_and_nobody_is_out_then() -> None:
    here = triapon(
        """
                .
               . .
              . . .
             . . . .
            . . 2 . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . 3 . . . . 1 1 .
        """,
        hands="111",
    )
    assert prey(here, "i9") == names("e3 i2")
    bare = after(here, "i9xe3")
    assert "2" not in drawing(bare)
    assert players_in(bare) == (0, 1, 2)
    assert bare.to_move == 1
    assert legal(bare) == {name for name in TRIANGLE.names if name not in names("i2 i7 i8 i9")}


LAST_PLACEMENT = """
                2
               . .
              . . 2
             . . . .
            . {} . . 3
           . . . . . .
          . . . . 3 . 1
         . . . . . . . .
        . 1 . . 3 . 1 1 .
"""


def test_two_balls_are_out_when_the_moving_phase_begins_but_not_before() -> None:
    placing = triapon(LAST_PLACEMENT.format("."), "three", hands="001")
    assert players_in(placing) == (0, 1, 2)
    moving = after(placing, "i9")
    assert players_in(moving) == (0, 2)
    assert moving.to_move == 0
    assert after(moving, "i2-i1").to_move == 2
    goes_on(moving)


def test_three_balls_are_enough_when_the_moving_phase_begins() -> None:
    moving = after(triapon(LAST_PLACEMENT.format("2"), "three", hands="001"), "i9")
    assert players_in(moving) == (0, 1, 2)
    assert after(moving, "i2-i1").to_move == 1


def test_the_last_placement_may_take_the_ball_that_puts_someone_out() -> None:
    placing = triapon(
        """
                2
               . .
              . . 2
             . . . .
            . 2 . . 3
           . . . . . 3
          . . . . . . .
         . . . . . . . .
        1 . 1 . 1 . . . .
        """,
        "three",
        hands="001",
    )
    assert prey(placing, "g7") == names("a1 c3 e2 i1 i3 i5")
    assert players_in(after(placing, "g7xa1")) == (0, 2)
    assert players_in(after(placing, "g7xi1")) == (1, 2)
    assert after(placing, "g7xi1").to_move == 1


def test_if_two_are_out_when_the_moving_phase_begins_the_third_has_won() -> None:
    placing = triapon(
        """
                2
               . .
              . . 2
             . . . .
            . . . . .
           . . . . . .
          . . . . 3 . .
         . . . . . . . .
        . 1 . . . . 1 1 .
        """,
        "three",
        hands="001",
    )
    goes_on(placing)
    ended(after(placing, "d1"), "last-one-in", [0], [1.0, -0.5, -0.5])


ABOUT_TO_TAKE = """
                2
               . .
              . . 2
             . . . .
            2 . . . {}
           . . . . . .
          3 . . . 3 . .
         . . . . . . . 1
        . 1 . . 3 . 1 1 .
"""


def test_in_the_moving_phase_two_balls_are_too_few() -> None:
    here = triapon(ABOUT_TO_TAKE.format("."))
    assert prey(here, "h8-i9") == names("a1 c3 e1 g1 g5 i5")
    without_two = after(here, "h8-i9xa1")
    assert players_in(without_two) == (0, 2)
    assert without_two.to_move == 2
    assert after(without_two, "g1-f1").to_move == 0


def test_in_the_moving_phase_three_balls_are_enough() -> None:
    still_in = after(triapon(ABOUT_TO_TAKE.format("2")), "h8-i9xa1")
    assert players_in(still_in) == (0, 1, 2)
    assert still_in.to_move == 1
    assert len(targets(still_in, "c3")) == 45 - 10  # and may jump


ONE_IS_OUT = """
                2
               . .
              . . 2
             . . . .
            . . . . .
           3 . . . . .
          3 . . . 3 . .
         . . . . . . . 1
        . 1 . . 3 . 1 1 .
"""


def test_the_balls_of_who_is_out_stay_and_can_neither_be_taken_nor_moved() -> None:
    here = triapon(ONE_IS_OUT)
    assert players_in(here) == (0, 2)
    assert prey(here, "h8-i9") == names("f1 g1 g5 i5")
    taken = after(here, "h8-i9xf1")
    assert taken.to_move == 2
    assert {taken.board_view.pieces[TRIANGLE.index[name]] for name in ("a1", "c3")} == {"two"}
    assert not targets(taken, "a1") | targets(taken, "c3")
    assert after(taken, "g1-h1").to_move == 0


def test_a_ball_of_who_is_out_is_not_taken_even_for_want_of_another() -> None:
    here = triapon(
        """
                2
               . .
              . . 2
             . . . .
            . . . . .
           3 . . . . .
          3 . . . . . .
         3 . . . . . . 1
        . 1 . . . . 1 1 .
        """
    )
    assert prey(here, "h8-i9") == set()


# -- the end ----------------------------------------------------------------------------------


def test_the_last_one_in_wins() -> None:
    here = triapon(ONE_IS_OUT.replace("3 . . . . .\n", ". . . . . .\n"))
    assert prey(here, "h8-i9") == names("g1 g5 i5")
    ended(after(here, "h8-i9xg1"), "last-one-in", [0], [1.0, -0.5, -0.5])
    goes_on(after(triapon(ONE_IS_OUT), "h8-i9xg1"))


def scattered(taken: str, **given: Any) -> Position:
    """The balls that are left after these captures, scattered from the tip down; 1 to move."""
    lost = [sum(int(row[player]) for row in taken.split("/")) for player in range(3)]
    letters = {
        3 * count + player: str(player + 1)
        for player in range(3)
        for count in range(9 - lost[player])
    }
    picture = "\n".join(" ".join(letters.get(c, ".") for c in row) for row in TRIANGLE.rows)
    return triapon(picture, taken=taken, **given)


def quiet_turn(here: Position) -> Position:
    """The position after some move that takes nothing."""
    return after(here, min(text for text in legal(here) if "x" not in text))


def quiet_turns(here: Position) -> int:
    """How many turns without a capture there have been."""
    return int(here.text.partition("quiet=")[2].split()[0])


def test_the_game_ends_after_fifteen_rounds_of_three_without_a_capture() -> None:
    here = quiet_turn(scattered("010/000/000", quiet=43))
    goes_on(here)
    ended(quiet_turn(here), "no-captures", [0], [1.0, -0.5, -0.5])


def test_with_two_in_fifteen_rounds_are_thirty_turns() -> None:
    here = quiet_turn(scattered("010/000/000", quiet=28, out="3"))
    goes_on(here)
    ended(quiet_turn(here), "no-captures", [0], [1.0, -0.5, -0.5])


def test_the_count_starts_with_the_moving_phase_and_restarts_with_each_capture() -> None:
    begun = after(triapon(LAST_PLACEMENT.format("2"), "three", hands="001"), "i9")
    assert quiet_turns(begun) == 0
    assert quiet_turns(quiet_turn(begun)) == 1
    late = triapon(ABOUT_TO_TAKE.format("2"), quiet=44)
    taken = after(late, "h8-i9xa1")
    assert quiet_turns(taken) == 0
    goes_on(taken)
    assert quiet_turn(late).outcome is not None


ENDS = [
    pytest.param("010/000/000", "", [0], [1.0, -0.5, -0.5], id="three in, one leads"),
    pytest.param("000/100/110", "", [2], [-0.5, -0.5, 1.0], id="three in, the last one leads"),
    pytest.param("010/100/000", "", [0, 1], [0.5, 0.5, -1.0], id="three in, two lead together"),
    pytest.param(
        "000/101/020", "", [1, 2], [-1.0, 0.5, 0.5], id="three in, the other two lead together"
    ),
    pytest.param("010/001/100", "", [], [0.0, 0.0, 0.0], id="three in, all equal"),
    pytest.param("000/000/000", "", [], [0.0, 0.0, 0.0], id="three in, nothing taken"),
    pytest.param("001/200/000", "3", [1], [-0.5, 1.0, -0.5], id="two in, more taken"),
    pytest.param(
        "011/200/000", "3", [0], [1.0, -0.5, -0.5], id="two in, equal, more from the third"
    ),
    pytest.param(
        "020/101/000", "3", [1], [-0.5, 1.0, -0.5], id="two in, equal, fewer from the third"
    ),
    pytest.param("011/101/000", "3", [], [0.5, 0.5, -1.0], id="two in, all equal"),
    pytest.param("000/000/000", "3", [], [0.5, 0.5, -1.0], id="two in, nothing taken"),
    pytest.param("010/000/220", "3", [0], [1.0, -0.5, -0.5], id="two in, who is out took most"),
    pytest.param("010/000/200", "2", [2], [-0.5, -0.5, 1.0], id="two in, the second out"),
]


@pytest.mark.parametrize(("taken", "out", "winners", "returns"), ENDS)
def test_most_balls_taken_win_among_those_still_in(
    taken: str, out: str, winners: list[int], returns: list[float]
) -> None:
    last = scattered(taken, quiet=15 * (3 - len(out)) - 1, **({"out": out} if out else {}))
    goes_on(last)
    ended(quiet_turn(last), "no-captures", winners, returns)
    agreed = last.game.definition.agreed_outcome(last)
    assert agreed == Outcome(tuple(winners), None, "agreement", tuple(returns))
    referee, state = slow_twin(last)
    same_outcome(agreed, referee.agree(state))


WALLED_IN = """
                1
               1 1
              1 1 1
             2 2 3 3
            2 2 . 3 3
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
"""


def test_if_the_player_to_move_cannot_all_still_in_draw() -> None:
    ended(triapon(WALLED_IN), "no-move", [], [0.0, 0.0, 0.0])
    goes_on(triapon(WALLED_IN, "two"))
    resigned = triapon(WALLED_IN, out="3")
    ended(resigned, "no-move", [], [0.5, 0.5, -1.0])


def test_who_may_jump_can_move_though_walled_in() -> None:
    here = triapon(
        """
                1
               1 1
              2 2 3
             . . . .
            2 . . . 3
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . 3
        """
    )
    goes_on(here)
    assert targets(here, "a1") == _free(here)


def _free(here: Position) -> set[str]:
    """The holes on which nothing lies."""
    return {name for name, cell in TRIANGLE.index.items() if cell not in here.board_view.pieces}


def test_fifteen_rounds_come_before_a_player_who_cannot_move() -> None:
    # 1 and 2 have taken five each, 3 only three.
    taken = "032/203/120"
    ended(triapon(WALLED_IN, taken=taken, quiet=44), "no-move", [], [0.0, 0.0, 0.0])
    ended(triapon(WALLED_IN, taken=taken, quiet=45), "no-captures", [0, 1], [0.5, 0.5, -1.0])


# -- leaving ----------------------------------------------------------------------------------


def leaves(here: Position, player: int) -> Position:
    """The position after a player has resigned or lost on time, and the others play on."""
    left = here.game.definition.without(here, player)
    assert isinstance(left, Position)
    referee, state = slow_twin(here)
    assert slow_twin(left)[1] == referee.eliminate(state, player)
    return left


def leaving_ends(
    here: Position, player: int, reason: str, winners: list[int], returns: list[float]
) -> None:
    """The game ends just so when a player leaves it."""
    outcome = here.game.definition.without(here, player)
    assert isinstance(outcome, Outcome)
    assert outcome == Outcome(tuple(winners), None, reason, tuple(returns))
    referee, state = slow_twin(here)
    same_outcome(outcome, referee.outcome(referee.eliminate(state, player)))


STILL_PLACING = """
                .
               . .
              . . .
             2 . . .
            . 2 . . .
           2 . . . . 3
          . . . . . . 3
         . . . . . . . .
        . 1 . . 1 . 1 1 .
"""


def test_who_resigns_while_placing_leaves_the_balls_in_hand_unplaced() -> None:
    here = triapon(STILL_PLACING, "two", hands="122")
    left = leaves(here, 1)
    assert players_in(left) == (0, 2)
    assert left.to_move == 2
    assert "hands=102" in left.text
    placed = after(left, "a1", "c1", "c3")  # 3, 1 and 3 place the rest
    assert placed.to_move == 0
    assert drawing(placed).count("2") == 3
    assert all("-" in text for text in legal(placed))


def test_the_balls_of_who_resigned_while_placing_cannot_be_taken() -> None:
    here = triapon(STILL_PLACING, hands="222")
    assert prey(here, "i9") == names("d1 e2 f1")
    assert prey(leaves(here, 1), "i9") == names("f6 g7")


def test_one_may_resign_while_another_is_to_move() -> None:
    here = triapon(STILL_PLACING, hands="222")
    assert leaves(here, 1).to_move == 0
    assert leaves(here, 2).to_move == 0
    assert leaves(here, 0).to_move == 1


def test_if_the_last_balls_in_hand_resign_the_moving_phase_begins_at_once() -> None:
    here = triapon(STILL_PLACING, "three", hands="001")
    begun = leaves(here, 2)
    assert begun.to_move == 0
    assert all("-" in text for text in legal(begun))
    assert quiet_turns(begun) == 0
    # and with it everyone is out who has two balls or fewer
    few = STILL_PLACING.replace("             2 . . .", "             . . . .")
    two_left = triapon(few, "three", hands="001")
    leaving_ends(two_left, 2, "last-one-in", [0], [1.0, -0.5, -0.5])


def test_who_resigns_in_the_moving_phase_leaves_the_balls_lying() -> None:
    here = triapon(ABOUT_TO_TAKE.format("2"))
    left = leaves(here, 0)
    assert left.to_move == 1
    assert drawing(left) == drawing(here)
    assert after(left, "a1-b1", "g1-h1").to_move == 1
    assert leaves(here, 2).to_move == 0
    assert prey(leaves(here, 2), "h8-i9") == names("a1 c3 e1 e5")
    assert prey(leaves(here, 1), "h8-i9") == names("g1 g5 i5")


def test_who_is_left_alone_by_resignations_wins() -> None:
    for here in (triapon(STILL_PLACING, hands="222"), triapon(ABOUT_TO_TAKE.format("2"))):
        alone = leaves(here, 2)
        leaving_ends(alone, 0, "last-one-in", [1], [-0.5, 1.0, -0.5])
        leaving_ends(alone, 1, "last-one-in", [0], [1.0, -0.5, -0.5])


def test_a_resignation_may_bring_the_end_by_fifteen_rounds() -> None:
    leaves(scattered("010/000/000", quiet=29), 2)
    leaving_ends(scattered("010/000/000", quiet=30), 2, "no-captures", [0], [1.0, -0.5, -0.5])
    leaving_ends(scattered("010/000/000", quiet=30), 0, "no-captures", [], [-1.0, 0.5, 0.5])


# -- barricades -------------------------------------------------------------------------------


def with_barricade(here: Position) -> set[str]:
    """The legal moves that put a barricade."""
    return {text for text in legal(here) if "+" in text}


# 2 is out. 1 took two balls from 2, 3 took five; the rest were taken by 2.
TAKEN_FROM_TWO = "020/505/050"


def test_there_are_barricades_only_where_they_were_chosen() -> None:
    chosen = triapon(ONE_IS_OUT, taken=TAKEN_FROM_TWO, barricades=True)
    assert with_barricade(chosen)
    assert not with_barricade(triapon(ONE_IS_OUT, taken=TAKEN_FROM_TWO))


def test_a_barricade_goes_on_any_free_hole_after_the_move_or_not_at_all() -> None:
    here = triapon(ONE_IS_OUT, taken=TAKEN_FROM_TWO, barricades=True)
    free = _free(here) - {"i1"} | {"i2"}
    moved = {text for text in legal(here) if text.startswith("i2-i1")}
    assert moved == {"i2-i1"} | {f"i2-i1+{hole}" for hole in free}
    taking = {text for text in legal(here) if text.startswith("h8-i9xf1")}
    free = _free(here) - {"i9"} | {"h8", "f1"}
    assert taking == {"h8-i9xf1"} | {f"h8-i9xf1+{hole}" for hole in free}


def test_a_barricade_may_follow_the_very_turn_that_eliminates() -> None:
    here = triapon(ABOUT_TO_TAKE.format("."), barricades=True, taken="006/500/060")
    # Nobody has taken from 2 but 3; 1 takes the seventh ball of 2, and may put it back at once.
    puts = {text for text in with_barricade(here) if text.startswith("h8-i9xa1")}
    assert puts == {f"h8-i9xa1+{hole}" for hole in (_free(here) - {"i9"}) | {"a1", "h8"}}
    assert all("x" in text for text in with_barricade(here))  # else nobody is out yet
    put = after(here, "h8-i9xa1+a1")
    assert drawing(put).startswith("#")
    assert put.to_move == 2


def test_before_anyone_is_out_there_are_no_barricades() -> None:
    here = triapon(ABOUT_TO_TAKE.format("2"), barricades=True)
    assert "h8-i9xa1" in legal(here)
    assert not with_barricade(here)


def test_each_puts_at_most_as_many_as_taken_from_who_is_out() -> None:
    none_left = ONE_IS_OUT.replace("              . . 2", "              # # 2")
    spent = triapon(none_left, taken=TAKEN_FROM_TWO, built="200", out="2", barricades=True)
    assert not with_barricade(spent)
    assert with_barricade(after(spent, "i2-i1"))  # 3 has put none of five
    one_left = ONE_IS_OUT.replace("              . . 2", "              # . 2")
    here = triapon(one_left, taken=TAKEN_FROM_TWO, built="100", out="2", barricades=True)
    put = after(here, "i2-i1+d4", "g1-h1")
    assert drawing(put).count("#") == 2
    assert not with_barricade(put)
    assert with_barricade(after(here, "i2-i1", "g1-h1"))


def test_only_balls_taken_from_who_is_out_can_be_put_back() -> None:
    # 1 took five from 3, who is still in, and none from 2.
    here = triapon(ONE_IS_OUT, taken="005/200/370", barricades=True)
    assert not with_barricade(here)
    assert with_barricade(after(here, "i2-i1"))


def test_no_barricade_follows_a_placement() -> None:
    # 2 has resigned; 1 had taken three balls from 2.
    given: dict[str, Any] = {"out": "2", "taken": "030/000/000", "barricades": True}
    picture = """
                2
               . 2
              . . 2
             . 1 . .
            . . . 1 .
           3 . . . . 3
          3 . 1 . 3 . 1
         1 3 . . . . 3 1
        . . . 1 3 . 1 . 3
    """
    placing = triapon(picture, hands="101", **given)
    assert drawing(placing).count("1") == drawing(placing).count("3") == 8
    assert not with_barricade(placing)
    last = after(placing, "i1")
    assert not with_barricade(last)
    moving = quiet_turn(last)
    assert moving.to_move == 0
    assert with_barricade(moving)


def test_the_turn_that_ends_the_game_puts_no_barricade() -> None:
    last_three = ONE_IS_OUT.replace("3 . . . . .\n", ". . . . . .\n")
    here = triapon(last_three, taken="020/506/050", barricades=True)
    assert "h8-i9xg1" in legal(here)
    assert not {text for text in with_barricade(here) if "x" in text}
    assert with_barricade(here)


BESIDE_A_BARRICADE = """
                2
               . .
              # . 2
             . . . .
            . 3 . 3 .
           . . . . . .
          . . . . 3 . .
         . . . . 1 . . 1
        . 1 . . . . {} 1 .
"""


def test_barricades_form_no_rows() -> None:
    given: dict[str, Any] = {"out": "2", "barricades": True}
    own = triapon(BESIDE_A_BARRICADE.format("1"), taken="020/406/050", built="100", **given)
    assert prey(own, "h8-i9") == names("e2 e4 g5")
    barricade = BESIDE_A_BARRICADE.format("#")
    assert prey(triapon(barricade, taken="020/506/050", built="200", **given), "h8-i9") == set()


def test_barricades_cross_no_rows() -> None:
    here = triapon(
        """
                2
               # .
              . . 2
             . # . .
            . 3 3 3 .
           . . # . . .
          . . . . . . .
         . . . . . . . 1
        . 1 . . . . 1 1 .
        """,
        taken="040/506/030",
        built="300",
        out="2",
        barricades=True,
    )
    assert prey(here, "h8-i9") == set()


def test_a_barricade_never_moves_and_nothing_moves_onto_it() -> None:
    barricade = BESIDE_A_BARRICADE.format("#")
    here = triapon(barricade, taken="020/506/050", built="200", out="2", barricades=True)
    assert targets(here, "i8") == names("h7 i9")
    jumping = after(here, "i2-i1")  # 3 has three balls left
    assert targets(jumping, "e2") == _free(jumping)
    for player in (here, jumping):
        assert not targets(player, "i7") | targets(player, "c1")
        assert not {text for text in legal(player) if text.endswith(("+i7", "+c1"))}


def test_barricades_do_not_lower_the_number_of_balls_taken() -> None:
    here = triapon(ONE_IS_OUT, taken=TAKEN_FROM_TWO, barricades=True)
    put = after(here, "i2-i1+d4")
    assert f"taken={TAKEN_FROM_TWO} " in put.text
    assert put.text.split()[-2:] == ["built=100", "barricades=true"]
    three_put = ONE_IS_OUT.replace("               . .", "               # .").replace(
        "              . . 2", "              # # 2"
    )
    # 1 took four and put three of them; 3 took three.
    given: dict[str, Any] = {"taken": "040/505/030", "built": "300", "out": "2", "barricades": True}
    last = triapon(three_put, quiet=29, **given)
    ended(quiet_turn(last), "no-captures", [0], [1.0, -0.5, -0.5])

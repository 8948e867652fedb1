"""Das Bedrängnis: every special case of the rules as a picture; see `diagrams`.

A field is its colour and its piece: `rw` is a white piece on red, `g.` an empty green field.
"""

from __future__ import annotations

import pytest

import brettwerk
from brettwerk.boards.square import SMALL
from brettwerk.core.game import Position
from brettwerk.errors import MatchError
from brettwerk.match import Match
from games.diagrams import after, ended, goes_on, legal, position


def tableau(picture: str, last: str) -> Position:
    """A position of Das Bedrängnis; the pieces say who is to move."""
    return position("bedraengnis", picture, last=last)


def names(text: str) -> set[str]:
    """Some names."""
    return set(text.split())


# -- placing ----------------------------------------------------------------------------------


def test_white_begins_and_places_on_any_field() -> None:
    start = brettwerk.game("bedraengnis").start()
    assert (start.to_move, start.game.seats) == (0, ("white", "black"))
    assert legal(start) == set(SMALL.names)
    assert start.play("c2").to_move == 1


def test_a_red_slide_goes_straight_as_far_as_the_next_red_field() -> None:
    here = tableau(
        """
        b. b. b. b.
        r. b. b. b.
        y. b. b. b.
        rw g. r. b.
        """,
        last="a1",
    )
    assert here.to_move == 1
    assert legal(here) == names("a2 a3 b1 c1")


def test_a_red_slide_without_a_red_field_ahead_goes_to_the_edge() -> None:
    here = tableau(
        """
        b. b. g. r.
        b. y. b. b.
        b. g. rw y.
        r. b. b. b.
        """,
        last="c2",
    )
    assert legal(here) == names("c1 c3 c4 b2 a2 d2")


def test_a_yellow_slide_goes_diagonally_as_far_as_the_next_yellow_field() -> None:
    here = tableau(
        """
        b. b. b. y.
        b. b. y. b.
        b. yw b. b.
        y. b. b. b.
        """,
        last="b2",
    )
    assert legal(here) == names("a1 a3 c1 c3")


def test_a_yellow_slide_without_a_yellow_field_ahead_goes_to_the_edge() -> None:
    here = tableau(
        """
        b. y. b. g.
        y. b. r. y.
        b. g. y. b.
        yw b. b. b.
        """,
        last="a1",
    )
    assert legal(here) == names("b2 c3 d4")


def test_from_blue_the_eight_adjacent_fields_are_in_reach() -> None:
    middle = tableau(
        """
        r. r. r. r.
        y. r. g. r.
        r. bw b. r.
        r. y. r. r.
        """,
        last="b2",
    )
    assert legal(middle) == names("a1 a2 a3 b1 b3 c1 c2 c3")
    corner = tableau(
        """
        r. r. r. bw
        r. r. r. r.
        r. r. r. r.
        r. r. r. r.
        """,
        last="d4",
    )
    assert legal(corner) == names("c4 c3 d3")


def test_from_green_knights_jump_whatever_stands_between() -> None:
    here = tableau(
        """
        r. r. r. r.
        r. r. r. r.
        rw rb r. r.
        gw rb rw r.
        """,
        last="a1",
    )
    assert here.to_move == 1
    assert legal(here) == names("b3 c2")


@pytest.mark.parametrize("blocker", ["w", "b"])
def test_a_slide_ends_at_the_first_piece_of_either_colour(blocker: str) -> None:
    red = """
        b. b. b. b{}
        b{} b. b. b.
        b. b. b. b.
        rw b. b. b.
    """
    other = "b" if blocker == "w" else "w"
    # a4, behind the piece on a3, is not in reach, nor is the field on which it stands.
    assert legal(tableau(red.format(other, blocker), last="a1")) == names("a2 b1 c1 d1")
    yellow = """
        b. b. b. b.
        b. b. b{} b.
        b. b. b. b.
        yw b. b. b{}
    """
    assert legal(tableau(yellow.format(blocker, other), last="a1")) == {"b2"}


def test_a_piece_on_the_next_red_field_ends_the_slide_before_it() -> None:
    here = tableau(
        """
        b. b. b. bw
        rb b. b. b.
        b. b. b. b.
        rw b. b. b.
        """,
        last="a1",
    )
    assert legal(here) == names("a2 b1 c1 d1")


def test_only_the_piece_placed_last_counts() -> None:
    picture = """
        b. b. b. bw
        b. b. b. b.
        b. bb b. b.
        gw b. b. b.
    """
    assert legal(tableau(picture, last="a1")) == names("b3 c2")
    assert legal(tableau(picture, last="d4")) == names("c3 c4 d3")


def test_nothing_moves_and_nothing_is_captured() -> None:
    here = brettwerk.game("bedraengnis", board="2b1").start()
    for count in range(1, 5):
        here = after(here, min(legal(here)))
        assert len(here.board_view.pieces) == count
        assert all(len(text) == 2 for text in legal(here))


# -- the end ----------------------------------------------------------------------------------


def test_who_cannot_place_loses_and_every_piece_is_a_point() -> None:
    before = tableau(
        """
        b. b. b. b.
        b. b. b. b.
        bw bb b. b.
        b. bw b. b.
        """,
        last="b1",
    )
    assert legal(before) == names("a1 c1 c2")
    ended(after(before, "a1"), "no-placement", [1], [-1.0, 1.0], points=(0, 4))
    goes_on(after(before, "c1"))


def test_white_wins_when_black_cannot_place() -> None:
    here = tableau(
        """
        b. b. b. bb
        b. b. b. b.
        bw bb b. b.
        bw bw b. b.
        """,
        last="a1",
    )
    ended(here, "no-placement", [0], [1.0, -1.0], points=(5, 0))


def test_a_full_tableau_is_worth_sixteen() -> None:
    full = tableau(
        """
        bw bb bw bb
        bw bb bw bb
        bw bb bw bb
        bw bb bw bb
        """,
        last="d1",
    )
    ended(full, "no-placement", [1], [-1.0, 1.0], points=(0, 16))


def test_a_round_may_end_with_most_fields_empty() -> None:
    before = tableau(
        """
        r. r. r. r.
        r. bw r. r.
        r. r. gb r.
        g. r. r. r.
        """,
        last="c2",
    )
    # From a1 a knight reaches b3 and c2 only, and both are taken.
    assert legal(before) == names("a1 a3 b4 d4")
    ended(after(before, "a1"), "no-placement", [0], [1.0, -1.0], points=(3, 0))
    goes_on(after(before, "a3"))


# -- resigning and the match ------------------------------------------------------------------


def test_the_player_to_move_may_resign_once_a_piece_stands() -> None:
    match = Match.new(brettwerk.game("bedraengnis", board="/".join(["bbbb"] * 4)))
    with pytest.raises(MatchError) as caught:
        match.resign(0)
    assert caught.value.key == "bedraengnis-resign-empty"
    match = match.play(0, "b2")
    with pytest.raises(MatchError) as caught:
        match.resign(0)
    assert caught.value.key == "match-resign-turn"
    assert match.resign(1).scores == (1, 0)


def test_the_opponent_of_who_resigns_scores_the_pieces_now_on_the_board() -> None:
    match = Match.new(brettwerk.game("bedraengnis", board="/".join(["bbbb"] * 4)))
    for person, move in ((0, "b2"), (1, "b3"), (0, "c3"), (1, "c2")):
        match = match.play(person, move)
    given_up = match.resign(0)
    assert given_up.scores == (0, 4)
    assert given_up.rounds[0].outcome.winners == (1,)
    assert given_up.rounds[0].outcome.points == (0, 4)


def test_a_match_goes_to_fifteen_points_with_colours_swapped_after_each_round() -> None:
    match = Match.new(brettwerk.game("bedraengnis", board="/".join(["bbbb"] * 4)))
    assert match.target == 15
    scores = []
    while match.outcome is None:
        if match.round_over:
            board = match.game.options["board"]
            match = match.next_round()
            assert match.game.options["board"] == board  # the tableau stays
        first = match.to_move
        assert first is not None
        assert (match.seats[first], match.position.to_move) == (0, 0)  # White begins
        match = match.play(first, "b2").play(1 - first, "b3").play(first, "c3")
        match = match.play(1 - first, "c2").play(first, "d1").resign(1 - first)
        scores.append(match.scores)
    # Each round is won by who has White, five points each time.
    assert scores == [(5, 0), (5, 5), (10, 5), (10, 10), (15, 10)]
    assert match.outcome.winners == (0,)


def test_another_tableau_each_round_if_so_chosen() -> None:
    match = Match.new(brettwerk.game("bedraengnis"), next_board="new", seed=1)
    boards = set()
    for _ in range(4):
        boards.add(match.game.options["board"])
        assert match.to_move is not None
        match = match.play(match.to_move, "b2")
        assert match.to_move is not None
        match = match.resign(match.to_move).next_round()
    assert len(boards) > 1

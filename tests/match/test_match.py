"""What a match promises: terms, moves, rounds and points, tableaus, moves taken back."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError
from itertools import pairwise
from typing import Any

import pytest

import brettwerk
from brettwerk.boards.tableaus import board_text, parse_board, turned
from brettwerk.errors import IllegalMove, InvalidMove, MatchError
from brettwerk.match import Match
from match.helpers import (
    APART,
    TEN,
    bedraengnis_round,
    drei,
    long_lived,
    new,
    played,
    refused,
    schlacht,
)


# -- terms ----------------------------------------------------------------------------------------
def test_games_with_points_have_a_default_target() -> None:
    assert new("bedraengnis").target == 15
    assert new("schlacht").target == 7
    assert new("schlacht", target=20).target == 20


@pytest.mark.parametrize("name", ["abalone", "triapon", "drei", "katarenga"])
def test_other_games_are_one_round(name: str) -> None:
    assert new(name).target is None
    refused("match-no-points", new, name, target=3)


@pytest.mark.parametrize("bad", [0, -1, 10_001, 2.5, True, "15", math.nan])
def test_an_invalid_target_is_refused(bad: Any) -> None:
    refused("match-target", new, "bedraengnis", target=bad)


def test_there_is_a_name_for_each_player_or_none() -> None:
    assert new("abalone", names=["Ada", "Bo"]).names == ("Ada", "Bo")
    assert new("triapon").names == ("", "", "")
    refused("match-names", new, "abalone", names=("Ada",))
    refused("match-names-text", new, "abalone", names="AB")
    refused("match-names-text", new, "abalone", names=(1, 2))


def test_the_starter_takes_the_seat_that_begins() -> None:
    assert new("abalone").seats == (0, 1)
    assert new("abalone", starter=1).seats == (1, 0)
    assert new("abalone", starter=1).to_move == 1
    assert new("triapon", starter=2).seats == (1, 2, 0)
    assert played(new("triapon", starter=2), "a1 b1 b2").to_move == 2
    refused("match-no-player", new, "abalone", starter=2)


# -- playing --------------------------------------------------------------------------------------
def test_moves_are_recorded_in_canonical_form() -> None:
    match = new("bedraengnis").play(0, " B2 ")
    assert match.moves == ("b2",)
    assert match.to_move == 1


def test_only_the_person_to_move_moves() -> None:
    refused("match-not-your-turn", new("abalone").play, 1, "a1b2")
    refused("match-no-player", new("abalone").play, 2, "a1b2")
    refused("match-no-player", new("abalone").play, "0", "a1b2")


def test_malformed_and_illegal_moves_raise_the_errors_of_the_game() -> None:
    match = new("bedraengnis").play(0, "b2")
    with pytest.raises(InvalidMove):
        match.play(1, "z9")
    with pytest.raises(IllegalMove):
        match.play(1, "b2")


def test_a_move_can_be_given_as_one_of_the_legal_moves() -> None:
    match = new("bedraengnis")
    move = match.position.moves[0]
    assert match.play(0, move) == match.play(0, move.text)


def test_a_match_is_immutable() -> None:
    match = new("abalone")
    match.play(0, "a1b2")
    assert match == new("abalone")
    assert hash(match) == hash(new("abalone"))
    assert match != match.play(0, "a1b2")
    with pytest.raises(FrozenInstanceError):
        match.round = 2  # type: ignore[misc]


# -- rounds and points ----------------------------------------------------------------------------
def test_a_round_of_bedraengnis_brings_a_point_for_every_piece() -> None:
    match = new("bedraengnis", target=40)
    while not match.round_over:
        assert match.to_move is not None
        match = match.play(match.to_move, long_lived(match))
    count = len(match.moves)
    winner = (count - 1) % 2
    assert match.rounds[0].outcome.winners == (winner,)
    assert match.scores[winner] == count
    assert match.scores[1 - winner] == 0


def test_a_finished_round_stays_until_the_next_is_started() -> None:
    match = bedraengnis_round(new("bedraengnis"), 3)
    assert (match.round, match.round_over, match.to_move) == (1, True, None)
    assert len(match.moves) == 3
    for action in (match.play, match.take_back, match.offer_draw, match.resign):
        refused("match-round-over", action, 1, *(["b2"] if action == match.play else []))
    after = match.next_round()
    assert (after.round, after.round_over, after.moves) == (2, False, ())
    assert after.rounds == match.rounds
    assert after.position == after.game.start()


def test_the_next_round_begins_only_after_the_last_has_ended() -> None:
    refused("match-round-not-over", new("bedraengnis").next_round)


def test_colours_change_after_each_round_and_the_same_colour_begins() -> None:
    match = bedraengnis_round(new("bedraengnis"), 1)
    second = match.next_round()
    assert (second.seats, second.to_move, second.position.to_move) == ((1, 0), 1, 0)
    third = bedraengnis_round(second, 1).next_round()
    assert (third.seats, third.to_move) == ((0, 1), 0)


def test_points_belong_to_people_not_to_colours() -> None:
    match = bedraengnis_round(new("bedraengnis"), 1)  # person 0 placed, person 1 gave up
    assert match.scores == (1, 0)
    match = bedraengnis_round(match.next_round(), 1)  # now person 1 has White
    assert match.scores == (1, 1)
    assert [done.points for done in match.rounds] == [(1, 0), (0, 1)]
    assert [done.outcome.winners for done in match.rounds] == [(0,), (0,)]
    assert [done.seats for done in match.rounds] == [(0, 1), (1, 0)]


def test_the_first_to_reach_the_target_wins_the_match() -> None:
    match = bedraengnis_round(new("bedraengnis", target=4), 3)
    assert match.scores == (3, 0)
    assert match.outcome is None
    match = bedraengnis_round(match.next_round(), 2)
    assert match.scores == (5, 0)
    assert match.outcome == brettwerk.Outcome((0,), (5, 0), "target", (1.0, -1.0))
    refused("match-over", match.next_round)


def test_a_round_of_schlacht_scores_the_pieces_left_to_the_winner() -> None:
    match = schlacht(f"{APART} pass pass", target=20)
    assert match.scores == (0, 8)
    assert match.outcome is None
    match = played(match.next_round(), f"{APART} pass pass")  # the other one is White now
    assert match.scores == (8, 8)
    assert schlacht(f"{APART} pass pass").outcome == brettwerk.Outcome(
        (1,), (0, 8), "target", (-1.0, 1.0)
    )


def test_one_round_decides_a_game_without_points() -> None:
    match = drei("d4 e6 f4 h5 g7 e8 c7 a6", starter=1)
    while not match.round_over:
        assert match.to_move is not None
        match = match.play(match.to_move, match.position.moves[0])
    ended = match.position.outcome
    assert ended is not None
    assert match.outcome is not None
    assert match.outcome.winners == tuple(match.person_at(seat) for seat in ended.winners)
    assert match.outcome.returns == tuple(ended.returns[seat] for seat in match.seats)
    assert match.outcome.points is None
    assert match.outcome.reason == ended.reason
    assert match.scores == (0, 0)
    refused("match-over", match.next_round)


# -- tableaus -------------------------------------------------------------------------------------
def images(board: str) -> set[str]:
    rows = parse_board(board, 4)
    back = tuple("".join(column) for column in zip(*rows, strict=True))
    return {board_text(turned(side, quarters)) for side in (rows, back) for quarters in range(4)}


def test_the_tableau_stays_unless_another_is_asked_for() -> None:
    match = bedraengnis_round(new("bedraengnis", seed=7), 1)
    assert match.next_round().game == match.game


@pytest.mark.parametrize("seed", [0, 1, 2, 10**30, -5])
def test_a_new_tableau_differs_from_the_last_one(seed: int) -> None:
    def boards() -> list[str]:
        match = new("bedraengnis", target=100, next_board="new", seed=seed)
        found = [match.game.options["board"]]
        for _ in range(12):
            match = bedraengnis_round(match, 1).next_round()
            found.append(match.game.options["board"])
        return found

    first = boards()
    assert first[0] == brettwerk.game("bedraengnis").options["board"]
    for before, after in pairwise(first):
        assert after not in images(before)
    assert boards() == first


def test_new_tableaus_need_a_seed_and_a_game_on_one_tableau() -> None:
    refused("match-needs-seed", new, "bedraengnis", next_board="new")
    refused("match-needs-seed", new, "bedraengnis", next_board="new", seed=1.5)
    refused("match-no-tableau", new, "drei", next_board="new", seed=1)
    refused("match-no-tableau", new, "abalone", next_board="new", seed=1)
    refused("match-tableau", new, "bedraengnis", next_board="other")


# -- taking back ----------------------------------------------------------------------------------
def test_moves_are_taken_back() -> None:
    match = new("abalone").play(0, "a1b2")
    assert match.play(1, "i9h8").take_back(1) == match
    assert match.play(1, "i9h8").take_back(2) == new("abalone")


@pytest.mark.parametrize("plies", [0, -1, 3, 1.5, "1"])
def test_no_more_moves_are_taken_back_than_there_are(plies: Any) -> None:
    match = new("abalone").play(0, "a1b2").play(1, "i9h8")
    refused("match-takeback", match.take_back, plies)


def test_only_moves_of_this_round_are_taken_back() -> None:
    match = bedraengnis_round(new("bedraengnis"), 3).next_round()
    refused("match-takeback", match.take_back, 1)


def test_time_spent_on_moves_taken_back_stays_spent() -> None:
    match = new("abalone", time_control=TEN).start_clock(0.0).play(0, "a1b2", 10.0)
    match = match.take_back(1, 30.0)
    assert match.clock is not None
    assert match.to_move == match.clock.turn == 0
    assert (match.clock.remaining(0, 31), match.clock.remaining(1, 31)) == (589, 580)


def test_an_offer_lapses_with_moves_taken_back() -> None:
    assert new("abalone").play(0, "a1b2").offer_draw(0).take_back(1).offer is None


def test_moves_before_a_departure_cannot_be_taken_back() -> None:
    match = played(new("triapon"), "a1 b1").resign(2)
    refused("match-takeback", match.take_back, 1)
    assert match.play(0, "c1").take_back(1) == match


def test_a_refusal_is_a_match_error() -> None:
    with pytest.raises(MatchError, match="not your turn"):
        new("abalone").play(1, "a1b2")


def test_random_opening_moves_take_no_time_and_cannot_be_taken_back() -> None:
    game = brettwerk.game("drei")
    match = Match.new(game, time_control=TEN, opening=["D4"])
    assert match.moves == ("d4",)
    assert match.to_move == 1
    assert match.clock is not None
    assert match.clock.turn is None
    with pytest.raises(MatchError, match="At most 0"):
        match.take_back(1, 0.0)
    move = match.position.moves[0]
    assert match.play(1, move, 10.0).take_back(1, 20.0).moves == ("d4",)
    with pytest.raises(IllegalMove):
        Match.new(game, opening=["d4", "d4"])

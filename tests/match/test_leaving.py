"""Leaving a round or a match."""

from __future__ import annotations

import pytest

import brettwerk
from brettwerk.match.state import Departure
from match.helpers import APART, bedraengnis_round, new, played, refused, schlacht


# -- resigning ------------------------------------------------------------------------------------
def test_in_bedraengnis_only_the_player_to_move_resigns_after_the_first_piece() -> None:
    match = new("bedraengnis")
    refused("bedraengnis-resign-empty", match.resign, 0)
    match = match.play(0, "b2")
    refused("match-resign-turn", match.resign, 0)
    given_up = match.resign(1)
    assert given_up.scores == (1, 0)
    assert given_up.outcome is None
    assert given_up.rounds[0].outcome.reason == "resignation"
    assert given_up.rounds[0].departures == (Departure(1, 1, "resignation"),)


def test_in_schlacht_a_resigned_round_scores_the_pieces_the_other_still_has() -> None:
    assert schlacht(target=20).resign(0).scores == (0, 8)
    battle = schlacht(APART.replace("g6", "f2"), target=20)
    after = battle.play(0, "g3xf2")
    assert after.resign(0).scores == (0, 7)
    assert after.resign(1).scores == (8, 0)
    assert after.resign(1).next_round().round == 2


def test_what_resigning_costs_is_what_the_other_scores_for_it() -> None:
    match = new("bedraengnis")
    assert match.resignation_points == (None, None)  # nobody may resign yet
    match = played(match, "b2")
    assert match.resignation_points == (None, 1)
    assert match.resign(1).resignation_points is None  # the round is over
    assert schlacht(target=20).resignation_points == (8, 8)
    assert new("abalone").resignation_points is None


@pytest.mark.parametrize("name", ["abalone", "drei", "katarenga"])
def test_in_other_games_of_two_resigning_ends_the_game(name: str) -> None:
    for person in (0, 1):
        match = new(name, starter=1).resign(person)
        assert match.outcome is not None
        assert match.outcome.winners == (1 - person,)
        assert match.outcome.reason == "resignation"
        assert match.outcome.points is None


def test_in_triapon_a_player_who_resigns_is_out_and_the_others_play_on() -> None:
    match = played(new("triapon"), "a1 b1").resign(2)
    assert match.outcome is None
    assert match.still_in == (0, 1)
    assert match.to_move == 0
    assert match.departures == (Departure(2, 2, "resignation"),)
    refused("match-out", match.play, 2, "c1")
    refused("match-out", match.resign, 2)
    refused("match-out", match.offer_draw, 2)
    assert played(match, "c1 c2 d1").to_move == 1


def test_in_triapon_one_can_resign_while_another_is_to_move() -> None:
    match = played(new("triapon", starter=1), "a1 b1").resign(1)
    assert match.to_move == 0
    assert match.still_in == (0, 2)


def test_in_triapon_the_last_one_in_wins() -> None:
    match = played(new("triapon"), "a1 b1").resign(2).resign(0)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.rounds[0].departures == (
        Departure(2, 2, "resignation"),
        Departure(0, 2, "resignation"),
    )
    refused("match-over", match.resign, 1)


# -- giving up the match --------------------------------------------------------------------------
def test_a_forfeit_loses_the_whole_match_whatever_the_score() -> None:
    match = bedraengnis_round(new("bedraengnis"), 3).next_round().play(1, "b2")
    match = match.forfeit(0)
    assert match.outcome == brettwerk.Outcome((1,), (3, 0), "forfeit", (-1.0, 1.0))
    assert match.rounds[-1].moves == ("b2",)
    assert match.rounds[-1].points == (0, 0)
    refused("match-over", match.forfeit, 1)


def test_a_match_can_be_forfeited_between_rounds() -> None:
    match = bedraengnis_round(new("bedraengnis"), 3).forfeit(1)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert len(match.rounds) == 1


def test_in_triapon_a_player_who_forfeits_is_out() -> None:
    match = new("triapon").forfeit(0)
    assert (match.outcome, match.still_in, match.to_move) == (None, (1, 2), 1)
    assert match.departures == (Departure(0, 0, "forfeit"),)

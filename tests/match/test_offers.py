"""What a match promises about offers: draws, and the continuation of Die Drei."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import brettwerk
from brettwerk.match.state import Offer
from match.helpers import DRAWN, STUCK, drei, new, played, refused

if TYPE_CHECKING:
    from brettwerk.match import Match


# -- draws ----------------------------------------------------------------------------------------
def test_a_draw_is_offered_and_accepted() -> None:
    match = new("abalone").offer_draw(1)
    assert match.offer == Offer("draw", (1,))
    match = match.accept(0)
    assert match.outcome == brettwerk.Outcome((), None, "agreement", (0.0, 0.0))
    assert match.offer is None


def test_two_offers_make_an_agreement() -> None:
    assert new("abalone").offer_draw(1).offer_draw(0).outcome is not None


def test_a_player_cannot_accept_their_own_offer() -> None:
    match = new("abalone").offer_draw(0)
    refused("match-wanted-already", match.accept, 0)
    refused("match-wanted-already", match.offer_draw, 0)


def test_an_offer_can_be_declined_and_withdrawn() -> None:
    match = new("abalone").offer_draw(0)
    assert match.decline(1) == match.decline(0) == new("abalone")


def test_without_an_offer_there_is_nothing_to_answer() -> None:
    refused("match-no-offer", new("abalone").accept, 0)
    refused("match-no-offer", new("abalone").decline, 0)


def test_an_offer_stands_while_its_maker_moves_and_lapses_when_another_does() -> None:
    match = new("abalone").offer_draw(0).play(0, "a1b2")
    assert match.offer == Offer("draw", (0,))
    assert match.play(1, "i9h8").offer is None
    assert match.accept(1).outcome is not None


def test_three_must_all_agree() -> None:
    match = new("triapon").offer_draw(1).accept(0)
    assert match.offer == Offer("draw", (1, 0))
    assert match.outcome is None
    assert match.play(0, "a1").offer == match.offer
    ended = match.accept(2).outcome
    assert ended is not None
    assert (ended.winners, ended.reason) == ((), "agreement")


def test_only_those_still_in_need_to_agree() -> None:
    match = new("triapon").resign(0).offer_draw(1)
    refused("match-out", match.accept, 0)
    refused("match-out", match.decline, 0)
    ended = match.accept(2).outcome
    assert ended is not None
    assert (ended.winners, ended.returns) == ((), (-1.0, 0.5, 0.5))


def test_an_offer_lapses_when_somebody_is_eliminated() -> None:
    assert new("triapon").offer_draw(0).accept(1).resign(2).offer is None


def test_in_triapon_most_captures_win_an_agreed_end() -> None:
    match = played(new("triapon", starter=2), "a1 i1 i9 b1 h1 h8 c1xi1")
    ended = match.offer_draw(0).accept(1).accept(2).outcome
    assert ended is not None
    assert (ended.winners, ended.reason) == ((2,), "agreement")


def before_an_elimination() -> Match:
    """Triapon with person 0 to move, who can take the third last ball of person 2."""
    match = new("triapon")
    text = (
        "triapon/1 1/1./.1./...2/3...2/.....1/.3...../.2.....3/1.1.1.1.1 1 "
        "hands=000 taken=066/000/000 quiet=0"
    )
    return replace(match, position=match.game.position(text))


def test_an_eliminated_player_has_no_say_in_a_draw() -> None:
    match = before_an_elimination().play(0, "c2-c1xe1")
    assert match.still_in == (0, 1)
    assert match.departures == ()
    ended = match.offer_draw(1).accept(0).outcome
    assert ended is not None
    assert ended.winners == (0,)


def test_an_offer_lapses_with_the_move_that_eliminates_somebody() -> None:
    match = before_an_elimination().offer_draw(0).accept(1)
    assert match.play(0, "c2-c1xe1").offer is None


def test_an_agreed_draw_scores_no_points_and_the_match_goes_on() -> None:
    match = new("bedraengnis").play(0, "b2").offer_draw(0).accept(1)
    assert match.scores == (0, 0)
    assert match.rounds[0].points == (0, 0)
    assert match.outcome is None
    assert match.next_round().seats == (1, 0)


# -- the continuation of Die Drei -----------------------------------------------------------------
def test_after_a_draw_people_may_agree_to_continue() -> None:
    match = drei(DRAWN)
    assert match.outcome is not None
    assert match.outcome.reason == "all-placed"
    asked = match.offer_continuation(0)
    assert asked.outcome == match.outcome
    match = asked.accept(1)
    assert (match.outcome, match.rounds, match.offer) == (None, (), None)
    assert match.to_move == 0
    match = match.play(0, "c6-b3")
    assert match.moves == (*DRAWN.split(), "c6-b3")
    assert match.take_back(1).to_move == 0


def test_a_continued_game_replays_from_its_record() -> None:
    match = drei(DRAWN).offer_continuation(1).offer_continuation(0).play(0, "c6-b3").resign(1)
    done = match.rounds[0]
    position = done.game.start()
    for move in done.moves:
        position = position.play(move)
    assert position == match.position


def test_a_continuation_can_be_declined() -> None:
    match = drei(DRAWN)
    assert match.offer_continuation(0).decline(1) == match


def test_a_draw_without_relocations_cannot_be_continued() -> None:
    refused("match-continuation-stuck", drei(STUCK).offer_continuation, 0)


def test_nothing_else_can_be_continued() -> None:
    refused("match-no-continuation", drei(DRAWN[:14]).offer_continuation, 0)
    refused("match-no-continuation", drei(DRAWN[:14]).resign(0).offer_continuation, 0)
    refused("match-no-continuation", drei(DRAWN[:14]).offer_draw(0).accept(1).offer_continuation, 0)
    refused("match-no-continuation", new("abalone").resign(0).offer_continuation, 0)


def test_a_draw_is_no_answer_to_an_offer_to_continue() -> None:
    refused("match-over", drei(DRAWN).offer_continuation(0).offer_draw, 1)

"""Match play of Das Bedrängnis is what direct recursion over rounds, scores and moves finds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import pytest

import brettwerk
from brettwerk.boards.tableaus import FRONTS, Rows, board_text, different_tableau
from brettwerk.core.game import Position
from brettwerk.games.bedraengnis import equity
from brettwerk.games.bedraengnis.equity import (
    best_match_move,
    match_value,
    next_tableaus,
)
from brettwerk.games.bedraengnis.rules import BedraengnisState
from brettwerk.match import Match

# Tableaus with few positions, on which White loses, or wins 3, 5 or 7 if played out.
LOST, THREE, FIVE, SEVEN = SMALL = (
    "yyyy/yyyy/yyyy/yyyy",
    "gyyy/yyyy/yyyy/yyyy",
    "ygyy/gyyy/yyyy/yyyy",
    "yygy/ygyy/yyyy/ygyy",
)
FIRST, SECOND = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
Lot = Callable[[str], dict[str, Fraction]]


def keep(board: str) -> dict[str, Fraction]:
    """The tableau stays."""
    return {board: Fraction(1)}


def another(board: str) -> dict[str, Fraction]:
    """One of the other small tableaus, the first of them twice as likely as each other one."""
    others = [other for other in SMALL if other != board]
    return {other: Fraction(2 if at == 0 else 1, 4) for at, other in enumerate(others)}


class Brute:
    """Every choice of every round of a match, resignations included, tried."""

    def __init__(self, target: int, lot: Lot, resigning: bool) -> None:
        self.target, self.lot, self.resigning = target, lot, resigning
        self.before = cache(self._before)

    def _before(self, board: str, scores: tuple[int, int], white: int) -> Fraction:
        """The chance of person 0 before a round."""
        return self.at(start(board), scores, white)

    def at(self, position: Position, scores: tuple[int, int], white: int) -> Fraction:
        """The chance of person 0 at a position of a round."""
        board = position.game.options["board"]

        @cache
        def ended(winner: int, points: int) -> Fraction:
            after = (scores[0] + points * (winner == 0), scores[1] + points * (winner == 1))
            if max(after) >= self.target:
                return Fraction(winner == 0)
            chances = (p * self.before(b, after, 1 - white) for b, p in self.lot(board).items())
            return sum(chances, Fraction(0))

        @cache
        def best(occupied: int, last: int) -> Fraction:
            count = occupied.bit_count()
            mover = white if count % 2 == 0 else 1 - white
            choices = [best(occupied | 1 << cell, cell) for cell in cells(board, occupied, last)]
            if not choices or (count and self.resigning):
                choices.append(ended(1 - mover, count))
            return max(choices) if mover == 0 else min(choices)

        me, opp, last = position.state
        return best(me | opp, last)


@cache
def start(board: str) -> Position:
    """The empty tableau."""
    return brettwerk.game("bedraengnis", board=board).start()


@cache
def cells(board: str, occupied: int, last: int) -> tuple[int, ...]:
    """Where can be placed; colours do not matter."""
    position = start(board)
    return Position(position.game, BedraengnisState(0, occupied, last)).legal_codes


def every_score(target: int) -> Iterator[tuple[int, int]]:
    """Every score of a match that goes on."""
    return ((a, b) for a in range(target) for b in range(target))


@pytest.mark.parametrize("resigning", [True, False])
@pytest.mark.parametrize("board", SMALL)
def test_chances_when_the_tableau_stays(board: str, resigning: bool) -> None:
    game = brettwerk.game("bedraengnis", board=board)
    for target in (1, 2, 4, 7):
        brute = Brute(target, keep, resigning)
        for scores in every_score(target):
            for white in (0, 1):
                first = brute.before(board, scores, white)
                found = match_value(game, scores, target, white=white, resigning=resigning)
                assert found == (first, 1 - first)


@pytest.fixture
def few_tableaus(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Matches draw from the small tableaus."""
    monkeypatch.setattr(equity, "next_tableaus", another)
    monkeypatch.setattr(equity, "FRONTS", dict(enumerate(tuple(b.split("/")) for b in SMALL)))
    clear()
    yield
    clear()


def clear() -> None:
    """Forget what was found with other odds."""
    equity._odds.cache_clear()
    equity._from_round.cache_clear()


@pytest.mark.usefixtures("few_tableaus")
@pytest.mark.parametrize("resigning", [True, False])
def test_chances_when_the_next_tableau_is_drawn(resigning: bool) -> None:
    brute = Brute(6, another, resigning)
    between = 0
    for board in SMALL:
        game = brettwerk.game("bedraengnis", board=board)
        for scores in every_score(6):
            first = brute.before(board, scores, 0)
            between += 0 < first < 1
            found = match_value(game, scores, 6, tableau="new", resigning=resigning)
            assert found == (first, 1 - first)
    assert between > 20


@pytest.mark.usefixtures("few_tableaus")
@pytest.mark.parametrize("resigning", [True, False])
def test_moves_and_resignations_at_positions_of_a_round(resigning: bool) -> None:
    brute = Brute(6, another, resigning)
    choose = random.Random(4)
    resigned = 0
    for _ in range(150):
        position = start(choose.choice(SMALL))
        for _ in range(choose.randrange(9)):
            if position.moves:
                position = position.play(choose.choice(position.moves))
        scores = (choose.randrange(6), choose.randrange(6))
        resigned += check_play(position, scores, choose.randrange(2), brute)
    assert bool(resigned) == resigning


def check_play(position: Position, scores: tuple[int, int], white: int, brute: Brute) -> bool:
    """What is advised here, against direct recursion; whether it is to resign."""
    play = best_match_move(
        position, scores, brute.target, white=white, tableau="new", resigning=brute.resigning
    )
    mover = white if position.turn == 0 else 1 - white

    def chance(first: Fraction) -> Fraction:
        return first if mover == 0 else 1 - first

    here = brute.at(position, scores, white)
    assert play.chances == (here, 1 - here)
    after = {m: chance(brute.at(position.play(m), scores, white)) for m in position.moves}
    assert play.moves == after
    assert all(after[move] == max(after.values()) for move in play.best)
    assert bool(play.best) == bool(after)
    if play.resigned is not None:
        assert chance(here) == max(play.resigned, *after.values())
    if play.resign:
        assert play.resigned == chance(here)
        pieces = len(position.game.definition.pieces(position.state))
        assert scores[1 - mover] + pieces < brute.target
    return play.resign


def test_the_next_tableau_is_one_that_a_match_can_draw_and_as_likely() -> None:
    for board in (board_text(FRONTS[1]), board_text(FRONTS[4]), LOST):
        lot = next_tableaus(board)
        assert sum(lot.values()) == 1
        drawn = [front_of(different_tableau(board, 100 * seed).rows) for seed in range(2000)]
        assert set(drawn) == set(lot)
        assert all(abs(drawn.count(front) / 2000 - likely) < 0.06 for front, likely in lot.items())
    assert len(next_tableaus(board_text(FRONTS[1]))) == 3
    assert len(next_tableaus(LOST)) == 4


@cache
def front_of(rows: Rows) -> str:
    """The front of a tableau, however it lies."""
    return next(board_text(f) for f in FRONTS.values() if rows in set(equity._images(f)))


@pytest.mark.parametrize("tableau", ["keep", "new"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_who_begins_as_white_wins_the_match(number: int, tableau: str) -> None:
    game = brettwerk.game("bedraengnis", board=f"{number}a0")
    assert match_value(game, tableau=tableau) == FIRST
    assert match_value(game, white=1, tableau=tableau) == SECOND


def test_a_match_of_new_tableaus_played_out_is_a_matter_of_chance() -> None:
    game = brettwerk.game("bedraengnis")
    assert match_value(game, tableau="new", resigning=False) == (Fraction(13, 27), Fraction(14, 27))


def test_advice_followed_wins_a_match_against_anybody() -> None:
    for seed in range(6):
        choose = random.Random(seed)
        match = Match.new(
            brettwerk.game("bedraengnis", board="3a0"),
            target=8,
            next_board="new" if seed % 2 else "keep",
            seed=seed,
        )
        while not match.outcome:
            match = turn(match, choose) if not match.round_over else match.next_round()
        assert match.outcome.winners == (0,)


def turn(match: Match, choose: random.Random) -> Match:
    """Person 0 follows the advice, person 1 does anything."""
    person = match.to_move
    assert person is not None
    if person == 0:
        first, second = match.scores
        play = best_match_move(
            match.position,
            (first, second),
            match.target,
            white=match.person_at(0),
            tableau="keep" if match.board_seed is None else "new",
        )
        assert play.chances == FIRST
        return match.resign(0) if play.resign else match.play(0, play.best[0])
    if match.moves and choose.random() < 0.1:
        return match.resign(1)
    return match.play(1, choose.choice(match.position.moves))


def test_a_large_match_is_no_trouble() -> None:
    game = brettwerk.game("bedraengnis")
    assert match_value(game, (9_000, 9_500), 10_000, tableau="new") == SECOND


@pytest.mark.parametrize("scores", [(15, 0), (0, -1), (3, 20)])
def test_scores_of_no_match_are_refused(scores: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="two from 0 to 14"):
        match_value(brettwerk.game("bedraengnis"), scores)


def test_other_terms_are_refused() -> None:
    game = brettwerk.game("bedraengnis")
    with pytest.raises(ValueError, match="`white` is 0 or 1"):
        match_value(game, white=2)
    with pytest.raises(ValueError, match="'keep' or 'new'"):
        match_value(game, tableau="other")
    with pytest.raises(ValueError, match="made for bedraengnis"):
        match_value(brettwerk.game("schlacht"))

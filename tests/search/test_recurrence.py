"""Positions that come back: a draw in a line at once, in the game as often as the rules say."""

from __future__ import annotations

import pickle

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.search.alphabeta import AlphaBetaSearcher
from brettwerk.search.report import Limit

# Both go to and fro: after each round all stand as before.
ROUND = ("a1b1", "g5f4", "c1b1", "f4g5")


def walked(rounds: int, repetition: int) -> Position:
    """The start of Abalone after so many rounds in which nothing has changed."""
    position = brettwerk.game("abalone", repetition=repetition).start()
    for text in ROUND * rounds:
        position = position.play(text)
    return position


def value(position: Position, without: list[int], contempt: int = 0) -> int:
    found = AlphaBetaSearcher(position.game, megabytes=1).think(
        position, Limit(depth=3), without=without, contempt=contempt
    )
    assert found.lines[0].value is not None
    return found.lines[0].value


def test_the_walk_comes_back() -> None:
    assert walked(1, 0).state[:2] == walked(0, 0).state[:2]


@pytest.mark.parametrize("repetition", [0, 3])
def test_an_engine_knows_the_past_whatever_the_options(repetition: int) -> None:
    position = walked(2 if repetition == 0 else 1, repetition)
    assert position.past
    assert bool(position.history) == bool(repetition)
    assert [*pickle.loads(pickle.dumps(position)).past] == [*position.past]


def test_without_the_option_a_position_and_its_text_have_no_past() -> None:
    assert walked(1, 0) == walked(0, 0).with_state(walked(1, 0).state)
    assert "seen=" not in walked(1, 0).text
    assert "seen=" in walked(1, 3).text


@pytest.mark.parametrize("repetition", [0, 3])
def test_a_position_of_the_game_that_comes_back_is_no_draw_but_avoided(repetition: int) -> None:
    before = walked(0 if repetition else 1, repetition)
    for text in ROUND[:3]:
        before = before.play(text)
    back = before.move(ROUND[3])
    lines = AlphaBetaSearcher(before.game, megabytes=1).think(
        before, Limit(depth=2), lines=len(before.moves)
    )
    fresh = AlphaBetaSearcher(before.game, megabytes=1).think(
        before.with_state(before.state), Limit(depth=2), lines=len(before.moves)
    )
    known = {line.move: line.value for line in lines.lines}
    unknown = {line.move: line.value for line in fresh.lines}
    lost = (unknown[back] or 0) - (known[back] or 0)
    assert lost == 100  # less by what standing still costs, and not worth a draw


def test_contempt_makes_a_draw_worth_less_to_the_one_who_thinks() -> None:
    position = walked(1, 2 + 1)
    for text in ROUND[:3]:
        position = position.play(text)
    # One more time is the third: a draw by the rules.
    back = position.move(ROUND[3])
    others = [move.code for move in position.moves if move != back]
    assert value(position, without=others) == 0
    assert value(position, without=others, contempt=250) == -250

"""Thinking with a clock: longer in doubt, shorter where the move is clear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brettwerk
from brettwerk.core.game import Move, Position
from brettwerk.match.clock import most_seconds_for_move, seconds_for_move
from brettwerk.search import analyse
from brettwerk.search.patience import Patience
from brettwerk.search.report import Analysis, Limit, Line
from search.test_search import wandered

START = brettwerk.game("abalone").start()
ONE, OTHER = START.moves[:2]
CLOCKED = Limit(seconds=1.0, most_seconds=4.0)


def report(
    seconds: float, move: Move = ONE, value: int = 0, position: Position = START
) -> Analysis:
    return Analysis(position, (Line((move,), (0.0, 0.0), None, value),), 1, 1, seconds)


def spends(*reports: tuple[Move, int]) -> float:
    """Return after how many seconds the last of these depths would have sufficed."""
    for tenths in range(100):
        patience = Patience(CLOCKED)
        for move, value in reports[:-1]:
            patience.is_over(report(0.0, move, value))
        if patience.is_over(report(tenths / 10, *reports[-1])):
            return tenths / 10
    raise AssertionError


def test_a_move_that_stays_the_best_takes_less_than_usual() -> None:
    assert spends(*[(ONE, 0)] * 8) < spends(*[(ONE, 0)] * 4) < 1.0


def test_a_move_that_has_just_changed_takes_longer() -> None:
    assert spends((ONE, 0), (ONE, 0), (OTHER, 0)) > 1.0


def test_a_score_that_drops_takes_longest() -> None:
    dropped = spends((ONE, 500), (ONE, 500), (ONE, 100))
    assert dropped > spends((ONE, 500), (OTHER, 500))


def test_without_a_clock_no_depth_is_enough() -> None:
    assert not Patience(Limit(seconds=1.0)).is_over(report(10.0))
    assert not Patience(Limit(nodes=5)).is_over(report(10.0))


def only_move() -> Position:
    for seed in range(300):
        position = wandered(brettwerk.game("schlacht"), 19, seed)
        if len(position.legal_codes) == 1 and not position.outcome:
            return position
    raise AssertionError


def test_the_only_move_is_played_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brettwerk.search.analysis.solved", lambda *_: None)
    monkeypatch.setattr("brettwerk.search.analysis.proven", lambda found, _: found)
    found = analyse(only_move(), seconds=60.0, most_seconds=600.0)
    assert found.depth == 1


@pytest.mark.parametrize(("left", "increment"), [(60.0, 0.0), (300.0, 0.0), (5.0, 0.05)])
def test_no_game_of_two_hundred_moves_is_lost_on_time(left: float, increment: float) -> None:
    for move in range(200):
        think = seconds_for_move if move % 4 else most_seconds_for_move
        left -= think(left, increment) + 0.01
        assert left > 0
        left += increment


@given(st.floats(0, 10_000), st.floats(0, 100))
def test_no_clock_runs_out_by_one_move(left: float, increment: float) -> None:
    usual, most = seconds_for_move(left, increment), most_seconds_for_move(left, increment)
    assert usual <= most
    assert most <= max(left / 2, 0.001)

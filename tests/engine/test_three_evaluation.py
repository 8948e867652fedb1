"""Triapon's evaluation and how its weights are found."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import brettwerk
from brettwerk.boards.board import cells_of, mask
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.engine import three_evaluation as evaluation
from brettwerk.engine.three_tree import weights
from brettwerk.engine.three_tuning import tune
from brettwerk.games.core import Position


def expected(state: Any) -> list[float]:
    """What each player may expect."""
    values = np.zeros(3)
    words = evaluation.State(*map(np.uint64, state))
    evaluation.expected(words, weights(), np.zeros(evaluation.FACTS), values, 0)
    return [float(value) for value in values]


def facts(state: Any) -> dict[str, list[float]]:
    """Each feature, from the player to move on."""
    found = np.zeros(evaluation.FACTS)
    evaluation.features(evaluation.State(*map(np.uint64, state)), found)
    rows = found.reshape(3, -1)
    return {name: rows[:, at].tolist() for at, name in enumerate(evaluation.FEATURES)}


def walk(seed: int) -> list[Position]:
    """A random game without its end."""
    choose = random.Random(seed)
    position = brettwerk.game("triapon").start()
    positions = []
    while not position.outcome:
        positions.append(position)
        position = position.play_unchecked(choose.choice(position.codes))
    return positions


@pytest.mark.parametrize("seed", range(5))
def test_what_one_expects_the_others_lose(seed: int) -> None:
    for position in walk(seed):
        values = expected(position.state)
        assert abs(sum(values)) < 1e-9
        assert all(-1 <= value <= 1 for value in values)


@pytest.mark.parametrize("seed", range(3))
def test_turning_the_board_changes_nothing(seed: int) -> None:
    for position in walk(seed)[::5]:
        state = position.state
        for symmetry in TRIANGLE.symmetries:
            turned = [mask(symmetry[cell] for cell in cells_of(word)) for word in state[:4]]
            assert expected([*turned, *state[4:]]) == pytest.approx(expected(state))


def test_closing_next_move_is_seen() -> None:
    position = brettwerk.game("triapon").start()
    for text in ["e2", "a1", "i9", "e3", "c3", "i1"]:
        position = position.play(text)
    found = facts(position.state)
    assert found["closes a triad now"] == [1, 0, 0]
    assert found["loses a ball at once"] == [0, 0.5, 0.5]
    assert found["balls in the game"] == [9, 9, 9]


@pytest.mark.parametrize("seed", range(3))
def test_who_closes_now_is_who_has_such_a_move(seed: int) -> None:
    for position in walk(seed):
        state = position.state
        takes = any(move >> 13 & 63 for move in position.codes)
        if takes and not state.hands and state.me.bit_count() > 3:
            rows = facts(state)
            steps_out = rows["balls in rows"][0]
            assert rows["closes a triad now"][0] == 1 or steps_out


def test_tuning_gives_every_weight_and_the_same_again() -> None:
    found = tune(3, 60, 1, generations=1)
    assert found == tune(3, 60, 1, generations=1)
    assert list(found["weights"]) == list(evaluation.PHASES)
    assert all(list(row) == list(evaluation.FEATURES) for row in found["weights"].values())
    assert found["generations"][0]["games"] == 3

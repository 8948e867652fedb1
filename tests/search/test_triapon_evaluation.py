"""Triapon's evaluation of every player."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

import brettwerk
from brettwerk.boards.board import cells_of, mask
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.game import Position
from brettwerk.games.triapon import evaluation
from brettwerk.games.triapon.moves import is_capture
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.kernels.contract import states
from brettwerk.kernels.game import KernelRunner
from brettwerk.kernels.types import State
from brettwerk.search.mcts_kernels import SETTINGS
from brettwerk.search.mcts_leaves import expected as expectation
from brettwerk.search.mcts_leaves import root_features
from brettwerk.search.weights import read_weights
from kernels.running import runner

if TYPE_CHECKING:
    from brettwerk.kernels.types import Floats, Words

COUNT = len(evaluation.FEATURES)
ROOM = 3 * COUNT + evaluation.EVALUATION.KEPT


def expected_at(rows: Words, ctx: Words, settings: Floats, facts: Floats, values: Floats) -> int:
    """An entry: write what players may expect, from the one to move on."""
    state = states.load(rows, 0)
    values[0], values[1], values[2] = expectation(state, ctx, settings, facts, 3, COUNT)
    return 0


def kernels() -> KernelRunner[State]:
    return runner(brettwerk.game("triapon"), "numba")


def expected(state: Sequence[int]) -> list[float]:
    """What each player may expect, from the one to move on."""
    table = read_weights("triapon")
    weights = [w / 1000 for p in evaluation.PHASES for w in table.in_order(evaluation.FEATURES, p)]
    run = kernels()
    settings, values = run.floats(SETTINGS + len(weights)), run.floats(3)
    settings[SETTINGS:] = weights
    run.run(expected_at, run.rows(state), run.ctx, settings, run.floats(ROOM), values)
    return [*map(float, values[:])]


def facts(state: Sequence[int]) -> dict[str, list[float]]:
    """Each feature, from the player to move on."""
    run = kernels()
    found = run.floats(ROOM)
    run.run(root_features, run.rows(state), run.ctx, found)
    return {
        name: [float(found[ahead * COUNT + at]) for ahead in range(3)]
        for at, name in enumerate(evaluation.FEATURES)
    }


def walk(seed: int) -> list[Position]:
    """A random game without its end."""
    choose = random.Random(seed)
    position = brettwerk.game("triapon").start()
    positions = []
    while not position.outcome:
        positions.append(position)
        position = position.play_unchecked(choose.choice(position.legal_codes))
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


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_changes_nothing(seed: int) -> None:
    run = runner(brettwerk.game("triapon"), "plain")
    found = run.floats(ROOM)
    for position in walk(seed):
        rows, fresh = run.rows(position.state), run.floats(ROOM)
        phase = run.run(root_features, rows, run.ctx, found)
        assert run.run(root_features, rows, run.ctx, fresh) == phase
        assert [*found[: 3 * COUNT]] == [*fresh[: 3 * COUNT]]


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
    taking = [
        state
        for position in walk(seed)
        if any(map(is_capture, position.legal_codes))
        and not (state := position.state_as(TriaponState)).hands
        and state.me.bit_count() > 3
    ]
    assert taking
    for state in taking:
        rows = facts(state)
        steps_out = rows["balls in rows"][0]
        assert rows["closes a triad now"][0] == 1 or steps_out

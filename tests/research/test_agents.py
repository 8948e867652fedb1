"""Agents as functions are measured against random play and against perfect play."""

from __future__ import annotations

import json
import signal
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from brettwerk.core.registry import game
from brettwerk.research.environment import environment
from brettwerk.research.network import shipped_network
from brettwerk.research.questions import shipped_set
from brettwerk.research.regret import Task, examine

pytest.importorskip("gymnasium")
from brettwerk.research.agents import (
    LearningCurve,
    agent_policy,
    mean_return,
    stoppable,
    summary,
    told_return,
)


def first_legal(_: Any, mask: Any) -> Any:
    return mask.argmax(axis=1)


def random_agent(seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return lambda _, mask: (mask * rng.random(mask.shape)).argmax(axis=1)


def network_agent(name: str) -> Any:
    network = shipped_network(name)
    return lambda planes, mask: np.where(mask, network(planes)[0], -1).argmax(axis=1)


@pytest.mark.parametrize("name", ["drei", "triapon"])
def test_random_play_is_worth_nothing_against_random_play(name: str) -> None:
    found = mean_return(name, random_agent(3), games=200)
    assert abs(found.mean) < 0.15
    assert found.low < found.mean < found.high


def test_a_network_wins_against_random_play() -> None:
    found = mean_return("drei", network_agent("drei"), games=60)
    assert found.low > 0.2
    assert found == mean_return("drei", network_agent("drei"), games=60)


def test_every_game_counts_once() -> None:
    """The first to be over are the short ones: they must not be counted again."""
    asked: list[int] = []

    def counting(_: Any, mask: Any) -> Any:
        asked.append(len(mask))
        return mask.argmax(axis=1)

    mean_return("bedraengnis", counting, games=7)
    assert set(asked) == {7}


def test_a_learning_curve_has_a_point_at_equal_distances(capsys: Any) -> None:
    curve = LearningCurve("bedraengnis", 100, 4)
    for done in range(10, 101, 10):
        curve.note(done, first_legal)
    assert [steps for steps, _ in curve.points] == [30, 50, 80, 100]
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_results_are_told_with_their_interval(capsys: Any) -> None:
    mean, low, high = mean_return("bedraengnis", first_legal)
    assert told_return("bedraengnis", first_legal, 40) == mean
    told = f"      40 steps: mean return {mean:+.3f} [{low:+.3f}, {high:+.3f}]"
    assert capsys.readouterr().out.rstrip() == told


@pytest.mark.parametrize("handler", [signal.default_int_handler, signal.SIG_IGN])
def test_training_ends_when_its_time_is_over(handler: Any, capsys: Any) -> None:
    earlier = signal.signal(signal.SIGINT, handler)
    try:
        with stoppable(minutes=0.001):
            for _ in count():
                pass
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, earlier)
    assert "Stopped early." in capsys.readouterr().out


def test_training_ends_on_an_interrupt_and_otherwise_by_itself(capsys: Any) -> None:
    with stoppable(60):
        pass
    assert not capsys.readouterr().out
    with stoppable():
        raise KeyboardInterrupt
    assert "Stopped early." in capsys.readouterr().out


def test_an_agent_answers_questions_like_its_network() -> None:
    env, network = environment("drei"), shipped_network("drei")
    position = game("drei").start()
    (move,) = agent_policy(network_agent("drei"))([Task(position, ())])
    node = env.node_of(position)
    policy = network(env.observe(node, 0)[None])[0][0]
    assert move == env.move_of(position, (max(node.legal, key=lambda a: policy[a]),))


def test_turns_of_several_actions_are_complete_moves() -> None:
    position = game("triapon", barricades=True).start()
    (move,) = agent_policy(first_legal)([Task(position, ())])
    assert move in position.moves
    env, rng, parts = environment("drei", [{"continuation": True}]), Random(1), set[int]()
    for _ in range(5):
        position = env.games[0].start()
        while not position.outcome:
            move = env.choose_move(position, lambda node: rng.choice(node.legal))
            parts.add(len(env.encoding.actions_of(position, move.code)))
            position = position.play(move.text)
    assert parts == {1, 2}  # placements, and relocations from one field to another


def test_a_summary_is_json_with_regret_where_it_is_known() -> None:
    solved = summary("first", "isolation", first_legal, [(10, 0.5)], games=8, positions=12)
    assert json.loads(json.dumps(solved))["curve"] == [[10, 0.5]]
    asked = shipped_set("isolation").part(None, 12, seed=1)
    lost = [one.lost for one in examine(asked, agent_policy(first_legal))]
    assert solved["regret"]["total"]["lost_per_move"][0] == pytest.approx(np.mean(lost))
    assert summary("first", "katarenga", first_legal, [], games=2)["regret"] is None

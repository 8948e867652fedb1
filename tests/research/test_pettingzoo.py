"""PettingZoo's own checks hold for every game, and players leave as it wants."""

from __future__ import annotations

import importlib
import pickle
import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import brettwerk
from quick import each_board

pytest.importorskip("pettingzoo")
NAME = pytest.mark.parametrize("name", brettwerk.NAMES)


def module(name: str) -> Any:
    return getattr(brettwerk, f"{name}_v0")


@pytest.fixture
def quiet() -> Iterator[None]:
    """Its checks warn of dictionaries and of masks of agents that have ended; ours have both."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        yield


@NAME
@pytest.mark.usefixtures("quiet")
def test_api_test(name: str) -> None:
    from pettingzoo.test import api_test

    api_test(module(name).env(), num_cycles=150)
    api_test(module(name).raw_env(), num_cycles=30)


@NAME
def test_seed_test(name: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(module(name).env, num_cycles=50)


@each_board
def test_render_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test

    render_test(module(name).env, custom_tests={"svg": lambda text: text.startswith("<svg")})
    assert capsys.readouterr().out


@pytest.mark.slow
@NAME
def test_performance_benchmark(name: str) -> None:
    from pettingzoo.test import performance_benchmark

    performance_benchmark(module(name).env())


def test_performance_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    from pettingzoo.test import performance_benchmark as run

    tool = importlib.import_module("pettingzoo.test.performance_benchmark")
    ticks = iter(range(0, 10_000, 2))  # five seconds are over soon
    monkeypatch.setattr(tool.time, "time", lambda: next(ticks))
    for name in brettwerk.NAMES:
        run(module(name).env())


def walk(env: Any, seed: int) -> dict[str, float]:
    """A random game to its end: what each agent got in all."""
    choose = random.Random(seed)
    env.reset()
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert over or legal
        env.step(None if over else choose.choice(legal))
    assert env.agents == []
    return total


def test_who_is_eliminated_leaves_at_once_with_what_a_loss_costs() -> None:
    env = module("triapon").raw_env(eliminated="leave")
    left = 0
    for seed in range(12):
        totals = walk_watching(env, seed)
        left += totals is not None
    assert left


def walk_watching(env: Any, seed: int) -> str | None:
    """Play until someone is out; then see that they leave and the others play on."""
    choose = random.Random(seed)
    env.reset()
    while env.agents:
        agent = env.agent_selection
        observation, reward, terminated, _, _ = env.last()
        if terminated and len(env.agents) == 3 and not env.node.code:
            assert reward == -0.5
            env.step(None)
            assert agent not in env.agents
            assert agent not in env.rewards
            assert env.agent_selection in env.agents
            assert env.agent_selection == env.possible_agents[env.node.player]
            return str(agent)
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if terminated else choose.choice(legal))
    return None


def test_players_who_are_out_stay_and_all_get_the_returns_of_the_game() -> None:
    env = module("triapon").env()
    for seed in range(12):
        totals = walk(env, seed)
        assert sum(totals.values()) == pytest.approx(0)


def test_nobody_terminates_before_the_game_is_over() -> None:
    env = module("triapon").env()
    eliminated = 0
    for seed in range(6):
        choose = random.Random(seed)
        env.reset()
        while not env.node.code:
            assert not any(env.terminations.values())
            assert len(env.agents) == 3
            eliminated += env._env.eliminated(env.node) > 0
            env.step(choose.choice(env.node.legal))
        assert all(env.terminations.values())
    assert eliminated


@NAME
def test_rewards_are_the_returns_of_the_game(name: str) -> None:
    env = module(name).raw_env()
    totals = walk(env, 1)
    node = env.node
    assert list(totals.values()) == pytest.approx(env._env.returns(node.code))
    if not env._env.limit:
        outcome = env.position.outcome
        assert outcome is not None
        assert list(totals.values()) == pytest.approx(list(outcome.returns))


def test_the_environments_own_limit_cuts_short() -> None:
    env = module("katarenga").env(ply_limit=4)
    env.reset()
    for _ in range(4):
        env.step(env.node.legal[0])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_illegal_actions_lose_or_are_refused(caplog: pytest.LogCaptureFixture) -> None:
    env = module("bedraengnis").env()
    env.reset()
    env.step(3)
    with pytest.raises(AssertionError, match="no action 99, only 0 to 15"):
        env.step(99)
    env.step(3)
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": 0, "player_1": -1}
    for _ in range(2):
        env.step(None)
    assert env.agents == []
    env.step(0)
    assert "reset" in caplog.text

    raw = module("bedraengnis").raw_env()
    raw.reset()
    raw.step(3)
    with pytest.raises(ValueError, match=r"Action 3 \(d1\) is not legal here"):
        raw.step(3)


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    env = module("drei").env()
    for name in ("agents", "rewards", "agent_selection"):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = env.nonsense
    env.reset()
    with pytest.raises(ValueError, match="render_mode"):
        env.render()


def test_wrong_arguments_are_refused() -> None:
    for wrong in ({"render_mode": "film"}, {"eliminated": "hide"}, {"lines": "bent"}):
        with pytest.raises(ValueError, match=r"\."):
            module("drei").env(**wrong)


def test_environments_travel_to_other_processes() -> None:
    env = pickle.loads(pickle.dumps(module("drei").env(lines="any")))
    env.reset()
    assert str(env) == "drei_v0"
    assert env.position.game.options["lines"] == "any"

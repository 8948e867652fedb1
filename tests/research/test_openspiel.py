"""OpenSpiel's own checks hold for every game, with its main options."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import brettwerk
from quick import quick_ones

pyspiel: Any = pytest.importorskip("pyspiel")
pytest.importorskip("brettwerk.research.openspiel")

GAMES = [
    *brettwerk.NAMES,
    "abalone(setup=belgian-daisy,ply_limit=60)",
    "triapon(barricades=True,crossing=others)",
    "drei(continuation=True,continuation_limit=8,lines=any)",
    "drei(board=random:7)",
    "katarenga(board=random:3,ply_limit=40)",
]
GAME = pytest.mark.parametrize("name", GAMES)
# Whole games, of which long ones take a while.
SHORT = ("triapon", "bedraengnis", "drei", "drei(continuation=True,continuation_limit=8,lines=any)")
WHOLE = pytest.mark.parametrize("name", quick_ones(GAMES, (*SHORT, "isolation", "katarenga")))


@WHOLE
def test_random_sim_test(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(name)
    sims = 1 if game.max_game_length() > 100 else 5
    pyspiel.random_sim_test(game, num_sims=sims, serialize=True, verbose=False)
    capfd.readouterr()


@WHOLE
def test_sim_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(pyspiel.load_game(name))
    assert "Utilities" in capsys.readouterr().out


def partial_tree_checks() -> list[str]:
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    return [name for name in dir(EnforceAPIOnPartialTreeBase) if name.startswith("test_")]


@GAME
def test_the_partial_tree_checks_of_api_test(name: str) -> None:
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase
    from open_spiel.python.algorithms import sample_some_states

    class Checks(EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game = pyspiel.load_game(name)
        game_name = game.get_type().short_name
        game_type = game.get_type()
        some_states = sample_some_states.sample_some_states(game, max_states=60)

    checks = partial_tree_checks()
    assert len(checks) >= 5
    for check in checks:
        getattr(Checks(check), check)()


def slowly(name: str) -> Any:
    return pytest.param(name, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    "name",
    [
        "bedraengnis",
        "drei(continuation=True)",
        "schlacht",
        "katarenga(ply_limit=20)",
        "abalone(ply_limit=20)",
        slowly("triapon"),
        slowly("triapon(barricades=True)"),
        slowly("katarenga"),
        slowly("abalone"),
    ],
)
def test_playthroughs_are_generated_and_replayed(name: str, tmp_path: Path) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, [], seed=3), encoding="utf-8")
    expected, actual = generate_playthrough.replay(str(file))
    assert expected == actual
    assert f'short_name = "{name.partition("(")[0]}"' in expected


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_rl_environment(name: str) -> None:
    from open_spiel.python.rl_environment import Environment

    env = Environment(pyspiel.load_game(name))
    step = env.reset()
    rng = np.random.default_rng(1)
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == pytest.approx(0)


@pytest.mark.parametrize("name", ["triapon", "katarenga", "bedraengnis"])
def test_its_tree_search_plays_a_few_moves(name: str) -> None:
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(name)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(bot.step(state))
    assert len(state.history()) == 4


def test_its_minimax_knows_who_wins_das_bedraengnis() -> None:
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("bedraengnis")
    state = game.new_initial_state()
    for text in ("d1", "b3"):
        state.apply_action(state.string_to_action(text))
    value, _ = minimax.alpha_beta_search(game, state=state)
    position = brettwerk.game("bedraengnis").start().play("d1").play("b3")
    from brettwerk.solving import solve

    solution = solve(position)
    assert solution is not None
    assert value == solution.returns[position.turn]


@GAME
def test_states_are_serialised_and_cloned(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    rng = np.random.default_rng(2)
    for _ in range(12):
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
    for again in (
        state.clone(),
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ):
        assert str(again) == str(state)
        assert again.legal_actions() == state.legal_actions()
        assert again.history() == state.history()
        assert again.observation_tensor(1) == state.observation_tensor(1)


@pytest.mark.parametrize("name", GAMES)
def test_games_are_pickled_and_copied(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert str(again) == str(game)
        assert str(again.new_initial_state()) == str(state)
        assert again.new_initial_state().legal_actions() == state.legal_actions()


def test_another_process_unpickles_a_game() -> None:
    data = pickle.dumps(pyspiel.load_game("drei(continuation=True)"))
    code = f"import pickle; print(pickle.loads({data!r}).new_initial_state().current_player())"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "0\n"


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_tensors_of_states_and_observers_are_the_same(name: str) -> None:
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    seen = make_observation(game)
    buffer = seen.tensor
    for player in range(game.num_players()):
        seen.set_from(state, player)
        assert seen.tensor is buffer
        assert state.observation_tensor(player) == buffer.tolist()
    assert state.observation_tensor() == state.observation_tensor(state.current_player())
    with pytest.raises(pyspiel.SpielError, match="player"):
        state.observation_tensor(7)


def test_a_step_computes_no_planes(monkeypatch: pytest.MonkeyPatch) -> None:
    from brettwerk.research.environment import Environment

    asked: list[int] = []
    monkeypatch.setattr(Environment, "observe", lambda *_: asked.append(1))
    monkeypatch.setattr(Environment, "observe_into", lambda *_: asked.append(1))
    state = pyspiel.load_game("drei").new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    assert state.clone().history() == state.history()
    assert not asked


def test_returns_are_for_three_players() -> None:
    game = pyspiel.load_game("triapon")
    assert game.num_players() == 3
    state = game.new_initial_state()
    rng = np.random.default_rng(4)
    while not state.is_terminal():
        assert state.returns() == [0, 0, 0]
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert len(state.returns()) == 3
    assert sum(state.returns()) == pytest.approx(0)


def test_options_are_parameters_with_bounds_by_default() -> None:
    parameters = pyspiel.load_game("abalone").get_parameters()
    assert parameters == {"setup": "standard", "repetition": 3, "ply_limit": 400}
    assert pyspiel.load_game("abalone").max_game_length() == 400
    custom = pyspiel.load_game("abalone", {"setup": "black:a1,a2;white:i9,i8"})
    again = pyspiel.load_game(str(custom))
    assert str(again.new_initial_state()) == str(custom.new_initial_state())


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("drei(lines=bent)", ValueError),
        ("abalone(ply_limit=0)", ValueError),
        ("abalone(colour=red)", pyspiel.SpielError),
    ],
)
def test_wrong_options_are_refused(name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        pyspiel.load_game(name)


def test_wrong_actions_are_refused_with_a_sentence() -> None:
    state = pyspiel.load_game("bedraengnis").new_initial_state()
    state.apply_action(3)
    with pytest.raises(pyspiel.SpielError, match=r"Action 3 \(d1\) is not legal here"):
        state.apply_action(3)
    with pytest.raises(pyspiel.SpielError, match="There is no action 99"):
        state.apply_action(99)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(pyspiel.SpielError, match="over"):
        state.apply_action(0)
    with pytest.raises(pyspiel.SpielError):
        state.action_to_string(0, 99)


def test_a_process_with_registered_games_ends_quietly() -> None:
    code = "import pyspiel, brettwerk.research.openspiel; print(pyspiel.load_game('drei'))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.startswith("drei(")
    assert found.stderr == ""

"""Networks learn, are kept on file, and play in matches."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.errors import BadOptions
from brettwerk.research import core
from brettwerk.research.agents import mean_return
from brettwerk.research.environment import environment, environment_of
from brettwerk.research.guided import GuidedSearch
from brettwerk.research.learning import Course, Progress, train
from brettwerk.research.network import (
    PolicyValueNetwork,
    load_network,
    random_weights,
    shipped_network,
)
from brettwerk.research.questions import shipped_set
from brettwerk.research.regret import each, examine
from brettwerk.research.teaching import taught_games
from brettwerk.search.report import Limit
from cli.helpers import done, refused

COURSE = Course("bedraengnis", rounds=3, warmup=2, games=8, simulations=8, hidden=16, steps=20)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has learned a little."""
    found = tmp_path_factory.mktemp("network") / "net.npz"
    told: list[Progress] = []
    train(COURSE, found, told.append)
    assert [one.round for one in told] == [1, 2, 3]
    return found


def test_losses_go_down() -> None:
    env = environment("bedraengnis")
    rng = np.random.default_rng(1)
    from brettwerk.research.learning import Learner
    from brettwerk.research.training import Examples

    learner = Learner(random_weights(env, 32, rng))
    planes = rng.random((64, *env.shape)).astype(np.float32)
    policy = np.eye(16, dtype=np.float32)[rng.integers(16, size=64)]
    values = np.ones((64, 2), np.float32)
    values[:, 1] = -1
    batch = Examples(planes, policy, values, np.ones((64, 16), np.bool_))
    losses = [learner.learn(batch) for _ in range(150)]
    assert losses[-1][0] < 0.5 * losses[0][0]
    assert losses[-1][1] < 0.1 * losses[0][1]


def test_the_same_seed_gives_the_same_network(file: Path, tmp_path: Path) -> None:
    again = train(COURSE, tmp_path / "again.npz")
    other = train(replace(COURSE, seed=2), tmp_path / "other.npz")
    first = load_network(file)
    assert first.about["course"]["seed"] == 1
    assert len(first.about["curve"]) == 3
    assert np.allclose(first.weights.first, again.weights.first, atol=1e-3)
    assert not np.allclose(first.weights.first, other.weights.first, atol=1e-3)


def test_training_that_is_broken_off_leaves_the_network_of_a_shorter_one(tmp_path: Path) -> None:
    def stop(done: Progress) -> None:
        if done.round == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(COURSE, tmp_path / "broken.npz", stop)
    train(replace(COURSE, rounds=2), tmp_path / "short.npz")
    broken, short = (load_network(tmp_path / f"{name}.npz") for name in ("broken", "short"))
    assert broken.about == short.about
    assert np.array_equal(broken.weights.first, short.weights.first)


def test_a_network_on_file_answers_as_before(file: Path, tmp_path: Path) -> None:
    env = environment("bedraengnis")
    planes = env.observe(env.begin(), 0)[None]
    network = load_network(file)
    network.save(tmp_path / "copy.npz")
    policy, values = load_network(tmp_path / "copy.npz")(planes)
    assert np.array_equal(policy, network(planes)[0])
    assert np.array_equal(values, network(planes)[1])
    assert policy.dtype == np.float32


def test_files_that_hold_no_network_are_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.npz"
    for content in (b"", b"nonsense", b"PK\x03\x04broken"):
        wrong.write_bytes(content)
        with pytest.raises(BadOptions, match="is not a network"):
            load_network(wrong)
    np.savez(wrong, something=np.zeros(3))
    with pytest.raises(BadOptions, match="is not a network"):
        load_network(wrong)
    env = environment("drei")
    made = PolicyValueNetwork("drei", random_weights(env, 4, np.random.default_rng(1)))
    made.save(wrong)
    arrays = dict(np.load(wrong))
    about = json.loads(str(arrays["about"]))
    np.savez(wrong, **{**arrays, "about": np.array(json.dumps({**about, "encoding": 99}))})
    with pytest.raises(BadOptions, match="another version"):
        load_network(wrong)


@pytest.mark.parametrize("name", ["triapon", "drei"])
def test_whole_moves_are_chosen_in_any_position(name: str) -> None:
    position = brettwerk.game(name, **({"board": "random:3"} if name == "drei" else {})).start()
    env = environment_of(position.game)
    rng = np.random.default_rng(1)
    search = GuidedSearch(PolicyValueNetwork(name, random_weights(env, 4, rng)))
    for nodes in (1, 3, 1, 3, 1, 3, 1, 3):
        move = search.choose(position, Limit(nodes=nodes))
        assert move in position.moves
        position = position.play(move)
        if position.outcome:
            break


def test_a_position_becomes_a_node_with_its_past() -> None:
    position = brettwerk.game("abalone", repetition=3, ply_limit=50).start()
    env = environment_of(position.game)
    node = env.begin()
    for text in ("a1b2", "i5h5", "b2a1", "h5i5", "a1b2"):
        (action,) = env.encoding.actions_of(position, position.move(text).code)
        position, node = position.play(text), env.play(node, action)
        again = env.node_of(position)
        assert again.legal == node.legal
        assert again.player == node.player
        assert np.array_equal(env.observe(again, 0), env.observe(node, 0))
        assert env.position(again.row, again.past) == position


def test_networks_play_matches(file: Path) -> None:
    told = done(
        *("match", "bedraengnis", f"net:{file}", "random", "--nodes", "8", "--games", "4"), "--json"
    )
    assert "net:" in told
    (found,) = json.loads(
        done("regret", "bedraengnis", f"net:{file}", "--nodes", "1", "--positions", "20", "--json")
    )
    assert found["total"]["positions"] == 20


def test_a_network_of_another_game_is_refused(file: Path) -> None:
    asked = ("match", "drei", f"net:{file}", "random", "--nodes", "8", "--games", "2")
    assert "This network plays bedraengnis, not drei" in refused(*asked)


@pytest.mark.parametrize("name", ["drei", "triapon"])
def test_a_teacher_plays_the_engines_moves_and_values_positions(name: str) -> None:
    drawn = definition(name).random_options
    env = environment(name, [drawn(1), drawn(2)])
    shard = taught_games(env, 3, 50, 4, np.random.default_rng(1), first=1)
    assert len(shard.returns) == len(shard)
    assert (np.abs(shard.returns) <= 1).all()
    assert (np.abs(shard.returns.sum(axis=1)) < 1e-5).all()
    variants = shard.rows[:, env.width + core.VARIANT]
    assert variants[0] == 1
    assert set(variants.tolist()) == {0, 1}
    for at in range(len(shard)):
        span = slice(shard.start[at], shard.start[at + 1])
        assert shard.actions[span][shard.visits[span] == 1].tolist() == [shard.played[at]]


def test_a_network_learns_from_the_engine_on_drawn_boards(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    asked = ("train", "isolation", "--out", str(file), "--rounds", "2", "--warmup", "1")
    done(*asked, "--teacher", "20", "--boards", "3", "--games", "2", "--hidden", "8",
         "--steps", "2", "--simulations", "4")  # fmt: skip
    course = load_network(str(file)).about["course"]
    assert (course["teacher"], course["boards"], course["options"]) == (20, 3, {})


def test_boards_are_not_drawn_where_there_are_none(tmp_path: Path) -> None:
    asked = ("train", "--out", str(tmp_path / "net.npz"), "--boards", "3")
    assert "nothing to draw in triapon" in refused(*asked, "triapon")
    assert "nothing to draw in drei" in refused(*asked, "drei", "--board", "random:1")


def test_the_command_trains(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    asked = ("train", "bedraengnis", "--out", str(file), "--rounds", "1", "--games", "4")
    told = done(*asked, "--simulations", "4", "--hidden", "8", "--steps", "2")
    assert told.startswith(f"{file}: loss of policy")
    assert load_network(file).game == "bedraengnis"


@pytest.mark.parametrize("name", ["drei", "katarenga", "triapon"])
def test_a_shipped_network_is_small_and_beats_random_play(name: str) -> None:
    file = definition(name).file("data/network.npz")
    assert isinstance(file, Path)
    assert file.stat().st_size < 2_000_000
    network = load_network(file)
    assert len(network.about["curve"]) == network.about["course"]["rounds"]

    def first_choices(planes: NDArray[Any], mask: NDArray[Any]) -> Any:
        return np.where(mask, network(planes)[0], -1).argmax(axis=1)

    assert mean_return(name, first_choices, games=60).low > 0


def test_the_shipped_network_gives_away_less_than_random_play() -> None:
    search = GuidedSearch(shipped_network("drei"))
    asked = shipped_set("drei").part("test", 60, seed=1)
    chosen = examine(asked, each(lambda position: search.choose(position, Limit(nodes=32))))
    rng = Random(1)
    drawn = examine(asked, each(lambda position: position.random_move(rng)))
    assert sum(one.lost for one in chosen) < 0.8 * sum(one.lost for one in drawn)

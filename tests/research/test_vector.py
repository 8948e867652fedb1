"""Games as Gymnasium's vector environments: its wrappers, its checker, its modes of reset."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import brettwerk
from kernels.running import each_compiled

gymnasium: Any = pytest.importorskip("gymnasium")
vector: Any = pytest.importorskip("brettwerk.research.vector")
Mode = gymnasium.vector.AutoresetMode
NAME = each_compiled("bedraengnis", "triapon")


def sampled(env: Any) -> Any:
    return env.action_space.sample(mask=env.sample_mask())


@NAME
def test_it_is_a_vector_env_with_its_spaces(name: str) -> None:
    env = brettwerk.make_vec(name, num_envs=3)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] == Mode.NEXT_STEP
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space
    for _ in range(20):
        actions = sampled(env)
        assert actions in env.action_space
        observation, reward, terminated, truncated, info = env.step(actions)
        assert observation in env.observation_space
        assert reward.shape == terminated.shape == truncated.shape == (3,)
        assert info["action_mask"].shape == (3, env.single_action_space.n)
        assert info["action_mask"].any(axis=1)[~(terminated | truncated)].all()
    env.close()


@pytest.mark.parametrize("name", ["drei", "triapon"])
def test_observations_and_rewards_are_those_of_the_agents_seat(name: str) -> None:
    env = brettwerk.make_vec(name, num_envs=64, autoreset_mode="SameStep")
    _, info = env.reset(seed=3)
    seats = env._seats.copy()
    assert len(set(seats.tolist())) == env.batch.num_players
    assert (info["player"] == seats).all()
    games = 0
    while games < 100:
        _, reward, terminated, truncated, info = env.step(sampled(env))
        over = terminated | truncated
        assert (reward[~over] == 0).all()
        assert reward[over] == pytest.approx(info["returns"][over, seats[over]])
        assert info["returns"].sum(axis=1) == pytest.approx(0)
        games += int(over.sum())
        seats = env._seats.copy()
        assert (info["player"] == seats).all()


def test_a_seat_may_be_chosen_and_the_others_played_by_a_function() -> None:
    asked: list[int] = []

    def first(observation: Any, mask: Any) -> Any:
        assert observation.shape[1:] == (10, 8, 8)
        asked.append(len(mask))
        return mask.argmax(axis=1)

    env = brettwerk.make_vec("drei", num_envs=4, seat=1, opponent=first)
    _, info = env.reset(seed=1)
    assert asked == [4]
    assert info["player"].tolist() == [1, 1, 1, 1]
    env.step(sampled(env))
    assert sum(asked) >= 7


@pytest.mark.parametrize("times", [1, -1, 10])
def test_illegal_actions_of_opponents_are_refused(times: int) -> None:
    def wrong(_: Any, mask: Any) -> Any:
        return mask.argmax(axis=1) + times * mask.shape[1]  # a legal action, modulo their number

    env = brettwerk.make_vec("drei", num_envs=4, seat=1, opponent=wrong)
    with pytest.raises(ValueError, match="one legal action"):
        env.reset(seed=1)


def test_opponents_answer_with_whole_numbers() -> None:
    env = brettwerk.make_vec("drei", num_envs=4, seat=1, opponent=lambda *_: [27.5] * 4)
    with pytest.raises(ValueError, match="4 whole numbers in one array, not float64"):
        env.reset(seed=1)


@pytest.mark.parametrize("mask", [[1, 1], [True], [[True, True]]])
def test_masks_of_resets_have_a_truth_value_for_each_game(mask: Any) -> None:
    env = brettwerk.make_vec("drei", num_envs=2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="an array of 2 truth values"):
        env.reset(options={"reset_mask": mask})


def test_without_opponents_the_agent_plays_all_seats() -> None:
    env = brettwerk.make_vec("bedraengnis", num_envs=8, opponent=None)
    _, info = env.reset(seed=1)
    assert not info["player"].any()
    ended = 0
    while ended < 8:
        acted = info["player"]
        _, reward, terminated, _, info = env.step(sampled(env))
        assert (reward[terminated] == 1).all()  # whoever makes the last move wins
        assert (info["returns"][terminated, acted[terminated]] == 1).all()
        ended += int(terminated.sum())


def test_next_step_begins_a_game_in_the_step_after_its_end() -> None:
    env = brettwerk.make_vec("bedraengnis", num_envs=2, seat=0)
    env.reset(seed=1)
    over = np.zeros(2, np.bool_)
    for _ in range(40):
        before = over
        _, reward, terminated, truncated, info = env.step(sampled(env))
        over = terminated | truncated
        assert not over[before].any()
        assert not reward[before].any()
        assert (info["action_mask"][before].sum(axis=1) == 16).all()
        assert "final_obs" not in info


def test_same_step_shows_the_last_observation() -> None:
    env = brettwerk.make_vec("bedraengnis", num_envs=2, seat=0, autoreset_mode=Mode.SAME_STEP)
    env.reset(seed=1)
    seen = 0
    for _ in range(40):
        observation, _, terminated, truncated, info = env.step(sampled(env))
        over = terminated | truncated
        if not over.any():
            assert "final_obs" not in info
            continue
        seen += 1
        assert (info["_final_obs"] == over).all()
        for game in range(2):
            final = info["final_obs"][game]
            assert (final is not None) == over[game]
            if over[game]:
                assert final in env.single_observation_space
                assert final[:2].sum() > observation[game][:2].sum()  # more pieces than at first
    assert seen > 2


def test_disabled_games_are_reset_by_hand() -> None:
    env = brettwerk.make_vec("bedraengnis", num_envs=3, autoreset_mode="Disabled")
    env.reset(seed=1)
    over = np.zeros(3, np.bool_)
    while not over.any():
        _, _, terminated, truncated, _ = env.step(sampled(env))
        over = terminated | truncated
    with pytest.raises(ValueError, match="reset them"):
        env.step(np.zeros(3, np.int64))
    env.reset(options={"reset_mask": over})
    env.step(sampled(env))


def test_an_illegal_action_is_refused_or_loses() -> None:
    env = brettwerk.make_vec("triapon", num_envs=2, seat=0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"Game 0: Action 2160 .* is not legal here"):
        env.step(np.array([2160, 2160]))
    with pytest.raises(ValueError, match="2 whole numbers in one array, not float64"):
        env.step(np.zeros(2))
    losing = brettwerk.make_vec("triapon", num_envs=2, seat=0, illegal="lose")
    losing.reset(seed=1)
    legal = int(losing.batch.action_mask[1].argmax())
    _, reward, terminated, _, info = losing.step(np.array([9999, legal]))
    assert reward.tolist() == [-1, 0]
    assert terminated.tolist() == [True, False]
    assert info["returns"][0].tolist() == [-1, 0.5, 0.5]
    losing.step(sampled(losing))


@pytest.mark.parametrize(
    "wrong", [{"opponent": "perfect"}, {"seat": 2}, {"illegal": "draw"}, {"autoreset_mode": "Soon"}]
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is|not"):
        brettwerk.make_vec("drei", num_envs=2, **wrong)


def test_the_same_seed_gives_the_same_games() -> None:
    def walk() -> list[float]:
        env = brettwerk.make_vec(
            "drei", num_envs=16, variants=[{"board": f"random:{n}"} for n in range(5)]
        )
        observation, info = env.reset(seed=7)
        found = []
        for _ in range(12):
            actions = info["action_mask"].argmax(axis=1)
            observation, reward, _, _, info = env.step(actions)
            found += [float(observation.sum()), float(reward.sum())]
        return found

    assert walk() == walk()


def test_gymnasiums_wrappers_run_on_it() -> None:
    wrappers = gymnasium.wrappers.vector
    plain = brettwerk.make_vec("drei", num_envs=8, illegal="lose")
    env = wrappers.RecordEpisodeStatistics(
        wrappers.FlattenObservation(wrappers.ClipReward(plain, 0, 1))
    )
    observation, _ = env.reset(seed=1)
    assert observation.shape == (8, 640)
    episodes = 0
    for _ in range(60):
        observation, reward, _, _, info = env.step(sampled(plain))
        assert observation in env.observation_space
        assert reward.min() >= 0
        if "episode" in info:
            episodes += int((info["episode"]["l"] > 0).sum())
    assert episodes > 8
    lists = wrappers.DictInfoToList(brettwerk.make_vec("drei", num_envs=2))
    assert len(lists.reset(seed=1)[1]) == 2


def test_its_benchmark_runs_with_actions_drawn_from_the_space() -> None:
    from gymnasium.utils.performance import benchmark_vector_step

    env = brettwerk.make_vec("bedraengnis", num_envs=4, illegal="lose")
    assert benchmark_vector_step(env, target_duration=0.01, seed=1) > 0


@NAME
@pytest.mark.filterwarnings("ignore")
def test_gymnasiums_checker_passes_for_one_game(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(vector.GameEnv(name), skip_render_check=True)


def test_one_game_has_the_masks_that_sb3_asks_for() -> None:
    env = vector.GameEnv("drei")
    _, info = env.reset(seed=1)
    assert (env.action_masks() == info["action_mask"]).all()
    assert "a  b  c" in env.render()
    total, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
        total += reward
        over = terminated or truncated
    assert total in (-1, 0, 1)
    env.close()


def test_gymnasium_finds_the_games_by_its_own_names() -> None:
    registered = {name for name in gymnasium.registry if name.startswith("brettwerk/")}
    assert len(registered) == len(brettwerk.NAMES)
    env = gymnasium.make_vec("brettwerk/Bedraengnis-v0", num_envs=5, opponent=None, board="3a0")
    assert isinstance(env, vector.GameVectorEnv)
    observation, _ = env.reset(seed=1)
    assert observation.shape[0] == 5
    single = gymnasium.make("brettwerk.research.vector:brettwerk/Bedraengnis-v0")
    assert isinstance(single.unwrapped, vector.GameEnv)
    single.reset(seed=1)
    assert single.step(int(single.unwrapped.action_masks().argmax()))[0] in single.observation_space
    env.close()
    single.close()


def test_pictures_are_made_in_the_mode_that_was_chosen() -> None:
    film = gymnasium.make("brettwerk/Drei-v0", render_mode="rgb_array")
    film.reset(seed=1)
    assert film.render().shape == (512, 512, 3)
    assert film.render().dtype == np.uint8
    games = gymnasium.make_vec("brettwerk/Drei-v0", num_envs=2, render_mode="ansi")
    games.reset(seed=1)
    assert all("a  b  c" in shown for shown in games.render())
    silent = brettwerk.make_vec("drei", num_envs=2, render_mode=None)
    silent.reset(seed=1)
    assert silent.render() is None
    with pytest.raises(ValueError, match="render_mode is one of ansi, rgb_array"):
        brettwerk.make_vec("drei", render_mode="human")


def test_turns_of_several_parts_are_shown_as_far_as_they_were_played() -> None:
    env = brettwerk.make_vec("triapon", num_envs=1, opponent=None, barricades=True)
    env.reset(seed=1)
    while not env.batch.rows[0, env.batch.environment.width]:  # until a part of a turn was played
        before = env.render()
        env.step(sampled(env))
    assert env.render() != before


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_by_themselves(again: Any) -> None:
    env = brettwerk.make_vec("bedraengnis", num_envs=4)
    _, info = env.reset(seed=1)
    other = again(env)
    actions = info["action_mask"].argmax(axis=1)
    seen = other.step(actions)[0]
    assert (env.batch.observation.sum(axis=(1, 2, 3)) != seen.sum(axis=(1, 2, 3))).all()
    assert (env.step(actions)[0] == seen).all()

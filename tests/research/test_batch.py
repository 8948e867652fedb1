"""A batch plays the same games as the library, one call for all of them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.research.batch import Batch
from brettwerk.research.core import PART
from kernels.running import each_compiled

# One game for two, one for three, and what ends, repeats and is cut short.
CASES: list[tuple[str, dict[str, Any]]] = [
    ("bedraengnis", {}),
    ("triapon", {}),
    ("triapon", {"barricades": True, "crossing": "others"}),
    ("katarenga", {"board": "random:5", "ply_limit": 25}),
]
SLOW_CASES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in brettwerk.NAMES if name not in ("bedraengnis", "triapon")),
    ("abalone", {"setup": "belgian-daisy", "ply_limit": 30, "repetition": 2}),
    ("drei", {"continuation": True, "lines": "any", "continuation_limit": 6}),
]
EACH_COMPILED = each_compiled("bedraengnis", "triapon")


class Follower:
    """One game of a batch, followed with the public library."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.known = batch, batch.environment.encoding
        self.position = batch.environment.games[0].start()
        self.done: tuple[int, ...] = ()
        self.plies = 0
        self.found: dict[tuple[int, ...], int] | None = None

    def expected(self) -> set[int]:
        """The actions that can come next."""
        n = len(self.done)
        return {path[n] for path in self.paths() if path[:n] == self.done}

    def paths(self) -> dict[tuple[int, ...], int]:
        """The actions of every move; found once for each position."""
        if self.found is None:
            codes = self.position.legal_codes
            self.found = {self.known.actions_of(self.position, code): code for code in codes}
        return self.found

    def play(self, action: int) -> tuple[bool, bool]:
        """Follow one action: whether the game ended, and whether it was cut short."""
        self.done = (*self.done, action)
        if self.done in self.paths():
            code = self.paths()[self.done]
            self.position, self.done, self.found = self.position.play_unchecked(code), (), None
            self.plies += 1
        ended = self.position.outcome is not None
        limit = self.batch.environment.limit
        return ended, bool(limit and not ended and not self.done and self.plies >= limit)


@pytest.mark.parametrize(
    ("name", "options"),
    [*CASES, *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW_CASES)],
)
def test_a_batch_plays_what_the_library_plays(name: str, options: dict[str, Any]) -> None:
    batch = Batch(name, 3, seed=7, **options)
    batch.reset()
    followers = [Follower(batch) for _ in range(3)]
    ends = 0
    for _ in range(160):
        for i, follower in enumerate(followers):
            assert set(np.flatnonzero(batch.action_mask[i]).tolist()) == follower.expected()
            assert batch.player[i] == follower.position.to_move
        actions = batch.sample()
        observation, rewards, terminated, truncated, _ = batch.step(actions)
        assert observation is batch.observation
        for i, follower in enumerate(followers):
            ended, cut = follower.play(int(actions[i]))
            assert (terminated[i], truncated[i]) == (ended, cut)
            assert tuple(rewards[i]) == pytest.approx(returns(follower.position))
            if ended or cut:
                followers[i] = Follower(batch)
                ends += 1
    assert ends or name in ("abalone", "congress", "katarenga", "triapon")


def returns(position: Position) -> tuple[float, ...]:
    outcome = position.outcome
    return outcome.returns if outcome else (0.0,) * position.game.players


@EACH_COMPILED
def test_what_a_batch_shows_is_what_the_player_to_move_sees(name: str) -> None:
    batch = Batch(name, 2, seed=3)
    batch.reset()
    env = batch.environment
    for _ in range(40):
        for i in range(2):
            seen = env.observe_rows(batch.rows[i], batch.player[i : i + 1])[0]
            assert (batch.observation[i] == seen).all()
        batch.step(batch.sample())


@EACH_COMPILED
def test_a_seed_and_two_threads_give_the_same_games(name: str) -> None:
    def run(threads: int, seed: int) -> list[Any]:
        batch = Batch(name, 5, seed=seed, threads=threads)
        batch.reset()
        found = []
        for _ in range(60):
            actions = batch.sample()
            observation, rewards, *_ = batch.step(actions)
            found.append((actions.tolist(), float(observation.sum()), rewards.tolist()))
        batch.close()
        return found

    assert run(1, 5) == run(1, 5) == run(2, 5)
    assert run(1, 5) != run(1, 6)


def test_variants_are_drawn_by_lot_for_each_new_game() -> None:
    boards = [{"board": f"random:{seed}"} for seed in range(20)]
    batch = Batch("bedraengnis", 8, seed=1, variants=boards)
    batch.reset()
    width = batch.environment.width
    seen = set[int]()
    for _ in range(100):
        seen |= set(batch.rows[:, width + 4].tolist())
        for i, which in enumerate(batch.rows[:, width + 4].tolist()):
            assert batch.environment.position(batch.rows[i], batch.past[i]).game == (
                brettwerk.game("bedraengnis", **boards[which])
            )
        batch.step(batch.sample())
    assert len(seen) > 15


def test_the_next_step_may_begin_anew_instead() -> None:
    batch = Batch("bedraengnis", 1, seed=1, autoreset="next-step")
    batch.reset()
    terminated = np.array([False])
    while not terminated[0]:
        _, rewards, terminated, _, _ = batch.step(batch.sample())
    assert abs(rewards[0]).tolist() == [1, 1]
    assert not batch.action_mask.any()
    _, rewards, terminated, _, _ = batch.step([12])  # ignored
    assert not rewards.any()
    assert not terminated[0]
    assert batch.action_mask.all()


def test_or_games_are_begun_by_hand() -> None:
    batch = Batch("bedraengnis", 2, seed=1, autoreset="disabled")
    batch.reset()
    while not batch.terminated.any():
        batch.step(batch.sample())
    over = batch.terminated.copy()
    with pytest.raises(ValueError, match="is over: reset it"):
        batch.step(batch.sample())
    batch.reset(options={"reset_mask": over})
    assert (batch.action_mask.all(axis=1) == over).all()
    batch.step(batch.sample())
    with pytest.raises(ValueError, match="truth values"):
        batch.reset(options={"reset_mask": [True]})


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0], "2 whole numbers"),
        ([[0, 1]], "2 whole numbers"),
        ([0.0, 1.0], "2 whole numbers"),
        ([0, 16], "no action 16, only 0 to 15"),
        ([0, -1], "no action -1"),
    ],
)
def test_wrong_actions_are_refused_and_nothing_is_played(actions: Any, sentence: str) -> None:
    batch = Batch("bedraengnis", 2)
    with pytest.raises(RuntimeError, match="reset"):
        batch.step([0, 0])
    batch.reset()
    with pytest.raises(ValueError, match=sentence):
        batch.step(actions)
    assert batch.action_mask.all()
    batch.step([3, 3])
    with pytest.raises(ValueError, match=r"Game 0: Action 3 \(d1\) is not legal"):
        batch.step([3, 3])


def test_a_batch_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Batch("drei", 0)
    with pytest.raises(ValueError, match="autoreset"):
        Batch("drei", 1, autoreset="never")  # type: ignore[arg-type]
    with pytest.raises(brettwerk.BadOptions):
        Batch("drei", 1, lines="bent")


def test_spaces_are_gymnasiums() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    batch = Batch("drei", 3)
    observation, _ = batch.reset()
    assert batch.observation_space.contains(observation)
    assert batch.single_observation_space.shape == (10, 8, 8)
    assert isinstance(batch.single_action_space, gymnasium.spaces.Discrete)
    assert batch.action_space.contains(batch.sample())


def test_in_the_middle_of_a_turn_the_same_player_goes_on() -> None:
    batch = Batch("triapon", 64, seed=2)
    batch.reset()
    width, parts = batch.environment.width, 0
    for _ in range(60):
        before = batch.player.copy()
        batch.step(batch.sample())
        middle = batch.rows[:, width + PART] != 0
        assert (batch.player[middle] == before[middle]).all()
        parts += int(middle.sum())
    assert parts > 10


@pytest.mark.parametrize("again", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_go_on_by_themselves(again: Callable[[Batch], Batch]) -> None:
    boards = [{"board": f"random:{seed}"} for seed in range(9)]
    batch = Batch("drei", 6, seed=1, variants=boards, threads=2, autoreset="next-step")
    batch.reset()
    for _ in range(5):
        batch.step(batch.sample())
    other = again(batch)
    rows = batch.rows.copy()
    found = [other.step(other.sample())[0].copy() for _ in range(20)]
    assert (batch.rows == rows).all()
    assert all((batch.step(batch.sample())[0] == seen).all() for seen in found)
    assert len({seen.tobytes() for seen in found}) == len(found)

"""Games as functions on arrays: the same games as in a batch, and no state is ever written to."""

from __future__ import annotations

import numpy as np
import pytest

from brettwerk.research import functional
from brettwerk.research.batch import Batch
from brettwerk.research.environment import environment
from kernels.running import each_compiled


@each_compiled("bedraengnis", "triapon")
def test_it_plays_what_a_batch_plays(name: str) -> None:
    batch = Batch(name, 8, seed=4, autoreset="disabled")
    games = functional.make(name)
    state = games.init(8)
    batch.reset()
    for _ in range(40):
        assert (games.observe(state) == batch.observation).all()
        assert (state.legal_action_mask == batch.action_mask).all()
        assert (state.current_player == batch.player).all()
        actions = batch.sample()
        _, rewards, terminated, truncated, _ = batch.step(actions)
        state = games.step(state, actions)
        assert (state.rewards == rewards).all()
        assert (state.terminated == terminated).all()
        assert (state.truncated == truncated).all()
        if (terminated | truncated).any():
            return


def test_states_are_never_written_to() -> None:
    games = functional.make("triapon")
    state = games.init(3)
    copies = [array.copy() for array in state]
    after = games.step(state, state.legal_action_mask.argmax(axis=1))
    assert all(map(np.array_equal, state, copies))
    again = games.step(state, state.legal_action_mask.argmax(axis=1))
    assert all(map(np.array_equal, after, again))


def test_a_game_that_is_over_stays_as_it_is() -> None:
    games = functional.make("bedraengnis")
    state = games.init(4)
    rng = np.random.default_rng(1)
    for _ in range(20):
        noise = rng.random(state.legal_action_mask.shape) * state.legal_action_mask
        after = games.step(state, noise.argmax(axis=1))
        over = state.terminated
        assert (after.rows[over] == state.rows[over]).all()
        assert after.terminated[over].all()
        assert not after.rewards[over].any()
        assert not after.legal_action_mask[over].any()
        state = after
    assert state.terminated.all()


def test_variants_and_players_are_chosen() -> None:
    boards = [{"board": f"random:{seed}"} for seed in range(3)]
    games = functional.FunctionalGames(environment("drei", boards))
    seen = games.observe(games.init(4, [0, 1, 2, 1]), 1)
    assert (seen[1] == seen[3]).all()
    assert len({board.tobytes() for board in seen}) == 3
    assert not seen[:, 8].any()  # it is not the second player's turn
    with pytest.raises(ValueError, match="from 0 to 2"):
        games.init(1, 3)
    with pytest.raises(ValueError, match="Players are from 0 to 1"):
        games.observe(games.init(1), 2)


def test_wrong_actions_are_refused() -> None:
    games = functional.make("drei")
    state = games.init(2)
    with pytest.raises(ValueError, match="Game 1: There is no action 999"):
        games.step(state, [0, 999])
    with pytest.raises(ValueError, match="2 whole numbers"):
        games.step(state, [0.0, 1.0])


def test_arrays_are_handed_on_without_copies() -> None:
    games = functional.make("drei")
    state = games.init(2)
    batch = Batch("drei", 2, seed=1)
    batch.reset()
    planes = games.observe(state)
    for array in (*state[2:], planes, batch.observation, batch.action_mask, batch.rewards):
        assert np.shares_memory(np.from_dlpack(array), array)

"""Steps a second of our environments, measured in turns with OpenSpiel's own games."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from brettwerk.adapters.batch import Batch
from brettwerk.adapters.extras import needs
from brettwerk.bench.measure import SEED, Contest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from brettwerk.bench.measure import Clock

GAMES = 256  # in a batch
THEIRS = ("tic_tac_toe", "connect_four", "othello", "chess", "python_tic_tac_toe")
BATCH, BATCH_2, SPIEL, ZOO = "batch", "batch, two threads", "OpenSpiel", "PettingZoo"
WAYS = (BATCH, BATCH_2, SPIEL, ZOO)


@dataclass
class Steps:
    """A game, and the contests in which it takes part by their names."""

    name: str
    contests: dict[str, Contest] = field(default_factory=dict)


def measure_steps(
    clock: Clock, rounds: int, names: Sequence[str], progress: Callable[[str], None]
) -> list[Steps]:
    """Our games and OpenSpiel's, turn and turn about, the best of so many rounds each."""
    needs("brettwerk.adapters.openspiel", "openspiel")
    needs("open_spiel.python.games", "openspiel")
    found = [_ours(name) for name in names]
    found += [Steps(name, {SPIEL: Contest(_in_openspiel(name))}) for name in THEIRS]
    for steps in found:
        progress(f"{steps.name}: compiling, finding a size")
        for contest in steps.contests.values():
            contest.prepare(clock, lambda size: size * 2)
    for number in range(1, rounds + 1):
        for steps in found:
            progress(f"round {number} of {rounds}: {steps.name}")
            for contest in steps.contests.values():
                contest.run(clock)
    return found


def _ours(name: str) -> Steps:
    contests = {
        BATCH: Contest(_in_batch(name, 1)),
        BATCH_2: Contest(_in_batch(name, 2)),
        SPIEL: Contest(_in_openspiel(name)),
    }
    with suppress(ModuleNotFoundError):  # OpenSpiel is what was asked for
        contests[ZOO] = Contest(_in_pettingzoo(name))
    return Steps(name, contests)


def _in_batch(name: str, threads: int) -> Callable[[int], int]:
    """Observations, masks, rewards and ends of every step, actions drawn by lot."""
    batch = Batch(name, GAMES, seed=SEED, threads=threads)
    batch.reset()

    def work(size: int) -> int:
        for _ in range(size):
            batch.step(batch.sample())
        return size * GAMES

    return work


def _in_openspiel(name: str) -> Callable[[int], int]:
    """Random games: legal actions and the next state of every step."""
    game = import_module("pyspiel").load_game(name)
    rng = random.Random(SEED)

    def work(size: int) -> int:
        count, state = 0, game.new_initial_state()
        while count < 100 * size:
            if state.is_terminal():
                state = game.new_initial_state()
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            count += 1
        return count

    return work


def _in_pettingzoo(name: str) -> Callable[[int], int]:
    """As PettingZoo's own benchmark: observation and mask of every step, a legal action by lot."""
    env: Any = import_module(f"brettwerk.{name}_v0").env()
    rng = random.Random(SEED)
    env.reset()

    def work(size: int) -> int:
        for _ in range(50 * size):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                legal = observation["action_mask"].nonzero()[0].tolist()
                env.step(legal[int(rng.random() * len(legal))])
        return 50 * size

    return work

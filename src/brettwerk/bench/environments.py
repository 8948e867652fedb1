"""Steps per second of our environments, compared with OpenSpiel's own games."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from brettwerk.bench.measure import SEED, Clock, Work, Workload, is_measured, run_in_turns
from brettwerk.research.batch import Batch
from brettwerk.research.extras import needs

GAMES = 256  # per batch
OPENSPIEL_GAMES = ("tic_tac_toe", "connect_four", "othello", "chess", "python_tic_tac_toe")
BATCH, BATCH_2, SPIEL, ZOO = "batch", "batch, two threads", "OpenSpiel", "PettingZoo"
TENSORS = "OpenSpiel with tensors"
INTERFACES = (BATCH, BATCH_2, SPIEL, TENSORS, ZOO)


@dataclass
class Steps:
    """A game, and its measurements by interface."""

    name: str
    workloads: dict[str, Workload] = field(default_factory=dict)


def measure_steps(
    clock: Clock, rounds: int, names: Sequence[str], progress: Callable[[str], None]
) -> Iterator[list[Steps]]:
    """Measure our games and OpenSpiel's in turns, and yield what is known after each turn.

    What counts is the mean of all rounds, with its spread.
    """
    needs("brettwerk.research.openspiel", "openspiel")
    needs("open_spiel.python.games", "openspiel")
    found = [_ours(name) for name in names]
    found += [Steps(name, _openspiel_workloads(name)) for name in OPENSPIEL_GAMES]
    workloads = {steps.name: list(steps.workloads.values()) for steps in found}
    for _ in run_in_turns(clock, rounds, workloads, progress):
        yield [steps for steps in found if is_measured(steps.workloads.values())]


def _ours(name: str) -> Steps:
    workloads = {
        BATCH: Workload(in_batch(name, 1)),
        BATCH_2: Workload(in_batch(name, 2)),
        **_openspiel_workloads(name),
    }
    with suppress(ModuleNotFoundError):  # PettingZoo is optional
        workloads[ZOO] = Workload(_in_pettingzoo(name))
    return Steps(name, workloads)


def in_batch(name: str, threads: int) -> Work:
    """Return random batch steps with observations, masks, rewards and ends."""
    batch = Batch(name, GAMES, seed=SEED, threads=threads)
    batch.reset()

    def work(size: int) -> int:
        for _ in range(size):
            batch.step(batch.sample())
        return size * GAMES

    return work


def _openspiel_workloads(name: str) -> dict[str, Workload]:
    return {
        SPIEL: Workload(_in_openspiel(name, tensors=False)),
        TENSORS: Workload(_in_openspiel(name, tensors=True)),
    }


def _in_openspiel(name: str, *, tensors: bool) -> Work:
    """Return random steps with legal actions and the next state, or its observation too."""
    import pyspiel  # optional

    game = pyspiel.load_game(name)
    rng = random.Random(SEED)

    def work(size: int) -> int:
        count, state = 0, game.new_initial_state()
        while count < 100 * size:
            if state.is_terminal():
                state = game.new_initial_state()
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            if tensors and not state.is_terminal():
                state.observation_tensor()
            count += 1
        return count

    return work


def _in_pettingzoo(name: str) -> Work:
    """Return random steps with observation and mask, as in PettingZoo's own benchmark."""
    from brettwerk.research import pettingzoo  # optional

    env: Any = pettingzoo.env(name)
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

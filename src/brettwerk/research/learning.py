"""Trains a policy-value network by self-play: `brettwerk train`.

The first rounds are played by a tree search with random play, which is compiled and quick, or by
the engine as a teacher, so that the network does not begin with its own noise; then it plays
against itself. Each round is learned from together with the last ones. The same seed gives the same
network on one machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from brettwerk.core.registry import definition
from brettwerk.errors import BadOptions
from brettwerk.research.environment import Environment, environment
from brettwerk.research.network import (
    Activations,
    NetworkWeights,
    PolicyValueNetwork,
    forward,
    random_weights,
)
from brettwerk.research.selfplay import play_games
from brettwerk.research.shards import Shard
from brettwerk.research.teaching import taught_games
from brettwerk.research.training import Examples, augmented, examples, joined
from brettwerk.research.tree import BatchTreeSearch

RATE, FADE = 1e-3, (0.9, 0.999)  # of Adam
AVERAGING = 0.01  # how quickly the averaged weights follow


@dataclass(frozen=True)
class Course:
    """Everything that determines a training run."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    rounds: int = 60
    warmup: int = 20  # rounds played by random play, or the teacher, instead of the network
    teacher: int = 0  # nodes of the engine that plays the first rounds; 0 for random play
    boards: int = 0  # drawn, and taken in turn by the games; 0 for those of the options
    games: int = 64  # a round
    simulations: int = 64
    opening: int = 6  # actions drawn by their visits
    scatter: int = 6  # at most this many random actions before a game
    hidden: int = 256
    steps: int = 60  # of learning after a round
    batch: int = 512
    memory: int = 40  # rounds that are learned from; a teacher's games do not age
    seed: int = 1


class Progress(NamedTuple):
    """One round: its number, the mean losses and the positions played."""

    round: int
    policy_loss: float
    value_loss: float
    positions: int


class Learner:
    """Adam on the weights of a network, with an average over the last steps to play with."""

    def __init__(self, weights: NetworkWeights) -> None:
        self.weights = weights
        self.average = NetworkWeights(*(array.copy() for array in weights))
        self._moments = [(np.zeros_like(array), np.zeros_like(array)) for array in weights]
        self._steps = 0

    def learn(self, batch: Examples) -> tuple[float, float]:
        """Do one step; return the losses of policy and values before it."""
        found = forward(self.weights, batch.observation, batch.mask)
        policy_loss = -(batch.policy * np.log(found.policy + 1e-9)).sum(axis=1).mean()
        value_loss = ((found.values - batch.values) ** 2).mean()
        self._adam(_slopes(self.weights, found, batch))
        return float(policy_loss), float(value_loss)

    def _adam(self, slopes: NetworkWeights) -> None:
        self._steps += 1
        fade = [1 - rate**self._steps for rate in FADE]
        for weight, (first, second), slope in zip(self.weights, self._moments, slopes, strict=True):
            first += (1 - FADE[0]) * (slope - first)
            second += (1 - FADE[1]) * (slope**2 - second)
            weight -= RATE * (first / fade[0]) / (np.sqrt(second / fade[1]) + 1e-8)
        for average, weight in zip(self.average, self.weights, strict=True):
            average += AVERAGING * (weight - average)


def _slopes(weights: NetworkWeights, found: Activations, batch: Examples) -> NetworkWeights:
    """Return the gradient of the loss: cross entropy of policies, squared error of values."""
    count = len(found.inputs)
    to_logits = (found.policy - batch.policy) / count
    to_values = 2 * (found.values - batch.values) * (1 - found.values**2) / count
    to_second = (to_logits @ weights.policy.T + to_values @ weights.values.T) * (found.second > 0)
    to_first = (to_second @ weights.second.T) * (found.first > 0)
    return NetworkWeights(
        found.inputs.T @ to_first,
        found.first.T @ to_second,
        found.second.T @ to_logits,
        found.second.T @ to_values,
        *(slope.sum(axis=0) for slope in (to_first, to_second, to_logits, to_values)),
    )


def train(
    course: Course, file: Path, report: Callable[[Progress], None] = lambda _: None
) -> PolicyValueNetwork:
    """Train a network; the file after each round is that of a shorter training run."""
    rng = np.random.default_rng(course.seed)
    env = environment(course.game, _variants(course, rng))
    learner = Learner(random_weights(env, course.hidden, rng))
    network = PolicyValueNetwork(env.name, learner.average)
    search = BatchTreeSearch(
        env, course.games, course.simulations, seed=course.seed, rollout=env.max_actions
    )
    memory: deque[Shard] = deque(maxlen=None if course.teacher else course.memory)
    curve: list[Progress] = []
    for number in range(1, course.rounds + 1):
        guide = None if number <= course.warmup else network
        memory.append(_played(env, course, search, rng, guide, (number - 1) * course.games))
        losses = [
            learner.learn(_drawn(env, memory, course.batch, rng)) for _ in range(course.steps)
        ]
        policy_loss, value_loss = np.mean(losses, axis=0).round(4).tolist()
        curve.append(Progress(number, policy_loss, value_loss, len(memory[-1])))
        network.about["course"] = asdict(replace(course, rounds=number))
        network.about["curve"] = [one._asdict() for one in curve]
        network.save(file)
        report(curve[-1])
    return network


def _variants(course: Course, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Return the options of the games, with boards that are drawn if there are to be any."""
    draw = definition(course.game).random_options
    if course.boards and not set(draw(0)) - set(course.options):
        raise BadOptions("selfplay-draw", game=course.game)
    seeds = rng.integers(10**6, size=course.boards).tolist()
    return [{**draw(seed), **course.options} for seed in seeds] or [course.options]


def _played(
    env: Environment,
    course: Course,
    search: BatchTreeSearch,
    rng: np.random.Generator,
    network: PolicyValueNetwork | None,
    first: int,
) -> Shard:
    """Play a round of games, the first of them on this variant."""
    if course.teacher and not network:
        return taught_games(env, course.games, course.teacher, course.scatter, rng, first)
    noise = 10 / env.encoding.num_actions if network else 0.0
    return play_games(
        env, course.games, search, course.opening, rng, network,
        noise=noise, scatter=course.scatter, first=first,
    )  # fmt: skip


def _drawn(env: Environment, memory: deque[Shard], size: int, rng: np.random.Generator) -> Examples:
    """Return random positions of all rounds in memory, each mapped by a random symmetry.

    Planes are made of those that are drawn: all of them would be gigabytes in a long game.
    """
    rounds = rng.integers(len(memory), size=size)
    parts = []
    for number in np.unique(rounds):
        source = memory[int(number)]
        chosen = rng.integers(len(source), size=int((rounds == number).sum()))
        parts.append(examples(env, source, chosen))
    return augmented(env, joined(parts), rng)

"""A small network learns Das Bedrängnis by playing against itself, until it plays perfectly.

    python examples/learn_bedraengnis.py --plot progress.svg

It needs only NumPy (and matplotlib for the plot), and takes a few minutes. The player is the
network with a search of 192 simulations, four times as many as in training; the network's first
choice without a search is reported, too. The player is perfect if it never gives away a won
position, whichever colour it plays and whatever the opponent does. That is checked against the
exact solution, which it never sees.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import deque
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices gain nothing from more

import numpy as np

from brettwerk.research.environment import Environment, Node, environment
from brettwerk.research.selfplay import play_games
from brettwerk.research.training import Examples, examples, joined
from brettwerk.research.tree import BatchTreeSearch
from brettwerk.solving import solve

Array = np.ndarray[Any, np.dtype[np.float32]]
HIDDEN = 256
TREES = 256
ROUNDS, STEPS = 3, 60  # of self-play between reports, and of learning after each


class Report(NamedTuple):
    """The shares of won positions that are given away after some seconds of learning."""

    seconds: float
    bare: float
    searching: float

    def __str__(self) -> str:
        return (
            f"{self.seconds:6.1f} s: of the won positions the network alone gives away "
            f"{self.bare:.1%}, with search {self.searching:.2%}"
        )


class Network:
    """Two hidden layers, a policy over the actions, and a value for the player to move."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        shapes = [(inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions), (HIDDEN, 1)]
        self.weights = [
            (rng.standard_normal(shape) * np.sqrt(2 / shape[0])).astype(np.float32)
            for shape in shapes
        ]
        self.weights += [np.zeros(shape[1], np.float32) for shape in shapes]
        self.averages = [weight.copy() for weight in self.weights]
        self._moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self._steps = 0

    @staticmethod
    def _forward(weights: list[Array], planes: Array) -> tuple[Array, ...]:
        w1, w2, wp, wv, b1, b2, bp, bv = weights
        x = planes.reshape(len(planes), -1)
        h1 = np.maximum(x @ w1 + b1, 0)
        h2 = np.maximum(h1 @ w2 + b2, 0)
        logits = h2 @ wp + bp
        policy = np.exp(logits - logits.max(axis=1, keepdims=True))
        policy /= policy.sum(axis=1, keepdims=True)
        return x, h1, h2, policy, np.tanh(h2 @ wv + bv)

    def __call__(self, planes: Array) -> tuple[Array, Array]:
        """Return the policy, and the values for the player to move and the other.

        The weights are averaged over the last steps, which is steadier than any of them.
        """
        *_, policy, value = self._forward(self.averages, planes)
        return policy, np.concatenate([value, -value], axis=1)

    def learn(self, batch: Examples) -> float:
        """Make one step of Adam; return the loss before it."""
        x, h1, h2, policy, value = self._forward(self.weights, batch.observation)
        target = batch.values[:, :1]
        loss = -(batch.policy * np.log(policy + 1e-9)).sum(axis=1) + ((value - target) ** 2)[:, 0]
        to_logits = (policy - batch.policy) / len(x)
        to_value = 2 * (value - target) * (1 - value**2) / len(x)
        _, w2, wp, wv, *_ = self.weights
        to_h2 = (to_logits @ wp.T + to_value @ wv.T) * (h2 > 0)
        to_h1 = (to_h2 @ w2.T) * (h1 > 0)
        slopes = [x.T @ to_h1, h1.T @ to_h2, h2.T @ to_logits, h2.T @ to_value]
        slopes += [to_h1.sum(0), to_h2.sum(0), to_logits.sum(0), to_value.sum(0)]
        self._adam(slopes, 1e-3)
        return float(loss.mean())

    def _adam(self, slopes: list[Array], rate: float) -> None:
        self._steps += 1
        fade = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for weight, (first, second), slope in zip(self.weights, self._moments, slopes, strict=True):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            weight -= rate * (first / fade[0]) / (np.sqrt(second / fade[1]) + 1e-8)
        for average, weight in zip(self.averages, self.weights, strict=True):
            average += 0.02 * (weight - average)


class Player:
    """Chooses for many games at once: the network's first choice, or what a search visits most."""

    def __init__(self, env: Environment, network: Network, simulations: int) -> None:
        self._env, self._network = env, network
        self._search = BatchTreeSearch(env, TREES, simulations) if simulations else None

    def choose(self, nodes: list[Node]) -> list[int]:
        """Return an action for each game."""
        if self._search is None:
            return self._first_choices(nodes)
        found: list[int] = []
        for at in range(0, len(nodes), TREES):
            rows = np.array([node.row for node in nodes[at : at + TREES]])
            pasts = np.array([node.past for node in nodes[at : at + TREES]])
            tried = self._search.run(rows, pasts, self._network)
            found += [int(counts.actions[counts.visits.argmax()]) for counts in tried]
        return found

    def _first_choices(self, nodes: list[Node]) -> list[int]:
        rows = np.array([node.row for node in nodes])
        players = np.array([node.player for node in nodes])
        policy, _ = self._network(self._env.observe_rows(rows, players))
        legal = [node.legal for node in nodes]
        return [a[int(row[a].argmax())] for a, row in zip(legal, policy, strict=True)]


def winning_actions(env: Environment, node: Node) -> set[int]:
    """Return the winning actions, by the exact solution."""
    position = env.position(node.row, node.past)
    found: Any = solve(position)
    return {env.encoding.actions_of(position, move.code)[0] for move in found.winning}


class Examiner:
    """Follows a player against every defence; remembers the exact answers."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._winning: dict[bytes, set[int]] = {}

    def faults(self, player: Player) -> float:
        """Return the share of won positions that the player gives away."""
        given_away, asked = 0, 0
        for colour in range(2):
            layer = [self._env.begin()]
            while layer := self._still_going(layer):
                if layer[0].player != colour:
                    layer = [self._env.play(node, a) for node in layer for a in node.legal]
                    continue
                choices = player.choose(layer)
                for node, chosen in zip(layer, choices, strict=True):
                    winning = self._wins(node)
                    asked += bool(winning)
                    given_away += bool(winning) and chosen not in winning
                layer = [self._env.play(n, a) for n, a in zip(layer, choices, strict=True)]
        return given_away / max(asked, 1)

    @staticmethod
    def _still_going(layer: list[Node]) -> list[Node]:
        """Return each position once, without those in which the game has ended."""
        return list({node.row.tobytes(): node for node in layer if not node.code}.values())

    def _wins(self, node: Node) -> set[int]:
        key = node.row.tobytes()
        if key not in self._winning:
            self._winning[key] = winning_actions(self._env, node)
        return self._winning[key]


def train(
    board: str, seconds: float, seed: int = 1, games: int = 64, simulations: int = 48
) -> tuple[Network, list[Report], bool]:
    """Learn; return the network, its reports, and whether it plays perfectly."""
    env = environment("bedraengnis", [{"board": board}])
    rng = np.random.default_rng(seed)
    network = Network(int(np.prod(env.shape)), env.encoding.num_actions, rng)
    examiner, memory = Examiner(env), deque[Examples](maxlen=150)
    players = Player(env, network, 0), Player(env, network, 4 * simulations)
    search = BatchTreeSearch(env, games, simulations, seed=seed)
    began, reports = perf_counter(), list[Report]()
    while True:
        bare, searching = (examiner.faults(player) for player in players)
        reports.append(Report(perf_counter() - began, bare, searching))
        print(reports[-1])
        if searching == 0 or (len(reports) > 1 and reports[-1].seconds > seconds):
            return network, reports, searching == 0
        for _ in range(ROUNDS):
            shard = play_games(env, games, search, 0, rng, network, noise=0.5, scatter=9)
            memory.append(examples(env, shard, np.arange(len(shard))))
            for _ in range(STEPS):
                network.learn(mixed(memory, rng))


def mixed(memory: deque[Examples], rng: np.random.Generator, size: int = 512) -> Examples:
    """Return random positions of several rounds."""
    parts = [memory[i] for i in rng.integers(len(memory), size=16)]
    everything = joined(parts)
    return everything.at(rng.integers(len(everything.values), size=size))


def plot(reports: list[Report], file: Path) -> None:
    """Plot how the share of won positions that are given away falls."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.add_subplot()
    seconds = [report.seconds for report in reports]
    axes.plot(seconds, [100 * r.bare for r in reports], color="#b98b5e", label="network alone")
    axes.plot(seconds, [100 * r.searching for r in reports], color="#6b3a1e", label="with search")
    axes.set(xlabel="seconds", ylabel="% of won positions given away", ylim=(0, None))
    axes.set_title("A network learns Das Bedrängnis by self-play")
    axes.legend()
    figure.savefig(file)


def measured(network: Network) -> dict[str, Any]:
    """Measure the network's first choices against random play, and on all boards."""
    from brettwerk.research.agents import summary  # which needs Gymnasium

    def first_choices(planes: Array, mask: np.ndarray[Any, np.dtype[np.bool_]]) -> Any:
        return np.where(mask, network(planes)[0], -1).argmax(axis=1)

    return summary("the learning example", "bedraengnis", first_choices, [])


def main() -> None:
    """Read the command line and learn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="1a0", help="the tableau, such as 3b1")
    parser.add_argument("--seconds", type=float, default=600, help="stop after this time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="write the progress as a picture")
    parser.add_argument("--json", action="store_true", help="tell how good it is in a last line")
    told = parser.parse_args()
    network, reports, perfect = train(told.board, told.seconds, told.seed)
    print("It plays perfectly." if perfect else "It does not play perfectly yet.")
    if told.json:
        print(json.dumps(measured(network)))
    if told.plot:
        plot(reports, told.plot)


if __name__ == "__main__":
    main()

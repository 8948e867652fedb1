"""Trains the network that helps an evaluation to judge, together with the weights of features.

The network looks at sets of cells (`sets` of an evaluation). Each of its units is a bias and a
weight for every cell of every set, cut off below 0 and above 1; what their squares are worth is
added to the features times their weights. All is fitted to what searches of quiet positions found
(`search/sparring.py`), in the chances that this means, and to what became of these positions: by
gradient descent (Adam) over batches, each turned and mirrored by one of the board's symmetries.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brettwerk.core.registry import definition
from brettwerk.errors import MissingPart
from brettwerk.kernels.primitives import HIGH, NETWORK_SHIFT, UNITS
from brettwerk.search.sparring import Seen, spar
from brettwerk.search.tuning import LOGIT, random_game
from brettwerk.search.weights import Weights, weights_of

Array = NDArray[np.float32]
Cells = NDArray[np.intp]
Spread = Callable[[Callable[[int], list[Seen]], Iterable[int]], Iterable[list[Seen]]]

EPOCHS = 10
BATCH = 1024
_MOST_WEIGHT = 127 / HIGH  # of a cell: files have 8 bits for it
RATE = 0.002
# How much of what a position is to be worth is what became of it. Searches alone like positions in
# which a player stands well for ever and makes no progress.
BECAME = 0.5
MOST_LOGITS = 8.0
_APART = 20  # every such game is not trained on but used to test what was learned
# Of 1 that a unit is worth, as the kernel has it.
_WORTH = LOGIT * (1 << NETWORK_SHIFT + 8) / HIGH**2


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Positions: the cells of their sets, 64 a set, their features, and the chances found."""

    cells: NDArray[np.uint8]
    features: Array
    chances: Array


class Network:
    """Numbers to be fitted, by name: `rows`, `bias`, `worth`, and `features`."""

    def __init__(self, sets: int, features: Sequence[float], seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.parts: dict[str, Array] = {
            "rows": rng.normal(0, 0.1, (64 * sets, UNITS)).astype(np.float32),
            "bias": rng.uniform(0, 0.5, UNITS).astype(np.float32),
            "worth": rng.normal(0, 0.1, UNITS).astype(np.float32),
            "features": np.array(features, np.float32),
        }

    def logits(self, cells: Array, features: Array) -> tuple[Array, Array]:
        """Return what positions are worth, and the units, cut off."""
        units = np.clip(cells @ self.parts["rows"] + self.parts["bias"], 0, 1)
        return units**2 @ self.parts["worth"] + features @ self.parts["features"], units

    def gradients(self, cells: Array, features: Array, chances: Array) -> dict[str, Array]:
        """Return how the loss of a batch changes with each number."""
        logits, units = self.logits(cells, features)
        error = (_chance(logits) - chances) / len(chances)
        inner = np.outer(error, self.parts["worth"]) * np.where(units < 1, 2 * units, 0)
        return {
            "rows": cells.T @ inner,
            "bias": inner.sum(0),
            "worth": (units**2).T @ error,
            "features": features.T @ error,
        }

    def image(self) -> str:
        """Return the network as files have it: `network` of `Weights`."""
        head = np.concatenate([self.parts["bias"] * HIGH, self.parts["worth"] * _WORTH])
        numbers = np.clip(np.rint(head), -32768, 32767).astype("<i2").tobytes()
        return b64encode(
            numbers + np.rint(self.parts["rows"] * HIGH).astype("i1").tobytes()
        ).decode()

    def read(self, image: str) -> None:
        """Go on from a network that was trained before."""
        told = b64decode(image)
        bias, worth = np.frombuffer(told[: 4 * UNITS], "<i2").reshape(2, UNITS)
        rows = np.frombuffer(told[4 * UNITS :], "i1").reshape(-1, UNITS)
        found = {"bias": bias / HIGH, "worth": worth / _WORTH, "rows": rows / HIGH}
        self.parts |= {name: part.astype(np.float32) for name, part in found.items()}


def _chance(logits: Array) -> Array:
    return (1 / (1 + np.exp(-logits))).astype(np.float32)


def samples_of(games: Iterable[Sequence[Seen]]) -> TrainingSet:
    """Return the positions of games as arrays."""
    seen = [position for game in games for position in game]
    words = np.array([position.sets for position in seen], "<u8")
    cells = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    features = np.array([position.features for position in seen], np.float32)
    values = np.array([position.value for position in seen], np.float32)
    found = _chance(np.clip(values, -MOST_LOGITS, MOST_LOGITS))
    results = np.array([position.result for position in seen], np.float32)
    chances = (1 - BECAME) * found + BECAME * (results + 1) / 2
    return TrainingSet(cells, features, chances.astype(np.float32))


def fit(network: Network, samples: TrainingSet, turns: Sequence[Cells], seed: int) -> None:
    """Fit the numbers of a network to samples; `turns` are the symmetries of its cells."""
    rng = np.random.default_rng(seed)
    count = len(samples.chances)
    steps, step = max(1, EPOCHS * (count // BATCH)), 0
    means = {name: np.zeros_like(part) for name, part in network.parts.items()}
    squares = {name: np.zeros_like(part) for name, part in network.parts.items()}
    for _ in range(EPOCHS):
        order = rng.permutation(count)
        for first in range(0, count - BATCH + 1, BATCH):
            batch, turn = order[first : first + BATCH], turns[int(rng.integers(len(turns)))]
            cells = samples.cells[batch][:, turn].astype(np.float32)
            found = network.gradients(cells, samples.features[batch], samples.chances[batch])
            step += 1
            rate = RATE * min(1, 10 * step / steps) * (1 - step / (steps + 1))
            for name, gradient in found.items():
                means[name] += 0.1 * (gradient - means[name])
                squares[name] += 0.001 * (gradient**2 - squares[name])
                mean, square = means[name] / (1 - 0.9**step), squares[name] / (1 - 0.999**step)
                network.parts[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
            np.clip(network.parts["rows"], -_MOST_WEIGHT, _MOST_WEIGHT, network.parts["rows"])


def loss(network: Network, samples: TrainingSet) -> float:
    """Return how far chances are from those found, as the root of the mean square."""
    logits, _ = network.logits(samples.cells.astype(np.float32), samples.features)
    return float(np.sqrt(np.mean((_chance(logits) - samples.chances) ** 2)))


def turns_of(name: str, sets: int) -> list[Cells]:
    """Return the symmetries of a game's board, as permutations of the cells of all sets."""
    game = random_game(name, Random(1))
    found = []
    turns = game.definition.kernels.evaluation.TURNS or game.definition.symmetries(game.options)
    for cells in turns:
        turned = [*cells, *range(len(cells), 64)]
        found.append(np.array([64 * k + cell for k in range(sets) for cell in turned]))
    return found


def train(
    name: str, weights: Weights, *, games: int, nodes: int, seed: int, spread: Spread = map
) -> Weights:
    """Return weights with a better network, and the record of the round."""
    evaluation = definition(name).kernels.evaluation
    played = list(spread(partial(spar, name, weights, nodes), range(seed, seed + games)))
    start = [weight / LOGIT for weight in weights.in_order(evaluation.FEATURES)]
    network = Network(evaluation.SETS, start, seed)
    if weights.network:
        network.read(weights.network)
    apart = samples_of(played[::_APART])
    known = samples_of(game for at, game in enumerate(played) if at % _APART)
    before = loss(network, apart)
    fit(network, known, turns_of(name, evaluation.SETS), seed)
    record = {
        "how": "searches of self-play: brettwerk tune --network",
        "games": len(played),
        "nodes": nodes,
        "seed": seed,
        "positions": len(known.chances),
        "error": [round(before, 5), round(loss(network, apart), 5)],
    }
    fitted = zip(evaluation.FEATURES, network.parts["features"], strict=True)
    phases = {"": {feature: round(float(weight) * LOGIT) for feature, weight in fitted}}
    found: dict[str, Any] = {**weights.found}
    found["rounds"] = [*found.get("rounds", ()), record]
    return replace(weights, phases=phases, network=network.image(), found=found)


def improve(
    name: str, text: str, *, games: int, nodes: int, seed: int, spread: Spread = map
) -> tuple[str, dict[str, Any]]:
    """Return the text of a file of weights after one more round, and the record of the round."""
    if not definition(name).kernels.evaluation.SETS:
        raise MissingPart("missing-sets", game=name)
    found = train(name, weights_of(text), games=games, nodes=nodes, seed=seed, spread=spread)
    return found.as_json(), found.found["rounds"][-1]

"""Small policy-value networks in NumPy: two hidden layers, a file of under two megabytes.

A network takes planes to a policy over all actions and to a value for each player, that of the
player to move first. `BatchTreeSearch` takes one as it is.
"""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from brettwerk.core.registry import definition
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.research.encoding import encoding
from brettwerk.research.environment import Environment

FORMAT = 1
FILE = "data/network.npz"  # in the folder of a game
Floats = NDArray[np.floating[Any]]


class NetworkWeights(NamedTuple):
    """The parameters: matrices of the two layers, the policy and the values, and their biases."""

    first: Floats
    second: Floats
    policy: Floats
    values: Floats
    first_bias: Floats
    second_bias: Floats
    policy_bias: Floats
    values_bias: Floats


class Activations(NamedTuple):
    """What a forward pass computes, layer by layer."""

    inputs: Floats
    first: Floats
    second: Floats
    policy: Floats
    values: Floats


def forward(
    weights: NetworkWeights, planes: Floats, mask: NDArray[np.bool_] | None = None
) -> Activations:
    """Return the activations of all layers for a batch of observations.

    With a mask of legal actions the policy is one over these alone.
    """
    inputs = planes.reshape(len(planes), -1)
    first = np.maximum(inputs @ weights.first + weights.first_bias, 0)
    second = np.maximum(first @ weights.second + weights.second_bias, 0)
    logits = second @ weights.policy + weights.policy_bias
    if mask is not None:
        logits[~mask] = -np.inf
    policy = np.exp(logits - logits.max(axis=1, keepdims=True))
    policy /= policy.sum(axis=1, keepdims=True)
    values = np.tanh(second @ weights.values + weights.values_bias)
    return Activations(inputs, first, second, policy, values)


def random_weights(env: Environment, hidden: int, rng: np.random.Generator) -> NetworkWeights:
    """Return the weights of a network that has learned nothing."""
    inputs = int(np.prod(env.shape))
    outputs = hidden, env.encoding.num_actions, env.players
    shapes = [(inputs, hidden), *((hidden, width) for width in outputs)]
    matrices = [rng.standard_normal(shape) * np.sqrt(2 / shape[0]) for shape in shapes]
    matrices[2:] = [matrix / 10 for matrix in matrices[2:]]  # so that it begins undecided
    biases = [np.zeros(shape[1]) for shape in shapes]
    return NetworkWeights(*(array.astype(np.float32) for array in (*matrices, *biases)))


class PolicyValueNetwork:
    """A network for one game; `about` says how it was trained.

    >>> from brettwerk.research.environment import environment
    >>> env = environment("bedraengnis")
    >>> network = PolicyValueNetwork(env.name, random_weights(env, 8, np.random.default_rng(1)))
    >>> policy, values = network(env.observe(env.begin(), 0)[None])
    >>> policy.shape, values.shape, round(float(policy.sum()), 3)
    ((1, 16), (1, 2), 1.0)
    """

    def __init__(
        self, game: str, weights: NetworkWeights, about: dict[str, Any] | None = None
    ) -> None:
        self.game, self.weights, self.about = game, weights, about or {}

    def __call__(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return the policies and the values of these observations."""
        found = forward(self.weights, planes)
        return found.policy, found.values

    def save(self, file: Path) -> None:
        """Write the network with half precision; the file is complete or absent."""
        about = {**self.about, "format": FORMAT, "game": self.game}
        about["encoding"] = encoding(self.game).version
        arrays: dict[str, Any] = {
            name: array.astype(np.float16) for name, array in self.weights._asdict().items()
        }
        part = file.with_name(file.name + ".part")
        with part.open("wb") as out:
            np.savez_compressed(out, about=np.array(json.dumps(about)), **arrays)
        part.replace(file)

    def check_game(self, game: str) -> None:
        """Raise BadOptions unless the network is made for this game."""
        if game != self.game:
            raise BadOptions("network-game", made=self.game, given=game)


def shipped_network(game: str) -> PolicyValueNetwork:
    """Return the network that is shipped with a game; BadOptions if there is none."""
    file = definition(game).file(FILE)
    if file is None:
        raise BadOptions("network-none", game=game)
    return load_network(file)


def load_network(file: str | Traversable) -> PolicyValueNetwork:
    """Read a network; raise BadOptions if the file holds none, or one of another encoding."""
    file = Path(file) if isinstance(file, str) else file
    try:
        with file.open("rb") as content, np.load(content, allow_pickle=False) as arrays:
            about = json.loads(str(arrays["about"]))
            weights = NetworkWeights(
                *(arrays[name].astype(np.float32) for name in NetworkWeights._fields)
            )
        game, version = str(about["game"]), about["encoding"]
    except (KeyError, ValueError, EOFError, BadZipFile) as fault:
        raise BadOptions("network-file", file=truncate(str(file))) from fault
    if about.get("format") != FORMAT or version != encoding(game).version:
        raise BadOptions("network-version", file=truncate(str(file)))
    return PolicyValueNetwork(game, weights, about)

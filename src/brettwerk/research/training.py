"""Reads self-play games as training batches, with the symmetries of the game applied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brettwerk.research.environment import Environment, environment
from brettwerk.research.shards import Shard, read_shard


class Examples(NamedTuple):
    """Training examples: planes, the targets for policy and values, and what is legal.

    `policy` has the shares of visits over all actions, `values` the returns of the game, those of
    the player to move first and the others in playing order; `mask` is true for legal actions.
    """

    observation: NDArray[np.float32]
    policy: NDArray[np.float32]
    values: NDArray[np.float32]
    mask: NDArray[np.bool_]

    def at(self, chosen: NDArray[np.int64]) -> Examples:
        """Return the chosen examples."""
        return Examples(
            self.observation[chosen], self.policy[chosen], self.values[chosen], self.mask[chosen]
        )


def joined(parts: Sequence[Examples]) -> Examples:
    """Return the examples of several parts as one."""
    return Examples(
        np.concatenate([part.observation for part in parts]),
        np.concatenate([part.policy for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.mask for part in parts]),
    )


def examples(env: Environment, shard: Shard, chosen: NDArray[np.int64]) -> Examples:
    """Return the chosen positions of a shard."""
    count, players = len(chosen), env.players
    seats = shard.player[chosen].astype(np.int64)
    planes = env.observe_rows(shard.rows[chosen], seats)
    policy = np.zeros((count, env.encoding.num_actions), np.float32)
    mask = np.zeros(policy.shape, np.bool_)
    for at, i in enumerate(chosen):
        span = slice(shard.start[i], shard.start[i + 1])
        policy[at, shard.actions[span]] = shard.visits[span] / shard.visits[span].sum()
        mask[at, shard.actions[span]] = True
    order = (seats[:, None] + np.arange(players)) % players
    values = np.take_along_axis(shard.returns[shard.game[chosen]], order, axis=1)
    return Examples(planes, policy, values.astype(np.float32), mask)


def augmented(env: Environment, given: Examples, rng: np.random.Generator) -> Examples:
    """Map each position by a random symmetry."""
    symmetries = env.encoding.symmetries
    which = rng.integers(len(symmetries), size=len(given.observation))
    planes, policy, mask = given.observation.copy(), given.policy.copy(), given.mask.copy()
    for number, symmetry in enumerate(symmetries):
        here = which == number
        planes[here] = symmetry.observation(given.observation[here])
        policy[here] = symmetry.policy(given.policy[here])
        mask[here] = symmetry.policy(given.mask[here])
    return Examples(planes, policy, given.values, mask)


class Reader:
    """The shards of a folder, or given files, as batches in random order.

    One shard is in memory at a time; each has the boards and other options of its own games.
    """

    def __init__(self, where: str | Path | Sequence[Path]) -> None:
        files = _files(where)
        if not files:
            raise FileNotFoundError(f"There are no shards in {where}.")
        self.files = files
        self.about: dict[str, Any] = read_shard(files[0])[1]

    def __len__(self) -> int:
        """Return the number of positions."""
        return sum(len(read_shard(file)[0]) for file in self.files)

    def batches(self, size: int, *, seed: int = 0, symmetries: bool = True) -> Iterator[Examples]:
        """Yield all positions once; the last batch of a shard may be smaller."""
        rng = np.random.default_rng(seed)
        for number in rng.permutation(len(self.files)):
            shard, about = read_shard(self.files[number])
            env = environment(about["game"], shard.variants)
            order = rng.permutation(len(shard))
            for at in range(0, len(order), size):
                found = examples(env, shard, order[at : at + size])
                yield augmented(env, found, rng) if symmetries else found


def _files(where: str | Path | Sequence[Path]) -> list[Path]:
    if not isinstance(where, str | Path):
        return list(where)
    folder = Path(where)
    return sorted([*folder.glob("shard-*.npz"), *folder.glob("shard-*.parquet")])

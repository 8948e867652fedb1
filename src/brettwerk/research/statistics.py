"""Statistics of random games: their length, the legal actions, and who wins."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brettwerk.research.batch import Batch


@dataclass(frozen=True)
class Statistics:
    """Of random games: actions per game, legal actions per position, shares of results."""

    games: int
    length: float
    shortest: int
    longest: int
    branching: float
    widest: int
    wins: tuple[float, ...]  # by player, shared wins divided
    drawn: float
    cut: float


def statistics(name: str, games: int, seed: int = 0, **options: object) -> Statistics:
    """Play random games to their ends.

    >>> found = statistics("bedraengnis", 100)
    >>> found.games, found.drawn, found.widest
    (100, 0.0, 16)
    """
    batch = Batch(name, games, seed=seed, variants=[options])
    batch.reset()
    lengths = np.zeros(games, np.int64)
    live = np.ones(games, np.bool_)
    results = np.zeros((games, batch.num_players))
    cut = np.zeros(games, np.bool_)
    choices, widest = 0, 0
    while live.any():
        counts = batch.action_mask[live].sum(axis=1)
        choices, widest = choices + int(counts.sum()), max(widest, int(counts.max()))
        lengths[live] += 1
        _, rewards, terminated, truncated, _ = batch.step(batch.sample())
        over = live & (terminated | truncated)
        results[over], cut[over] = rewards[over], truncated[over]
        live &= ~over
    batch.close()
    total = int(lengths.sum())
    return Statistics(
        games,
        total / games,
        int(lengths.min()),
        int(lengths.max()),
        choices / total,
        widest,
        _wins(results),
        float((np.abs(results).max(axis=1) == 0)[~cut].sum() / games),
        float(cut.mean()),
    )


def _wins(results: NDArray[np.float64]) -> tuple[float, ...]:
    """Return the share of games that each player won; several winners of a game share it."""
    won = np.clip(results, 0, None)
    return tuple(float(share) for share in won.sum(axis=0) / len(results))

"""Statistics of random games: their length, the legal actions, and who wins."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brettwerk.research.batch import Batch


@dataclass(frozen=True)
class Statistics:
    """Of random games: actions per game, legal actions per position, shares of results.

    `length` and `branching` have standard errors; positions of one game are not independent.
    """

    games: int
    length: float
    shortest: int
    longest: int
    branching: float
    widest: int
    wins: tuple[float, ...]  # by player, shared wins divided
    drawn: float
    cut: float
    length_error: float
    branching_error: float


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
    choices, widest = np.zeros(games, np.int64), 0
    while live.any():
        counts = batch.action_mask[live].sum(axis=1)
        choices[live] += counts
        widest = max(widest, int(counts.max()))
        lengths[live] += 1
        _, rewards, terminated, truncated, _ = batch.step(batch.sample())
        over = live & (terminated | truncated)
        results[over], cut[over] = rewards[over], truncated[over]
        live &= ~over
    batch.close()
    branching = float(choices.sum() / lengths.sum())
    return Statistics(
        games,
        float(lengths.mean()),
        int(lengths.min()),
        int(lengths.max()),
        branching,
        widest,
        _wins(results),
        float((np.abs(results).max(axis=1) == 0)[~cut].sum() / games),
        float(cut.mean()),
        _error(lengths),
        _error(choices - branching * lengths) / float(lengths.mean()),
    )


def _error(values: NDArray[Any]) -> float:
    """Return the standard error of a mean."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0


def _wins(results: NDArray[np.float64]) -> tuple[float, ...]:
    """Return the share of games that each player won; several winners of a game share it."""
    won = np.clip(results, 0, None)
    return tuple(float(share) for share in won.sum(axis=0) / len(results))

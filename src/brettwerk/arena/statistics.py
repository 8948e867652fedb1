"""Statistics of a match of two: Elo with error bars, and the sequential probability ratio test.

Two games from one opening with colours swapped are not independent, so the unit is the *set* of
games from one opening: five results of a pair, 0, ½, 1, 1½ or 2 points, and their mean score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt

NORMAL_95 = 1.959964
_TINY = 1e-3  # replaces a count of zero, as is usual with this test
_HALVINGS = 200


def expected_score(elo: float) -> float:
    """Return the expected score of a player with this Elo advantage."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the Elo advantage of a score; infinite for 0 and 1."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else -400 * log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def as_json(self) -> dict[str, float | None]:
        """Return the interval as JSON, with null for infinity."""
        found = {"value": self.value, "low": self.low, "high": self.high}
        return {name: None if abs(x) == inf else round(x, 1) for name, x in found.items()}


def wilson_interval(share: float, games: int) -> Interval:
    """Return a share of the win with Wilson's interval, which is never narrower than games allow.

    Draws make it a little wider than needed.

    >>> round(wilson_interval(1, 300).low, 4)
    0.9874
    """
    square = NORMAL_95**2 / games
    middle = (share + square / 2) / (1 + square)
    margin = sqrt(share * (1 - share) * square + square * square / 4) / (1 + square)
    return Interval(share, max(0.0, middle - margin), min(1.0, middle + margin))


def elo_interval(counts: Sequence[int]) -> Interval | None:
    """Return Elo from the counts of equally spaced mean scores; None without games."""
    total = sum(counts)
    if not total:
        return None
    scores = _scores(len(counts))
    mean = sum(n * x for n, x in zip(counts, scores, strict=True)) / total
    # The prior is half a set won and half a set lost, so that few games never look certain.
    variance = (
        sum(n * (x - mean) ** 2 for n, x in zip(counts, scores, strict=True))
        + 0.5 * ((0 - mean) ** 2 + (1 - mean) ** 2)
    ) / (total + 1)
    margin = NORMAL_95 * sqrt(variance / total)
    return Interval(elo_of(mean), elo_of(mean - margin), elo_of(mean + margin))


def _scores(count: int) -> list[float]:
    return [at / (count - 1) for at in range(count)]


# -- the sequential probability ratio test --------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of an Elo advantage of `elo1` against one of `elo0`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the bounds of the LLR below which `elo0` is accepted and above which `elo1` is."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio of `elo1` to `elo0`.

        With p the frequencies of the results x, and p0, p1 the maximum-likelihood distributions
        with the expected scores of elo0 and elo1 as means: N · Σ p · log(p1 / p0).
        """
        seen = [count or _TINY for count in counts]
        total = sum(seen)
        frequencies = [count / total for count in seen]
        scores = _scores(len(counts))
        p0 = _fit(frequencies, scores, expected_score(self.elo0))
        p1 = _fit(frequencies, scores, expected_score(self.elo1))
        return total * sum(p * log(b / a) for p, a, b in zip(frequencies, p0, p1, strict=True))

    def verdict(self, counts: Sequence[int]) -> str:
        """Return `accepted`, `rejected`, or `open` while more games are needed."""
        if not sum(counts):
            return "open"
        low, high = self.bounds
        llr = self.llr(counts)
        return "accepted" if llr >= high else "rejected" if llr <= low else "open"


def _fit(frequencies: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with this mean under which the frequencies are most likely.

    It is p / (1 + t·(x − mean)) for the t that solves Σ p·(x − mean) / (1 + t·(x − mean)) = 0;
    the sum decreases with t.
    """
    away = [score - mean for score in scores]
    low, high = -1 / max(away), -1 / min(away)
    for _ in range(_HALVINGS):
        t = (low + high) / 2
        if sum(p * d / (1 + t * d) for p, d in zip(frequencies, away, strict=True)) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [p / (1 + t * d) for p, d in zip(frequencies, away, strict=True)]

"""What a match between two says: Elo with error bars, and the sequential probability ratio test.

Two games from one opening with colours swapped are not independent, so the unit is the *set* of
games from one opening: five results of a pair, 0, ½, 1, 1½ or 2 points, and their mean score.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

NORMAL_95 = 1.959964
_TINY = 1e-3  # stands for a result that has not occurred, as usual with this test
_HALVINGS = 200


def expected_score(elo: float) -> float:
    """What someone so many Elo points stronger may expect of a game."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The Elo points that such a score stands for; infinite where all is won or lost."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else -400 * log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with what it lies between, 95 times of 100."""

    value: float
    low: float
    high: float

    def as_json(self) -> dict[str, float | None]:
        """JSON knows no infinity: null stands for it."""
        found = {"value": self.value, "low": self.low, "high": self.high}
        return {name: None if abs(x) == inf else round(x, 1) for name, x in found.items()}


def elo_interval(counts: Sequence[int]) -> Interval | None:
    """Elo from how often each mean score from 0 to 1 in even steps occurred; None without games."""
    total = sum(counts)
    if not total:
        return None
    scores = _scores(len(counts))
    mean = sum(n * x for n, x in zip(counts, scores, strict=True)) / total
    # Before anything is known half a set is drawn each way: few games never look like certainty.
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
    """Is it stronger by `elo1` rather than `elo0`? Wrong in 5 of 100 cases either way."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first it is not, above the second it is."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """How much more likely (as a logarithm) the results are if the difference is `elo1`.

        With p the frequencies of the results x, and p0, p1 the most likely distributions whose
        means are the scores that elo0 and elo1 stand for: N · Σ p · log(p1 / p0).
        """
        seen = [count or _TINY for count in counts]
        total = sum(seen)
        frequencies = [count / total for count in seen]
        scores = _scores(len(counts))
        p0 = _likeliest(frequencies, scores, expected_score(self.elo0))
        p1 = _likeliest(frequencies, scores, expected_score(self.elo1))
        return total * sum(p * log(b / a) for p, a, b in zip(frequencies, p0, p1, strict=True))

    def verdict(self, counts: Sequence[int]) -> str:
        """`accepted`, `rejected`, or `open` while more games are needed."""
        if not sum(counts):
            return "open"
        low, high = self.bounds
        llr = self.llr(counts)
        return "accepted" if llr >= high else "rejected" if llr <= low else "open"


def _likeliest(frequencies: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    """The distribution of this mean under which the frequencies are most likely.

    It is p / (1 + t·(x − mean)) for the one t that solves Σ p·(x − mean) / (1 + t·(x − mean)) = 0;
    the sum falls with t.
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

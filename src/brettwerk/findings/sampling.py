"""Statistics of games: lengths, branching and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from statistics import fmean, median_low

from brettwerk.arena.statistics import NORMAL_95, wilson_interval
from brettwerk.findings.facts import ChoicesAtPly, Estimate, GameLengths, GameSample, Provenance
from brettwerk.records import Record

# A mean over fewer games is too noisy.
_MIN_GAMES = 20
_DIGITS = 4


@dataclass(frozen=True)
class SampledGame:
    """A game: shares and points by seat, the branching at each ply, and why it ended."""

    shares: tuple[float, ...]
    points: tuple[int, ...] | None
    choices: tuple[int, ...]
    reason: str

    @classmethod
    def of(cls, record: Record) -> SampledGame:
        """Replay a record."""
        positions = list(record.positions())
        return cls(
            tuple(map(float, record.shares)),
            record.points,
            tuple(len(position.legal_codes) for position in positions[:-1]),
            record.tags["Termination"],
        )


def make_sample(name: str, how: Provenance, records: Iterable[Record]) -> GameSample:
    """Return the statistics of these games."""
    games = [SampledGame.of(record) for record in records]
    shares = list(zip(*(game.shares for game in games), strict=True))
    wins = [sum(share == 1 for share in seat) for seat in shares]
    return GameSample(
        name=name,
        how=how,
        games=len(games),
        scores=[share_estimate(seat) for seat in shares],
        wins=wins,
        shared=len(games) - sum(wins),
        points=_points(games),
        lengths=_lengths([len(game.choices) for game in games]),
        branching=estimate([fmean(game.choices) for game in games]),
        by_ply=_by_ply(games),
        magnitude=estimate([sum(map(log10, game.choices)) for game in games]),
        ends=dict(Counter(game.reason for game in games).most_common()),
    )


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean with its 95 % interval, from independent games."""
    mean = fmean(values)
    variance = sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)
    margin = NORMAL_95 * sqrt(variance / len(values))
    return _rounded(mean, mean - margin, mean + margin)


def share_estimate(shares: Sequence[float]) -> Estimate:
    """Return the mean share of the win with Wilson's 95 % interval."""
    found = wilson_interval(fmean(shares), len(shares))
    return _rounded(found.value, found.low, found.high)


def _rounded(*numbers: float) -> Estimate:
    return Estimate(*(round(number, _DIGITS) for number in numbers))


def _points(games: list[SampledGame]) -> list[Estimate] | None:
    scored = [game.points for game in games if game.points is not None]
    if not scored:
        return None
    return [estimate(seat) for seat in zip(*scored, strict=True)]


def _lengths(plies: list[int]) -> GameLengths:
    counts = dict(sorted(Counter(plies).items()))
    return GameLengths(estimate(plies), median_low(plies), min(plies), max(plies), counts)


def _by_ply(games: list[SampledGame]) -> list[ChoicesAtPly]:
    """Return the branching at each ply that enough games have reached."""
    found = []
    for ply in range(max(len(game.choices) for game in games)):
        here = sorted(game.choices[ply] for game in games if len(game.choices) > ply)
        if len(here) < min(_MIN_GAMES, len(games)):
            break
        lower, upper = here[len(here) // 4], here[3 * len(here) // 4]
        found.append(ChoicesAtPly(ply, round(fmean(here), 2), lower, upper, len(here)))
    return found

"""What games that were played come to: how long they are, how many choices, who wins."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import log10, sqrt
from statistics import fmean, median_low
from typing import TYPE_CHECKING

from brettwerk.known.facts import Choice, Estimate, How, Lengths, Sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from brettwerk.records import Record

NORMAL_95 = 1.959964
# A mean of fewer games says more about these than about the ply.
_ENOUGH = 20
_DIGITS = 4


@dataclass(frozen=True)
class Played:
    """One game: shares and points by seat, the choices at each ply, and why it ended."""

    shares: tuple[float, ...]
    points: tuple[int, ...] | None
    choices: tuple[int, ...]
    reason: str

    @classmethod
    def of(cls, record: Record) -> Played:
        """What a record says, played through by the rules."""
        record.game.compile()
        positions = list(record.positions())
        points = record.tags.get("Points")
        return cls(
            tuple(float(Fraction(share)) for share in record.result.split("-")),
            tuple(map(int, points.split("-"))) if points else None,
            tuple(len(position.codes) for position in positions[:-1]),
            record.tags["Termination"],
        )


def sampled(name: str, how: How, records: Iterable[Record]) -> Sample:
    """What these games come to."""
    games = [Played.of(record) for record in records]
    shares = list(zip(*(game.shares for game in games), strict=True))
    wins = [sum(share == 1 for share in seat) for seat in shares]
    return Sample(
        name=name,
        how=how,
        games=len(games),
        scores=[estimate(seat, 0, 1) for seat in shares],
        wins=wins,
        shared=len(games) - sum(wins),
        points=_points(games),
        lengths=_lengths([len(game.choices) for game in games]),
        branching=estimate([fmean(game.choices) for game in games]),
        by_ply=_by_ply(games),
        magnitude=estimate([sum(map(log10, game.choices)) for game in games]),
        ends=dict(Counter(game.reason for game in games).most_common()),
    )


def estimate(
    values: Sequence[float], least: float | None = None, most: float | None = None
) -> Estimate:
    """The mean with its 95 % interval, from games that are independent of each other.

    Where values lie between bounds, half a game is thought to have ended each way before any was
    played: that few games all ended alike never looks like certainty.
    """
    mean = fmean(values)
    squares = [(value - mean) ** 2 for value in values]
    if least is not None and most is not None:
        squares += [(least - mean) ** 2 / 2, (most - mean) ** 2 / 2]
        count = len(values) + 1
    else:
        count = max(len(values) - 1, 1)
    margin = NORMAL_95 * sqrt(sum(squares) / count / len(values))
    low = mean - margin if least is None else max(mean - margin, least)
    high = mean + margin if most is None else min(mean + margin, most)
    return Estimate(*(round(number, _DIGITS) for number in (mean, low, high)))


def _points(games: list[Played]) -> list[Estimate] | None:
    scored = [game.points for game in games if game.points is not None]
    if not scored:
        return None
    return [estimate(seat) for seat in zip(*scored, strict=True)]


def _lengths(plies: list[int]) -> Lengths:
    counts = dict(sorted(Counter(plies).items()))
    return Lengths(estimate(plies), median_low(plies), min(plies), max(plies), counts)


def _by_ply(games: list[Played]) -> list[Choice]:
    """The choices at each ply that enough games have reached."""
    found = []
    for ply in range(max(len(game.choices) for game in games)):
        here = sorted(game.choices[ply] for game in games if len(game.choices) > ply)
        if len(here) < min(_ENOUGH, len(games)):
            break
        lower, upper = here[len(here) // 4], here[3 * len(here) // 4]
        found.append(Choice(ply, round(fmean(here), 2), lower, upper, len(here)))
    return found

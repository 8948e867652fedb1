"""Elo of many players from all their games: most likely strengths, with error bars.

The chance of one player to come out above another is that of Bradley and Terry, and a draw is half
a win. In games of more than two seats every two of them are compared. Error bars are found by
drawing the sets of games from one opening again and again, since such games are not independent.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from random import Random
from typing import NamedTuple

from brettwerk.arena.results import Result
from brettwerk.arena.statistics import Interval

ELO = 400 / log(10)  # Elo in one logit
_PRIOR = 0.5  # extra wins for both players of each pair, so that no rating is infinite
_ROUNDS = 500
_CLOSE = 1e-4  # of a logit
_DRAWS = 200


class Duel(NamedTuple):
    """Two players in one game, and the share of the first: 1, ½ or 0."""

    one: str
    other: str
    share: float


GameSet = tuple[Duel, ...]  # all duels in the games from one opening


def game_sets(results: Iterable[Result]) -> list[GameSet]:
    """Return the duels of a match by opening."""
    sets: defaultdict[int, list[Duel]] = defaultdict(list)
    for result in results:
        sets[result.opening] += _duels(result)
    return [tuple(found) for found in sets.values()]


def _duels(result: Result) -> Iterable[Duel]:
    for seat, one in enumerate(result.names):
        for other_seat in range(seat + 1, len(result.names)):
            other = result.names[other_seat]
            lead = result.shares[seat] - result.shares[other_seat]
            if one != other:
                yield Duel(one, other, 0.5 + 0.5 * ((lead > 0) - (lead < 0)))


def elo_ratings(names: Sequence[str], sets: Sequence[GameSet], seed: int = 0) -> list[Interval]:
    """Return the Elo of each player with its 95 % interval; the first of them has 0."""
    found = strengths(names, sets)
    random = Random(seed)
    drawn = [
        _relative(strengths(names, random.choices(sets, k=len(sets)), found), names)
        for _ in range(_DRAWS if sets else 0)
    ]
    return [
        _interval(value, sorted(one[at] for one in drawn))
        for at, value in enumerate(_relative(found, names))
    ]


def _relative(found: Mapping[str, float], names: Sequence[str]) -> list[float]:
    return [ELO * (found[name] - found[names[0]]) for name in names]


def _interval(value: float, drawn: Sequence[float]) -> Interval:
    """Return an estimate with the range of the middle 95 % of those drawn."""
    if not drawn:
        return Interval(value, value, value)
    margin = len(drawn) // 40
    return Interval(value, min(value, drawn[margin]), max(value, drawn[-1 - margin]))


def strengths(
    names: Sequence[str], sets: Iterable[GameSet], start: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Return the most likely strengths in logits, 0 on average.

    Each round raises a player whose games were won more often than expected, and lowers one whose
    games were won less often (the minorisation of Hunter, 2004).
    """
    wins, met = _sums(sets)
    found = dict.fromkeys(names, 0.0) | dict(start or {})
    for _ in range(_ROUNDS):
        after = {name: _raised(name, found, wins, met[name]) for name in names}
        mean = sum(after.values()) / len(after)
        after = {name: value - mean for name, value in after.items()}
        change = max(abs(after[name] - found[name]) for name in names)
        found = after
        if change < _CLOSE:
            break
    return found


def _sums(
    sets: Iterable[GameSet],
) -> tuple[Mapping[str, float], Mapping[str, Mapping[str, float]]]:
    """Return how much each player has won, and how often each pair has met."""
    wins: defaultdict[str, float] = defaultdict(float)
    met: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for one, other, share in (found for group in sets for found in group):
        for name, against, won in ((one, other, share), (other, one, 1 - share)):
            if against not in met[name]:
                met[name][against] += 2 * _PRIOR
                wins[name] += _PRIOR
            met[name][against] += 1
            wins[name] += won
    return wins, met


def _raised(
    name: str, found: Mapping[str, float], wins: Mapping[str, float], met: Mapping[str, float]
) -> float:
    if not met:
        return found[name]
    rate = sum(count / (exp(found[name]) + exp(found[other])) for other, count in met.items())
    return log(wins[name] / rate)

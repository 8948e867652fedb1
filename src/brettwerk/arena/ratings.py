"""OpenSkill ratings, for matches of more than two contestants or seats."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from brettwerk.arena.results import Result
from brettwerk.arena.statistics import NORMAL_95


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength on OpenSkill's scale (the mean is 25) and its 95 % margin."""

    strength: float
    margin: float


def ratings(names: Sequence[str], results: Iterable[Result]) -> dict[str, Rating]:
    """Return the ratings after these games by the Plackett-Luce model, without drift over time.

    A contestant in two seats of a game gets the mean of both updated ratings.
    """
    model = PlackettLuce(tau=0.0)
    current = dict.fromkeys(names, (25.0, 25.0 / 3))
    for result in sorted(results):
        teams = [[model.rating(*current[name])] for name in result.names]
        ranks = [float(-share) for share in result.shares]
        after = model.rate(teams, ranks=ranks)
        for name in set(result.names):
            mine = [team[0] for team, seat in zip(after, result.names, strict=True) if seat == name]
            current[name] = (
                sum(rating.mu for rating in mine) / len(mine),
                sum(rating.sigma for rating in mine) / len(mine),
            )
    return {name: Rating(mu, NORMAL_95 * sigma) for name, (mu, sigma) in current.items()}

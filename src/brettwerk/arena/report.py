"""The report of a match: tallies, Elo or ratings, and the sequential test."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from brettwerk.arena.config import MatchConfig
from brettwerk.arena.ratings import Rating, ratings
from brettwerk.arena.results import Result, Scoreboard, Tally
from brettwerk.arena.statistics import Interval, Sprt, elo_interval
from brettwerk.records import Record


@dataclass(frozen=True)
class MatchReport:
    """What the games so far show."""

    config: MatchConfig
    results: tuple[Result, ...]
    sprt: Sprt | None = None

    @classmethod
    def of(cls, config: MatchConfig, records: Iterable[Record], sprt: Sprt | None = None) -> Self:
        """Return the report of these games."""
        return cls(config, tuple(sorted(map(Result.of, records))), sprt)

    @cached_property
    def scores(self) -> Scoreboard:
        """Return the tallies of the contestants, and the pairs of games of the first of two."""
        return Scoreboard(self.config.names, self.results)

    @cached_property
    def elo(self) -> Interval | None:
        """Return the first contestant's Elo advantage; None before the first complete pair."""
        return elo_interval(self.scores.pairs) if self.config.is_duel else None

    @cached_property
    def ratings(self) -> dict[str, Rating] | None:
        """Return the ratings if there are more than two contestants or seats."""
        return None if self.config.is_duel else ratings(self.config.names, self.results)

    def as_json(self) -> dict[str, object]:
        """Return the report as JSON."""
        report: dict[str, object] = {
            "terms": self.config.as_json(),
            "games": len(self.results),
            "contestants": [self._tally_json(tally) for tally in self.scores.tallies],
        }
        if self.config.is_duel:
            report |= {"pairs": self.scores.pairs, "elo": self.elo and self.elo.as_json()}
        if self.sprt:
            report["sprt"] = self._sprt_json(self.sprt)
        return report

    def _tally_json(self, tally: Tally) -> dict[str, object]:
        report: dict[str, object] = {
            "name": tally.name,
            "games": tally.games,
            "wins": tally.wins,
            "shared": tally.shared,
            "losses": tally.losses,
            "score": round(float(tally.score), 4),
            "points": tally.points if self.config.definition.scores else None,
            "forfeits": dict(tally.forfeits),
        }
        if self.ratings:
            rating = self.ratings[tally.name]
            report["openskill"] = [round(rating.strength, 3), round(rating.margin, 3)]
        return report

    def _sprt_json(self, sprt: Sprt) -> dict[str, object]:
        low, high = sprt.bounds
        return {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": round(sprt.llr(self.scores.pairs), 3) if sum(self.scores.pairs) else 0.0,
            "bounds": [round(low, 3), round(high, 3)],
            "verdict": sprt.verdict(self.scores.pairs),
        }

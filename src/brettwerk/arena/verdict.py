"""How a match stands: tallies, Elo or ratings, and the test, for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from brettwerk.arena.ratings import Rating, ratings
from brettwerk.arena.results import Result, Standing, Tally
from brettwerk.arena.statistics import Interval, Sprt, elo_interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from brettwerk.arena.terms import Terms
    from brettwerk.records import Record


@dataclass(frozen=True)
class Verdict:
    """What the games so far say."""

    terms: Terms
    results: tuple[Result, ...]
    sprt: Sprt | None = None

    @classmethod
    def of(cls, terms: Terms, records: Iterable[Record], sprt: Sprt | None = None) -> Verdict:
        """What these games say."""
        return cls(terms, tuple(sorted(map(Result.of, records))), sprt)

    @cached_property
    def _standing(self) -> Standing:
        return Standing(self.terms.names, self.results)

    @property
    def tallies(self) -> list[Tally]:
        """Everyone's games."""
        return self._standing.tallies

    @property
    def is_duel(self) -> bool:
        """Whether two contestants play a game for two."""
        return len(self.terms.names) == self.terms.face.players == 2

    @property
    def pairs(self) -> list[int]:
        """How often the first of two got 0, ½, 1, 1½ and 2 from the games of an opening."""
        return self._standing.pairs

    @cached_property
    def elo(self) -> Interval | None:
        """By how much the first of two is the stronger one; None before a pair is complete."""
        return elo_interval(self.pairs) if self.is_duel else None

    @cached_property
    def ratings(self) -> dict[str, Rating] | None:
        """Ratings where there are more than two contestants or seats."""
        return None if self.is_duel else ratings(self.terms.names, self.results)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        found: dict[str, Any] = {
            "terms": self.terms.as_json(),
            "games": len(self.results),
            "contestants": [self._tally_json(tally) for tally in self.tallies],
        }
        if self.is_duel:
            found |= {"pairs": self.pairs, "elo": self.elo and self.elo.as_json()}
        if self.sprt:
            found["sprt"] = self._sprt_json(self.sprt)
        return found

    def _tally_json(self, tally: Tally) -> dict[str, Any]:
        found: dict[str, Any] = {
            "name": tally.name,
            "games": tally.games,
            "wins": tally.wins,
            "shared": tally.shared,
            "losses": tally.losses,
            "score": round(float(tally.score), 4),
            "points": tally.points if self.terms.face.scores else None,
            "forfeits": dict(tally.forfeits),
        }
        if self.ratings:
            rating = self.ratings[tally.name]
            found["openskill"] = [round(rating.strength, 3), round(rating.margin, 3)]
        return found

    def _sprt_json(self, sprt: Sprt) -> dict[str, Any]:
        low, high = sprt.bounds
        return {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": round(sprt.llr(self.pairs), 3) if sum(self.pairs) else 0.0,
            "bounds": [round(low, 3), round(high, 3)],
            "verdict": sprt.verdict(self.pairs),
        }

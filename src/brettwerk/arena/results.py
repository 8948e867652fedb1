"""What the games of a match come to: for each contestant, and for pairs from one opening."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.arena.game import NUMBER_TAG, OPENING_TAG

if TYPE_CHECKING:
    from collections.abc import Iterable

    from brettwerk.records import Record


class Result(NamedTuple):
    """A game by seats: who sat there, their shares of the win, their points, who forfeited."""

    number: int
    opening: int
    names: tuple[str, ...]
    shares: tuple[Fraction, ...]
    points: tuple[int, ...]
    forfeits: tuple[tuple[int, str], ...]
    plies: int

    @classmethod
    def of(cls, record: Record) -> Result:
        """What a record of a match says."""
        shares = tuple(map(Fraction, record.result.split("-")))
        points = record.tags.get("Points")
        lost = tuple(
            (int(ply.text.partition(":")[2]), ply.comment)
            for ply in record.plies
            if ply.text.startswith(("forfeit:", "flag:"))
        )
        return cls(
            int(record.tags[NUMBER_TAG]),
            int(record.tags[OPENING_TAG]),
            tuple(name or "" for name in record.players),
            shares,
            tuple(map(int, points.split("-"))) if points else (0,) * len(shares),
            lost,
            len(record.plies),
        )


@dataclass
class Tally:
    """One contestant's games: those won alone, shared, lost; the sum of shares, and of points."""

    name: str
    games: int = 0
    wins: int = 0
    shared: int = 0
    losses: int = 0
    score: Fraction = Fraction(0)
    points: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)

    def count(self, result: Result, seat: int) -> None:
        """One more game, from this seat."""
        share = result.shares[seat]
        self.games += 1
        self.wins += share == 1
        self.losses += share == 0
        self.shared += 0 < share < 1
        self.score += share
        self.points += result.points[seat]
        self.forfeits.update(why for lost, why in result.forfeits if lost == seat)


def tallies(names: Iterable[str], results: Iterable[Result]) -> list[Tally]:
    """Everyone's games, in the order of the names."""
    found = {name: Tally(name) for name in names}
    for result in results:
        for seat, name in enumerate(result.names):
            found[name].count(result, seat)
    return list(found.values())


def pair_counts(name: str, results: Iterable[Result]) -> list[int]:
    """How often a contestant of two got 0, ½, 1, 1½ and 2 from both games of an opening."""
    openings: defaultdict[int, list[Fraction]] = defaultdict(list)
    for result in results:
        openings[result.opening].append(result.shares[result.names.index(name)])
    counts = [0] * 5
    for shares in openings.values():
        if len(shares) == 2:
            counts[int(2 * sum(shares))] += 1
    return counts

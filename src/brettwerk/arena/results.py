"""The results of a match: by game, by contestant, and by pair of games from one opening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from brettwerk.arena.game import NUMBER_TAG, OPENING_TAG
from brettwerk.records import Record


class Result(NamedTuple):
    """A game's length, and its result by seat: names, shares of the win, points and forfeits."""

    number: int
    opening: int
    plies: int
    names: tuple[str, ...]
    shares: tuple[Fraction, ...]
    points: tuple[int, ...]
    forfeits: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, record: Record) -> Result:
        """Return the result of a record."""
        forfeits = tuple(
            (int(ply.text.partition(":")[2]), ply.comment)
            for ply in record.plies
            if ply.text.startswith(("forfeit:", "flag:"))
        )
        return cls(
            int(record.tags[NUMBER_TAG]),
            int(record.tags[OPENING_TAG]),
            len(record.plies),
            tuple(name or "" for name in record.players),
            record.shares,
            record.points or (0,) * len(record.players),
            forfeits,
        )


@dataclass
class Tally:
    """A contestant's games won alone, shared and lost, and the sums of shares and points."""

    name: str
    games: int = 0
    wins: int = 0
    shared: int = 0
    losses: int = 0
    score: Fraction = Fraction(0)
    points: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)

    def count(self, result: Result, seat: int) -> None:
        """Add a game played from this seat."""
        share = result.shares[seat]
        self.games += 1
        self.wins += share == 1
        self.losses += share == 0
        self.shared += 0 < share < 1
        self.score += share
        self.points += result.points[seat]
        self.forfeits.update(why for lost, why in result.forfeits if lost == seat)


class Scoreboard:
    """The running score of a match: all tallies, and the first contestant's pairs of games.

    `pairs` counts how often the first of two scored 0, ½, 1, 1½ and 2 from an opening.
    """

    def __init__(self, names: Iterable[str], results: Iterable[Result] = ()) -> None:
        self._tallies = {name: Tally(name) for name in names}
        self._halves: dict[int, Fraction] = {}
        self.pairs = [0] * 5
        for result in results:
            self.add(result)

    @property
    def tallies(self) -> list[Tally]:
        """Return the tallies in the order of the names."""
        return list(self._tallies.values())

    def add(self, result: Result) -> None:
        """Add a game."""
        for seat, name in enumerate(result.names):
            self._tallies[name].count(result, seat)
        if len(result.names) == len(self._tallies) == 2:
            self._add_to_pair(result)

    def _add_to_pair(self, result: Result) -> None:
        share = result.shares[result.names.index(next(iter(self._tallies)))]
        if result.opening not in self._halves:
            self._halves[result.opening] = share
        else:
            self.pairs[int(2 * (share + self._halves.pop(result.opening)))] += 1

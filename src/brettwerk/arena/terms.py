"""What a match of engines is about: who plays what, how long they may think, from which openings.

Everything that decides how a game will go is here, so that a match can be taken up again and its
games be played in any order, in any process.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from brettwerk.arena.names import Contestant, read_contestant
from brettwerk.engine.report import Limit
from brettwerk.errors import BrettwerkError
from brettwerk.games.catalogue import face, find_name
from brettwerk.games.core import Game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from brettwerk.games.face import Face

OPENING_PLIES = 4
MOST_PLIES = 400
GRACE = 2.0  # seconds beyond its limit that a program may take for its answer


class BadMatch(BrettwerkError):
    """A match of engines that cannot be."""


class Pairing(NamedTuple):
    """One game of the schedule: its number, its opening's, and who sits where."""

    number: int
    opening: int
    seats: tuple[Contestant, ...]


@dataclass(frozen=True)
class Bank:
    """The time that each has for a whole game, and what every move adds to it, in seconds."""

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not (0 < self.seconds < 1e6 and 0 <= self.increment < 1e6):
            raise BadMatch("arena-clock", given=f"{self.seconds:g}+{self.increment:g}")

    def share(self, left: float) -> Limit:
        """How long to think with so much time left: a twentieth of it, and most of the addition."""
        return Limit(seconds=max(min(left / 20 + 0.8 * self.increment, left / 2), 0.001))


@dataclass(frozen=True)
class Terms:
    """The terms of a match; games with equal terms and numbers can stand in one file."""

    game: str
    contestants: tuple[str, ...]
    limit: Limit | None = None
    bank: Bank | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    opening_plies: int = OPENING_PLIES
    most_plies: int = MOST_PLIES
    grace: float = GRACE
    alone: bool = False  # whether one may take all seats and play against itself

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", find_name(self.game))
        if (self.limit is None) == (self.bank is None):
            raise BadMatch("arena-limit")
        if len(self.names) < 2 and not self.alone:
            raise BadMatch("arena-alone")
        texts = dict.fromkeys((entry.name, entry.text) for entry in self.entries)
        if len({name for name, _ in texts}) < len(texts):
            raise BadMatch("arena-same-name")
        self.make_game(0)  # refuses options that cannot be

    @property
    def face(self) -> Face:
        """The game that is played."""
        return face(self.game)

    @cached_property
    def entries(self) -> tuple[Contestant, ...]:
        """Who plays."""
        return tuple(map(read_contestant, self.contestants))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Their names, each once, in the order in which they were given."""
        return tuple(dict.fromkeys(entry.name for entry in self.entries))

    def make_game(self, lot: int) -> Game:
        """The game; what the terms leave open is decided by lot."""
        known = self.face
        return Game(known, {**known.by_lot(lot), **known.with_programs, **self.options})

    def limit_with(self, left: float | None) -> Limit:
        """How long to think about a move, with so much time left where there is a clock."""
        if self.bank and left is not None:
            return self.bank.share(left)
        assert self.limit
        return self.limit

    # -- the schedule -----------------------------------------------------------------------------
    @cached_property
    def seatings(self) -> tuple[tuple[Contestant, ...], ...]:
        """All ways to seat those who meet, each of which is played from every opening."""
        return tuple(seating for group in self._groups for seating in _orders(group))

    @property
    def _groups(self) -> list[tuple[Contestant, ...]]:
        """Who meet: everyone everyone; with too few for all seats each of them at least once."""
        players = self.face.players
        if len(self.entries) >= players:
            groups = combinations(self.entries, players)
            return [group for group in groups if len(set(group)) > 1]
        once = tuple(dict.fromkeys(self.entries))
        filled = combinations_with_replacement(once, players)
        return [group for group in filled if set(group) == set(once)]

    def pairing(self, number: int) -> Pairing:
        """The game of this number, from 0: all seatings of an opening follow each other."""
        opening, seating = divmod(number, len(self.seatings))
        return Pairing(number, opening, self.seatings[seating])

    def whole_sets(self, games: int) -> int:
        """So many games, or the few more that make every opening complete."""
        return -(-games // len(self.seatings)) * len(self.seatings)

    # -- telling it -------------------------------------------------------------------------------
    def as_json(self) -> dict[str, Any]:
        """For files and programs."""
        limit = self.limit
        return {
            "game": self.game,
            "options": dict(self.options),
            "contestants": [entry.full for entry in self.entries],
            "limit": limit and {k: v for k, v in _given(limit).items() if v is not None},
            "clock": self.bank and [self.bank.seconds, self.bank.increment],
            "seed": self.seed,
            "opening_plies": self.opening_plies,
            "most_plies": self.most_plies,
        }

    @cached_property
    def text(self) -> str:
        """The same on one line."""
        return json.dumps(self.as_json(), sort_keys=True)


def _given(limit: Limit) -> dict[str, float | None]:
    return {"seconds": limit.seconds, "nodes": limit.nodes, "depth": limit.depth}


def _orders(group: Sequence[Contestant]) -> list[tuple[Contestant, ...]]:
    """The different orders of a group, in the same sequence everywhere."""
    return list(dict.fromkeys(permutations(group)))

"""The configuration of an engine match: contestants, time limits, openings and schedule.

Everything that determines a game is here, so that a match can be resumed and its games be played
in any order, in any process.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations
from pathlib import Path
from typing import NamedTuple

from brettwerk.arena.contestants import Contestant, parse_contestant
from brettwerk.core.game import Game, GameDefinition
from brettwerk.core.registry import definition, find_name
from brettwerk.errors import BrettwerkError
from brettwerk.match import TimeControl
from brettwerk.match.clock import most_seconds_for_move, seconds_for_move
from brettwerk.search.report import Limit

OPENING_PLIES = 4
MOST_PLIES = 400
GRACE = 2.0  # seconds beyond its limit that a program may take for its answer


class BadMatch(BrettwerkError):
    """An engine match that cannot be played."""


class Pairing(NamedTuple):
    """One game of the schedule: its number, its opening and the contestant of each seat."""

    number: int
    opening: int
    seats: tuple[Contestant, ...]


@dataclass(frozen=True)
class MatchConfig:
    """The configuration of a match; all games in one match file have the same."""

    game: str
    contestants: tuple[str, ...]
    limit: Limit | None = None
    time_control: TimeControl | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0
    opening_plies: int = OPENING_PLIES
    most_plies: int = MOST_PLIES
    grace: float = GRACE
    stderr: Path | None = None  # where programs' standard error goes
    self_play: bool = False  # whether one contestant may take all seats
    starts: bool = False  # whether set-ups are drawn from those that evaluations are tuned on

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", find_name(self.game))
        if (self.limit is None) == (self.time_control is None):
            raise BadMatch("arena-limit")
        if len(self.names) < 2 and not self.self_play:
            raise BadMatch("arena-alone")
        texts = dict.fromkeys((entry.name, entry.text) for entry in self.entries)
        if len({name for name, _ in texts}) < len(texts):
            raise BadMatch("arena-same-name")
        self.make_game(0)  # raises for bad options

    @property
    def definition(self) -> GameDefinition:
        """Return the definition of the game."""
        return definition(self.game)

    @property
    def is_duel(self) -> bool:
        """Return whether two contestants play a two-player game."""
        return self.definition.for_two and len(self.names) == 2

    @cached_property
    def entries(self) -> tuple[Contestant, ...]:
        """Return the contestants."""
        return tuple(map(parse_contestant, self.contestants))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the contestants, each once, in the order given."""
        return tuple(dict.fromkeys(entry.name for entry in self.entries))

    def make_game(self, seed: int) -> Game:
        """Return the game; options left open are chosen by the seed."""
        rules = self.definition
        starts = rules.kernels.evaluation.STARTS if self.starts else ()
        start = starts[seed % len(starts)] if starts else {}
        drawn = {**rules.random_options(seed), **start}
        return Game(rules, {**drawn, **rules.engine_overrides, **self.options})

    def limit_with(self, left: float | None) -> Limit:
        """Return the limit of a move, given the time left on the clock."""
        if self.time_control and left is not None:
            increment = self.time_control.increment
            most = most_seconds_for_move(left, increment)
            return Limit(seconds=seconds_for_move(left, increment), most_seconds=most)
        assert self.limit
        return self.limit

    # -- the schedule -----------------------------------------------------------------------------
    @cached_property
    def seatings(self) -> tuple[tuple[Contestant, ...], ...]:
        """Return all seatings, each of which is played from every opening."""
        return tuple(seating for group in self._groups for seating in _orders(group))

    @property
    def _groups(self) -> list[tuple[Contestant, ...]]:
        """Return who meets whom: all combinations; if seats outnumber contestants, with repeats."""
        players = self.definition.players
        if len(self.entries) >= players:
            groups = combinations(self.entries, players)
            return [group for group in groups if len(set(group)) > 1]
        once = tuple(dict.fromkeys(self.entries))
        filled = combinations_with_replacement(once, players)
        return [group for group in filled if set(group) == set(once)]

    def pairing(self, number: int) -> Pairing:
        """Return the game of this number, from 0; all seatings of an opening are consecutive."""
        opening, seating = divmod(number, len(self.seatings))
        return Pairing(number, opening, self.seatings[seating])

    def round_up(self, games: int) -> int:
        """Return the number of games, rounded up to whole openings."""
        return -(-games // len(self.seatings)) * len(self.seatings)

    # -- JSON -------------------------------------------------------------------------------------
    def as_json(self) -> dict[str, object]:
        """Return the configuration as it is written to files."""
        clock = self.time_control
        return {
            "game": self.game,
            "options": dict(self.options),
            "contestants": [entry.full_text for entry in self.entries],
            "limit": self.limit and self.limit.as_json(),
            "clock": clock and [clock.base_seconds, clock.increment],
            "seed": self.seed,
            "opening_plies": self.opening_plies,
            "most_plies": self.most_plies,
            **({"starts": True} if self.starts else {}),
        }

    @cached_property
    def text(self) -> str:
        """Return the JSON on one line."""
        return json.dumps(self.as_json(), sort_keys=True)


def _orders(group: Sequence[Contestant]) -> list[tuple[Contestant, ...]]:
    """Return the distinct orders of a group."""
    return list(dict.fromkeys(permutations(group)))

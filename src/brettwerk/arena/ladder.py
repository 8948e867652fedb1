"""A ladder: everyone against everyone, once for each set-up, and the ratings that follow.

Each group that meets has a match file of its own in the folder of the ladder. So a ladder can be
resumed, and a player who joins later meets the others without anything being played again.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import combinations
from pathlib import Path

from brettwerk.arena.config import MatchConfig
from brettwerk.arena.elo import GameSet, elo_ratings, game_sets
from brettwerk.arena.match_file import MatchFile
from brettwerk.arena.results import Result
from brettwerk.arena.statistics import Interval

_UNFIT = re.compile(r"[^\w.-]+")
_LONGEST = 60


@dataclass(frozen=True)
class Ladder:
    """The settings of all matches, and the options of each set-up by its name."""

    config: MatchConfig
    folder: Path
    setups: Mapping[str, Mapping[str, object]]

    def matches(self) -> Iterator[tuple[str, MatchConfig]]:
        """Yield the set-up and the configuration of every match."""
        entries = tuple(dict.fromkeys(entry.full_text for entry in self.config.entries))
        seats = self.config.definition.players
        for name, options in self.setups.items():
            for group in combinations(entries, seats) if len(entries) > seats else [entries]:
                yield name, replace(self.config, contestants=group, options=options)

    def file_of(self, config: MatchConfig) -> Path:
        """Return the file with the games of a match."""
        digest = sha256(config.text.encode()).hexdigest()[:8]
        names = _UNFIT.sub("-", "--".join(config.names))[:_LONGEST]
        return self.folder / "games" / f"{names}-{digest}.jsonl"

    def standings(self) -> "Standings":
        """Return the standings after the games that have been played."""
        standings = Standings(self.config.names)
        for setup, config in self.matches():
            path = self.file_of(config)
            if path.exists():
                with closing(MatchFile(path, config)) as file:
                    standings.add(setup, map(Result.of, file.records.values()))
        return standings


@dataclass(frozen=True)
class Row:
    """The standing of one player: games, score and Elo."""

    name: str
    games: int
    score: float
    elo: Interval

    def as_json(self) -> dict[str, object]:
        """Return the row as JSON."""
        score = round(self.score, 4)
        return {
            "name": self.name,
            "games": self.games,
            "score": score,
            "elo": self.elo.as_json(),
        }


@dataclass
class Standings:
    """The games of a ladder, by set-up; players have Elo relative to the first of `names`."""

    names: tuple[str, ...]
    sets: defaultdict[str, list[GameSet]] = field(default_factory=lambda: defaultdict(list))
    results: list[Result] = field(default_factory=list)

    def add(self, setup: str, results: Iterable[Result]) -> None:
        """Add the games of one match."""
        found = sorted(results)
        self.results += found
        self.sets[setup] += game_sets(found)

    def rows(self, setup: str | None = None) -> list[Row]:
        """Return the players, best first, after the games of one set-up or of all."""
        chosen = [self.sets[setup]] if setup is not None else list(self.sets.values())
        sets = [group for groups in chosen for group in groups]
        ratings = elo_ratings(self.names, sets)
        rows = [self._row(name, sets, elo) for name, elo in zip(self.names, ratings, strict=True)]
        return sorted(rows, key=lambda row: -row.elo.value)

    def _row(self, name: str, sets: Iterable[GameSet], elo: Interval) -> Row:
        shares = [
            found.share if found.one == name else 1 - found.share
            for group in sets
            for found in group
            if name in (found.one, found.other)
        ]
        return Row(name, len(shares), sum(shares) / max(1, len(shares)), elo)

    def score(self, one: str, other: str) -> tuple[float, int]:
        """Return what one player scored against another, and in how many games."""
        met = [
            found.share if found.one == one else 1 - found.share
            for groups in self.sets.values()
            for group in groups
            for found in group
            if {found.one, found.other} == {one, other}
        ]
        return sum(met), len(met)

    def as_json(self) -> dict[str, object]:
        """Return the standings as JSON, in all set-ups together and in each of them."""
        by_setup = {setup: [row.as_json() for row in self.rows(setup)] for setup in self.sets}
        together = [row.as_json() for row in self.rows()]
        return {"games": len(self.results), "together": together, "setups": by_setup}

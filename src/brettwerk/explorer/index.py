"""An index of games in a SQLite file, which can be copied and shared."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from brettwerk.arena.statistics import Interval, wilson_interval
from brettwerk.core.game import Position
from brettwerk.core.outcome import UNFINISHED
from brettwerk.errors import BadRecord
from brettwerk.explorer.keys import key_of_position, keys_of
from brettwerk.explorer.walk import GameWalk, walk
from brettwerk.i18n import truncate
from brettwerk.records import Record, from_json, to_json

VERSION = "1"
BATCH = 200  # games whose moves are added up in memory before they are written


@cache
def _queries() -> dict[str, str]:
    """Return the statements of `queries.sql` by the names above them."""
    text = (files(__package__) / "queries.sql").read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in text.split("-- ")[1:])
    return {name.strip(): statement for name, _, statement in parts}


class ExploredMove(NamedTuple):
    """A move from a position: how often it was played, and how these games ended.

    `same` are moves that lead to an image of the same position, if images are joined. `shares` are
    each seat's shares of the win with their intervals, from the games with a result, if any.
    """

    move: str
    games: int
    results: dict[str, int]
    shares: tuple[Interval, ...]
    strength: float | None
    same: tuple[str, ...] = ()

    @property
    def decided(self) -> int:
        """Return the number of games whose result is known."""
        return self.games - self.results.get(UNFINISHED, 0)


class IndexedGame(NamedTuple):
    """A game of an index, and after how many plies it had the position that was asked for."""

    id: int
    players: tuple[str | None, ...]
    result: str
    date: str
    plies: int
    source: str
    ply: int


class GameIndex:
    """Games, and what was played from each of their positions."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Open an index, or begin one; `:memory:` is one that is forgotten."""
        connection = sqlite3.connect(path, check_same_thread=False)
        try:
            schema = (files(__package__) / "schema.sql").read_text(encoding="utf-8")
            connection.executescript(schema)
            connection.execute(_queries()["begin"], (VERSION,))
            (version,) = connection.execute(_queries()["version"]).fetchone()
        except sqlite3.DatabaseError:
            connection.close()
            raise BadRecord("explore-not-an-index", given=truncate(str(path))) from None
        if version != VERSION:
            connection.close()
            raise BadRecord("explore-version", given=truncate(version), known=VERSION)
        connection.commit()
        return cls(connection)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # -- adding games -------------------------------------------------------------------------
    def add(self, records: Iterable[Record], *, source: str = "", plies: int | None = None) -> int:
        """Add games, of each the first `plies` or all; return how many there were."""
        stream, count = iter(records), 0
        while batch := list(islice(stream, BATCH)):
            with self._connection:
                self._add_batch(batch, source, plies)
            count += len(batch)
        return count

    def _add_batch(self, records: list[Record], source: str, plies: int | None) -> None:
        edges: dict[tuple[int, int, int, str], list[int]] = {}
        for record in records:
            number = self._add_game(record, source)
            found = walk(record, plies)
            visits = [(key, number, ply) for ply, key in found.visits]
            self._connection.executemany(_queries()["add visit"], visits)
            _count(edges, found, record.result)
        rows = ((*key, *counts) for key, counts in sorted(edges.items()))
        self._connection.executemany(_queries()["add edge"], rows)

    def _add_game(self, record: Record, source: str) -> int:
        row = (
            record.game.name,
            json.dumps(record.players, ensure_ascii=False),
            record.result,
            record.tags.get("Date", ""),
            len(record.plies),
            source,
            json.dumps(to_json(record), ensure_ascii=False),
        )
        made = self._connection.execute(_queries()["add game"], row)
        assert made.lastrowid is not None
        return made.lastrowid

    # -- answers ------------------------------------------------------------------------------
    @property
    def games(self) -> int:
        """Return the number of games."""
        (count,) = self._connection.execute(_queries()["count games"]).fetchone()
        return int(count)

    def moves(self, position: Position, *, joined: bool = False) -> list[ExploredMove]:
        """Return the moves that were played from a position, the most frequent first.

        It does not matter by which moves the position came about; with `joined`, nor how the board
        was turned or mirrored.
        """
        key = key_of_position(position, joined=joined)
        rows = self._connection.execute(_queries()["edges"], (int(joined), key))
        by_child: dict[int, list[tuple[str, int, int, int]]] = {}
        for child, *row in rows:
            by_child.setdefault(child, []).append(tuple(row))
        found = [
            _explored(texts, by_child[child], position.game.players)
            for child, texts in _legal_by_child(position, joined).items()
            if child in by_child
        ]
        return sorted(found, key=lambda move: (-move.games, move.move))

    def games_with(self, position: Position, most: int = 20) -> list[IndexedGame]:
        """Return games that had a position, the latest first."""
        wanted = (key_of_position(position), most)
        rows = self._connection.execute(_queries()["games with"], wanted)
        return [IndexedGame(row[0], tuple(json.loads(row[1])), *row[2:]) for row in rows]

    def record(self, number: int) -> Record:
        """Return the record of a game by its id."""
        found = self._connection.execute(_queries()["record"], (number,))
        row = found.fetchone()
        if row is None:
            raise BadRecord("explore-no-game", given=number)
        return from_json(json.loads(row[0]))


def _count(edges: dict[tuple[int, int, int, str], list[int]], game: GameWalk, result: str) -> None:
    """Add the moves of a game to the counts: games, those with a strength, and its sum."""
    for edge in game.edges:
        counts = edges.setdefault((edge.joined, edge.parent, edge.child, result), [0, 0, 0])
        counts[0] += 1
        if edge.strength is not None:
            counts[1] += 1
            counts[2] += edge.strength


def _legal_by_child(position: Position, joined: bool) -> dict[int, list[str]]:
    """Return the legal moves by the key of the position that they lead to."""
    keys, kernels = keys_of(position.game), position.game.kernels
    key = keys.joined if joined else keys.plain
    found: dict[int, list[str]] = {}
    for move in position.moves:
        found.setdefault(key(kernels.play(position.state, move.code)), []).append(move.text)
    return found


def _explored(
    texts: list[str], rows: Iterable[tuple[str, int, int, int]], players: int
) -> ExploredMove:
    results: dict[str, int] = {}
    rated = strength = 0
    for result, games, some, total in rows:
        results[result] = results.get(result, 0) + games
        rated, strength = rated + some, strength + total
    return ExploredMove(
        texts[0],
        sum(results.values()),
        dict(sorted(results.items())),
        tuple(_shares(results, players)),
        strength / rated if rated else None,
        tuple(texts[1:]),
    )


def _shares(results: dict[str, int], players: int) -> Iterator[Interval]:
    """Yield each seat's share of the win, with Wilson's interval."""
    decided = {result: games for result, games in results.items() if result != UNFINISHED}
    total = sum(decided.values())
    for seat in range(players) if total else ():
        won = sum(games * Fraction(result.split("-")[seat]) for result, games in decided.items())
        yield wilson_interval(float(won / total), total)

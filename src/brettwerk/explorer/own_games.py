"""The built-in collection: games of the engine against itself, of every game and set-up."""

from __future__ import annotations

from collections.abc import Iterator

from brettwerk.core.registry import definition
from brettwerk.errors import MissingPart
from brettwerk.explorer.index import GameIndex
from brettwerk.findings.files import game_files, read_games
from brettwerk.records import Record


def own_games(game: str) -> Iterator[Record]:
    """Yield the engine's own games of a game, all those that its folder has."""
    for file in game_files(definition(game)):
        yield from read_games(file)


def own_index(game: str) -> GameIndex:
    """Return an index in memory of the engine's own games; raise MissingPart without any."""
    index = GameIndex.open(":memory:")
    if not index.add(own_games(game), source="engine"):
        raise MissingPart("missing-findings", game=game)
    return index

"""The built-in collection: games of the engine against itself, of every game and set-up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from brettwerk.core.registry import definition
from brettwerk.errors import MissingPart
from brettwerk.explorer.index import GameIndex
from brettwerk.findings.files import ENDING, game_files, read_games
from brettwerk.findings.plans import plans_of
from brettwerk.records import Record

OF_A_SET_UP = 24  # games in an explorer; more would take long to count


def own_games(game: str, most: int = OF_A_SET_UP) -> Iterator[Record]:
    """Yield the engine's own games of a game; at most this many of a set-up without a sample."""
    samples = {plan.name for plan in plans_of(game)}
    for file in game_files(definition(game)):
        is_sample = file.name.removesuffix(ENDING) in samples
        yield from islice(read_games(file), None if is_sample else most)


def own_index(game: str) -> GameIndex:
    """Return an index in memory of the engine's own games; raise MissingPart without any."""
    index = GameIndex.open(":memory:")
    if not index.add(own_games(game), source="engine"):
        raise MissingPart("missing-findings", game=game)
    return index

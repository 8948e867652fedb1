"""The book of a game: how far a game follows the engine's own games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, takewhile

from brettwerk.core.game import Game
from brettwerk.core.options import ENDS
from brettwerk.explorer.own_games import own_games
from brettwerk.records import Record

PLIES = 20  # of each game that are kept


def book_plies(record: Record) -> int:
    """Return how many moves at the beginning of a record are book.

    They are those with which one of the engine's own games began, on the same board and from the
    same start.
    """
    if record.start is not None:
        return 0
    known = _beginnings(record.game.name)
    beginnings = _begun(record.game, _moves(record))
    return sum(1 for _ in takewhile(known.__contains__, beginnings))


@lru_cache(maxsize=32)
def _beginnings(name: str) -> frozenset[str]:
    """Return the beginnings of the engine's games."""
    return frozenset(
        beginning
        for record in own_games(name)
        for beginning in _begun(record.game, _moves(record)[:PLIES])
    )


def _begun(game: Game, moves: Iterable[str]) -> Iterator[str]:
    """Yield the beginnings of a game: its options, and one move more each time."""
    options = sorted((k, str(v)) for k, v in game.options.items() if k not in ENDS)
    beginnings = accumulate(moves, lambda before, move: f"{before} {move}", initial=str(options))
    next(beginnings)
    yield from beginnings


def _moves(record: Record) -> list[str]:
    return [ply.text for ply in record.plies if not ply.is_event]

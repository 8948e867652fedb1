"""A slow, literal referee of the games, written from the rules alone to check the fast one."""

from __future__ import annotations

from typing import Any

from .abalone import Abalone
from .bedraengnis import Bedraengnis
from .common import Options, Outcome, SlowGame
from .congress import Congress
from .drei import Drei
from .isolation import Isolation
from .katarenga import Katarenga
from .schlacht import Schlacht
from .triapon import Triapon

__all__ = ["GAMES", "Options", "Outcome", "SlowGame", "game"]

GAMES: dict[str, type[SlowGame[Any]]] = {
    "abalone": Abalone,
    "bedraengnis": Bedraengnis,
    "congress": Congress,
    "drei": Drei,
    "isolation": Isolation,
    "katarenga": Katarenga,
    "schlacht": Schlacht,
    "triapon": Triapon,
}


def game(name: str, options: Options | None = None) -> SlowGame[Any]:
    """The game of that id with these options; ValueError for nonsense."""
    if name not in GAMES:
        raise ValueError(f"no game {name!r}")
    return GAMES[name](options)

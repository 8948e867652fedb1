"""Play, study and solve abstract board games.

>>> import brettwerk
>>> position = brettwerk.game("bedraengnis").start()
>>> position.play("a1").to_move
1
"""

import re
from typing import TYPE_CHECKING, Any

from brettwerk.core.game import Game, Move, Position
from brettwerk.core.outcome import Outcome
from brettwerk.core.registry import game, names, position
from brettwerk.errors import (
    BadLimit,
    BadOptions,
    BadPosition,
    BadRecord,
    BrettwerkError,
    IllegalMove,
    InvalidMove,
    MatchError,
    UnknownGame,
)
from brettwerk.version import __version__

if TYPE_CHECKING:
    NAMES: tuple[str, ...]  # of all games, in the order in which they are listed
    from brettwerk.match import Match
    from brettwerk.records import Record, read_records, write_records
    from brettwerk.search import analyse

__all__ = [
    "NAMES",
    "BadLimit",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BrettwerkError",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "Match",
    "MatchError",
    "Move",
    "Outcome",
    "Position",
    "Record",
    "UnknownGame",
    "__version__",
    "analyse",
    "game",
    "position",
    "read_records",
    "write_records",
]

_ENVIRONMENT = re.compile(r"[a-z]\w*_v\d+")


def __getattr__(name: str) -> Any:
    """Import matches, records, engines and environments lazily.

    `from brettwerk import abalone_v0` returns the module of a game's PettingZoo environment.
    """
    if name == "analyse":
        from brettwerk.search import analyse

        return analyse
    if name == "Match":
        from brettwerk.match import Match

        return Match
    if name in ("Record", "read_records", "write_records"):
        from brettwerk import records

        return getattr(records, name)
    if name == "NAMES":
        return names()
    if _ENVIRONMENT.fullmatch(name):
        from brettwerk.research.pettingzoo import environment_module

        return environment_module(name)
    raise AttributeError(f"module 'brettwerk' has no attribute {name!r}")

"""Play, study and solve six abstract board games.

>>> import brettwerk
>>> position = brettwerk.game("bedraengnis").start()
>>> position.play("a1").to_move
1
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from brettwerk.errors import (
    BadLimit,
    BadOptions,
    BadPosition,
    BadRecord,
    BrettwerkError,
    IllegalMove,
    MatchError,
    NotAMove,
    UnknownGame,
)
from brettwerk.games.catalogue import NAMES, game, position
from brettwerk.games.core import Game, Move, Position
from brettwerk.games.outcome import Outcome

if TYPE_CHECKING:
    from brettwerk.engine import analyse
    from brettwerk.match import Match
    from brettwerk.records import Record, read_records, write_records

__version__ = "0.1.0"
__all__ = [
    "NAMES",
    "BadLimit",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BrettwerkError",
    "Game",
    "IllegalMove",
    "Match",
    "MatchError",
    "Move",
    "NotAMove",
    "Outcome",
    "Position",
    "Record",
    "UnknownGame",
    "analyse",
    "game",
    "position",
    "read_records",
    "write_records",
]

_LATER = {
    "analyse": "brettwerk.engine",
    "Match": "brettwerk.match",
    "Record": "brettwerk.records",
    "read_records": "brettwerk.records",
    "write_records": "brettwerk.records",
}


def __getattr__(name: str) -> Any:
    """Matches, records and engines are loaded when they are asked for."""
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'brettwerk' has no attribute {name!r}")

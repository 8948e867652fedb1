"""Play, study and solve six abstract board games.

>>> import brettwerk
>>> position = brettwerk.game("bedraengnis").start()
>>> position.play("a1").to_move
1
"""

from brettwerk.errors import (
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

__version__ = "0.1.0"
__all__ = [
    "NAMES",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BrettwerkError",
    "Game",
    "IllegalMove",
    "MatchError",
    "Move",
    "NotAMove",
    "Outcome",
    "Position",
    "UnknownGame",
    "game",
    "position",
]

"""Play, study and solve abstract board games.

A game has positions, a position has legal moves and perhaps an outcome:

>>> import brettwerk
>>> position = brettwerk.game("bedraengnis").start()
>>> position = position.play("a1")
>>> position.to_move, position.is_over, len(position.moves)
(1, False, 3)

Computer players choose, analyse and solve:

>>> move = brettwerk.choose(position, level=3)
>>> brettwerk.analyse(position, nodes=1000).best.text
'a2'
>>> brettwerk.solve("bedraengnis").points
(7, 0)

- games: `NAMES`, `game`, `position`; `Game`, `Position`, `Move`, `Moves`, `Outcome`
- engines: `choose`, `analyse`, `analysis`, `solve`, `Engine`; `Analysis`, `AnalysisStream`, `Line`,
  `Exact`, `Limit`, `Solution`
- environments: `make_vec`; `from brettwerk import abalone_v0` and so on for PettingZoo
- records and matches: `Record`, `read_records`, `write_records`, `Match`, `TimeControl`
- errors, all of them `BrettwerkError` and so `ValueError`, each with its sentence: `IllegalMove`,
  `InvalidMove`, `UnknownGame`, `BadOptions`, `BadPosition`, `BadLimit`, `BadRecord`, `MatchError`,
  `ProgramError`
"""

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from brettwerk.core.game import Game, Move, Moves, Position
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
    from brettwerk.engine import Engine
    from brettwerk.match import Match, TimeControl
    from brettwerk.programs import ProgramError
    from brettwerk.records import Record, read_records, write_records
    from brettwerk.research.vector import make_vec
    from brettwerk.search import Analysis, AnalysisStream, Exact, Limit, Line, analyse, choose
    from brettwerk.search.stream import analysis
    from brettwerk.solving import Solution, solve

__all__ = [
    "NAMES",
    "Analysis",
    "AnalysisStream",
    "BadLimit",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BrettwerkError",
    "Engine",
    "Exact",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "Limit",
    "Line",
    "Match",
    "MatchError",
    "Move",
    "Moves",
    "Outcome",
    "Position",
    "ProgramError",
    "Record",
    "Solution",
    "TimeControl",
    "UnknownGame",
    "__version__",
    "analyse",
    "analysis",
    "choose",
    "game",
    "make_vec",
    "position",
    "read_records",
    "solve",
    "write_records",
]

# What is imported when it is first asked for, and from where: it is slow to load.
_LAZY = {
    "Engine": "engine",
    "Match": "match",
    "TimeControl": "match",
    "ProgramError": "programs",
    "Record": "records",
    "read_records": "records",
    "write_records": "records",
    "make_vec": "research.vector",
    "Analysis": "search",
    "AnalysisStream": "search",
    "Exact": "search",
    "Limit": "search",
    "Line": "search",
    "analyse": "search",
    "choose": "search",
    "analysis": "search.stream",
    "Solution": "solving",
    "solve": "solving",
}
_ENVIRONMENT = re.compile(r"[a-z]\w*_v\d+")


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """Import matches, records, engines and environments when they are asked for.

    `from brettwerk import abalone_v0` returns the module of a game's PettingZoo environment.
    """
    if name in _LAZY:
        return getattr(import_module(f"brettwerk.{_LAZY[name]}"), name)
    if name == "NAMES":
        return names()
    if _ENVIRONMENT.fullmatch(name):
        from brettwerk.research.pettingzoo import environment_module

        return environment_module(name)
    raise AttributeError(f"module 'brettwerk' has no attribute {name!r}")

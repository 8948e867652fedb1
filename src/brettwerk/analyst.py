"""The analyst: answers programs with the best moves of a position, one JSON object in, one out.

Requests are those of the referee with a `limit` and, if wished, `lines`, `threads`, `level` and a
`clock`. It is also how engines speak to each other in the arena. Documented in docs/engines.md.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any
from zlib import crc32

from brettwerk import engine, requests
from brettwerk.engine.report import Analysis, Exact, Limit, Line
from brettwerk.engine.thinkers import thinker_of
from brettwerk.errors import BadLimit
from brettwerk.requests import BadRequest, Games, answered, moves_of, played
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from brettwerk.games.core import Position
    from brettwerk.requests import Request

    Analyse = Callable[..., Analysis]

FIELDS = (*requests.FIELDS, "limit", "lines", "threads", "level", "seed", "clock")
SECONDS = 1.0  # where a request sets no limit
LIMITS = ("seconds", "nodes", "depth")
MOST_LINES = 1000
MOST_THREADS = 256
LEVELS = 10
LARGEST = 10**15
GLANCE = 300  # nodes for a look at what the move of a level comes to


class Analyst:
    """Answers requests by the engine, or by whatever else analyses."""

    def __init__(self, analyse: Analyse | None = None) -> None:
        self._games = Games()
        self._analyse = analyse or analysed

    def answer(self, line: bytes) -> bytes:
        """One line of JSON for one request."""
        return answered(line, FIELDS, self._find)

    def _find(self, request: Request) -> dict[str, Any]:
        moves = moves_of(request)
        wishes = _wishes(request)
        at = played(self._games.start(request), moves)
        wishes |= _limit(request, at.turn, at.game.players)
        return as_json(self._analyse(at, **wishes))


def analysed(
    position: Position, *, level: int | None = None, seed: int | None = None, **wishes: Any
) -> Analysis:
    """What the engine finds; with a level, the move that this level makes and what it comes to.

    A level is the same for the same seed; without one, for the same position. It answers within
    moments, too, where nothing is compiled yet: then its first moves look at less.
    """
    if level is None or position.outcome:
        return engine.analyse(position, **wishes)
    began = perf_counter()
    lot = crc32(position.text.encode()) if seed is None else seed
    move = engine.choose(position, level, lot, at_once=True)
    line = Line((move,), _at_a_glance(position.play(move)))
    return Analysis(position, (line,), 1, len(position.codes), perf_counter() - began)


def _at_a_glance(position: Position) -> tuple[float, ...]:
    """What each may expect, without compiling anything."""
    if position.outcome:
        return position.outcome.returns
    thinker = thinker_of(position.game, 1, compiled=False)
    return thinker.think(position, Limit(nodes=GLANCE)).lines[0].score


# -- what is asked --------------------------------------------------------------------------------
def _wishes(request: Request) -> dict[str, Any]:
    """Lines, threads, level and seed, as far as they are given."""
    most = {"lines": MOST_LINES, "threads": MOST_THREADS, "level": LEVELS, "seed": LARGEST}
    return {name: _whole(request, name, most[name]) for name in most if name in request}


def _whole(request: Mapping[str, Any], name: str, most: int) -> int:
    value = request[name]
    if type(value) is not int or not 1 <= value <= most:
        raise BadRequest("request-whole", field=name, most=most, given=shown(value))
    return value


def _limit(request: Request, turn: int, players: int) -> dict[str, float]:
    """How long to think: as the limit says, else a share of the time left, else a second.

    A level has its own limit.
    """
    if "limit" in request:
        return _checked_limit(request["limit"])
    if "clock" in request:
        return {"seconds": _share(request["clock"], turn, players)}
    return {} if "level" in request else {"seconds": SECONDS}


def _checked_limit(given: object) -> dict[str, float]:
    if not isinstance(given, dict) or not given:
        raise BadRequest("request-limit", given=shown(given))
    for name, value in given.items():
        if name not in LIMITS:
            raise BadRequest("request-limit-field", field=shown(name), known=", ".join(LIMITS))
        kinds = (int, float) if name == "seconds" else (int,)
        if type(value) not in kinds or not 0 < value <= LARGEST:
            raise BadLimit("engine-limit-positive", name=name, value=shown(value))
    return given


def _share(clock: object, turn: int, players: int) -> float:
    """A twentieth of the time left and most of what the move adds, but never more than half."""
    if not isinstance(clock, dict) or set(clock) - {"left", "increment"}:
        raise BadRequest("request-clock", given=shown(clock))
    left, increment = clock.get("left"), clock.get("increment", 0)
    if not isinstance(left, list) or len(left) != players:
        raise BadRequest("request-clock", given=shown(clock))
    if not all(type(x) in (int, float) and 0 <= x <= LARGEST for x in (*left, increment)):
        raise BadRequest("request-clock", given=shown(clock))
    mine = left[turn]
    return float(max(min(mine / 20 + 0.8 * increment, mine / 2), 0.001))


# -- what is answered -----------------------------------------------------------------------------
def as_json(found: Analysis) -> dict[str, Any]:
    """An analysis for programs."""
    return {
        "ok": True,
        "best": found.best and found.best.text,
        "lines": [_line_json(line) for line in found.lines],
        "exact": _exact_json(_proven(found)),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _line_json(line: Line) -> dict[str, Any]:
    told: dict[str, Any] = {
        "move": line.move.text,
        "score": [round(score, 4) for score in line.score],
        "pv": [move.text for move in line.moves],
    }
    return told | ({"exact": _exact_json(line.exact)} if line.exact else {})


def _proven(found: Analysis) -> Exact | None:
    """The result of the position where it is known: of a game that has ended, too."""
    if outcome := found.position.outcome:
        return Exact(outcome.returns, outcome.points, 0)
    return found.exact or (found.lines[0].exact if found.lines else None)


def _exact_json(exact: Exact | None) -> dict[str, Any] | None:
    if exact is None:
        return None
    points = None if exact.points is None else list(exact.points)
    return {"returns": list(exact.returns), "points": points, "plies": exact.plies}

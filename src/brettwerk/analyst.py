"""The analyst: answers programs with the best moves of a position, one JSON object in, one out.

Requests are those of the referee with a `limit` and optionally `lines`, `threads`, `level` and a
`clock`. Engines in the arena use the same protocol. Documented in docs/engines.md.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Annotated, Any, Literal
from zlib import crc32

from msgspec import UNSET, Meta, Struct, UnsetType

from brettwerk import search as engine
from brettwerk.core.game import Position
from brettwerk.core.levels import LEVELS
from brettwerk.i18n import truncate
from brettwerk.match.clock import most_seconds_for_move, seconds_for_move
from brettwerk.requests import (
    Answer,
    BadRequest,
    GameCache,
    ProgramRequest,
    Request,
    answer_line,
    parse_moves,
    play_moves,
)
from brettwerk.search.analysis import MOST_CONTEMPT, MOST_LINES, MOST_THREADS
from brettwerk.search.report import LARGEST, Analysis, Exact, Limit, Line, check_limit
from brettwerk.search.searchers import searcher_for

Analyse = Callable[..., Analysis]

DEFAULT_SECONDS = 1.0
MAX_NUMBER = 10**15
QUICK_NODES = 300  # for the score of a level's move
Seconds = Annotated[float, Meta(ge=0, le=MAX_NUMBER)]


# -- messages -------------------------------------------------------------------------------------
class LimitRequest(Struct, forbid_unknown_fields=True):
    """How long to think, whichever comes first; at least one of them is given."""

    seconds: Annotated[float, Meta(gt=0, le=LARGEST["seconds"])] | UnsetType = UNSET
    nodes: Annotated[int, Meta(gt=0, le=LARGEST["nodes"])] | UnsetType = UNSET
    depth: Annotated[int, Meta(gt=0, le=LARGEST["depth"])] | UnsetType = UNSET


class ClockRequest(Struct, forbid_unknown_fields=True):
    """A clock: the seconds that each player has left, and those added for each move."""

    left: list[Seconds]
    increment: Seconds = 0


class AnalystRequest(ProgramRequest, kw_only=True, forbid_unknown_fields=True):
    """A question to the analyst, and to every engine in a match.

    Without `limit`, a share of the time left on the `clock` is used, or a second.
    """

    limit: Annotated[LimitRequest, Meta(extra_json_schema={"minProperties": 1})] | UnsetType = UNSET
    lines: Annotated[int, Meta(ge=1, le=MOST_LINES)] | UnsetType = UNSET
    threads: Annotated[int, Meta(ge=1, le=MOST_THREADS)] | UnsetType = UNSET
    contempt: Annotated[int, Meta(ge=1, le=MOST_CONTEMPT)] | UnsetType = UNSET
    level: Annotated[int, Meta(ge=1, le=LEVELS[-1])] | UnsetType = UNSET
    seed: Annotated[int, Meta(ge=1, le=MAX_NUMBER)] | UnsetType = UNSET
    clock: ClockRequest | UnsetType = UNSET


class ExactAnswer(Struct):
    """A proven result: one number a player, points where the game has them, plies to the end."""

    returns: tuple[float, ...]
    points: tuple[int, ...] | None = None
    plies: int | None = None

    @classmethod
    def of(cls, exact: Exact) -> ExactAnswer:
        """Return the answer for a proven result."""
        return cls(exact.returns, exact.points, exact.plies)


class LineAnswer(Struct, kw_only=True):
    """A way to play on: its first move, what each player may expect, and all its moves."""

    move: str = ""
    score: tuple[float, ...]
    pv: tuple[str, ...]
    exact: ExactAnswer | UnsetType | None = UNSET

    @classmethod
    def of(cls, line: Line) -> LineAnswer:
        """Return the answer for a line."""
        return cls(
            move=line.move.text,
            score=tuple(round(score, 4) for score in line.score),
            pv=tuple(move.text for move in line.moves),
            exact=ExactAnswer.of(line.exact) if line.exact else UNSET,
        )


class AnalystAnswer(Answer, kw_only=True):
    """The best move, null when the game has ended; an engine may leave out everything else."""

    ok: Literal[True] = True
    best: str | None
    lines: tuple[LineAnswer, ...] = ()
    exact: ExactAnswer | None = None
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, found: Analysis) -> AnalystAnswer:
        """Return the answer for an analysis."""
        proven = _proven(found)
        return cls(
            best=found.best.text if found.best else None,
            lines=tuple(map(LineAnswer.of, found.lines)),
            exact=ExactAnswer.of(proven) if proven else None,
            depth=found.depth,
            nodes=found.nodes,
            seconds=round(found.seconds, 3),
        )


# -- answering ------------------------------------------------------------------------------------


class Analyst:
    """Answers requests by the engine, or by another function."""

    def __init__(self, analyse: Analyse | None = None) -> None:
        self._games = GameCache()
        self._analyse = analyse or analyse_or_choose

    def answer(self, line: bytes) -> bytes:
        """Answer a line of JSON with one."""
        return answer_line(line, AnalystRequest, self._answer)

    def _answer(self, request: Request) -> AnalystAnswer:
        moves = parse_moves(request)
        options: dict[str, Any] = {**_integers(request)}
        at = play_moves(self._games.start(request), moves)
        options |= _limit(request, at.turn, at.game.players)
        return AnalystAnswer.of(self._analyse(at, **options))


def analyse_or_choose(
    position: Position, *, level: int | None = None, seed: int | None = None, **options: Any
) -> Analysis:
    """Return the engine's analysis; with a level, that level's move and its score.

    A level plays the same for the same seed; without one, for the same position.
    """
    if level is None or position.outcome:
        return engine.analyse(position, **options)
    start = perf_counter()
    chosen_seed = crc32(position.text.encode()) if seed is None else seed
    move = engine.choose(position, level, chosen_seed)
    line = Line((move,), _quick_score(position.play(move)))
    return Analysis(position, (line,), 1, len(position.legal_codes), perf_counter() - start)


def _quick_score(position: Position) -> tuple[float, ...]:
    """Return each player's score after a glance."""
    if position.outcome:
        return position.outcome.returns
    searcher = searcher_for(position.game, 1)
    return searcher.think(position, Limit(nodes=QUICK_NODES)).lines[0].score


# -- requests -------------------------------------------------------------------------------------
def _integers(request: Request) -> dict[str, int]:
    """Return lines, threads, contempt, level and seed, those that are given."""
    most = {
        "lines": MOST_LINES,
        "threads": MOST_THREADS,
        "contempt": MOST_CONTEMPT,
        "level": LEVELS[-1],
        "seed": MAX_NUMBER,
    }
    return {name: _integer(request, name, most[name]) for name in most if name in request}


def _integer(request: Request, name: str, most: int) -> int:
    value = request[name]
    if type(value) is not int or not 1 <= value <= most:
        raise BadRequest("request-whole", field=name, most=most, given=truncate(value))
    return value


def _limit(request: Request, turn: int, players: int) -> dict[str, float]:
    """Return the limit: the given one, a share of the time left, or a second.

    A level has its own limit.
    """
    if "limit" in request:
        return _checked_limit(request["limit"])
    if "clock" in request:
        return _clock_seconds(request["clock"], turn, players)
    return {} if "level" in request else {"seconds": DEFAULT_SECONDS}


def _checked_limit(given: object) -> dict[str, float]:
    if not isinstance(given, dict) or not given:
        raise BadRequest("request-limit", given=truncate(given))
    for name, value in given.items():
        if name not in LARGEST:
            raise BadRequest("request-limit-field", field=truncate(name), known=", ".join(LARGEST))
        check_limit(name, value)
    return given


def _clock_seconds(clock: object, turn: int, players: int) -> dict[str, float]:
    """Return the seconds for a move by the clock of a request: the usual ones, and the most."""
    if not isinstance(clock, dict) or set(clock) - {"left", "increment"}:
        raise BadRequest("request-clock", given=truncate(clock))
    left, increment = clock.get("left"), clock.get("increment", 0)
    if not isinstance(left, list) or len(left) != players:
        raise BadRequest("request-clock", given=truncate(clock))
    if not all(type(x) in (int, float) and 0 <= x <= MAX_NUMBER for x in (*left, increment)):
        raise BadRequest("request-clock", given=truncate(clock))
    usual = seconds_for_move(left[turn], increment)
    return {"seconds": usual, "most_seconds": most_seconds_for_move(left[turn], increment)}


def _proven(found: Analysis) -> Exact | None:
    """Return the proven result of the position, if any."""
    if found.position.outcome:
        found = Analysis.of_ended(found.position)
    return found.exact or (found.lines[0].exact if found.lines else None)

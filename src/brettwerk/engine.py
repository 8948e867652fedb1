"""`Engine`: a computer player for long use, ours or an external program over our protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Self, TypedDict, Unpack

import msgspec
from msgspec import UnsetType

from brettwerk.analyst import AnalystAnswer, ExactAnswer
from brettwerk.core.game import Game, Move, Position
from brettwerk.core.registry import as_position
from brettwerk.errors import BadLimit, BadOptions, IllegalMove, InvalidMove
from brettwerk.i18n import truncate
from brettwerk.programs import Program, ProgramError, Request, best_move, split_command
from brettwerk.search.analysis import DEFAULT, MOST_LINES, MOST_THREADS
from brettwerk.search.report import Analysis, Exact, Limit, Line, Stop, check_count
from brettwerk.search.stream import AnalysisStream, analysis

GRACE = 5.0  # seconds beyond its limit that a program may take
UNLIMITED_TIMEOUT = 600.0  # seconds for an answer without a limit of time
_MOST = {"lines": MOST_LINES, "threads": MOST_THREADS}


class SearchLimits(TypedDict, total=False):
    """How long to think, whichever comes first, and how much to tell."""

    seconds: float | None
    nodes: int | None
    depth: int | None
    lines: int
    threads: int


class Engine:
    """An engine that keeps its memory, and its thread or program, until it is closed.

    Without a command it is our own; with one, a program that reads a request a line and answers
    each with a line of JSON, as docs/engines.md describes it. `on_stderr` gets each line that the
    program writes to standard error.

    >>> import brettwerk
    >>> with brettwerk.Engine() as engine:
    ...     position = brettwerk.game("bedraengnis").start()
    ...     while not position.is_over:
    ...         position = position.play(engine.choose(position, nodes=1000))
    >>> position.result
    '1-0'
    """

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        on_stderr: Callable[[bytes], object] | None = None,
        grace: float = GRACE,
    ) -> None:
        self._grace = grace
        self._program: Program | None = None
        if command is not None:
            words = split_command(command) if isinstance(command, str) else list(command)
            if not words:
                raise BadOptions("arena-command")
            self._program = Program(words, on_stderr)
        # One thread, so that the searches of this engine share a memory and no others do.
        self._thread = ThreadPoolExecutor(1, "brettwerk-engine")

    def analyse(self, position: Position | Game | str, **limits: Unpack[SearchLimits]) -> Analysis:
        """Return the best moves of a position within the limits; a second if there are none.

        >>> with Engine() as engine:
        ...     engine.analyse("bedraengnis", nodes=1000).best.text
        'd1'
        """
        if all(limits.get(name) is None for name in ("seconds", "nodes", "depth")):
            limits["seconds"] = DEFAULT.seconds
        return self.analysis(position, **limits).result()

    def choose(self, position: Position | Game | str, **limits: Unpack[SearchLimits]) -> Move:
        """Return the move that looks best; raise if the game is over.

        >>> with Engine() as engine:
        ...     engine.choose("bedraengnis", nodes=1000).text
        'd1'
        """
        best = self.analyse(position, **limits).best
        if best is None:
            raise BadLimit("engine-game-over")
        return best

    def analysis(
        self, position: Position | Game | str, **limits: Unpack[SearchLimits]
    ) -> AnalysisStream:
        """Begin to analyse a position; return a stream of results, which can be awaited, too.

        A program needs a limit and tells one result, its last; one that is left before that has
        none.

        >>> with Engine() as engine, engine.analysis("abalone") as stream:
        ...     next(found.best.text for found in stream if found.depth >= 3)
        'a5b5'
        """
        at = as_position(position)
        if self._program is None:
            return analysis(at, **limits, start=self._thread.submit)
        limit = Limit(limits.get("seconds"), limits.get("nodes"), limits.get("depth"))
        counts = {name: value for name, value in limits.items() if name in _MOST}
        for name, value in counts.items():
            check_count(name, value, _MOST[name])
        request: Request = {"position": at.text, "limit": limit.as_json(), **counts}
        patience = UNLIMITED_TIMEOUT if limit.seconds is None else limit.seconds + self._grace
        return AnalysisStream(
            lambda _, stop: self._ask(at, request, patience, stop), self._thread.submit
        )

    def _ask(self, position: Position, request: Request, patience: float, stop: Stop) -> Analysis:
        """Return what the program answers."""
        assert self._program
        if position.outcome:
            return Analysis.of_ended(position)
        began = perf_counter()
        answer = self._program.ask(request, patience, stop)
        return _read_analysis(position, answer, perf_counter() - began)

    @property
    def errors(self) -> str:
        """The last lines that the program wrote to standard error."""
        return self._program.errors if self._program else ""

    def close(self) -> None:
        """End the engine, its thread and its program."""
        if self._program:
            self._program.close()
        self._thread.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# -- the answers of programs ----------------------------------------------------------------------
def _exact(said: ExactAnswer | UnsetType | None) -> Exact | None:
    return Exact(said.returns, said.points, said.plies) if said else None


def _read_analysis(position: Position, answer: object, seconds: float) -> Analysis:
    """Return the analysis of an answer; ProgramError if it makes no sense."""
    try:
        best = position.move(best_move(answer))
        said = msgspec.convert(answer, AnalystAnswer)
        lines = tuple(
            Line(_played(position, line.pv), line.score, _exact(line.exact)) for line in said.lines
        )
    except (IllegalMove, InvalidMove) as fault:
        raise ProgramError("arena-illegal", reason=str(fault)) from fault
    except msgspec.ValidationError as fault:
        raise ProgramError("arena-nonsense", answer=truncate(fault, 120)) from fault
    if not lines or lines[0].move != best:
        unknown = (0.0,) * position.game.players
        lines = (Line((best,), unknown), *(line for line in lines if line.move != best))
    return Analysis(position, lines, said.depth, said.nodes, seconds, _exact(said.exact))


def _played(position: Position, texts: Sequence[str]) -> tuple[Move, ...]:
    """Return the moves of a line; raise for one that is illegal, or if there is none."""
    if not texts:
        raise InvalidMove("not-a-move", move="")
    moves = []
    for text in texts:
        moves.append(position.move(text))
        position = position.play(moves[-1])
    return tuple(moves)

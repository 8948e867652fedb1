"""The jobs: a computer's move, an analysis, a review's look at a position, a picture, a proof.

They travel to workers, and load the engine only there.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

from brettwerk.core.game import Move, Position
from brettwerk.core.registry import position as read_position
from brettwerk.puzzles.attempt import Verdict
from brettwerk.search.report import Analysis, Exact, Line, Stop
from brettwerk.server.jobs.job import Job
from brettwerk.server.play.config import GameConfig
from brettwerk.server.play.exports import PictureSpec
from brettwerk.server.play.state import Event, GameState, replay
from brettwerk.server.study.messages import AnalysisMessage

BETWEEN_UPDATES = 0.1  # seconds


class ChooseMove(Job[str, None], frozen=True):
    """The move of a computer of some level, soon even if nothing has been compiled yet."""

    position: str
    level: int
    seed: int

    def run(self, stop: Stop, report: Callable[[None], None]) -> str:
        from brettwerk.search import choose

        return choose(read_position(self.position), self.level, self.seed, allow_fallback=True).text


class AnalysePosition(Job[AnalysisMessage, AnalysisMessage], frozen=True):
    """The best lines of a position, reported as they are found; `id` is the client's."""

    id: int
    position: str
    language: str
    lines: int = 1

    def run(self, stop: Stop, report: Callable[[AnalysisMessage], None]) -> AnalysisMessage:
        from brettwerk.search.live import live

        due = 0.0

        def on_progress(found: Analysis, plain: bool) -> None:
            nonlocal due
            now = time.perf_counter()
            if now >= due:
                due = now + BETWEEN_UPDATES
                report(self.message(found, plain))

        position, seconds = read_position(self.position), self.seconds
        return self.message(
            live(position, on_progress, seconds=seconds, lines=self.lines, stop=stop)
        )

    def message(self, found: Analysis, plain: bool = False) -> AnalysisMessage:
        """Return an analysis as the page gets it."""
        from brettwerk.server.study.words import found_message

        return found_message(self.id, found, self.language, plain=plain)


LineParts = tuple[tuple[Move, ...], tuple[float, ...], Exact | None, int | None]


class PositionEvaluation(Struct, frozen=True):
    """What was found about a position, without the position."""

    lines: tuple[LineParts, ...]
    depth: int
    nodes: int
    seconds: float
    exact: Exact | None

    @classmethod
    def of(cls, found: Analysis) -> PositionEvaluation:
        """Return an analysis as a message."""
        lines = tuple((line.moves, line.score, line.exact, line.value) for line in found.lines)
        return cls(lines, found.depth, found.nodes, found.seconds, found.exact)

    def analysis(self, position: Position) -> Analysis:
        """Return the analysis of the position it was made for."""
        lines = tuple(Line(*parts) for parts in self.lines)
        return Analysis(position, lines, self.depth, self.nodes, self.seconds, self.exact)


class EvaluatePosition(Job[PositionEvaluation, None], frozen=True):
    """The best line of a position within a number of nodes."""

    position: str
    nodes: int

    def run(self, stop: Stop, report: Callable[[None], None]) -> PositionEvaluation:
        from brettwerk.search import analyse

        position = read_position(self.position)
        return PositionEvaluation.of(
            analyse(position, nodes=self.nodes, seconds=self.seconds, stop=stop)
        )


class PrepareKernels(Job[bool, None], frozen=True):
    """Whether the kernels of a game are compiled; if not, another process begins to."""

    game: str

    def run(self, stop: Stop, report: Callable[[None], None]) -> bool:
        from brettwerk.search.jit_warmup import is_compiled, start_compiling

        if not is_compiled(self.game):
            start_compiling(self.game)
        return is_compiled(self.game)


class ExportGame(Job[bytes, None], frozen=True):
    """A game as a file: its record, or a picture of one of its positions."""

    config: GameConfig
    events: list[Event]
    created: float
    ending: str
    picture: PictureSpec | None = None

    def run(self, stop: Stop, report: Callable[[None], None]) -> bytes:
        from brettwerk.notation.png import png
        from brettwerk.server.play import exports

        state = replay(GameState.new(self.config), self.events)
        if self.picture is None:
            return exports.record_text(state, self.created, self.ending).encode()
        drawn = exports.picture(state, self.picture)
        return png(drawn, self.picture.width) if self.ending == "png" else drawn.encode()


class JudgeAttempt(Job[Verdict, None], frozen=True):
    """The verdict on the last of these moves in a puzzle, which may take a proof."""

    game: str
    puzzle: str
    moves: list[str]

    def run(self, stop: Stop, report: Callable[[None], None]) -> Verdict:
        from brettwerk.puzzles.attempt import tried
        from brettwerk.puzzles.puzzle import shipped

        return tried(shipped(self.game).by_id[self.puzzle], self.moves)

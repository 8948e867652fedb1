"""Jobs of boards to study on: an analysis, and a review's look at a position."""

import time
from collections.abc import Callable
from typing import Self

from msgspec import Struct

from brettwerk.core.game import Move, Position
from brettwerk.core.registry import position as read_position
from brettwerk.search import Analysis, Exact, Line, Stop, analyse
from brettwerk.search.live import live
from brettwerk.search.review import lines_for
from brettwerk.server.jobs.job import Job
from brettwerk.server.study.messages import AnalysisMessage
from brettwerk.server.study.words import found_message

BETWEEN_UPDATES = 0.1  # seconds


class AnalysePosition(Job[AnalysisMessage, AnalysisMessage], frozen=True):
    """The best lines of a position, reported as they are found; `id` is the client's."""

    id: int
    position: str
    language: str
    lines: int = 1

    @property
    def game(self) -> str:
        """The game of the position."""
        return self.position.partition("/")[0]

    def run(self, stop: Stop, report: Callable[[AnalysisMessage], None]) -> AnalysisMessage:
        due = 0.0

        def on_progress(found: Analysis) -> None:
            nonlocal due
            now = time.perf_counter()
            if now >= due:
                due = now + BETWEEN_UPDATES
                report(self.message(found))

        position, seconds = read_position(self.position), self.seconds
        found = live(position, on_progress, seconds=seconds, lines=self.lines, stop=stop)
        return self.message(found)

    def message(self, found: Analysis) -> AnalysisMessage:
        """Return an analysis as the page gets it."""
        return found_message(self.id, found, self.language)


LineParts = tuple[tuple[Move, ...], tuple[float, ...], Exact | None, int | None]


class PositionEvaluation(Struct, frozen=True):
    """What was found about a position, without the position."""

    lines: tuple[LineParts, ...]
    depth: int
    nodes: int
    seconds: float
    exact: Exact | None

    @classmethod
    def of(cls, found: Analysis) -> Self:
        """Return an analysis as a message."""
        lines = tuple((line.moves, line.score, line.exact, line.value) for line in found.lines)
        return cls(lines, found.depth, found.nodes, found.seconds, found.exact)

    def analysis(self, position: Position) -> Analysis:
        """Return the analysis of the position it was made for."""
        lines = tuple(Line(*parts) for parts in self.lines)
        return Analysis(position, lines, self.depth, self.nodes, self.seconds, self.exact)


class EvaluatePosition(Job[PositionEvaluation, None], frozen=True):
    """The best lines of a position within a number of nodes."""

    position: str
    nodes: int

    @property
    def game(self) -> str:
        """The game of the position."""
        return self.position.partition("/")[0]

    def run(self, stop: Stop, report: Callable[[None], None]) -> PositionEvaluation:
        position, seconds = read_position(self.position), self.seconds
        lines = lines_for(position)
        found = analyse(position, nodes=self.nodes, seconds=seconds, stop=stop, lines=lines)
        return PositionEvaluation.of(found)

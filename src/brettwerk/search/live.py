"""Live analysis: a first report at once, better ones as found, exact results once proven."""

import time
from collections.abc import Callable
from dataclasses import replace

from brettwerk.core.game import Position
from brettwerk.search.analysis import MEGABYTES, certain, open_length, proven, solved
from brettwerk.search.report import Analysis, Limit, Stop
from brettwerk.search.searchers import searcher_for
from brettwerk.solving import is_promising

Tell = Callable[[Analysis], None]

# A glance before a solver is asked, which says nothing until it knows.
_GLANCE_NODES = 20_000
_SOLVER_SECONDS = 2.0


def live(
    position: Position,
    tell: Tell,
    *,
    seconds: float,
    lines: int = 1,
    stop: Stop | None = None,
) -> Analysis:
    """Think for this long, or until stopped, and return the last report.

    `tell` gets each better report. Lengths of wins are reported only once they are proven.
    """
    stop = stop or Stop()
    if position.outcome:
        return Analysis.of_ended(position)
    search = _Live(position, tell, seconds, lines, stop)
    return search.settled() or search.deepened()


class _Live:
    """One analysis: its remaining limits and its last report."""

    def __init__(
        self, position: Position, tell: Tell, seconds: float, lines: int, stop: Stop
    ) -> None:
        self.position, self.lines, self.stop = position, lines, stop
        self._tell = tell
        self._ends = time.perf_counter() + seconds
        self._proof: Analysis | None = None
        self._failed: tuple[float, ...] | None = None
        self.last = Analysis(position, (), 0, 0, 0.0)

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self._ends - time.perf_counter()

    def _think(self, limit: Limit, tell: Tell) -> Analysis:
        searcher = searcher_for(self.position.game, MEGABYTES)
        return searcher.think(self.position, limit, lines=self.lines, stop=self.stop, progress=tell)

    def _told(self, report: Analysis) -> None:
        self.last = report
        self._tell(report)

    # -- exactly --------------------------------------------------------------------------------
    def settled(self) -> Analysis | None:
        """Return the analysis of a solver; a short search comes first, as solvers take a while."""
        if not is_promising(self.position):
            return None
        self._think(Limit(nodes=_GLANCE_NODES), lambda r: self._told(_without_lengths(r)))
        if self.stop.asked:
            return self.last
        found = self._solved(1)
        if found is None or self.lines == 1 or self.stop.asked:
            return found
        self._told(found)
        return self._solved(self.lines) or found

    def _solved(self, lines: int) -> Analysis | None:
        limit = Limit(seconds=min(max(self.left, 0.01), _SOLVER_SECONDS))
        return solved(self.position, limit, lines, self.stop)

    # -- searched for ---------------------------------------------------------------------------
    def deepened(self) -> Analysis:
        """Return the analysis of a search that deepens until time is up."""
        limit = Limit(seconds=max(self.left, 0.01))
        last = self._proven(self._think(limit, lambda r: self._told(self._proven(r))))
        return certain(last, self.stop)

    def _proven(self, report: Analysis) -> Analysis:
        """Return the report with the lengths of proven wins, and no others.

        Each result is proven once, as soon as the search has found it.
        """
        best = report.lines[0].exact if report.lines else None
        if best is None:
            return report
        if self._proof is None and self._failed != best.returns:
            found = proven(report, self.stop)
            if found.exact and found.exact.plies is not None:
                self._proof = found
            else:
                self._failed = best.returns
        if self._proof is None or self._proof.lines[0].score != report.lines[0].score:
            return _without_lengths(report)
        first = self._proof.lines[0]
        others = (open_length(line) for line in report.lines if line.move != first.move)
        lines = (first, *others)[: self.lines]
        return replace(report, lines=lines, exact=first.exact)


def _without_lengths(report: Analysis) -> Analysis:
    lines = tuple(open_length(line) for line in report.lines)
    exact = report.exact and replace(report.exact, plies=None)
    return replace(report, lines=lines, exact=exact)

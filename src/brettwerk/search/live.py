"""An analysis that tells as it goes: something at once, exact results as soon as they are proven.

Where nothing has been compiled yet, it begins in plain Python, lets another process compile, and
goes on with the compiled kernels as soon as they are there.
"""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Event, Thread
from typing import TYPE_CHECKING

from brettwerk.search.analysis import MEGABYTES, open_length, proven, solved
from brettwerk.search.jit_warmup import is_compiled, start_compiling
from brettwerk.search.report import Analysis, Limit, Stop
from brettwerk.search.searchers import searcher_for
from brettwerk.solve import is_promising

if TYPE_CHECKING:
    from collections.abc import Callable

    from brettwerk.core.game import Position

    Tell = Callable[[Analysis, bool], None]

# A glance before a solver is asked, which says nothing until it knows.
_GLANCE_NODES = 20_000
_SOLVER_SECONDS = 2.0
_LOOK_EVERY = 0.25  # seconds between two looks whether the kernels are there
_PLAIN_MEGABYTES = 1


def live(
    position: Position,
    tell: Tell,
    *,
    seconds: float,
    lines: int = 1,
    stop: Stop | None = None,
    warm: Callable[[str], bool] = is_compiled,
) -> Analysis:
    """Think for so long, or until asked to stop; the last word is returned.

    `tell` hears what is known whenever it is more, and whether that is only a first impression
    from plain Python. Lengths of wins are told once they are proven, never before.
    """
    stop = stop or Stop()
    if position.outcome:
        return Analysis.of_ended(position)
    search = _Live(position, tell, seconds, lines, stop)
    if not warm(position.game.name):
        search.plainly(warm)
        if stop.asked or search.left <= 0:
            return search.last
    return search.settled() or search.deepened()


class _Live:
    """One analysis: what it may still take, and what it told last."""

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

    def _told(self, report: Analysis, plain: bool = False) -> None:
        self.last = report
        self._tell(report, plain)

    # -- before anything is compiled ------------------------------------------------------------
    def plainly(self, warm: Callable[[str], bool]) -> None:
        """Look at it in plain Python until the kernels are there."""
        game = self.position.game
        start_compiling(game.name)
        solver = game.definition.solver
        if solver and not solver.compiles and (found := self._solved(1)):
            self._told(found, True)
        else:
            self._search_plainly(warm)
            return
        while not warm(game.name) and not self.stop.asked and self.left > 0:
            time.sleep(_LOOK_EVERY)

    def _search_plainly(self, warm: Callable[[str], bool]) -> None:
        """Deepen in plain Python; another thread looks whether the kernels are there."""
        game, enough, over = self.position.game, Stop(), Event()
        self.stop.when_asked(enough.ask)

        def watch() -> None:
            while not over.wait(_LOOK_EVERY):
                if warm(game.name):
                    enough.ask()
                    return

        watching = Thread(target=watch, daemon=True)
        watching.start()
        searcher_for(game, _PLAIN_MEGABYTES, compiled=False).think(
            self.position,
            Limit(seconds=max(self.left, 0.01)),
            lines=self.lines,
            stop=enough,
            progress=lambda report: self._told(_without_lengths(report), True),
        )
        over.set()
        watching.join()

    # -- exactly --------------------------------------------------------------------------------
    def settled(self) -> Analysis | None:
        """What a solver knows; a glance comes first, since solvers are silent for a while."""
        if not is_promising(self.position):
            return None
        searcher = searcher_for(self.position.game, MEGABYTES)
        searcher.think(
            self.position,
            Limit(nodes=_GLANCE_NODES),
            lines=self.lines,
            stop=self.stop,
            progress=lambda report: self._told(_without_lengths(report)),
        )
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
        """Deeper and deeper until time is up."""
        found = searcher_for(self.position.game, MEGABYTES).think(
            self.position,
            Limit(seconds=max(self.left, 0.01)),
            lines=self.lines,
            stop=self.stop,
            progress=lambda report: self._told(self._proven(report)),
        )
        return self._proven(found)

    def _proven(self, report: Analysis) -> Analysis:
        """The report with lengths of wins that are proven, and no others.

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

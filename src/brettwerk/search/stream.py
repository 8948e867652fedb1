"""An analysis that runs in a thread of its own: a stream of improving results, also to await."""

from __future__ import annotations

import queue
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from typing import Self

from brettwerk.core.game import Game, Position
from brettwerk.core.registry import as_position
from brettwerk.search.analysis import MEGABYTES, MOST_LINES, MOST_THREADS, analyse
from brettwerk.search.live import live
from brettwerk.search.report import LARGEST, Analysis, Limit, Stop, check_count

Work = Callable[[], None]
Tell = Callable[[Analysis], None]
_PATIENCE = 0.1  # seconds; on Windows Ctrl-C interrupts only short waits


class AnalysisStream:
    """Improving results of one analysis, as `for`, `async for`, `await` and `with` take them.

    It begins at once and goes on until its limit, or `stop`. Leaving its `with` block, or ceasing
    to await it, stops it.

    >>> import brettwerk
    >>> with brettwerk.analysis("bedraengnis") as stream:
    ...     for found in stream:
    ...         if found.exact:
    ...             break
    >>> stream.result().exact.points
    (7, 0)
    """

    def __init__(
        self,
        think: Callable[[Tell, Stop], Analysis],
        start: Callable[[Work], object] | None = None,
    ) -> None:
        self._think, self._stop = think, Stop()
        self._reports: queue.SimpleQueue[Analysis | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._found: Analysis | BaseException | None = None
        self._last: Analysis | None = None
        (start or _start_thread)(self._work)

    def _work(self) -> None:
        try:
            self._found = self._think(self._told, self._stop)
            if self._found is not self._last:
                self._told(self._found)
        except BaseException as error:  # raised where the result is asked for
            self._found = error
        finally:
            self._reports.put(None)
            self._ended.set()

    def _told(self, report: Analysis) -> None:
        self._last = report
        self._reports.put(report)

    def stop(self) -> None:
        """End the analysis; what it has found stays."""
        self._stop.ask()

    def result(self) -> Analysis:
        """Wait for the end and return the last result; Ctrl-C stops the analysis, too."""
        try:
            while not self._ended.wait(_PATIENCE):
                pass
        except KeyboardInterrupt:
            self.stop()
            self._ended.wait()
            raise
        if isinstance(self._found, BaseException):
            raise self._found
        assert self._found is not None
        return self._found

    def __iter__(self) -> Iterator[Analysis]:
        while (report := self._next()) is not None:
            yield report

    def _next(self) -> Analysis | None:
        """Return the next report; None at the end, also for those who ask again."""
        while True:
            try:
                report = self._reports.get(timeout=_PATIENCE)
            except queue.Empty:
                continue
            if report is None:
                self._reports.put(None)
                self.result()  # raises what the analysis has raised
            return report

    async def __aiter__(self) -> AsyncIterator[Analysis]:
        import asyncio  # slow to load, and most use no event loop

        try:
            while (report := await asyncio.to_thread(self._next)) is not None:
                yield report
        finally:
            self.stop()

    def __await__(self) -> Generator[object, None, Analysis]:
        return self._awaited().__await__()

    async def _awaited(self) -> Analysis:
        import asyncio

        with self:
            return await asyncio.to_thread(self.result)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._ended.wait()


def _start_thread(work: Work) -> None:
    threading.Thread(target=work, daemon=True).start()


def analysis(
    position: Position | Game | str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    threads: int = 1,
    start: Callable[[Work], object] | None = None,
) -> AnalysisStream:
    """Begin to analyse a position and return a stream of improving results.

    It goes on until the limits given, or until it is stopped. `start` runs the work, in a new
    thread unless given.

    >>> for found in analysis("abalone", depth=3):
    ...     print(found.depth, found.best)
    1 a5b5
    2 a5b5
    3 a5b5
    >>> import asyncio
    >>> async def best() -> str:
    ...     return (await analysis("abalone", depth=3)).best.text
    >>> asyncio.run(best())
    'a5b5'
    """
    at = as_position(position)
    check_count("lines", lines, MOST_LINES)
    check_count("threads", threads, MOST_THREADS)
    unlimited = seconds is nodes is depth is None
    limit = Limit(LARGEST["seconds"] if unlimited else seconds, nodes, depth)

    def think(tell: Tell, stop: Stop) -> Analysis:
        if limit.seconds and nodes is depth is None and threads == 1:
            return live(at, tell, seconds=limit.seconds, lines=lines, stop=stop)
        return analyse(
            at,
            seconds=limit.seconds,
            nodes=nodes,
            depth=depth,
            lines=lines,
            threads=threads,
            stop=stop,
            progress=tell,
            megabytes=MEGABYTES,
        )

    return AnalysisStream(think, start)

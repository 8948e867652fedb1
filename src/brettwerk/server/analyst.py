"""One analysis worker: a process that is kept warm, or a thread where that is enough.

It is told over a pipe what to think about and when to stop, and answers over another.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe, get_context
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from brettwerk.engine.report import Stop
    from brettwerk.server.tasks import Task

# Games' computers are less polite.
NICENESS = 19
TOLD, DONE, FAILED, GONE = "told", "done", "failed", "gone"

Run = Callable[["Task", "Stop", Callable[[Any], None]], Any]


class AnalystGone(Exception):
    """The worker's process has ended, or its task has failed."""


class Analyst:
    """The near end: one task at a time."""

    def __init__(self, process: bool, run: Run | None = None) -> None:
        self._orders, orders = Pipe()
        self._reports, reports = Pipe()
        self._loop = asyncio.get_running_loop()
        self._heard: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self._process: Any = None
        if process:
            context = get_context("spawn")
            self._process = context.Process(
                target=_work_in_process, args=(orders, reports), daemon=True
            )
            self._process.start()
            orders.close()
            reports.close()
        else:
            threading.Thread(target=_work, args=(orders, reports, run), daemon=True).start()
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()

    def _listen(self) -> None:
        """In a thread: hand on what comes."""
        while True:
            try:
                said = self._reports.recv()
            except (EOFError, OSError, TypeError, ValueError):  # closed here or there
                said = (GONE, None)
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._heard.put_nowait, said)
            if said[0] == GONE:
                return

    def begin(self, task: Task) -> None:
        """Give it a task, at once, so that stopping can only come after it."""
        with suppress(OSError):  # one that is gone is noticed when it is listened to
            self._orders.send(task)

    async def follow(self, tell: Callable[[Any], None]) -> Any:
        """The last word about the task; on the way `tell` hears the others."""
        while True:
            kind, what = await self._heard.get()
            if kind == TOLD:
                tell(what)
            elif kind == DONE:
                return what
            else:
                raise AnalystGone(what)

    def stop(self) -> None:
        """Ask the task to end."""
        with suppress(OSError):
            self._orders.send(None)

    def dismiss(self) -> None:
        """End it, whatever it does."""
        if self._process:
            self._process.kill()
        for end in (self._orders, self._reports):
            with suppress(OSError):
                end.close()


# -- the far end ----------------------------------------------------------------------------------
def _work_in_process(orders: Connection, reports: Connection) -> None:
    from brettwerk.server.workers import settle_down

    settle_down(NICENESS)
    _work(orders, reports, None)


def _work(orders: Connection, reports: Connection, run: Run | None) -> None:
    """Do one task after the other; stopping is heard by another thread."""
    from brettwerk.engine.report import Stop

    tasks: SimpleQueue[tuple[Task, Stop] | None] = SimpleQueue()

    def listen() -> None:
        stop = Stop()
        while True:
            try:
                order = orders.recv()
            except (EOFError, OSError):
                stop.ask()
                tasks.put(None)
                return
            if order is None:
                stop.ask()
            else:
                stop = Stop()
                tasks.put((order, stop))

    threading.Thread(target=listen, daemon=True).start()
    while found := tasks.get():
        task, stop = found
        with suppress(OSError):
            reports.send(_answer(task, stop, reports, run))
    for end in (orders, reports):
        end.close()


def _answer(task: Task, stop: Stop, reports: Connection, run: Run | None) -> tuple[str, Any]:
    def tell(what: Any) -> None:
        reports.send((TOLD, what))

    try:
        return DONE, run(task, stop, tell) if run else task.run(stop, tell)
    except Exception as fault:
        return FAILED, repr(fault)

"""Analysis workers: processes of their own that think for readers, politely and one job at a time.

However many readers there are, only so many workers think, at a lower priority than games. Others
wait in a queue of bounded length; while somebody waits, nobody thinks longer than a fair share.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from brettwerk.errors import MatchError
from brettwerk.games.catalogue import NAMES
from brettwerk.server.analyst import Analyst, Run
from brettwerk.server.tasks import Load

if TYPE_CHECKING:
    from collections.abc import Callable

    from brettwerk.server.tasks import Task

log = logging.getLogger("brettwerk")
SHARE = 8.0  # seconds after which a search makes room for those who wait
GRACE = 6.0  # seconds within which a search that was asked to stop must have stopped


@dataclass(eq=False)
class Job:
    """A task with its reader: what is told on the way, and the last word."""

    task: Task
    tell: Callable[[Any], None]
    patient: bool
    done: asyncio.Future[Any] = field(init=False)
    worker: Analyst | None = None
    began: float = 0.0
    hurried: bool = False  # whether it is to make room when its share is over
    cut: bool = False  # whether it had to

    def __post_init__(self) -> None:
        self.done = asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        """Ask it to end soon; its last word still comes."""
        if self.worker:
            self.worker.stop()


class Analysts:
    """The workers and the queue before them."""

    def __init__(
        self,
        workers: int = 1,
        most_waiting: int = 30,
        *,
        processes: bool = True,
        run: Run | None = None,
    ) -> None:
        self.count = workers
        self.most_waiting = most_waiting
        self._processes, self._run = processes, run
        self._free: list[Analyst] = []
        self._all: list[Analyst] = []
        self._waiting: deque[Job] = deque()
        self._later: deque[Job] = deque()
        self._running: set[Job] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # -- from begin to end ----------------------------------------------------------------------
    def open(self) -> None:
        """Start the workers."""
        for _ in range(self.count):
            self._hire()

    def _hire(self) -> None:
        """A new worker; in a process it first loads what has been compiled."""
        worker = Analyst(self._processes, self._run)
        self._all.append(worker)
        if self._processes and self._run is None:
            self._give(Job(Load(NAMES), lambda _: None, True), worker)
        else:
            self._free.append(worker)

    async def close(self) -> None:
        """Let nobody think any more."""
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._all:
            worker.dismiss()
        for job in (*self._waiting, *self._later):
            job.done.cancel()

    # -- jobs -------------------------------------------------------------------------------------
    @property
    def waiting(self) -> int:
        """How many wait for a worker."""
        return len(self._waiting) + len(self._later)

    def ahead_of(self, job: Job) -> int:
        """How many come before a job that waits; 0 once it is being thought about."""
        if job in self._waiting:
            return self._waiting.index(job) + 1
        return 0

    def begin(self, task: Task, tell: Callable[[Any], None], *, patient: bool = False) -> Job:
        """A new job; those that are patient wait until nobody else does. MatchError if full."""
        if not self.count:
            raise MatchError("study-no-analysts")
        if len(self._later if patient else self._waiting) >= self.most_waiting:
            raise MatchError("study-busy", count=self.most_waiting)
        job = Job(task, tell, patient)
        (self._later if patient else self._waiting).append(job)
        self._assign()
        return job

    def leave(self, job: Job) -> None:
        """The reader is gone: nothing more is told, and the worker is free as soon as can be."""
        job.tell = lambda _: None
        for queue in (self._waiting, self._later):
            with suppress(ValueError):
                queue.remove(job)
                job.done.cancel()
        job.stop()

    def _assign(self) -> None:
        while self._free and (self._waiting or self._later) and not self._closed:
            queue = self._waiting or self._later
            job = queue.popleft()
            if not job.done.done():
                self._give(job, self._free.pop())
        if self._waiting:
            self._hurry()

    def _hurry(self) -> None:
        """Somebody waits: who has thought for a fair share makes room, now or when it is over."""
        for job in self._running:
            if not job.hurried and not job.patient:
                job.hurried = True
                left = max(0.0, job.began + SHARE - monotonic())
                asyncio.get_running_loop().call_later(left, self._make_room, job)

    def _make_room(self, job: Job) -> None:
        if not self._waiting:
            job.hurried = False
        elif job in self._running:
            job.cut = True
            job.stop()

    def _give(self, job: Job, worker: Analyst) -> None:
        job.worker, job.began = worker, monotonic()
        self._running.add(job)
        worker.begin(job.task)
        task = asyncio.create_task(self._work(job, worker))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- one job ----------------------------------------------------------------------------------
    async def _work(self, job: Job, worker: Analyst) -> None:
        """Let a worker do a job; one that fails or does not end is replaced."""
        try:
            async with asyncio.timeout(job.task.seconds + GRACE):
                # The reader may leave meanwhile, and then is told no more.
                last = await worker.follow(lambda told: job.tell(told))
            if not job.done.done():
                job.done.set_result(last)
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as fault:
            self._replace(worker, job, fault)
        finally:
            job.worker = None
            self._running.discard(job)
            if worker in self._all:
                self._free.append(worker)
            self._assign()

    def _replace(self, worker: Analyst, job: Job, fault: Exception) -> None:
        log.error("An analysis failed: %r", fault)
        self._all.remove(worker)
        worker.dismiss()
        self._hire()
        if not job.done.done():
            job.done.set_exception(MatchError("study-failed"))
            job.done.exception()  # whoever has left need not ask for it

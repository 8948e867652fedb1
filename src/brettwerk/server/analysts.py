"""Analysis workers: processes of their own that think for readers, politely and one job at a time.

However many readers there are, only so many workers think, at a lower priority than games. Others
wait in a queue of bounded length, in turn; while somebody waits, nobody thinks longer than a fair
share.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from brettwerk.errors import MatchError
from brettwerk.games.catalogue import NAMES
from brettwerk.server.analyst import Analyst, Run
from brettwerk.server.tasks import Load
from brettwerk.server.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from brettwerk.server.tasks import Task

log = logging.getLogger("brettwerk")
SHARE = 8.0  # seconds after which a search makes room for those who wait
GRACE = 6.0  # seconds within which a search that was asked to stop must have stopped
PAUSE = 1.0  # seconds before a worker that could not get ready is replaced, each time twice as many
MOST_FAILURES = 6  # in a row, after which no other is tried


@dataclass(eq=False)
class Job:
    """A task with its reader: what is told on the way, and the last word."""

    task: Task
    tell: Callable[[Any], None]
    patient: bool
    owner: str = ""
    done: asyncio.Future[Any] = field(init=False)
    limit: asyncio.Timeout | None = None
    deadline: float = 0.0  # when it must have ended, by the loop's clock
    worker: Analyst | None = None
    began: float = 0.0
    hurried: bool = False  # whether it is to make room when its share is over
    cut: bool = False  # whether it had to
    left: bool = False  # whether nobody waits for it any more

    def __post_init__(self) -> None:
        self.done = asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        """Ask it to end soon; its last word still comes."""
        if self.worker:
            self.worker.stop()
            self.must_end_in(GRACE)

    def must_end_in(self, seconds: float) -> None:
        """It has so long at most; what was sooner stays so."""
        self.deadline = min(self.deadline, asyncio.get_running_loop().time() + seconds)
        if self.limit and not self.limit.expired():
            self.limit.reschedule(self.deadline)


class Analysts:
    """The workers and the queue before them."""

    def __init__(
        self,
        workers: int = 1,
        most_waiting: int = 30,
        most_each: int = 3,
        *,
        processes: bool = True,
        run: Run | None = None,
    ) -> None:
        self.count = workers
        self.most_waiting, self.most_each = most_waiting, most_each
        self._processes, self._run = processes, run
        self._free: list[Analyst] = []
        self._all: list[Analyst] = []
        self._waiting = Turns[Job]()
        self._later = Turns[Job]()
        self._running: set[Job] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures = 0  # of new workers, in a row
        self._closed = False

    # -- from begin to end ----------------------------------------------------------------------
    def open(self) -> None:
        """Start the workers."""
        for _ in range(self.count):
            self._hire()

    def _hire(self) -> None:
        """A new worker; in a process it first loads what has been compiled."""
        if self._closed:
            return
        try:
            worker = Analyst(self._processes, self._run)
        except OSError as fault:
            self._try_again(fault)
            return
        self._all.append(worker)
        if self._processes and self._run is None:
            self._give(Job(Load(NAMES), lambda _: None, True, left=True), worker)
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

    def ahead_of(self, job: Job) -> int | None:
        """How many readers come before a job that waits; None once it is being thought about.

        0 means that nobody does, and the workers are getting ready.
        """
        if job not in self._waiting:
            return None
        others = any(not running.left for running in self._running)
        return self._waiting.index(job) + others

    def begin(
        self, task: Task, tell: Callable[[Any], None], *, patient: bool = False, owner: str = ""
    ) -> Job:
        """A new job; those that are patient wait until nobody else does. MatchError if full.

        Owners take turns; of those who are not patient each may have a few that wait.
        """
        queue = self._later if patient else self._waiting
        if not self.count:
            raise MatchError("study-no-analysts")
        if len(queue) >= self.most_waiting:
            raise MatchError("study-busy", count=self.most_waiting)
        if not patient and queue.owned_by(owner) >= self.most_each:
            raise MatchError("study-busy-here", count=self.most_each)
        job = Job(task, tell, patient, owner)
        queue.append(job)
        self._assign()
        return job

    def leave(self, job: Job) -> None:
        """The reader is gone: nothing more is told, and the worker is free as soon as can be."""
        job.tell, job.left = lambda _: None, True
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
        job.deadline = asyncio.get_running_loop().time() + job.task.seconds + GRACE
        self._running.add(job)
        worker.begin(job.task)
        self._do(self._work(job, worker))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Let this go on until we close."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- one job ----------------------------------------------------------------------------------
    async def _work(self, job: Job, worker: Analyst) -> None:
        """Let a worker do a job; one that fails or does not end is replaced."""
        try:
            async with asyncio.timeout_at(job.deadline) as job.limit:
                # The reader may leave meanwhile, and then is told no more.
                last = await worker.follow(lambda told: job.tell(told))
            if isinstance(job.task, Load):
                self._failures = 0
            if not job.done.done():
                job.done.set_result(last)
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as fault:
            self._replace(worker, job, fault)
        finally:
            job.worker = job.limit = None
            self._running.discard(job)
            if worker in self._all:
                self._free.append(worker)
            self._assign()

    def _replace(self, worker: Analyst, job: Job, fault: Exception) -> None:
        self._all.remove(worker)
        worker.dismiss()
        _fail(job, "study-failed")
        if isinstance(job.task, Load):
            self._try_again(fault)
        else:
            log.error("An analysis failed: %r", fault)
            self._hire()

    def _try_again(self, fault: Exception) -> None:
        """A worker did not get ready: another, but not at once, and not for ever."""
        log.error("An analysis worker did not get ready: %r", fault)
        self._failures += 1
        if self._failures < MOST_FAILURES:
            self._do(self._hire_in(PAUSE * 2 ** (self._failures - 1)))
        else:
            self._give_up()

    async def _hire_in(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._hire()

    def _give_up(self) -> None:
        """One worker less; without any nobody need wait."""
        self.count -= 1
        if self.count:
            return
        log.error("No analysis worker gets ready; nothing is analysed from now on")
        for job in (*self._waiting, *self._later):
            _fail(job, "study-no-analysts")
        self._waiting.clear()
        self._later.clear()


def _fail(job: Job, key: str) -> None:
    if not job.done.done():
        job.done.set_exception(MatchError(key))
        job.done.exception()  # whoever has left need not ask for it

"""The pool: everything that takes long is a job and is done here, beside the event loop.

Jobs and results are messages (`job.py`), so a worker need not be on this machine.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from brettwerk.server.errors import ServerError
from brettwerk.server.http.settings import Settings
from brettwerk.server.jobs.job import Job, Run
from brettwerk.server.jobs.queue import GRACE, JobQueue, Priority, Ticket, ignore
from brettwerk.server.jobs.worker import JOBS, Worker, WorkerGone, in_process, in_thread

R = TypeVar("R")
U = TypeVar("U")
log = logging.getLogger("brettwerk")
MOVES = (Priority.CLOCK_RUNS, Priority.PLAYER_WAITS, Priority.UNWATCHED)
SHARE = 8.0  # seconds after which an analysis makes room for others that wait
START_LIMIT = 120.0
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between two attempts to start a worker
MAX_FAILURES = 6  # in a row, after which jobs are refused until a worker starts
MAX_ATTEMPTS = 2  # at a job whose worker dies


@dataclass(eq=False)
class Crew:
    """Workers of one kind with their queue: how many, which jobs they do, how many may wait."""

    size: int
    priorities: tuple[Priority, ...]
    max_waiting: int = 10**9  # of each priority
    max_waiting_for_owner: int = 10**9
    niceness: int = 15
    warm: bool = False  # started at once, with all kernels loaded
    # What is said when there is no room, no worker, or no result.
    full: str = "page-busy"
    full_for_owner: str = "page-busy"
    absent: str = "page-busy"
    failed: str = "page-broken"
    queue: JobQueue = field(default_factory=JobQueue)
    running: set[Ticket[Any]] = field(default_factory=set)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    failures: int = 0

    @property
    def available(self) -> bool:
        """Whether there are workers."""
        return self.size > 0 and self.failures < MAX_FAILURES

    def push(self, ticket: Ticket[Any]) -> None:
        """Let a ticket wait."""
        self.queue.push(ticket)
        self.changed.set()

    def end(self, ticket: Ticket[Any]) -> None:
        """Note that a ticket is no longer being worked on."""
        self.running.discard(ticket)
        self.changed.set()

    async def next(self) -> Ticket[Any]:
        """Wait for the next ticket."""
        while not self._has_next():
            await self.wait()
        return self.queue.pop()

    async def wait(self) -> None:
        """Wait until something changes."""
        self.changed.clear()
        await self.changed.wait()

    def _has_next(self) -> bool:
        """Return whether a ticket may run: of several workers, one stays free for people."""
        waiting = next(iter(self.queue), None)
        if waiting is None or waiting.priority != Priority.UNWATCHED:
            return waiting is not None
        unwatched = sum(ticket.priority == Priority.UNWATCHED for ticket in self.running)
        return unwatched < max(1, self.size - 1)

    def check_room(self, priority: Priority, owner: str) -> None:
        """Refuse a job if there is no worker, or too many wait."""
        if not self.available:
            raise ServerError(503, self.absent, retry_after=60)
        if len(self.running) + len(self.queue) < self.size:
            return
        if self.queue.count(priority) >= self.max_waiting:
            raise ServerError(503, self.full, retry_after=5, count=self.max_waiting)
        if self.queue.count(priority, owner) >= self.max_waiting_for_owner:
            most = self.max_waiting_for_owner
            raise ServerError(429, self.full_for_owner, retry_after=5, count=most)

    def make_room(self) -> None:
        """Stop analyses that have had their share while others wait."""
        late = asyncio.get_running_loop().time() - SHARE
        for ticket in self.running if self.queue.count(Priority.ANALYSIS) else ():
            if ticket.priority == Priority.ANALYSIS and ticket.started <= late:
                ticket.cut_short = True
                ticket.stop()


class Pool:
    """All crews, each worker looked after by a task of its own."""

    def __init__(
        self,
        crews: Sequence[Crew],
        *,
        processes: bool = True,
        run: Run | None = None,
        jobs: tuple[str, ...] = JOBS,
    ) -> None:
        """Make a pool; with `run` or without processes its workers are threads, for tests."""
        self._crews = crews
        self._serving = {priority: crew for crew in crews for priority in crew.priorities}
        self._in_threads = run is not None or not processes
        self._run, self._jobs = run, jobs
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Start those workers that are kept warm; others start with their first job."""
        slots = [crew for crew in self._crews for _ in range(crew.size)]
        self._tasks = [asyncio.create_task(self._keep_worker(crew)) for crew in slots]

    async def close(self) -> None:
        """Kill all workers and cancel all results."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for crew in self._crews:
            for ticket in crew.queue:
                ticket.result.cancel()

    # -- jobs -------------------------------------------------------------------------------------
    async def run(self, job: Job[R, Any], priority: Priority, owner: str = "") -> R:
        """Return the result of a job; a caller that is cancelled takes the job back."""
        ticket = self.submit(job, priority, owner)
        try:
            return await ticket.result
        except asyncio.CancelledError:
            self.cancel(ticket)
            raise

    def submit(
        self,
        job: Job[R, U],
        priority: Priority,
        owner: str = "",
        on_update: Callable[[U], None] = ignore,
    ) -> Ticket[R]:
        """Let a job wait for a worker; ServerError if too many do or there is none."""
        crew, ticket = self._serving[priority], Ticket(job, priority, owner, on_update)
        crew.check_room(priority, owner)
        crew.push(ticket)
        if len(crew.running) == crew.size:
            crew.make_room()
        return ticket

    def cancel(self, ticket: Ticket[Any]) -> None:
        """Take a job back; its worker is free as soon as possible."""
        with suppress(ValueError):  # it no longer waits
            self._serving[ticket.priority].queue.remove(ticket)
        ticket.on_update = ignore
        ticket.result.cancel()
        ticket.stop()

    # -- how busy it is ---------------------------------------------------------------------------
    def available(self, priority: Priority) -> bool:
        """Return whether such jobs are done at all."""
        return self._serving[priority].available

    def load(self, *priorities: Priority) -> int:
        """Return how many jobs of these priorities wait or are being done."""
        tickets = (ticket for crew in self._crews for ticket in (*crew.queue, *crew.running))
        return sum(ticket.priority in priorities for ticket in tickets)

    def ahead_of(self, ticket: Ticket[Any]) -> int | None:
        """Return how many jobs come before one that waits, and None once it is being done.

        0 means that the workers are not ready yet.
        """
        crew = self._serving[ticket.priority]
        waiting = list(crew.queue)
        if ticket not in waiting:
            return None
        return waiting.index(ticket) + any(not one.result.done() for one in crew.running)

    # -- workers ----------------------------------------------------------------------------------
    async def _keep_worker(self, crew: Crew) -> None:
        """Keep one worker going: start it, let it work, and start another when it dies."""
        while not (crew.warm or crew.queue):
            await crew.wait()
        while True:
            worker = await self._start(crew)
            try:
                while not worker.killed:
                    await self._work(crew, worker, await crew.next())
            finally:
                worker.kill()

    async def _start(self, crew: Crew) -> Worker:
        """Return a worker that is ready, however long that takes."""
        launch = in_process(crew.niceness, warm=crew.warm, jobs=self._jobs)
        if self._in_threads:
            launch = in_thread(self._run, self._jobs)
        while True:
            try:
                async with asyncio.timeout(START_LIMIT):
                    worker = await Worker.start(launch)
            except (OSError, WorkerGone) as error:
                await asyncio.sleep(self._failed_to_start(crew, error))
            else:
                crew.failures = 0
                return worker

    def _failed_to_start(self, crew: Crew, error: Exception) -> float:
        """Return how many seconds to wait before the next attempt."""
        log.error("A worker did not start: %r", error)
        crew.failures += 1
        while crew.queue and not crew.available:
            crew.queue.pop().fail(ServerError(503, crew.absent, retry_after=60))
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(crew.failures - 1, 30))

    async def _work(self, crew: Crew, worker: Worker, ticket: Ticket[Any]) -> None:
        """Let a worker do one job."""
        loop = asyncio.get_running_loop()
        ticket.worker, ticket.started = worker, loop.time()
        ticket.attempts += 1
        crew.running.add(ticket)
        sharing = loop.call_later(SHARE, crew.make_room)
        try:
            async with asyncio.timeout(ticket.job.seconds + GRACE) as ticket.deadline:
                # The ticket may be cancelled meanwhile, which changes where its updates go.
                result = await worker.do(ticket.job, lambda update: ticket.on_update(update))
            if not ticket.result.done():
                ticket.result.set_result(result)
        except Exception as error:
            self._failed(crew, worker, ticket, error)
        except asyncio.CancelledError:
            ticket.result.cancel()
            raise
        finally:
            sharing.cancel()
            ticket.worker = None
            crew.end(ticket)

    def _failed(self, crew: Crew, worker: Worker, ticket: Ticket[Any], error: Exception) -> None:
        """Replace a worker that is dead or too slow, and try a job again whose worker died."""
        died = isinstance(error, WorkerGone)
        worker.killed |= died or isinstance(error, TimeoutError)
        if died and ticket.attempts < MAX_ATTEMPTS and not ticket.result.done():
            crew.push(ticket)
            return
        log.error("%s failed: %r", type(ticket.job).__name__, error)
        ticket.fail(ServerError(503, crew.failed))


def make_pool(settings: Settings, run: Run | None = None) -> Pool:
    """Return the pool of a server: computers' moves, what is quickly done, and analyses."""
    limits = settings.limits
    analyses = Crew(
        settings.analysts,
        (Priority.ANALYSIS, Priority.REVIEW),
        max_waiting=limits.waiting_analyses,
        max_waiting_for_owner=limits.waiting_analyses_per_client,
        niceness=19,
        warm=True,
        full="study-busy",
        full_for_owner="study-busy-here",
        absent="study-no-analysts",
        failed="study-failed",
    )
    moves = Crew(settings.workers, MOVES)
    quick = Crew(1, (Priority.QUICK,), max_waiting=limits.waiting_quick)
    return Pool([moves, quick, analyses], processes=settings.processes, run=run)

"""The pool: everything that takes long is a job and is done here, beside the event loop.

Jobs and results are messages (`job.py`), so a worker need not be on this machine (`remote`).
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from brettwerk.server.errors import ServerError
from brettwerk.server.jobs.job import Job, Jobs, Run
from brettwerk.server.jobs.queue import GRACE, JobQueue, Priority, Ticket, ignore
from brettwerk.server.jobs.worker import (
    HandedBack,
    Launch,
    Worker,
    WorkerGone,
    in_process,
    in_thread,
)
from brettwerk.server.metrics import limit_hit

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

    local: int
    priorities: tuple[Priority, ...]
    max_waiting: int = 10**9  # of each priority
    max_waiting_for_owner: int = 10**9
    niceness: int = 15
    eager: bool = False  # started at once
    # What is said when there is no room, no worker, or no result.
    full: str = "page-busy"
    full_for_owner: str = "page-busy"
    absent: str = "page-busy"
    failed: str = "page-broken"
    queue: JobQueue = field(default_factory=JobQueue)
    running: set[Ticket[Any]] = field(default_factory=set)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    failures: int = 0
    idle: int = 0  # local workers that wait for a job
    remote: int = 0  # workers of other machines

    @property
    def size(self) -> int:
        """How many workers there are, here and elsewhere."""
        return self.local + self.remote

    @property
    def available(self) -> bool:
        """Whether there are workers."""
        return self.remote > 0 or (self.local > 0 and self.failures < MAX_FAILURES)

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
        self.idle += 1
        self.changed.set()
        try:
            while not self._has_next():
                await self.wait()
        finally:
            self.idle -= 1
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
            limit_hit("waiting_jobs")
            raise ServerError(503, self.full, retry_after=5, count=self.max_waiting)
        if self.queue.count(priority, owner) >= self.max_waiting_for_owner:
            most = self.max_waiting_for_owner
            limit_hit("waiting_jobs_per_client")
            raise ServerError(429, self.full_for_owner, retry_after=5, count=most)

    def make_room(self) -> None:
        """Stop analyses that have had their share while others wait."""
        if self.queue.count(Priority.ANALYSIS):
            self.cut_short(self.running)

    def cut_short(self, tickets: Iterable[Ticket[Any]]) -> None:
        """Stop those of these analyses that have had their share."""
        late = asyncio.get_running_loop().time() - SHARE
        for ticket in tickets:
            if ticket.priority == Priority.ANALYSIS and ticket.started <= late:
                ticket.cut_short = True
                ticket.stop()

    def refuse_waiting(self) -> None:
        """Let all that wait fail if there is no worker."""
        while self.queue and not self.available:
            self.queue.pop().fail(ServerError(503, self.absent, retry_after=60))

    async def start_worker(self, launch: Launch) -> Worker:
        """Return a worker that is ready, however long that takes."""
        while True:
            try:
                async with asyncio.timeout(START_LIMIT):
                    worker = await Worker.start(launch)
            except (OSError, WorkerGone) as error:
                log.error("A worker did not start: %r", error)
                self.failures += 1
                self.refuse_waiting()
                pause = FIRST_PAUSE * 2.0 ** min(self.failures - 1, 30)
                await asyncio.sleep(min(LONGEST_PAUSE, pause))
            else:
                self.failures = 0
                return worker


class Pool:
    """All crews, each worker looked after by a task of its own."""

    def __init__(
        self, crews: Sequence[Crew], jobs: Jobs, *, processes: bool = True, run: Run | None = None
    ) -> None:
        """Make a pool; with `run` or without processes its workers are threads, for tests."""
        self._crews = crews
        self._serving = {priority: crew for crew in crews for priority in crew.priorities}
        self._in_threads = run is not None or not processes
        self._run, self._jobs = run, jobs
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Start the workers that are to be there at once; others start with their first job."""
        slots = [crew for crew in self._crews for _ in range(crew.local)]
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

    def load(self, *priorities: Priority, owner: str | None = None) -> int:
        """Return how many jobs of these priorities wait or are being done, for one or for all."""
        tickets = (ticket for crew in self._crews for ticket in (*crew.queue, *crew.running))
        wanted = (ticket for ticket in tickets if owner in (None, ticket.owner))
        return sum(ticket.priority in priorities for ticket in wanted)

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
        while not (crew.eager or crew.queue):
            await crew.wait()
        while True:
            worker = await crew.start_worker(self._launch(crew))
            try:
                while not worker.killed:
                    await self._work(crew, worker, await crew.next())
            finally:
                worker.kill()

    def _launch(self, crew: Crew) -> Launch:
        if self._in_threads:
            return in_thread(self._run, self._jobs)
        return in_process(crew.niceness, self._jobs)

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
        ticket.attempts -= isinstance(error, HandedBack)
        worker.killed |= died or isinstance(error, TimeoutError)
        if died and ticket.attempts < MAX_ATTEMPTS and not ticket.result.done():
            crew.push(ticket)
            return
        log.error("%s failed: %r", type(ticket.job).__name__, error)
        ticket.fail(ServerError(503, crew.failed))

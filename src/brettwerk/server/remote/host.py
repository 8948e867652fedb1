"""A host of workers: does jobs of servers on other machines."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import sample
from secrets import token_hex
from typing import Any

from msgspec import DecodeError
from redis.exceptions import RedisError

from brettwerk.core.registry import names
from brettwerk.server.bus.redis_bus import RedisBus
from brettwerk.server.bus.turns import Turns
from brettwerk.server.errors import ServerError
from brettwerk.server.jobs.job import Jobs, Report, encode, job_decoder, job_version
from brettwerk.server.jobs.pool import Crew, Pool, log
from brettwerk.server.jobs.queue import Priority, Ticket
from brettwerk.server.jobs.worker import STOP
from brettwerk.server.remote import wire

OFFER_LIMIT = 2.0  # seconds that a server has to answer an offer
LEAVE_WITHIN = 5.0  # seconds that jobs have to end when the host is to
REMEMBERED = 60.0  # seconds that a dead server is known to be dead
SOON = 0.01


@dataclass(eq=False)
class WorkerLease:
    """A worker that a server has, from the offer to the end of its job."""

    id: str
    server: str
    crew: Crew
    priority: Priority  # of the job, or that of a less urgent one
    ticket: Ticket[Any] | None = None


class WorkerHost:
    """A pool that does jobs of any server on the bus."""

    def __init__(
        self, crews: Sequence[Crew], jobs: Jobs, url: str, prefix: str, *, processes: bool = True
    ) -> None:
        self._crews, self._pool = crews, Pool(crews, jobs, processes=processes)
        self._decode = job_decoder(jobs).decode
        self._id, self._version = token_hex(8), job_version(jobs)
        self._bus, self._turns = RedisBus(url, f"{prefix}:jobs"), Turns(url, prefix)
        self._games = ["", *names()]  # no game: jobs that any worker can do
        self._leases: dict[str, WorkerLease] = {}
        self._count = 0
        self._leaving = False
        self._heard: dict[str, float] = {}  # when each server last said that it lives
        self._servers: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Start the workers."""
        for crew in self._crews:
            crew.eager = True
        self._pool.open()
        self._bus.open(self._id, self._receive, self._joined)
        self._bus.join(wire.HOSTS)
        self._tasks = [asyncio.create_task(self._find_jobs(crew)) for crew in self._crews]
        self._tasks.append(asyncio.create_task(self._look_after()))
        count = sum(crew.local for crew in self._crews)
        log.info("%d workers take jobs of version %s", count, self._version)

    async def close(self) -> None:
        """Finish jobs that end soon, and hand the others back."""
        log.info("No more jobs are taken; %d are being done", len(self._leases))
        self._leaving = True
        self._say_alive()
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_WITHIN):
                while self._leases:
                    await asyncio.sleep(SOON)
        self._drop_all()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bus.close()
        await self._turns.close()
        await self._pool.close()

    # -- jobs -----------------------------------------------------------------------------------
    async def _find_jobs(self, crew: Crew) -> None:
        """Offer workers that are free to servers whose turn it is."""
        while not self._leaving:
            if not self._has_free_worker(crew):
                await crew.wait()
            elif not self._bus.whole:
                await asyncio.sleep(wire.BEAT)
            elif (found := await self._next(crew)) and self._is_alive(found[2]):
                self._offer(crew, *found)

    def _has_free_worker(self, crew: Crew) -> bool:
        offered = sum(one.crew is crew and not one.ticket for one in self._leases.values())
        return crew.idle > offered + len(crew.queue)

    async def _next(self, crew: Crew) -> tuple[Priority, str, str] | None:
        """Return the next server with its queue and the priority of what waits there."""
        queues = {
            wire.queue_name(self._version, priority, game): priority
            for priority in self._accepted(crew)
            for game in sample(self._games, len(self._games))
        }
        try:
            found = await self._turns.take(queues)
        except (RedisError, OSError):  # the bus logs that it is lost
            await asyncio.sleep(wire.BEAT)
            return None
        return (queues[found[0]], *found) if found else None

    def _accepted(self, crew: Crew) -> list[Priority]:
        """Return what a worker may take: of several, one stays free for people."""
        taken = [lease.priority for lease in self._leases.values()]
        full = taken.count(Priority.UNWATCHED) >= max(1, crew.local - 1)
        return [one for one in crew.priorities if not (full and one == Priority.UNWATCHED)]

    def _offer(self, crew: Crew, priority: Priority, queue: str, server: str) -> None:
        """Ask a server for a job that is at least as urgent as what waits in the queue."""
        self._count += 1
        lease = WorkerLease(f"{self._id}.{self._count}", server, crew, priority)
        self._leases[lease.id] = lease
        urgent = [one for one in crew.priorities if one <= priority]
        self._send(server, wire.JobOffer(lease.id, self._id, queue, urgent, self._games))
        asyncio.get_running_loop().call_later(OFFER_LIMIT, self._give_up, lease)

    def _give_up(self, lease: WorkerLease) -> None:
        if not lease.ticket:
            self._end(lease)

    def _begin(self, lease: WorkerLease, order: bytes) -> None:
        def on_update(value: object) -> None:
            self._answer(lease, Report.of("update", value), last=False)

        try:
            job = self._decode(order)
            lease.ticket = self._pool.submit(job, lease.priority, lease.server, on_update)
        except (DecodeError, ServerError) as error:
            self._answer(lease, Report.of("failed", repr(error)), last=True)
            self._end(lease)
        else:
            lease.ticket.result.add_done_callback(partial(self._finish, lease))

    def _stop(self, lease: WorkerLease) -> None:
        if lease.ticket and lease.ticket.worker:
            lease.ticket.stop()
        elif lease.id in self._leases:  # it is about to begin
            asyncio.get_running_loop().call_later(SOON, self._stop, lease)

    def _finish(self, lease: WorkerLease, result: asyncio.Future[Any]) -> None:
        self._end(lease)
        if result.cancelled():
            return
        error = result.exception()
        report = Report.of("failed", repr(error)) if error else Report.of("done", result.result())
        self._answer(lease, report, last=True)

    def _answer(self, lease: WorkerLease, report: Report, *, last: bool) -> None:
        self._send(lease.server, wire.JobReport(lease.id, encode(report), last))

    def _drop(self, lease: WorkerLease) -> None:
        """Let a job be, since its server does not wait for it any more."""
        if lease.ticket:
            self._pool.cancel(lease.ticket)
        self._end(lease)

    def _drop_all(self) -> None:
        for lease in [*self._leases.values()]:
            self._drop(lease)
        self._say_alive()

    def _end(self, lease: WorkerLease) -> None:
        self._leases.pop(lease.id, None)
        lease.crew.changed.set()

    # -- messages -------------------------------------------------------------------------------
    def _send(self, channel: str, message: wire.WireMessage) -> None:
        self._bus.send(channel, encode(message))

    def _receive(self, _channel: str, data: bytes) -> None:
        try:
            message = wire.decode_message(data)
        except DecodeError:  # of another version
            return
        match message:
            case wire.ServerAlive():
                self._heard[message.server] = asyncio.get_running_loop().time()
            case wire.Order() if lease := self._leases.get(message.lease):
                self._stop(lease) if message.order == STOP else self._begin(lease, message.order)
            case wire.Release() if lease := self._leases.get(message.lease):
                self._drop(lease)

    def _joined(self, channel: str) -> None:
        if channel == self._id:
            self._drop_all()  # messages may have been lost

    # -- who is there ---------------------------------------------------------------------------
    async def _look_after(self) -> None:
        """Say that this host lives, and drop jobs of servers that do not."""
        while True:
            self._note_servers()
            for lease in [*self._leases.values()]:
                if not (self._bus.whole and self._is_alive(lease.server)):
                    self._drop(lease)
            self._say_alive()
            await asyncio.sleep(wire.BEAT)

    def _say_alive(self) -> None:
        slots = {priority: crew.local for crew in self._crews for priority in crew.priorities}
        alive = {} if self._leaving else slots
        self._send(wire.SERVERS, wire.HostAlive(self._id, self._version, alive, [*self._leases]))

    def _is_alive(self, server: str, limit: float = wire.LEASE) -> bool:
        """Return whether a server was heard lately; one that is new has time to be."""
        now = asyncio.get_running_loop().time()
        return now - self._heard.setdefault(server, now) < limit

    def _note_servers(self) -> None:
        """Log which servers there are when that changes."""
        alive = {server for server in self._heard if self._is_alive(server)}
        if alive != self._servers:
            self._servers = alive
            log.info("Servers: %s", ", ".join(sorted(alive)) or "none")
        self._heard = {s: at for s, at in self._heard.items() if self._is_alive(s, REMEMBERED)}

"""A pool whose jobs are also done by workers of other machines (`host.py`).

Jobs wait in the queue of their server, which knows whose turn it is. Servers with jobs that wait
stand in queues that all share; a free worker takes a server from there and asks for its first job.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any

from msgspec import DecodeError
from redis.exceptions import RedisError

from brettwerk.core.registry import names
from brettwerk.server.bus.redis_bus import RedisBus
from brettwerk.server.bus.turns import Turns
from brettwerk.server.jobs.job import Jobs, Report, Run, decode_report, encode, job_version
from brettwerk.server.jobs.pool import SHARE, Crew, Pool
from brettwerk.server.jobs.queue import Priority, Ticket
from brettwerk.server.jobs.worker import HandedBack, Worker, WorkerGone
from brettwerk.server.remote import wire

PATIENCE = 10.0  # seconds that jobs wait for a worker when there is none


class RemoteWorker(Worker):
    """The near end of a worker on another machine, for one job."""

    def __init__(self, bus: RedisBus, offer: wire.JobOffer, ticket: Ticket[Any]) -> None:
        self.killed = False
        self.host, self.lease, self.ticket = offer.host, offer.lease, ticket
        self._bus = bus
        self._over = False  # it has nothing to do for us any more
        self._reports: asyncio.Queue[bytes | WorkerGone] = asyncio.Queue()

    async def _report(self) -> Report:
        report = await self._reports.get()
        if isinstance(report, WorkerGone):
            raise report
        return decode_report(report)

    def feed(self, report: bytes | WorkerGone, *, last: bool = True) -> None:
        """Note a report, or that none will come."""
        self._over |= last
        self._reports.put_nowait(report)

    def _send(self, order: bytes) -> None:
        self._bus.send(self.host, encode(wire.Order(self.lease, order)))

    def kill(self) -> None:
        """Let it go."""
        if not self._over:
            self._bus.send(self.host, encode(wire.Release(self.lease)))


class RemotePool(Pool):
    """A pool that leaves to workers of other machines what its own have no time for."""

    def __init__(
        self,
        crews: Sequence[Crew],
        jobs: Jobs,
        url: str,
        prefix: str,
        *,
        processes: bool = True,
        run: Run | None = None,
    ) -> None:
        super().__init__(crews, jobs, processes=processes, run=run)
        self._id, self._version = token_hex(8), job_version(jobs)
        self._bus, self._turns = RedisBus(url, f"{prefix}:jobs"), Turns(url, prefix)
        self._closing = False  # the library sometimes ignores that a task was cancelled
        self._waits_in: set[str] = set()
        self._remote: dict[str, RemoteWorker] = {}
        self._hosts: dict[str, tuple[float, wire.HostAlive]] = {}
        self._last_seen: dict[Crew, float] = {}

    def open(self) -> None:
        """Start the workers of this machine, and look for others."""
        super().open()
        for crew in self._crews:
            # Until hosts had time to say that they are there, jobs wait for them.
            crew.remote, self._last_seen[crew] = 1, self._now()
        self._bus.open(self._id, self._receive, self._joined)
        self._bus.join(wire.SERVERS)
        self._tasks += [asyncio.create_task(self._queue_up(crew)) for crew in self._crews]
        self._tasks.append(asyncio.create_task(self._look_after()))

    async def close(self) -> None:
        """Let all workers go."""
        self._closing = True
        await super().close()
        await self._bus.close()
        await self._turns.close()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _queues(self, kinds: Iterable[tuple[Priority, str]]) -> set[str]:
        return {wire.queue_name(self._version, *kind) for kind in kinds}

    async def _queue_up(self, crew: Crew) -> None:
        """Stand in the queues for workers that can do what waits, whenever that changes."""
        while not self._closing:
            needed = self._queues((one.priority, one.job.game) for one in crew.queue)
            if len(crew.queue) > crew.idle and (new := needed - self._waits_in):
                self._waits_in |= new
                with suppress(RedisError, OSError):  # it tries again with the next beat
                    await self._turns.join(self._id, new)
            else:
                await crew.wait()

    # -- messages -------------------------------------------------------------------------------
    def _receive(self, _channel: str, data: bytes) -> None:
        try:
            message = wire.decode_message(data)
        except DecodeError:  # of another version
            return
        match message:
            case wire.HostAlive():
                self._note(message)
            case wire.JobOffer():
                self._accept(message)
            case wire.JobReport() if worker := self._remote.get(message.lease):
                worker.feed(message.report, last=message.last)

    def _joined(self, channel: str) -> None:
        if channel == self._id:
            self._take_back()  # messages may have been lost
            self._bus.send(wire.HOSTS, encode(wire.ServerAlive(self._id)))

    def _accept(self, offer: wire.JobOffer) -> None:
        """Give a worker the first job that it can do."""
        self._waits_in.discard(offer.queue)
        crew = self._serving[offer.priorities[0]]
        ticket = next((ticket for ticket in crew.queue if _suits(ticket, offer)), None)
        if ticket is None:
            self._bus.send(offer.host, encode(wire.Release(offer.lease)))
            return
        crew.queue.take(ticket)
        crew.changed.set()
        worker = self._remote[offer.lease] = RemoteWorker(self._bus, offer, ticket)
        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.create_task(self._work_remotely(crew, worker)))

    async def _work_remotely(self, crew: Crew, worker: RemoteWorker) -> None:
        try:
            if not worker.ticket.result.done():  # it may have been cancelled just now
                await self._work(crew, worker, worker.ticket)
        finally:
            del self._remote[worker.lease]
            worker.kill()

    # -- who is there ---------------------------------------------------------------------------
    async def _look_after(self) -> None:
        """Notice who is gone, once in a while, and stand in queues again that may be lost."""
        while not self._closing:
            if self._bus.whole:
                self._bus.send(wire.HOSTS, encode(wire.ServerAlive(self._id)))
            else:
                self._take_back()
            self._forget_hosts()
            self._waits_in.clear()
            for crew in self._crews:
                crew.changed.set()
                crew.make_room()
            await self._make_room_for_others()
            await asyncio.sleep(wire.BEAT)

    def _take_back(self) -> None:
        """Take all jobs back, since workers may not hear from us, or we from them."""
        for worker in self._remote.values():
            worker.feed(HandedBack(), last=False)

    def _note(self, host: wire.HostAlive) -> None:
        self._hosts[host.host] = self._now(), host
        for worker in self._remote.values():
            if worker.host == host.host and worker.lease not in host.leases:
                worker.feed(HandedBack())
        self._count_slots()

    def _forget_hosts(self) -> None:
        since = self._now() - wire.LEASE
        self._hosts = {host: beat for host, beat in self._hosts.items() if beat[0] > since}
        for worker in self._remote.values():
            if worker.host not in self._hosts:
                worker.feed(WorkerGone())
        self._count_slots()

    def _count_slots(self) -> None:
        alive = [host for _, host in self._hosts.values() if host.version == self._version]
        for crew in self._crews:
            count = sum(host.slots.get(crew.priorities[0], 0) for host in alive)
            if count:
                self._last_seen[crew] = self._now()
            if count or self._now() - self._last_seen[crew] > PATIENCE:
                crew.remote = count
                crew.refuse_waiting()

    async def _make_room_for_others(self) -> None:
        """Stop analyses that have had their share while other servers wait for their workers."""
        late = self._now() - SHARE
        mine = [one.ticket for one in self._remote.values() if one.ticket.started <= late]
        queues = self._queues((Priority.ANALYSIS, game) for game in ("", *names()))
        with suppress(RedisError, OSError):
            if mine and await self._turns.any(queues):
                self._serving[Priority.ANALYSIS].cut_short(mine)


def _suits(ticket: Ticket[Any], offer: wire.JobOffer) -> bool:
    return ticket.priority in offer.priorities and ticket.job.game in offer.games

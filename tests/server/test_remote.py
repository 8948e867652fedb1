"""Workers of other machines: the same results, the same order, and what becomes of lost work."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sys
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random
from secrets import token_hex
from subprocess import DEVNULL, Popen
from typing import Any

import pytest

import brettwerk
from brettwerk.puzzles.puzzle import shipped
from brettwerk.server import crews
from brettwerk.server.errors import ServerError
from brettwerk.server.jobs import pool as pool_module
from brettwerk.server.jobs import queue
from brettwerk.server.jobs.job import Job, job_version
from brettwerk.server.jobs.pool import MOVES, Crew, Pool
from brettwerk.server.jobs.queue import Priority, Ticket
from brettwerk.server.learn.tasks import JudgeAttempt
from brettwerk.server.play.config import make_config
from brettwerk.server.play.exports import PictureSpec
from brettwerk.server.play.messages import GameRequest
from brettwerk.server.play.tasks import ChooseMove, DrawPosition, ExportGame
from brettwerk.server.remote import host as host_module
from brettwerk.server.remote import pool as module
from brettwerk.server.remote import wire
from brettwerk.server.remote.host import WorkerHost
from brettwerk.server.remote.pool import RemotePool, RemoteWorker
from brettwerk.server.settings import Settings
from brettwerk.server.storage.model import Event, Seat
from brettwerk.server.study.messages import AnalysisMessage
from brettwerk.server.study.tasks import (
    AnalysePosition,
    EvaluatePosition,
    PositionEvaluation,
)
from server.chores import CHORES, Begin, Count, Deaf, DieOnce, Fail
from services import redis

DEADLINE = 100.0  # seconds, only for a test that fails
ANALYSES = (Priority.ANALYSIS, Priority.REVIEW)


class Network:
    """Servers and hosts on one bus."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self.url, self.prefix, self._stack = url, f"test-{token_hex(6)}", stack

    def server(self, *sizes: int, jobs: Any = CHORES, **more: Any) -> RemotePool:
        """A server with this many workers of its own for moves and for analyses."""
        pool = RemotePool(two_crews(*sizes), jobs, self.url, self.prefix, processes=False, **more)
        pool.open()
        self._stack.push_async_callback(pool.close)
        return pool

    def host(self, *sizes: int, jobs: Any = CHORES, processes: bool = False) -> WorkerHost:
        """A host with this many workers for moves and for analyses."""
        host = WorkerHost(two_crews(*sizes), jobs, self.url, self.prefix, processes=processes)
        host.open()
        self._stack.push_async_callback(host.close)
        return host


def two_crews(moves: int = 0, analyses: int = 0) -> list[Crew]:
    """Workers for moves and for analyses."""
    return [Crew(moves, MOVES), Crew(analyses, ANALYSES, absent="study-no-analysts")]


def go(work: Callable[[Network], Awaitable[None]], url: str | None = None) -> None:
    """Do this with servers and hosts of its own."""

    async def all_of_it() -> None:
        async with asyncio.timeout(DEADLINE), AsyncExitStack() as stack:
            await work(Network(url or redis(), stack))

    asyncio.run(all_of_it())


async def until(holds: Callable[[], Any]) -> None:
    """Wait until something holds."""
    while not holds():
        await asyncio.sleep(0.005)


async def begun(ticket: Ticket[Any]) -> None:
    """Wait until a worker has a job."""
    await until(lambda: ticket.worker)


async def taken_back(ticket: Ticket[Any]) -> None:
    """Wait until no worker has a job."""
    await until(lambda: not ticket.worker)


def noting(order: list[str], name: str) -> Callable[[Any], None]:
    """Note a name when something is done."""
    return lambda _: order.append(name)


def submit(pool: Pool, job: Job[Any, Any], priority: Priority = Priority.ANALYSIS) -> Ticket[Any]:
    """A job whose updates nobody hears."""
    return pool.submit(job, priority)


@pytest.fixture
def quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hosts and servers notice soon that others are gone."""
    monkeypatch.setattr(wire, "BEAT", 0.1)
    monkeypatch.setattr(wire, "LEASE", 0.5)
    monkeypatch.setattr(host_module, "LEAVE_WITHIN", 0.2)
    monkeypatch.setattr(host_module, "OFFER_LIMIT", 0.5)


# -- the same results -----------------------------------------------------------------------------
BOARD = "1a0 3b2 4a1 2b3"
POSITION = brettwerk.game("drei", board=BOARD).start().text
CONFIG = make_config(GameRequest("drei", seats=[Seat(), Seat()]), Random(1))
MOVE = Event("play", 0, (0, 1), "d4", 2.5, 3.5, "0:1")
PUZZLE = shipped("drei").puzzles[0]
PICTURE = PictureSpec(1, 1, True, False, 100)
JOBS: list[tuple[Priority, Job[Any, Any]]] = [
    (Priority.CLOCK_RUNS, ChooseMove(POSITION, 3, 7)),
    (Priority.QUICK, ExportGame(CONFIG, [], 1.5, "pgn")),
    (Priority.QUICK, DrawPosition("drei", {"board": BOARD}, ["d4"], ("d4",), "png", PICTURE)),
    (Priority.QUICK, JudgeAttempt("drei", PUZZLE.id, [PUZZLE.solution[0]])),
    (Priority.REVIEW, EvaluatePosition(POSITION, 200)),
]


def comparable(result: Any) -> Any:
    """A result without the time that it took."""
    return (result.lines, result.nodes) if isinstance(result, PositionEvaluation) else result


@contextmanager
def program(network: Network, jobs: str = "brettwerk.server.crews.JOBS") -> Iterator[Popen[bytes]]:
    """A worker as `brettwerk worker` starts it, with a prefix of its own."""
    module, _, name = jobs.rpartition(".")
    code = (
        f"from {module} import {name}\n"
        "from brettwerk.server import run_worker as r\n"
        f"r.JOBS = {name}\n"
        f"r.run_worker(r.Settings(bus={network.url!r}, bus_prefix={network.prefix!r}, workers=1))"
    )
    path = os.pathsep.join(sys.path)
    process = Popen(
        [sys.executable, "-c", code], stderr=DEVNULL, env=os.environ | {"PYTHONPATH": path}
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(20)


def test_a_program_elsewhere_does_every_kind_of_job_as_a_server_does() -> None:
    async def work(network: Network) -> None:
        bus, prefix = network.url, network.prefix
        here = crews.make_pool(Settings(workers=1, analysts=1, processes=False))
        elsewhere = crews.make_pool(Settings(workers=0, analysts=0, bus=bus, bus_prefix=prefix))
        here.open()
        elsewhere.open()
        with program(network):
            for priority, job in JOBS:
                ours = await here.run(job, priority)
                assert comparable(await elsewhere.run(job, priority)) == comparable(ours)
            found: list[AnalysisMessage] = []
            job = AnalysePosition(5, POSITION, "en", seconds=20.0)
            ticket = elsewhere.submit(job, Priority.ANALYSIS, on_update=found.append)
            await until(lambda: found)
            ticket.stop()
            assert (await ticket.result).lines[0].moves
            assert {message.id for message in found} == {5}
        await here.close()
        await elsewhere.close()

    go(work)


# -- on the way -----------------------------------------------------------------------------------
def test_updates_come_on_the_way_and_stopping_gives_the_result() -> None:
    async def work(network: Network) -> None:
        server, _ = network.server(), network.host(0, 1)
        updates: list[int] = []
        ticket = server.submit(Count(), Priority.ANALYSIS, on_update=updates.append)
        await until(lambda: len(updates) > 5)
        assert server.ahead_of(ticket) is None
        ticket.stop()
        assert updates == list(range(await ticket.result))
        stopped = submit(server, Count())
        await begun(stopped)
        stopped.stop()  # before it has begun there
        await stopped.result

    go(work)


def test_who_cancels_frees_the_worker_or_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "SHARE", 1e6)  # nobody else makes room
    monkeypatch.setattr(module, "SHARE", 1e6)

    async def work(network: Network) -> None:
        server, _ = network.server(), network.host(0, 1)
        running, waiting = submit(server, Count()), submit(server, Count())
        await begun(running)
        assert server.ahead_of(waiting) == 1
        server.cancel(waiting)
        server.cancel(running)
        for turns in range(40):  # at every moment on its way
            left = submit(server, Count(seconds=1e6))
            for _ in range(turns):
                await asyncio.sleep(0 if turns < 30 else 0.001)
            server.cancel(left)
        assert await server.run(Count(1), Priority.ANALYSIS) == 1
        assert server.load(Priority.ANALYSIS) == 0

    go(work)


def test_who_cancels_just_when_a_worker_is_found_leaves_nobody_working(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool_module, "SHARE", 1e6)
    monkeypatch.setattr(module, "SHARE", 1e6)

    async def work(network: Network) -> None:
        server = network.server()
        left, accept = submit(server, Count(seconds=1e6)), server._accept

        def accept_and_cancel(offer: wire.JobOffer) -> None:
            accept(offer)
            server.cancel(left)

        server._accept = accept_and_cancel  # type: ignore[method-assign]
        network.host(0, 1)
        assert await server.run(Count(1), Priority.ANALYSIS) == 1

    go(work)


def test_a_deaf_job_is_killed_and_its_worker_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "GRACE", 0.1)
    monkeypatch.setattr(pool_module, "GRACE", 0.1)

    async def work(network: Network) -> None:
        server, _ = network.server(), network.host(0, 1)
        assert await refused(server.run(Deaf(), Priority.ANALYSIS)) == (503, "page-broken")
        deaf = submit(server, Deaf(seconds=1e6))
        await begun(deaf)
        server.cancel(deaf)
        assert await server.run(Count(2), Priority.ANALYSIS) == 2

    go(work)


def test_a_job_that_fails_is_told() -> None:
    async def work(network: Network) -> None:
        server, _ = network.server(), network.host(0, 1)
        assert await refused(server.run(Fail(), Priority.ANALYSIS)) == (503, "page-broken")

    go(work)


async def refused(done: Awaitable[Any]) -> tuple[int, str]:
    """The status and the key with which a job fails."""
    with pytest.raises(ServerError) as error:
        await done
    return error.value.status, error.value.key


# -- who comes first ------------------------------------------------------------------------------
def test_priorities_and_turns_by_address_hold() -> None:
    async def work(network: Network) -> None:
        server, _ = network.server(), network.host(1)
        hold = submit(server, Count(), Priority.CLOCK_RUNS)
        await begun(hold)
        order: list[str] = []

        def begin(owner: str, priority: Priority) -> Ticket[Any]:
            ticket = server.submit(Count(1), priority, owner)
            ticket.result.add_done_callback(noting(order, f"{owner}{priority.value}"))
            return ticket

        kinds = [("a", 2), ("a", 2), ("b", 2), ("a", 1), ("a", 1), ("b", 1), ("c", 0)]
        tickets = [begin(owner, Priority(priority)) for owner, priority in kinds]
        await asyncio.sleep(0.2)
        hold.stop()
        await asyncio.gather(*(ticket.result for ticket in tickets))
        await asyncio.sleep(0)
        assert order == ["c0", "a1", "b1", "a1", "a2", "b2", "a2"]

    go(work)


def test_of_two_servers_the_more_urgent_comes_first_and_equals_take_turns() -> None:
    async def work(network: Network) -> None:
        servers = {name: network.server() for name in "ab"}
        network.host(1)
        hold = submit(servers["a"], Count(), Priority.CLOCK_RUNS)
        await begun(hold)
        order: list[str] = []
        tickets = []
        for name, priority, count in (("a", 2, 3), ("b", 2, 3), ("b", 0, 1)):
            for _ in range(count):
                ticket = submit(servers[name], Count(1), Priority(priority))
                ticket.result.add_done_callback(noting(order, f"{name}{priority}"))
                tickets.append(ticket)
            await asyncio.sleep(0.1)
        hold.stop()
        await asyncio.gather(*(ticket.result for ticket in tickets))
        await asyncio.sleep(0)
        assert order == ["b0", "a2", "b2", "a2", "b2", "a2", "b2"]

    go(work)


def test_while_another_server_waits_no_analysis_takes_more_than_its_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool_module, "SHARE", 0.3)
    monkeypatch.setattr(module, "SHARE", 0.3)

    async def work(network: Network) -> None:
        one, other, _ = network.server(), network.server(), network.host(0, 1)
        long = submit(one, Count())
        await begun(long)
        assert await other.run(Count(1), Priority.ANALYSIS) == 1
        await long.result
        assert long.cut_short

    go(work)


@pytest.mark.usefixtures("quick_beats")
def test_a_person_need_not_wait_for_games_that_nobody_plays() -> None:
    async def work(network: Network) -> None:
        server, _ = network.server(), network.host(2)
        endless = [submit(server, Count(), Priority.UNWATCHED) for _ in range(4)]
        await begun(endless[0])
        assert await server.run(Count(3), Priority.PLAYER_WAITS) == 3
        assert [bool(ticket.worker) for ticket in endless] == [True] + [False] * 3

    go(work)


def test_own_workers_and_others_share_the_work() -> None:
    async def work(network: Network) -> None:
        server, _ = network.server(0, 1), network.host(0, 2)
        tickets = [submit(server, Count()) for _ in range(4)]
        await until(lambda: sum(bool(ticket.worker) for ticket in tickets) == 3)
        remote = [ticket for ticket in tickets if isinstance(ticket.worker, RemoteWorker)]
        assert len(remote) == 2
        for ticket in tickets:
            await begun(ticket)
            ticket.stop()
            await ticket.result

    go(work)


def test_a_worker_takes_only_what_it_can_do(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(network: Network) -> None:
        job = EvaluatePosition(POSITION, 200)
        server = network.server(jobs=crews.JOBS)
        network.host(0, 1)  # it knows other jobs
        monkeypatch.setattr(host_module, "names", lambda: ["abalone"])
        network.host(0, 1, jobs=crews.JOBS)
        ticket = submit(server, job)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(ticket.result), 1.5)
        monkeypatch.undo()
        network.host(0, 1, jobs=crews.JOBS)
        assert isinstance(await ticket.result, PositionEvaluation)

    go(work)


def test_the_version_tells_jobs_apart() -> None:
    assert job_version(CHORES) != job_version(CHORES[1:])
    assert job_version(CHORES) == job_version(CHORES)


# -- what is lost ---------------------------------------------------------------------------------
@pytest.mark.usefixtures("quick_beats")
def test_a_job_whose_host_is_killed_is_done_by_another(tmp_path: Path) -> None:
    async def work(network: Network) -> None:
        server = network.server(jobs=CHORES)
        begun, enough = tmp_path / "begun", tmp_path / "enough"
        job = Begin(str(begun), str(enough))
        with program(network, "server.chores.CHORES") as process:
            ticket = submit(server, job)
            await until(begun.exists)
            process.kill()
            begun.unlink()
            network.host(0, 1)
            await until(begun.exists)
            enough.touch()
            assert await ticket.result == "done"
            assert ticket.attempts == 2

    go(work)


def test_a_job_whose_process_dies_is_tried_again(tmp_path: Path) -> None:
    async def work(network: Network) -> None:
        server = network.server()
        network.host(0, 1, processes=True)
        assert await server.run(DieOnce(str(tmp_path / "died")), Priority.ANALYSIS) == "alive"

    go(work)


@pytest.mark.usefixtures("quick_beats")
def test_a_host_that_leaves_hands_its_jobs_back() -> None:
    async def work(network: Network) -> None:
        server, first = network.server(), network.host(0, 1)
        for _ in range(pool_module.MAX_ATTEMPTS + 1):  # which is nobody's fault
            ticket = submit(server, Count())
            await begun(ticket)
            await first.close()
            await taken_back(ticket)
            first = network.host(0, 1)
            await begun(ticket)
            ticket.stop()
            await ticket.result
            assert ticket.attempts == 1

    go(work)


@pytest.mark.usefixtures("quick_beats")
def test_a_host_that_leaves_finishes_what_ends_soon(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(host_module, "LEAVE_WITHIN", 20.0)

    async def work(network: Network) -> None:
        server, host = network.server(), network.host(0, 1)
        begun, enough = tmp_path / "begun", tmp_path / "enough"
        ticket, late = submit(server, Begin(str(begun), str(enough))), submit(server, Count(1))
        await until(begun.exists)
        leaving = asyncio.create_task(host.close())
        await asyncio.sleep(0.3)
        enough.touch()
        assert await ticket.result == "done"
        await leaving
        assert not late.worker  # it takes nothing new
        network.host(0, 1)
        assert await late.result == 1

    go(work)


@pytest.mark.usefixtures("quick_beats")
def test_a_host_drops_jobs_whose_server_is_gone() -> None:
    async def work(network: Network) -> None:
        dying, living, _ = network.server(), network.server(), network.host(0, 1)
        ticket = submit(dying, Count(seconds=1e6))
        await begun(ticket)
        for task in dying._tasks:  # as kill -9 would: nothing is said any more
            task.cancel()
        dying._bus.send = lambda *_: None  # type: ignore[method-assign]
        assert await living.run(Count(3), Priority.ANALYSIS) == 3

    go(work)


@pytest.mark.usefixtures("quick_beats")
def test_messages_that_are_lost_cost_no_job() -> None:
    async def work(network: Network) -> None:
        server, host = network.server(), network.host(0, 2)
        for losing in (server, host):
            chance, send = Random(3), losing._bus.send

            def lossy(
                channel: str,
                message: bytes,
                to: Collection[str] = (),
                chance: Random = chance,
                send: Any = send,
            ) -> None:
                if chance.random() < 0.8:
                    send(channel, message, to)

            losing._bus.send = lossy  # type: ignore[method-assign]
        tickets = [submit(server, Count(2, seconds=5.0)) for _ in range(20)]
        assert await asyncio.gather(*(ticket.result for ticket in tickets)) == [2] * 20

    go(work)


# -- without Redis --------------------------------------------------------------------------------
@contextmanager
def own_redis(port: int) -> Iterator[Popen[bytes]]:
    """A Redis that can be stopped."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if not found:
        pytest.skip("No program redis-server (apt-get install redis-server)")
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = Popen([found, *options], stdout=DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait(20)


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.usefixtures("quick_beats")
def test_redis_restarts_in_between() -> None:
    port = free_port()

    async def work(network: Network) -> None:
        server, _ = network.server(), network.host(0, 2)
        with own_redis(port):
            long, ended = submit(server, Count()), submit(server, Count(3))
            assert await ended.result == 3
        waiting = submit(server, Count(2))
        await taken_back(long)
        with own_redis(port):
            assert await waiting.result == 2
            await begun(long)
            long.stop()
            await long.result
            assert long.attempts >= 1  # more if this machine is starved

    go(work, f"redis://127.0.0.1:{port}/0")


@pytest.mark.usefixtures("quick_beats")
def test_without_redis_own_workers_do_the_work_and_where_there_are_none_jobs_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.5)
    port = free_port()

    async def work(network: Network) -> None:
        server = network.server(1)
        assert await server.run(Count(2), Priority.CLOCK_RUNS) == 2
        waiting = server.run(Count(2), Priority.ANALYSIS)
        assert await refused(waiting) == (503, "study-no-analysts")
        assert not server.available(Priority.ANALYSIS)
        with own_redis(port):
            network.host(0, 1)
            await until(lambda: server.available(Priority.ANALYSIS))
            assert await server.run(Count(2), Priority.ANALYSIS) == 2

    go(work, f"redis://127.0.0.1:{port}/0")

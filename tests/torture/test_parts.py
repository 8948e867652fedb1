"""The parts of a run: intervals, links that break, machines, services, and their ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import TypeVar

import pytest

from brettwerk.errors import BadOptions
from brettwerk.torture.availability import Availability, clip, complement, longest, union
from brettwerk.torture.cluster import ClusterConfig
from brettwerk.torture.fuzz_messages import corpus, fuzzed_json, fuzzed_request
from brettwerk.torture.history import (
    NO_SERVER,
    SLOW_MACHINE,
    SLOW_WORKER,
    Disruption,
    RunHistory,
)
from brettwerk.torture.machines import can_have_machines, make_machine
from brettwerk.torture.nemeses import chosen
from brettwerk.torture.processes import Process, children_of, descendants_of
from brettwerk.torture.proxy import Link
from brettwerk.torture.run import tracebacks
from brettwerk.torture.services import PostgreSQL, Redis
from brettwerk.torture.slowness import delays, waits_of
from torture.programs import needs_postgresql, needs_redis

T = TypeVar("T")


def ran(work: Coroutine[None, None, T]) -> T:
    """In a thread of its own, whatever else runs in this process."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


# -- intervals ------------------------------------------------------------------------------------
def test_intervals() -> None:
    assert union([(3, 4), (1, 2), (2, 3), (6, 7), (6, 6.5)]) == [(1, 4), (6, 7)]
    assert complement([(1, 2), (4, 9)], 8) == [(0, 1), (2, 4)]
    assert complement([], 5) == [(0, 5)]
    assert clip([(0, 3), (5, 9)], 2, 6) == [(2, 3), (5, 6)]
    assert clip([(0, 3), (5, 9)], 3, 5) == clip([(0, 3)], 4, 4) == []
    assert (longest([(0, 3), (5, 9)]), longest([])) == (4, 0)


def test_time_is_served_while_any_server_is_up() -> None:
    faults = [
        Disruption(2, 6, "kill-server", 0),
        Disruption(4, 8, "kill-server", 1),
        Disruption(10, 12, "slow-network", 0, down=False),
        Disruption(15, 16, "pause-postgres", None),
    ]
    found = Availability(RunHistory(2, ended=20, records=[*faults]))
    assert found.served == [(0, 4), (6, 15), (16, 20)]
    assert found.healthy == [[(0, 2), (6, 10), (12, 15), (16, 20)], [(0, 4), (8, 15), (16, 20)]]
    assert found.served_between(3, 7) == 2
    assert (found.calm(0, 20), found.calm(0, 20, server=0)) == (7, 4)
    assert [fault.at for fault in found.faults_between(5, 11)] == [2, 4, 10]


# -- links ----------------------------------------------------------------------------------------
async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(100):
        writer.write(data)
    writer.close()


async def over_a_link(work: Callable[[Link, tuple[str, int]], Awaitable[T]]) -> T:
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    link = Link(server.sockets[0].getsockname())
    try:
        return await work(link, await link.open())
    finally:
        await link.close()
        server.close()


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def said(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text: bytes) -> bytes:
    writer.write(text)
    async with asyncio.timeout(0.3):
        return await reader.read(100)


@asynccontextmanager
async def connected(address: tuple[str, int]) -> AsyncIterator[Streams]:
    reader, writer = await asyncio.open_connection(*address)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Return whether a connection is broken."""
    try:
        return await said(reader, writer, b"b") == b""
    except ConnectionError:
        return True


def test_a_link_passes_on_what_it_is_given() -> None:
    async def work(_: Link, address: tuple[str, int]) -> bytes:
        async with connected(address) as streams:
            return await said(*streams, b"hello")

    assert ran(over_a_link(work)) == b"hello"


def test_a_link_that_is_silent_passes_it_on_later() -> None:
    async def work(link: Link, address: tuple[str, int]) -> bytes:
        async with connected(address) as streams:
            assert await said(*streams, b"a") == b"a"
            link.set("silent")
            with pytest.raises(TimeoutError):
                await said(*streams, b"b")
            link.set("open")
            return await said(*streams, b"c")

    assert b"b" in ran(over_a_link(work))


def test_a_link_that_is_reset_breaks_connections_and_takes_no_new_ones() -> None:
    async def work(link: Link, address: tuple[str, int]) -> None:
        async with connected(address) as old:
            assert await said(*old, b"a") == b"a"
            link.set("reset")
            async with connected(address) as new:
                assert (await closed(*old), await closed(*new)) == (True, True)
        link.set("open")
        async with connected(address) as streams:
            assert await said(*streams, b"c") == b"c"

    ran(over_a_link(work))


# -- processes ------------------------------------------------------------------------------------
def test_a_process_ends_with_all_that_it_has_started(tmp_path: Path) -> None:
    async def work() -> list[int]:
        process = Process(["sh", "-c", "sleep 100 & sleep 100 & wait"], tmp_path / "log")
        await process.start()
        while len(children_of(process.id)) < 2:
            await asyncio.sleep(0.01)
        found = descendants_of(process.id)
        await process.end(signal.SIGKILL)
        await asyncio.sleep(0.1)
        return found

    found = ran(work())
    assert len(found) == 3
    assert not any(alive(process) for process in found)


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_a_process_that_ends_while_it_is_looked_at_has_no_children(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(path: object = ".") -> None:
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "scandir", gone)
    monkeypatch.setattr(os, "listdir", gone)
    assert children_of(os.getpid()) == []


@needs_postgresql
def test_a_postgresql_of_our_own_survives_a_crash() -> None:
    import asyncpg

    async def work(folder: Path) -> int:
        server = PostgreSQL(folder)
        await server.create()
        await server.start()
        address = f"postgresql://{server.login}@127.0.0.1:{server.port}/postgres"
        try:
            first = await asyncpg.connect(address)
            await first.execute("CREATE TABLE kept AS SELECT 7 AS number")
            await server.stop(gently=False)
            await server.start()
            second = await asyncpg.connect(address)
            number: int = await second.fetchval("SELECT number FROM kept")
            await second.close()
            return number
        finally:
            await server.stop()

    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)  # another user runs it, who must get there
        assert ran(work(Path(folder))) == 7


@needs_redis
def test_a_redis_of_our_own_starts_again(tmp_path: Path) -> None:
    async def work() -> None:
        redis = Redis(tmp_path)
        for gently in (True, False):
            await redis.start()
            assert redis.process.alive
            await redis.stop(gently=gently)
            assert not redis.process.alive

    ran(work())


def test_a_machine_of_its_own_can_be_cut_off(tmp_path: Path) -> None:
    if not can_have_machines():
        pytest.skip("Network namespaces need root and iproute2 (apt-get install iproute2)")

    async def work() -> None:
        machine = await make_machine(3, 5000, tmp_path / "log")
        try:
            if not machine.can_be_cut:
                pytest.skip("This system allows no network namespaces")
            server = await asyncio.start_server(echo, machine.outside, 0)
            port = server.sockets[0].getsockname()[1]
            code = f"import socket; socket.create_connection(('{machine.outside}', {port}), 0.5)"
            connects = Process([*machine.prefix, "python3", "-c", code], tmp_path / "log")
            for cut in (False, True, False):
                await machine.cut(cut)
                await connects.start()
                assert (await connects.wait() == 0) is not cut
            server.close()
        finally:
            await machine.close()

    ran(work())


# -- the rest -------------------------------------------------------------------------------------
def test_what_cannot_be_started_is_refused() -> None:
    for arrangement in (ClusterConfig(2), ClusterConfig(1, workers=1)):
        with pytest.raises(BadOptions, match="SQLite"):
            arrangement.check()
    ClusterConfig(1).check()


def test_nemeses_are_chosen_by_name() -> None:
    assert chosen("kill-server, pause-redis") == ["kill-server", "pause-redis"]
    assert chosen("") == []
    with pytest.raises(BadOptions, match="kill-server"):
        chosen("kill-everybody")


def test_tracebacks_are_found_with_their_places() -> None:
    log = [
        "INFO: fine",
        "Traceback (most recent call last):",
        '  File "a.py", line 1, in f',
        "    f()",
        "KeyError: 'text'",
        "KeyError: not one",
    ]
    assert tracebacks(log) == ["File \"a.py\", line 1, in f: KeyError: 'text'"]


def test_fuzzed_messages_are_many_and_the_same_for_a_seed() -> None:
    known = corpus("game", "drei", "d4")

    def some(seed: int) -> set[bytes]:
        rng = Random(seed)
        requests = {fuzzed_request(rng, known).data for _ in range(300)}
        return requests | {fuzzed_json(rng, known.socket) for _ in range(300)}

    assert some(1) == some(1) != some(2)
    assert len(some(1)) > 400
    assert any(b"\0" in one for one in some(1))


def test_processes_that_had_to_wait_for_a_processor_are_noted() -> None:
    before, after = {1: 5.0, 2: 1.0, 3: 0.0}, {1: 5.1, 2: 1.5, 3: 2.0, 4: 9.0}
    assert [*delays(10.0, before, after, {3})] == [
        Disruption(9.5, 10.0, SLOW_MACHINE, None, down=False),
        Disruption(8.0, 10.0, SLOW_WORKER, NO_SERVER, down=False),
    ]
    assert [*delays(10.0, before, before, {3})] == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts how long processes wait")
def test_a_process_that_gives_way_waits() -> None:
    count = "while True: pass"
    with ExitStack() as stack:
        for niceness in [0] * (os.cpu_count() or 1) + [19]:
            command = ["nice", "-n", str(niceness), sys.executable, "-c", count]
            running = stack.enter_context(subprocess.Popen(command))
            stack.callback(running.kill)
        until = monotonic() + 60
        while not waits_of(os.getpid()).get(running.pid, 0.0) > 0.3:
            assert monotonic() < until
            sleep(0.1)

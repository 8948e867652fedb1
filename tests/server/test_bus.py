"""Redis carries messages between servers, and nothing is lost but time when it is away."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
from redis.asyncio import Redis
from websockets.sync.client import connect

from brettwerk.errors import BadOptions
from brettwerk.server.app import make_store
from brettwerk.server.bus import redis_bus
from brettwerk.server.bus.bus import EVERYBODY
from brettwerk.server.bus.redis_bus import RedisBus
from brettwerk.server.settings import Settings
from brettwerk.server.storage.store import GameStore
from browser.server import free_port
from server.cluster import until
from services import postgresql, redis


class Heard:
    """What came over a bus."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, bytes]] = []
        self.joined: list[str] = []

    def receive(self, channel: str, message: bytes) -> None:
        self.messages.append((channel, message))


@asynccontextmanager
async def connected(prefix: str) -> AsyncIterator[tuple[RedisBus, Heard]]:
    """A bus with its connection."""
    bus, heard = RedisBus(redis(), prefix), Heard()
    bus.open(uuid4().hex, heard.receive, heard.joined.append)
    try:
        await until(lambda: EVERYBODY in heard.joined)
        yield bus, heard
    finally:
        await bus.close()


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def test_messages_reach_others_in_their_channel_and_not_oneself() -> None:
    async def work() -> None:
        prefix = uuid4().hex
        async with (
            connected(prefix) as (one, heard_by_one),
            connected(prefix) as (two, heard_by_two),
            connected(uuid4().hex) as (_, heard_by_others),
        ):
            for bus in (one, two):
                bus.join("game")
            await until(lambda: "game" in heard_by_one.joined and "game" in heard_by_two.joined)
            one.send("game", b"moved")
            one.send("other", b"nobody listens")
            one.send(EVERYBODY, b"all")
            await until(lambda: (EVERYBODY, b"all") in heard_by_two.messages)
            assert ("game", b"moved") in heard_by_two.messages
            two.leave("game")
            two.send("game", b"answer")
            await until(lambda: ("game", b"answer") in heard_by_one.messages)
            assert all(message != b"nobody listens" for _, message in heard_by_two.messages)
            assert not [m for m in heard_by_one.messages if m[1] in (b"moved", b"all")]
            assert not [m for m in heard_by_others.messages if m[1]]

    run(work)


def test_messages_for_one_server_go_together_and_to_nobody_else() -> None:
    async def work() -> None:
        prefix = uuid4().hex
        async with (
            connected(prefix) as (one, _),
            connected(prefix) as (two, heard_by_two),
            connected(prefix) as (_, heard_by_three),
            Redis.from_url(redis()) as admin,
        ):
            name = next(iter(two._channels - {EVERYBODY}))
            before = await published(admin)
            for number in range(100):
                one.send(f"game {number % 10}", b"%d" % number, to=[name])
            sent = [(f"game {number % 10}", b"%d" % number) for number in range(100)]
            await until(lambda: [m for m in heard_by_two.messages if m[1]] == sent)
            assert await published(admin) - before < 50  # others use this Redis meanwhile, too
            assert not [m for m in heard_by_three.messages if m[1]]

    run(work)


async def published(admin: Redis) -> int:
    """How many messages Redis was given."""
    found = await admin.info("commandstats")
    return int(found.get("cmdstat_publish", {}).get("calls", 0))


def test_messages_that_pile_up_are_dropped_wherever_they_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(redis_bus, "MAX_UNSENT", 10)

    async def work() -> None:
        async with connected(uuid4().hex) as (bus, _):
            for number in range(30):
                bus.send(f"game {number}", b"news")
            assert sum(map(len, bus._unsent.values())) <= 10
            assert not bus.whole  # so that servers compare with the database meanwhile

    run(work)


def test_a_parcel_that_cannot_be_read_is_as_if_it_were_lost() -> None:
    async def work() -> None:
        prefix = uuid4().hex
        async with connected(prefix) as (bus, heard), Redis.from_url(redis()) as admin:
            await admin.publish(bus._name(EVERYBODY), b"an older server")
            bus.join("game")
            await until(lambda: "game" in heard.joined)
            assert bus.whole

    run(work)


def test_a_lost_connection_is_told_once_and_made_again(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with connected(uuid4().hex) as (bus, heard), Redis.from_url(redis()) as admin:
            bus.join("game")
            await until(lambda: "game" in heard.joined)
            assert bus.whole
            heard.joined.clear()
            ours = {client["addr"] for client in await admin.client_list()} & ports_of(bus)
            assert ours
            for address in ours:
                with suppress(Exception):
                    await admin.client_kill(address)
            await until(lambda: {EVERYBODY, "game"} <= set(heard.joined))
            assert bus.whole

    with caplog.at_level(logging.WARNING, "brettwerk"):
        run(work)
    assert [record.message.partition(",")[0] for record in caplog.records] == [
        "The bus is lost",
        "The bus is back",
    ]


def ports_of(bus: RedisBus) -> set[str]:
    """The addresses of the connections of a bus."""
    pool = bus._redis.connection_pool
    connections = [*pool._available_connections, *pool._in_use_connections]
    names = (one._writer.get_extra_info("sockname") for one in connections if one._writer)
    return {f"{host}:{port}" for host, port in names}


def test_without_redis_a_bus_is_not_whole_and_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        bus, heard = RedisBus(f"redis://127.0.0.1:{free_port()}/0"), Heard()
        bus.open(uuid4().hex, heard.receive, heard.joined.append)
        await asyncio.sleep(1.0)
        bus.send("game", b"lost")
        assert not bus.whole
        await bus.close()

    with caplog.at_level(logging.WARNING, "brettwerk"):
        run(work)
    assert len(caplog.records) == 1


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (Settings("sqlite:///x.sqlite", bus="redis://127.0.0.1"), "SQLite is for one server alone"),
        (Settings(bus="redis://127.0.0.1"), "SQLite is for one server alone"),
    ],
)
def test_a_bus_needs_a_database_that_can_be_shared(settings: Settings, told: str) -> None:
    with pytest.raises(BadOptions, match=told):
        make_store(settings)


@pytest.mark.parametrize(
    "address", ["nonsense", "redis://localhost:nonsense", "redis://localhost/nonsense", "unix://"]
)
def test_an_address_that_is_no_bus_is_one_sentence(address: str) -> None:
    with pytest.raises(BadOptions, match="The address of the bus cannot be used"):
        RedisBus(address)


# -- servers --------------------------------------------------------------------------------------
def test_a_second_server_needs_a_bus_as_the_first_does() -> None:
    async def work() -> None:
        url = Settings(postgresql()).url
        first = GameStore(url, bus=True)
        await first.open()

        async def beat() -> None:
            while True:
                await first.leases.beat()
                await asyncio.sleep(0.1)

        beating = asyncio.create_task(beat())
        alone = GameStore(url)
        with pytest.raises(BadOptions, match="Another server"):
            await alone.open()
        second = GameStore(url, bus=True)
        await second.open()
        await second.leases.beat()
        assert {one.server for one in second.leases.others} == {first.leases.server}
        beating.cancel()
        for store in (first, second):
            await store.close()

    run(work)


def test_after_a_kill_the_next_server_waits_for_the_lease(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        url = Settings(postgresql()).url
        first = GameStore(url)
        await first.open()
        first.leases.own = frozenset()  # it does not release them
        await first.close()
        caplog.clear()  # it may have waited for the server of another test
        second = GameStore(url)
        await second.open()
        assert second.leases.primary in second.leases.own
        await second.close()

    with caplog.at_level(logging.WARNING, "brettwerk"):
        run(work)
    assert [record.message.partition(" (")[0] for record in caplog.records] == [
        "Waiting for the server before to be gone"
    ]


class Server:
    """A server in a process of its own."""

    def __init__(self, database: str, prefix: str) -> None:
        self.address = ("127.0.0.1", free_port())
        code = f"""
from brettwerk.server.run import listen, serve
from brettwerk.server.settings import Limits, Settings
settings = Settings({database!r}, bus={redis()!r}, bus_prefix={prefix!r}, limits=Limits.none(),
    workers=1, analysts=0, pause=0.0)
if __name__ == "__main__":
    serve(settings, listen{self.address!r}, lambda: print("ready", flush=True))
"""
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        assert self.process.stdout.readline() == "ready\n"

    def ask(self, path: str, body: Any = None) -> Any:
        headers = {"content-type": "application/json"}
        data = json.dumps(body).encode() if body else None
        url = "http://{}:{}".format(*self.address) + path
        with urlopen(Request(url, data, headers), timeout=20) as answer:
            return json.loads(answer.read())

    @contextmanager
    def sit(self, game: str, *keys: str) -> Iterator[Any]:
        with connect("ws://{}:{}/ws/{}".format(*self.address, game)) as socket:
            socket.send(json.dumps({"t": "hello", "v": 1, "keys": list(keys)}))
            yield socket

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGTERM)
        self.process.wait(20)
        if self.process.stdout:
            self.process.stdout.close()


def table(socket: Any, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first table of which something is true."""
    while True:
        told = json.loads(socket.recv(timeout=120))  # workers give way to all else
        if told["t"] == "table" and reached(told):
            return dict(told)


def test_a_game_goes_on_at_another_server_when_the_first_is_killed() -> None:
    database, prefix = postgresql(), uuid4().hex
    with ExitStack() as stack:
        first, second = (Server(database, prefix) for _ in range(2))
        for server in (first, second):
            stack.callback(server.end)
        wanted = {
            "game": "abalone",
            "seats": [{"kind": "here"}, {"kind": "computer", "level": 1}],
            "begins": 0,
            "clock": "10",
        }
        made = first.ask("/api/games", wanted)
        key = made["seats"][0]["key"]
        with second.sit(made["id"]) as watching, first.sit(made["id"], key) as playing:
            begun = table(playing, lambda _: True)
            act = {"t": "act", "do": "play", "id": "1", "moment": 0, "text": begun["moves"][0][0]}
            playing.send(json.dumps(act))
            table(watching, lambda told: len(told["frames"]) > 0 and told["turn"] == 0)
            first.process.kill()
            first.process.wait(20)
            with second.sit(made["id"], key) as again:
                now = table(again, lambda _: True)
                act = {**act, "id": "2", "moment": now["moment"], "text": now["moves"][0][0]}
                again.send(json.dumps(act))
                table(again, lambda told: told["moment"] == 4)
        assert len(second.ask(f"/api/games/{made['id']}")["frames"]) == 4

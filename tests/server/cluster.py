"""Several servers in one process, with a bus that can lose messages and a time that tests set."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from threading import Event as Flag
from time import monotonic
from typing import Any

import brettwerk
from brettwerk.server.bus.bus import EVERYBODY, Receive
from brettwerk.server.crews import make_pool
from brettwerk.server.http.rate_limits import SharedLimits
from brettwerk.server.play.messages import Command, GameRequest
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.scheduler import Scheduler
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.state import GameState, replay
from brettwerk.server.settings import Settings
from brettwerk.server.storage.model import Event, Seat
from brettwerk.server.storage.store import GameStore
from server.glance import Choose, at_random, choosing

DEADLINE = 20.0  # real seconds, only for a test that fails
FRIENDS = GameRequest("abalone", seats=[Seat("friend"), Seat("friend")], begins=0)
CLOCK = GameRequest("abalone", seats=[Seat("here"), Seat("here")], begins=0, clock="1")
COMPUTER = GameRequest("abalone", seats=[Seat("here"), Seat("computer", 1)], begins=0)


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run the work of a test."""
    asyncio.run(work())


class Time:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


class Hub:
    """What carries the messages of all buses in this process."""

    def __init__(self) -> None:
        self.members: dict[str, set[HubBus]] = defaultdict(set)


class HubBus:
    """A bus of one server; `loses` loses all messages unnoticed, `cut` is noticed."""

    shared = True

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.loses = False
        self.cut = False
        self.sent = 0
        self.receive: Receive | None = None

    @property
    def whole(self) -> bool:
        return not self.cut

    def open(self, name: str, receive: Receive, joined: Callable[[str], None]) -> None:
        self.receive, self._joined = receive, joined
        self.join(EVERYBODY)
        self.join(name)

    async def close(self) -> None:
        for members in self._hub.members.values():
            members.discard(self)

    def join(self, channel: str) -> None:
        self._hub.members[channel].add(self)
        asyncio.get_running_loop().call_soon(self._joined, channel)

    def leave(self, channel: str) -> None:
        self._hub.members[channel].discard(self)

    def send(self, channel: str, message: bytes, to: Collection[str] = ()) -> None:
        self.sent += 1
        if self.loses or self.cut:
            return
        others = set().union(*(self._hub.members[one] for one in to or (channel,))) - {self}
        for other in others:
            if other.receive and not (other.cut or other.loses):
                asyncio.get_running_loop().call_soon(other.receive, channel, message)


class Viewer:
    """A connection that remembers what it was sent."""

    def __init__(self, *people: int, client: str = "someone") -> None:
        self.lag, self.revoked = 0.0, list[int]()
        self.client, self.people, self.open = client, people, True
        self.moves: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.online: list[int] = []

    def revoke(self, person: int) -> None:
        """Note that the key of a person was replaced."""
        self.revoked.append(person)

    def hang_up(self, code: int) -> None: ...

    def send(self, message: bytes) -> None:
        told: dict[str, Any] = json.loads(message)
        self.told.append(told)
        if told["t"] == "table":
            assert told["from"] <= len(self.moves)
            self.moves[told["from"] :] = [frame["text"] for frame in told["frames"]]
            self.table = told
        elif told["t"] == "online":
            self.online = told["people"]


class Node:
    """One server: its registry and its scheduler, whose heartbeats tests make."""

    def __init__(self, url: str, bus: HubBus, clock: Time, choose: Choose) -> None:
        settings = Settings(url, processes=False, pause=0.0, workers=1, analysts=0)
        self.store = GameStore(url, bus=True, clock=clock)
        self.bus, self.limits = bus, SharedLimits()
        self.pool = make_pool(settings, choosing(choose))
        self.registry = GameRegistry(settings, self.store, self.pool, self.limits, bus)
        self.scheduler = Scheduler(self.registry)
        self.alive = True

    @property
    def leases(self) -> Any:
        return self.store.leases

    async def open(self) -> None:
        await self.store.open()
        await self.leases.beat()
        self.pool.open()
        self.registry.open()
        self.registry.on_change = self.scheduler.update

    async def tick(self) -> None:
        """Do what a server does twice a second."""
        await self.scheduler.beat()
        await self.scheduler.look_after()

    async def die(self) -> None:
        """Stop, as a process that is killed: nothing is released."""
        self.alive = False
        self.leases.own = frozenset()
        await self.close()

    async def close(self) -> None:
        await self.bus.close()
        await self.scheduler.close()
        await self.registry.close()
        await self.pool.close()
        await self.store.close()

    async def create(self, wanted: GameRequest) -> GameSession:
        made = await self.registry.create(wanted)
        return await self.registry.get(made.id)

    async def watch(self, game: str, *people: int) -> Viewer:
        viewer = Viewer(*people)
        await self.registry.connect(await self.registry.get(game), viewer)
        return viewer

    async def do(self, game: str, person: int, command: Command) -> None:
        session = await self.registry.get(game)
        await self.registry.execute(session, (person,), command, "someone")

    async def move(self, game: str, number: int = 0) -> str:
        """Play a legal move for whoever is to move."""
        session = await self.registry.get(game)
        state = session.state
        text = state.match.position.moves[number].text
        command = Command(f"c{state.version}", "play", state.version, text=text)
        await self.do(game, state.match.turn, command)
        return text

    async def stored(self, game: str) -> tuple[GameState, list[Event]]:
        found = await self.store.load(game)
        assert found
        return replay(GameState.new(found.config), found.events), found.events


class Cluster:
    """Servers that share a database, a bus and a time."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self.url, self._stack = url, stack
        self.time, self.hub = Time(), Hub()
        self.nodes: list[Node] = []

    async def add(self, choose: Choose = at_random) -> Node:
        """Start another server."""
        node = Node(self.url, HubBus(self.hub), self.time, choose)
        await node.open()
        self.nodes.append(node)
        self._stack.push_async_callback(self._close, node)
        return node

    async def _close(self, node: Node) -> None:
        if node.alive:
            await node.close()

    async def go_on(self, seconds: float) -> None:
        """Let time pass, with two heartbeats a second of all servers that live."""
        for _ in range(round(2 * seconds)):
            self.time.now += 0.5
            for node in self.nodes:
                if node.alive:
                    await node.tick()
            await asyncio.sleep(0)


@asynccontextmanager
async def cluster(folder: Path, servers: int = 2, url: str = "") -> AsyncIterator[Cluster]:
    """Servers on one database; one of SQLite can be shared within a process."""
    async with AsyncExitStack() as stack:
        made = Cluster(url or f"sqlite+aiosqlite:///{folder / 'games.sqlite'}", stack)
        for _ in range(servers):
            await made.add()
        yield made


async def thinking_for_ever(made: Cluster, go_on: Flag) -> Node:
    """A server whose computers do not come to a decision."""

    def choose(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        go_on.wait(20)
        return at_random(position, level, seed)

    return await made.add(choose)


async def until(reached: Callable[[], bool]) -> None:
    """Wait for something that other tasks do."""
    deadline = monotonic() + DEADLINE
    while not reached():
        assert monotonic() < deadline, "it never happened"
        await asyncio.sleep(0.005)


def some(seed: int = 0) -> Random:
    """Return a source of random numbers."""
    return Random(seed)

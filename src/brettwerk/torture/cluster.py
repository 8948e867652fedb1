"""The servers of a run with their database, bus and workers, and the links between them."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal

from brettwerk.errors import BadOptions
from brettwerk.torture.history import Died, Disruption, Recorder
from brettwerk.torture.http_client import Address, fetch
from brettwerk.torture.machines import Machine, make_machine
from brettwerk.torture.processes import Process, ending_with_us, free_port
from brettwerk.torture.proxy import Link
from brettwerk.torture.services import PostgreSQL, Redis, has_postgresql, has_redis, until

Database = Literal["own-postgresql", "sqlite"]
MAX_START_SKEW = 2.0  # seconds between the starts of two servers
MAX_CLOCK_SKEW = 10**6  # seconds between the monotonic clocks of two machines


@dataclass(frozen=True)
class ClusterConfig:
    """What is started."""

    servers: int = 1
    workers: int = 0
    database: Database = "sqlite"

    @property
    def needs_bus(self) -> bool:
        """Whether several processes must hear of each other."""
        return self.servers > 1 or self.workers > 0

    def check(self) -> None:
        """Raise BadOptions if this cannot be started here."""
        if self.database == "sqlite" and self.needs_bus:
            raise BadOptions("torture-sqlite")
        if self.database == "own-postgresql" and not has_postgresql():
            raise BadOptions("torture-postgresql")
        if self.needs_bus and not has_redis():
            raise BadOptions("torture-redis")


@dataclass(frozen=True)
class TorturePlan:
    """What is run, for how long, and which nemeses come."""

    arrangement: ClusterConfig
    seconds: float = 30.0
    games: int = 8
    nemeses: tuple[str, ...] = ()  # all that are possible, if none is named
    seed: int = 0


class Server:
    """A server on its machine, reached over links that can be cut."""

    def __init__(self, number: int, machine: Machine, recorder: Recorder, log: Path) -> None:
        self.number = number
        self.machine = machine
        self.port = free_port()
        self.links = {"clients": Link((machine.address, self.port))}
        self.address: Address = ("", 0)  # where clients reach it
        self._log = log
        self.lock = asyncio.Lock()  # held while it is stopped and started again
        self._recorder = recorder
        self._process: Process | None = None
        self._watching: asyncio.Task[None] | None = None

    @property
    def process(self) -> Process:
        """Its process."""
        assert self._process is not None
        return self._process

    def set_command(self, database: str, bus: str, workers: int) -> None:
        """Say how it is started."""
        own = ["--host", self.machine.address, "--port", str(self.port)]
        others = ["--bus", bus] if bus else []
        command = [*self.machine.prefix, *brettwerk("serve"), "--no-browser", "--no-limits", *own]
        quick = ["--workers", str(workers), "--analysts", "0", "--pause", "0.2"]
        # In the environment, other users of this machine cannot read the password.
        environment = {**QUIET, "BRETTWERK_DATABASE": database}
        self._process = Process(ending_with_us([*command, *quick, *others]), self._log, environment)

    async def link_to(self, name: str, port: int) -> str:
        """Open a link to a service of this machine, and return where it is for the server."""
        link = self.links[name] = Link(("127.0.0.1", port))
        host, found = await link.open(self.machine.outside)
        return f"{host}:{found}"

    async def start(self) -> None:
        """Start it, again and again until it runs, and wait until it answers."""
        await self.process.start()
        await until(self._answers, f"server {self.number}", self.process.log)
        self._watching = asyncio.create_task(self._watch())

    async def _answers(self) -> bool:
        if not self.process.alive:
            # The database may not have noticed yet that the server before is dead.
            await asyncio.sleep(0.3)
            await self.process.start()
        try:
            where = self.machine.address, self.port
            return (await fetch(where, "/healthz", within=1.0)).status == 200
        except (OSError, TimeoutError):
            return False

    async def _watch(self) -> None:
        """Start it again if it ends by itself, which it must not."""
        code = await self.process.wait()
        began = self._recorder.now()
        self._recorder.add(Died(began, self.number, code))
        await self.start()
        self._recorder.add(Disruption(began, self._recorder.now(), "died", self.number))

    async def crash(self) -> None:
        """Kill it, as a power failure would."""
        self._expect_end()
        await self.process.crash()

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, and wait until it has ended."""
        self._expect_end()
        await self.process.end(how)

    def _expect_end(self) -> None:
        if self._watching:
            self._watching.cancel()

    async def close(self) -> None:
        """End it and its links."""
        if self._process:
            await self.stop(signal.SIGKILL)
        for link in self.links.values():
            await link.close()
        await self.machine.close()


# A killed process leaves resources behind, about which Python would warn.
QUIET = {"PYTHONWARNINGS": "ignore:resource_tracker:UserWarning"}


def brettwerk(command: str) -> list[str]:
    """Return how a command of ours is run."""
    return [sys.executable, "-m", "brettwerk", command, "--lang", "en"]


class Cluster:
    """Everything that a run starts; `close` leaves nothing of it."""

    def __init__(self, arrangement: ClusterConfig, recorder: Recorder, rng: Random) -> None:
        arrangement.check()
        self.arrangement = arrangement
        self.folder = Path(tempfile.mkdtemp(prefix="brettwerk-torture-"))
        self.folder.chmod(0o711)  # PostgreSQL runs as another user
        self.servers: list[Server] = []
        self.workers: list[Process] = []
        self.postgresql: PostgreSQL | None = None
        self.redis: Redis | None = None
        self._recorder, self._rng = recorder, rng
        self._closing = AsyncExitStack()  # goes on if something cannot be closed
        self._closing.callback(shutil.rmtree, self.folder, ignore_errors=True)

    async def open(self) -> None:
        """Start everything, the servers at different times."""
        if self.arrangement.database == "own-postgresql":
            self.postgresql = PostgreSQL(self.folder)
            self._closing.push_async_callback(self.postgresql.stop, gently=False)
            await self.postgresql.create()
            await self.postgresql.start()
        if self.arrangement.needs_bus:
            self.redis = Redis(self.folder)
            self._closing.push_async_callback(self.redis.stop, gently=False)
            await self.redis.start()
        for number in range(self.arrangement.servers):
            await self._add_server(number)
        await asyncio.gather(*map(self._start_late, self.servers))
        for number in range(self.arrangement.workers):
            await self._add_worker(number)

    async def _add_server(self, number: int) -> None:
        skew = self._rng.randrange(MAX_CLOCK_SKEW)
        machine = await make_machine(number, skew, self.folder / f"machine-{number}.log")
        server = Server(number, machine, self._recorder, self.folder / f"server-{number}.log")
        self.servers.append(server)
        self._closing.push_async_callback(server.close)
        server.address = await server.links["clients"].open()
        workers = 0 if self.arrangement.workers else 1
        server.set_command(await self._database_for(server), await self._bus_for(server), workers)

    async def _database_for(self, server: Server) -> str:
        if self.postgresql is None:
            return self.database
        there = await server.link_to("database", self.postgresql.port)
        return f"postgresql://{self.postgresql.login}@{there}/postgres"

    async def _bus_for(self, server: Server) -> str:
        if self.redis is None:
            return ""
        return f"redis://{await server.link_to('bus', self.redis.port)}/0"

    async def _start_late(self, server: Server) -> None:
        """Start a server at its own time; one must come first, to make the tables."""
        await asyncio.sleep(server.number and self._rng.uniform(0, MAX_START_SKEW))
        await server.start()
        self._recorder.add(Disruption(0.0, self._recorder.now(), "start", server.number))

    async def _add_worker(self, number: int) -> None:
        assert self.redis is not None
        bus = ["--bus", f"redis://127.0.0.1:{self.redis.port}/0"]
        command = [*brettwerk("worker"), *bus, "--slots", "1", "--analysts", "0"]
        worker = Process(ending_with_us(command), self.folder / f"worker-{number}.log", QUIET)
        self._closing.push_async_callback(worker.end, signal.SIGKILL)
        await worker.start()
        self.workers.append(worker)

    @property
    def database(self) -> str:
        """The address of the database on this machine."""
        if self.postgresql is None:
            return f"sqlite:///{self.folder / 'games.sqlite'}"
        return f"postgresql://{self.postgresql.login}@127.0.0.1:{self.postgresql.port}/postgres"

    def log_lines(self) -> list[str]:
        """Return what servers and workers have logged."""
        files = [*self.folder.glob("server-*.log"), *self.folder.glob("worker-*.log")]
        texts = (path.read_text(encoding="utf-8", errors="replace") for path in sorted(files))
        return [line for text in texts for line in text.splitlines()]

    async def close(self) -> None:
        """End everything and delete the folder."""
        await self._closing.aclose()

"""Nemeses: each breaks one thing for a while, mends it, and records when it was broken."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Protocol

from brettwerk.errors import BadOptions
from brettwerk.torture.cluster import Cluster, Server
from brettwerk.torture.history import KILLED_WORKER, NO_SERVER, Disruption, Recorder
from brettwerk.torture.processes import children_of
from brettwerk.torture.proxy import Mode
from brettwerk.torture.services import PostgreSQL, Redis

SHORTEST, LONGEST = 0.5, 7.0  # seconds for which something is broken
# After a cable was unplugged, TCP waits longer and longer before it tries again.
SETTLING = 15.0
RESTARTING = 10.0  # seconds in which a killed worker is replaced
VITAL = ("postgresql",)  # without which no server serves
CALM = 8.0  # seconds between two nemeses, at most


class Droppable(Protocol):
    """A client whose connection can be broken."""

    def drop(self) -> None: ...


@dataclass
class Scene:
    """What nemeses work on."""

    cluster: Cluster
    clients: list[Droppable]
    recorder: Recorder
    rng: Random

    def server(self) -> Server:
        """Return one of the servers."""
        return self.rng.choice(self.cluster.servers)

    async def while_broken(self) -> None:
        """Wait for as long as something stays broken."""
        await asyncio.sleep(self.rng.uniform(SHORTEST, LONGEST))

    def record(
        self, nemesis: str, since: float, server: Server | None = None, *, down: bool = True
    ) -> float:
        """Record a fault that has just ended, and return when."""
        now = self.recorder.now()
        which = server.number if server else None
        self.recorder.add(Disruption(since, now, nemesis, which, down))
        return now


Nemesis = Callable[[Scene], Awaitable[None]]


# -- servers and workers --------------------------------------------------------------------------
async def kill_server(scene: Scene) -> None:
    """Kill a server, and start it again."""
    server = scene.server()
    async with server.lock:
        since = scene.recorder.now()
        await server.crash()
        await asyncio.sleep(scene.rng.choice((0.0, scene.rng.uniform(0, LONGEST))))
        await server.start()
        scene.record("kill-server", since, server)


async def pause_server(scene: Scene) -> None:
    """Stop a server with its workers, and let it go on."""
    server, since = scene.server(), scene.recorder.now()
    server.process.send_all(signal.SIGSTOP)
    try:
        await scene.while_broken()
    finally:
        server.process.send_all(signal.SIGCONT)
    scene.record("pause-server", since, server)


async def restart_servers(scene: Scene) -> None:
    """Stop all servers in good order and start them again, one after the other."""
    for server in scene.cluster.servers:
        async with server.lock:
            since = scene.recorder.now()
            await server.stop()
            since = scene.record("restart-servers", since, server, down=False)
            await server.start()
            scene.record("restart-servers", since, server)


async def kill_worker(scene: Scene) -> None:
    """Kill one of the processes that think for computers."""
    cluster, since = scene.cluster, scene.recorder.now()
    if cluster.workers:
        worker = scene.rng.choice(cluster.workers)
        await worker.crash()
        await worker.start()
    elif children := children_of(scene.server().process.id):
        with suppress(ProcessLookupError):
            os.kill(scene.rng.choice(children), signal.SIGKILL)
    now = scene.recorder.now()
    scene.recorder.add(Disruption(since, now + RESTARTING, KILLED_WORKER, NO_SERVER, down=False))


# -- services -------------------------------------------------------------------------------------
def _service(scene: Scene, name: str) -> PostgreSQL | Redis:
    service = scene.cluster.postgresql if name == "postgresql" else scene.cluster.redis
    assert service
    return service


async def restart_service(scene: Scene, name: str) -> None:
    """Restart a service, in good order or as after a crash; Redis forgets everything."""
    since, service = scene.recorder.now(), _service(scene, name)
    await service.stop(gently=scene.rng.random() < 0.5)
    await asyncio.sleep(scene.rng.uniform(0, 2))
    await service.start()
    scene.record(f"restart-{service.name}", since, down=name in VITAL)


async def pause_service(scene: Scene, name: str) -> None:
    """Stop a service for a while."""
    since, service = scene.recorder.now(), _service(scene, name)
    service.process.send_all(signal.SIGSTOP)
    try:
        await scene.while_broken()
    finally:
        service.process.send_all(signal.SIGCONT)
    scene.record(f"pause-{service.name}", since, down=name in VITAL)


# -- the network ----------------------------------------------------------------------------------
async def cut_network(scene: Scene) -> None:
    """Unplug a server, or silence all its links."""
    server, since = scene.server(), scene.recorder.now()
    down = "database" in server.links  # otherwise it serves without knowing that it is cut off
    if not server.machine.can_be_cut:
        await _disturb(scene, "cut-network", server, tuple(server.links), "silent", down=down)
        return
    await server.machine.cut(True)
    try:
        await scene.while_broken()
    finally:
        await server.machine.cut(False)
    now = scene.record("cut-network", since, server, down=down)
    scene.recorder.add(Disruption(now, now + SETTLING, "cut-network", server.number, down=False))


async def _disturb(
    scene: Scene,
    nemesis: str,
    server: Server,
    links: tuple[str, ...],
    mode: Mode,
    delay: float = 0.0,
    *,
    down: bool = True,
) -> None:
    """Change links of a server for a while."""
    since = scene.recorder.now()
    for link in links:
        server.links[link].set(mode, delay)
    try:
        await scene.while_broken()
    finally:
        for link in links:
            server.links[link].set("open")
    scene.record(nemesis, since, server, down=down)


async def _cut(scene: Scene, nemesis: str, link: str, *, down: bool = True) -> None:
    mode: Mode = scene.rng.choice(("reset", "silent"))
    await _disturb(scene, nemesis, scene.server(), (link,), mode, down=down)


async def cut_clients(scene: Scene) -> None:
    """Cut a server off from its clients, for whom time runs as it does whenever they are away."""
    await _cut(scene, "cut-clients", "clients", down=False)


async def cut_database(scene: Scene) -> None:
    """Cut a server off from its database."""
    await _cut(scene, "cut-database", "database")


async def cut_bus(scene: Scene) -> None:
    """Cut a server off from the bus."""
    await _cut(scene, "cut-bus", "bus", down=False)


async def slow_network(scene: Scene) -> None:
    """Let everything take longer on all links of a server."""
    server, delay = scene.server(), scene.rng.uniform(0.05, 0.3)
    links = tuple(server.links)
    await _disturb(scene, "slow-network", server, links, "open", delay, down=False)


async def drop_clients(scene: Scene) -> None:
    """Break connections of clients at random moments."""
    for _ in range(scene.rng.randrange(5, 30)):
        scene.rng.choice(scene.clients).drop()
        await asyncio.sleep(scene.rng.expovariate(5))


NEMESES: dict[str, Nemesis] = {
    "kill-server": kill_server,
    "pause-server": pause_server,
    "restart-servers": restart_servers,
    "kill-worker": kill_worker,
    "restart-postgres": partial(restart_service, name="postgresql"),
    "pause-postgres": partial(pause_service, name="postgresql"),
    "restart-redis": partial(restart_service, name="redis"),
    "pause-redis": partial(pause_service, name="redis"),
    "cut-network": cut_network,
    "cut-clients": cut_clients,
    "cut-database": cut_database,
    "cut-bus": cut_bus,
    "slow-network": slow_network,
    "drop-clients": drop_clients,
}
_NEEDS = {"postgres": "postgresql", "database": "postgresql", "redis": "redis", "bus": "redis"}


def possible(cluster: Cluster) -> list[str]:
    """Return the nemeses that are possible with what was started."""

    def fits(name: str) -> bool:
        need = _NEEDS.get(name.rpartition("-")[2])
        return need is None or getattr(cluster, need) is not None

    return [name for name in NEMESES if fits(name)]


def chosen(names: str) -> list[str]:
    """Return the nemeses of an option; BadOptions if one is unknown."""
    found = [name.strip() for name in names.split(",") if name.strip()]
    for name in found:
        if name not in NEMESES:
            raise BadOptions("torture-nemesis", given=name, known=", ".join(NEMESES))
    return found


async def haunt(scene: Scene, names: list[str], seconds: float) -> dict[str, int]:
    """Let nemeses loose for a time, sometimes two at once; return how often each came."""
    counts = dict.fromkeys(names, 0)
    until, order = scene.recorder.now() + seconds, list[str]()
    while names and scene.recorder.now() < until:
        await asyncio.sleep(scene.rng.uniform(0.5, CALM))
        # All come before one comes again.
        order = order or scene.rng.sample(names, len(names))
        some = [order.pop() for _ in range(min(len(order), scene.rng.choice((1, 1, 1, 2))))]
        await asyncio.gather(*(NEMESES[name](scene) for name in some))
        for name in some:
            counts[name] += 1
    return counts

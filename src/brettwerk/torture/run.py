"""A run: start everything, play while nemeses break things, repair all, and read what is stored."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random

from brettwerk.torture.checker import check
from brettwerk.torture.client import Client, SharedGame
from brettwerk.torture.cluster import Cluster, TorturePlan
from brettwerk.torture.evidence import Violation
from brettwerk.torture.history import (
    SLOW_MACHINE,
    Answered,
    Created,
    Disruption,
    Recorder,
    RunHistory,
    Sent,
    Shown,
)
from brettwerk.torture.nemeses import Scene, haunt, possible
from brettwerk.torture.reading import read_database, read_views
from brettwerk.torture.slowness import note_slowness
from brettwerk.torture.tables import clients_of, open_tables

DRAIN_WITHIN = 30.0
WATCH_ON = 6.0  # longer than anything may take to be shown


@dataclass
class TortureReport:
    """What came of a run."""

    history: RunHistory
    violations: list[Violation] = field(default_factory=list)
    nemeses: dict[str, int] = field(default_factory=dict)
    tracebacks: list[str] = field(default_factory=list)

    def counts(self) -> dict[str, float]:
        """Return how much was done."""
        history, faults = self.history, self.history.of(Disruption)
        answers = history.of(Answered)
        moves = sum(event.kind == "play" for game in history.stored for event in game.events)
        return {
            "games": len(history.stored),
            "moves": moves,
            "commands": len({sent.id for sent in history.of(Sent)}),
            "acknowledged": sum(answer.done for answer in answers),
            "refused": sum(not answer.done and answer.final for answer in answers),
            "shown": len(history.of(Shown)),
            "slow": round(sum(f.ended - f.at for f in faults if f.nemesis == SLOW_MACHINE), 1),
        }


async def run(plan: TorturePlan) -> TortureReport:
    """Run a plan from beginning to end; leave nothing running."""
    rng, recorder = Random(plan.seed), Recorder(plan.arrangement.servers, plan.seed)
    cluster = Cluster(plan.arrangement, recorder, rng)
    try:
        with stopped_by_terminate():
            await cluster.open()
            return await _play(plan, cluster, recorder, rng)
    finally:
        await cluster.close()


async def _play(
    plan: TorturePlan, cluster: Cluster, recorder: Recorder, rng: Random
) -> TortureReport:
    names = [name for name in possible(cluster) if name in (plan.nemeses or (name,))]
    async with playing(cluster, recorder, rng, plan.games) as clients:
        counts = await haunt(Scene(cluster, [*clients], recorder, rng), names, plan.seconds)
    history = await read_all(cluster, recorder)
    return TortureReport(history, check(history), counts, tracebacks(cluster.log_lines()))


@asynccontextmanager
async def playing(
    cluster: Cluster, recorder: Recorder, rng: Random, games: int
) -> AsyncIterator[list[Client]]:
    """Let clients play while the block runs; then they get their answers, and leave."""
    tables = await open_tables(cluster.servers, recorder, rng, games)
    clients = [client for table in tables for client in clients_of(table, recorder.history.seed)]
    async with asyncio.TaskGroup() as group:
        noting = group.create_task(note_slowness(recorder))
        for client in clients:
            group.create_task(client.run())
        yield clients
        await _close(tables, clients)
        noting.cancel()


async def _close(tables: list[SharedGame], clients: list[Client]) -> None:
    """Let all clients get their answers, and watch on for a while."""
    for table in tables:
        table.closing = True
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_WITHIN):
            while any(client.awaits_answer() for client in clients):
                await asyncio.sleep(0.1)
    await asyncio.sleep(WATCH_ON)
    for table in tables:
        table.closed = True


async def read_all(cluster: Cluster, recorder: Recorder, *, all_games: bool = True) -> RunHistory:
    """Return the history with what is stored in the end, of all games or of those it is about."""
    history = recorder.history
    history.ended = recorder.now()
    wanted = {record.game for record in history.of(Created)}
    history.views = await read_views(cluster.servers, wanted, recorder.now)
    stored = await read_database(cluster.database, recorder.wall)
    history.stored = [game for game in stored if all_games or game.id in wanted]
    return history


def tracebacks(lines: list[str]) -> list[str]:
    """Return for each traceback in a log where it ends and the error."""
    found, place, inside = [], "", False
    for line in lines:
        if line.startswith("Traceback "):
            inside = True
        elif line.startswith("  File "):
            place = line.strip()
        elif inside and line and not line.startswith(" "):
            found.append(f"{place}: {line}")
            inside = False
    return found


class stopped_by_terminate:  # noqa: N801 — a context manager, used as a function
    """Let SIGTERM cancel the current task, so that everything is cleaned up."""

    def __enter__(self) -> None:
        self._undo: Callable[[], object] = lambda: None
        if threading.current_thread() is threading.main_thread():
            task, loop = asyncio.current_task(), asyncio.get_running_loop()
            assert task is not None
            loop.add_signal_handler(signal.SIGTERM, task.cancel)
            self._undo = lambda: loop.remove_signal_handler(signal.SIGTERM)

    def __exit__(self, *_: object) -> None:
        self._undo()

"""A load test: plays many games at once over WebSockets, as browsers do.

Every game has its own connections. A move is timed until the server has answered that it is
stored, and compared in the end with what the server shows. In further games computers think all
the time.
"""

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from time import perf_counter, process_time
from typing import NamedTuple
from urllib.request import urlopen

from brettwerk.bench.echo import EchoServer
from brettwerk.bench.load_client import DISCONNECTED, LoadGame
from brettwerk.core.registry import names

CONNECT_BATCH = 20


def percentile_ms(times: list[float], part: float) -> float:
    """Return a quantile of times in seconds, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 2)


@dataclass
class LoadReport:
    """Measurements: seconds per move of people and of computers, and errors."""

    took: list[float] = field(default_factory=list)
    thought: list[float] = field(default_factory=list)
    seconds: float = 0.0
    lost: int = 0
    twice: int = 0
    refused: int = 0
    games: int = 0
    thinking: int = 0
    echoed: list[float] = field(default_factory=list)  # seconds of a plain echo meanwhile
    client_cpu: float = 0.0  # seconds of this process, which must not be what limits the rate
    cpu: float | None = None  # seconds of the server
    memory: float | None = None  # bytes of the server for all games and their connections

    def as_json(self) -> dict[str, float]:
        """Return the report as JSON."""
        found = {
            "games": self.games,
            "moves": len(self.took),
            "seconds": round(self.seconds, 2),
            "moves_per_second": round(len(self.took) / max(self.seconds, 1e-9), 1),
            "p50_ms": percentile_ms(self.took, 0.5),
            "p90_ms": percentile_ms(self.took, 0.9),
            "p99_ms": percentile_ms(self.took, 0.99),
            "longest_ms": percentile_ms(self.took, 1.0),
            "lost": self.lost,
            "twice": self.twice,
            "refused": self.refused,
            "echo_p50_ms": percentile_ms(self.echoed, 0.5),
            "echo_p99_ms": percentile_ms(self.echoed, 0.99),
            "client_cpu_ms_per_move": round(1000 * self.client_cpu / max(1, len(self.took)), 3),
        }
        if self.cpu is not None and self.memory is not None:
            found["cpu_ms_per_move"] = round(1000 * self.cpu / max(1, len(self.took)), 3)
            found["kb_per_game"] = round(self.memory / 1000 / (self.games + self.thinking), 1)
        if self.thinking:
            found |= {
                "thinking": self.thinking,
                "thought": len(self.thought),
                "thought_p50_ms": percentile_ms(self.thought, 0.5),
                "thought_p99_ms": percentile_ms(self.thought, 0.99),
            }
        return found


@dataclass
class LoadPlan:
    """The load: games, connections per game and moves per second of all games.

    The addresses of several servers are separated by commas. `thinking` are further games, in
    which a computer of this level is nearly always to move.
    """

    address: str
    games: int
    sockets: int
    rate: float
    seconds: float
    seed: int = 0
    thinking: int = 0
    level: int = 10


async def _move(game: LoadGame, report: LoadReport) -> None:
    """Play a move, sent again after every lost connection until it is answered."""
    while True:
        try:
            took = await game.move()
        except DISCONNECTED:
            await game.reconnect()
        else:
            break
    if took is None:
        report.refused += 1
    else:
        report.took.append(took)


async def _play(game: LoadGame, plan: LoadPlan, until: float, report: LoadReport) -> None:
    """Play moves at this game's share of the rate."""
    share = plan.games / plan.rate
    next_at = perf_counter() + game.rng.random() * share
    while (now := perf_counter()) < until:
        await asyncio.sleep(max(0.0, next_at - now))
        next_at = max(next_at + share, perf_counter() - share)
        await _move(game, report)


async def play_for(games: list[LoadGame], plan: LoadPlan, until: float, report: LoadReport) -> None:
    """Play the games of a plan until a time."""
    await asyncio.gather(*(_play(game, plan, until, report) for game in games))


async def _reply_to_computer(game: LoadGame, until: float, report: LoadReport) -> None:
    """Answer a computer immediately, so that it has to think again."""
    while perf_counter() < until:
        await _move(game, report)


async def _disturb(plan: LoadPlan, kills: int, kill: Callable[[], None]) -> None:
    for _ in range(kills):
        await asyncio.sleep(plan.seconds / kills)
        await asyncio.to_thread(kill)


@contextmanager
def _gc_suspended() -> Iterator[None]:
    """Suspend the garbage collector, so that its pauses do not count as server latency."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(before[0], before[1], 2**31 - 1)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


class ServerUse(NamedTuple):
    """What the process of a server has used: seconds, and bytes of memory."""

    cpu: float
    memory: float


def server_use(addresses: str) -> ServerUse | None:
    """Return what servers on this machine say that they use; None if they do not."""
    found = [_use_of(address) for address in addresses.split(",")]
    uses = [use for use in found if use]
    if len(uses) < len(found):
        return None
    return ServerUse(sum(use.cpu for use in uses), sum(use.memory for use in uses))


def _use_of(address: str) -> ServerUse | None:
    try:
        with urlopen(f"{address}/metrics", timeout=60) as answer:
            lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines())
        names = ("process_cpu_seconds_total", "process_resident_memory_bytes")
        return ServerUse(*(float(lines[name]) for name in names))
    except (OSError, KeyError, ValueError):
        return None


async def _begin_one_of_each(plan: LoadPlan) -> None:
    """Let the server load all rules, so that they do not count as memory of games."""
    for number in range(len(names())):
        game = LoadGame(plan.address, 1, number, plan.seed)
        await game.begin()
        game.close()


async def run(
    plan: LoadPlan, kills: int = 0, kill: Callable[[], None] = lambda: None
) -> LoadReport:
    """Play, then compare what the server shows with what it has answered.

    Meanwhile `kill`, called `kills` times, kills the server and restarts it.
    """
    report = LoadReport(games=plan.games, thinking=plan.thinking)
    numbers = range(plan.games + plan.thinking)
    levels = (0 if number < plan.games else plan.level for number in numbers)
    games = [
        LoadGame(plan.address, plan.sockets, number, plan.seed, level)
        for number, level in zip(numbers, levels, strict=True)
    ]
    await _begin_one_of_each(plan)
    before = await asyncio.to_thread(server_use, plan.address)
    for first in range(0, len(games), CONNECT_BATCH):
        await asyncio.gather(*(game.begin() for game in games[first : first + CONNECT_BATCH]))
    begun = await asyncio.to_thread(server_use, plan.address)
    echo = await asyncio.to_thread(EchoServer)
    with _gc_suspended(), closing(echo):
        start, used = perf_counter(), process_time()
        until = start + plan.seconds
        plays = play_for(games[: plan.games], plan, until, report)
        talks = (_reply_to_computer(game, until, report) for game in games[plan.games :])
        others = asyncio.gather(_disturb(plan, kills, kill), plays, *talks)
        report.echoed, _ = await asyncio.gather(echo.measure(until), others)
        report.seconds, report.client_cpu = perf_counter() - start, process_time() - used
    after = await asyncio.to_thread(server_use, plan.address)
    if before and begun and after and not kills:
        report.cpu, report.memory = after.cpu - begun.cpu, begun.memory - before.memory
    for game in games:
        report.thought += game.thought
        stored = await game.stored()
        for key, answered in game.answered.items():
            check(report, answered, stored[key])
        game.close()
    return report


def check(report: LoadReport, answered: list[str], shown: list[str]) -> None:
    """Count lost and duplicate moves."""
    report.lost += max(0, len(answered) - len(shown))
    report.twice += max(0, len(shown) - len(answered))
    shared = min(len(shown), len(answered))
    report.lost += sum(shown[i] != answered[i] for i in range(shared))

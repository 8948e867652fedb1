"""A load client: plays many games at once over WebSockets, as people's browsers would.

Every game has its connections; a move is sent by whoever is to move, timed until the server has
answered that it is stored, and counted again at the end from what the server then shows. Beside
them there can be games against computers who think all the time.
"""

from __future__ import annotations

import asyncio
import gc
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from brettwerk.bench.load_table import GONE, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AT_ONCE = 20


def quantile(times: list[float], part: float) -> float:
    """The time within which this part of all was done, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 2)


@dataclass
class Report:
    """What was measured: seconds by move, of people and of computers, and what went wrong."""

    took: list[float] = field(default_factory=list)
    thought: list[float] = field(default_factory=list)
    seconds: float = 0.0
    lost: int = 0
    twice: int = 0
    refused: int = 0
    games: int = 0
    thinking: int = 0

    def as_json(self) -> dict[str, float]:
        """For programs."""
        found = {
            "games": self.games,
            "moves": len(self.took),
            "seconds": round(self.seconds, 2),
            "moves_per_second": round(len(self.took) / max(self.seconds, 1e-9), 1),
            "p50_ms": quantile(self.took, 0.5),
            "p90_ms": quantile(self.took, 0.9),
            "p99_ms": quantile(self.took, 0.99),
            "longest_ms": quantile(self.took, 1.0),
            "lost": self.lost,
            "twice": self.twice,
            "refused": self.refused,
        }
        if self.thinking:
            found |= {
                "thinking": self.thinking,
                "thought": len(self.thought),
                "thought_p50_ms": quantile(self.thought, 0.5),
                "thought_p99_ms": quantile(self.thought, 0.99),
            }
        return found


@dataclass
class Plan:
    """How much load: so many games, connections to each, and moves a second over all.

    `thinking` are games besides, in which a computer of this level is nearly always to move.
    """

    address: str
    games: int
    sockets: int
    rate: float
    seconds: float
    seed: int = 0
    thinking: int = 0
    level: int = 10


async def _move(table: Table, report: Report) -> None:
    """One move, said again after every lost connection until it is answered."""
    while True:
        try:
            took = await table.move()
        except GONE:
            await table.again()
        else:
            break
    if took is None:
        report.refused += 1
    else:
        report.took.append(took)


async def _play(table: Table, plan: Plan, until: float, report: Report) -> None:
    """Moves at this game's share of the rate, as regularly as the server allows."""
    share = plan.games / plan.rate
    next_at = perf_counter() + table.rng.random() * share
    while (now := perf_counter()) < until:
        await asyncio.sleep(max(0.0, next_at - now))
        next_at = max(next_at + share, perf_counter() - share)
        await _move(table, report)


async def _converse(table: Table, until: float, report: Report) -> None:
    """Answer a computer at once, so that it has to think again."""
    while perf_counter() < until:
        await _move(table, report)


async def _disturb(plan: Plan, kills: int, kill: Callable[[], None]) -> None:
    for _ in range(kills):
        await asyncio.sleep(plan.seconds / kills)
        await asyncio.to_thread(kill)


@contextmanager
def _no_pauses() -> Iterator[None]:
    """The time that this client takes to tidy up its memory is none of the server's."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(before[0], before[1], 2**31 - 1)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def run(plan: Plan, kills: int = 0, kill: Callable[[], None] = lambda: None) -> Report:
    """Play, then count what the server shows against what it had answered.

    Meanwhile `kill` ends the server so many times and starts it again.
    """
    report = Report(games=plan.games, thinking=plan.thinking)
    numbers = range(plan.games + plan.thinking)
    levels = (0 if number < plan.games else plan.level for number in numbers)
    tables = [
        Table(plan.address, plan.sockets, number, plan.seed, level)
        for number, level in zip(numbers, levels, strict=True)
    ]
    for first in range(0, len(tables), AT_ONCE):
        await asyncio.gather(*(table.begin() for table in tables[first : first + AT_ONCE]))
    with _no_pauses():
        began = perf_counter()
        until = began + plan.seconds
        plays = (_play(table, plan, until, report) for table in tables[: plan.games])
        talks = (_converse(table, until, report) for table in tables[plan.games :])
        await asyncio.gather(_disturb(plan, kills, kill), *plays, *talks)
        report.seconds = perf_counter() - began
    for table in tables:
        report.thought += table.thought
        stored = await table.stored()
        for key, answered in table.answered.items():
            check(report, answered, stored[key])
        await table.close()
    return report


def check(report: Report, answered: list[str], shown: list[str]) -> None:
    """Count moves that were answered but are not there, and such as are there twice."""
    report.lost += max(0, len(answered) - len(shown))
    report.twice += max(0, len(shown) - len(answered))
    shared = min(len(shown), len(answered))
    report.lost += sum(shown[i] != answered[i] for i in range(shared))

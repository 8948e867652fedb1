"""A load client: plays many games at once over WebSockets, as people's browsers would.

Every game has its connections; a move is sent by whoever is to move, timed until the server has
answered that it is stored, and counted again at the end from what the server then shows.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ("katarenga", "abalone", "schlacht", "triapon", "drei")
GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)


@dataclass
class Report:
    """What was measured: seconds by move, and what went wrong."""

    took: list[float] = field(default_factory=list)
    seconds: float = 0.0
    lost: int = 0
    twice: int = 0
    refused: int = 0
    games: int = 0

    def quantile(self, part: float) -> float:
        """The time within which this part of all moves was answered, in milliseconds."""
        ordered = sorted(self.took) or [0.0]
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]

    def as_json(self) -> dict[str, float]:
        """For programs."""
        return {
            "games": self.games,
            "moves": len(self.took),
            "seconds": round(self.seconds, 2),
            "moves_per_second": round(len(self.took) / max(self.seconds, 1e-9), 1),
            "p50_ms": round(self.quantile(0.5), 2),
            "p90_ms": round(self.quantile(0.9), 2),
            "p99_ms": round(self.quantile(0.99), 2),
            "longest_ms": round(self.quantile(1.0), 2),
            "lost": self.lost,
            "twice": self.twice,
            "refused": self.refused,
        }


@dataclass
class Plan:
    """How much load: so many games, connections to each, and moves a second over all."""

    address: str
    games: int
    sockets: int
    rate: float
    seconds: float
    seed: int = 0


def ask(address: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """A question over HTTP."""
    content = None if body is None else json.dumps(body).encode()
    request = Request(address + path, content, {"content-type": "application/json"})
    with urlopen(request, timeout=30) as answer:
        return json.load(answer)


class Table:
    """One game with its connections; the first plays for everyone, the others watch or wait."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.rng = Random(plan.seed * 1_000_003 + number)
        self.name = NAMES[number % len(NAMES)]
        self.answered: list[str] = []
        self.table: dict[str, Any] = {}
        self.links: list[ClientConnection] = []
        self.unanswered: dict[str, Any] | None = None
        self.count = 0

    async def begin(self) -> None:
        """Make the game, and connect."""
        seats = [{"kind": "here"}] * (3 if self.name == "triapon" else 2)
        wish = {"game": self.name, "seats": seats}
        made = await asyncio.to_thread(ask, self.plan.address, "/api/games", wish)
        self.id = made["id"]
        self.keys = [seat["key"] for seat in made["seats"]]
        await self.connect()

    async def connect(self) -> None:
        """All connections of this game."""
        address = self.plan.address.replace("http", "ws", 1) + f"/ws/{self.id}"
        self.links = []
        for at in range(self.plan.sockets):
            link = await connect(address, compression=None, ping_interval=None)
            keys = self.keys if at == 0 else []
            await link.send(json.dumps({"t": "hello", "v": 1, "keys": keys}))
            self.links.append(link)
        await self.hear("table")

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of such a kind."""
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.links[0].recv(), 30))
            if message["t"] == "table":
                self.table = message
            if message["t"] in kinds:
                return message

    async def move(self, report: Report) -> bool:
        """One move, timed; whether the game goes on."""
        if self.table["turn"] is None:
            return False
        act = self.unanswered or self._act()
        self.unanswered = act
        before = perf_counter()
        await self.links[0].send(json.dumps(act))
        answer = await self.hear("done", "no")
        took = perf_counter() - before
        self.unanswered = None
        if answer["t"] == "no":
            report.refused += 1
        else:
            report.took.append(took)
            self.answered.append(act["text"])
        return True

    def _act(self) -> dict[str, Any]:
        self.count += 1
        text = self.rng.choice(self.table["moves"])[0]
        moment = self.table["moment"]
        return {"t": "act", "id": f"m{self.count}", "do": "play", "text": text, "moment": moment}

    async def drain(self) -> None:
        """What watchers get must be read, or they would be let go."""
        for link in self.links[1:]:
            with suppress(*GONE):
                while True:
                    await asyncio.wait_for(link.recv(), 0.001)

    async def close(self) -> None:
        """Disconnect."""
        await asyncio.gather(*(link.close() for link in self.links), return_exceptions=True)


async def _read_on(link: ClientConnection) -> None:
    with suppress(*GONE):
        async for _ in link:
            pass


async def _again(table: Table) -> None:
    """Connected anew, however long the server takes to come back."""
    await table.close()
    while True:
        try:
            await table.connect()
        except GONE:
            await asyncio.sleep(0.2)
        else:
            return


async def _settled(table: Table, report: Report) -> bool:
    """One move, said again after every lost connection until it is answered."""
    while True:
        try:
            return await table.move(report)
        except GONE:
            await _again(table)


async def _play(table: Table, plan: Plan, until: float, report: Report) -> None:
    """Moves at this game's share of the rate, as regularly as the server allows."""
    share = plan.games / plan.rate
    watching = [asyncio.create_task(_read_on(link)) for link in table.links[1:]]
    next_at = perf_counter() + table.rng.random() * share
    while (now := perf_counter()) < until:
        await asyncio.sleep(max(0.0, next_at - now))
        next_at = max(next_at + share, perf_counter() - share)
        if not await _settled(table, report):
            break
    for task in watching:
        task.cancel()


async def _disturb(plan: Plan, kills: int, kill: Callable[[], None]) -> None:
    for _ in range(kills):
        await asyncio.sleep(plan.seconds / kills)
        await asyncio.to_thread(kill)


async def run(plan: Plan, kills: int = 0, kill: Callable[[], None] = lambda: None) -> Report:
    """Play, then count what the server shows against what it had answered.

    Meanwhile `kill` ends the server so many times and starts it again.
    """
    report = Report(games=plan.games)
    tables = [Table(plan, number) for number in range(plan.games)]
    for first in range(0, len(tables), 20):
        await asyncio.gather(*(table.begin() for table in tables[first : first + 20]))
    began = perf_counter()
    plays = (_play(table, plan, began + plan.seconds, report) for table in tables)
    await asyncio.gather(_disturb(plan, kills, kill), *plays)
    report.seconds = perf_counter() - began
    for table in tables:
        shown = await asyncio.to_thread(ask, plan.address, f"/api/games/{table.id}")
        check(report, table.answered, [frame["text"] for frame in shown["frames"]])
        await table.close()
    return report


def check(report: Report, answered: list[str], shown: list[str]) -> None:
    """Count moves that were answered but are not there, and such as are there twice."""
    report.lost += max(0, len(answered) - len(shown))
    report.twice += max(0, len(shown) - len(answered))
    shared = min(len(shown), len(answered))
    report.lost += sum(shown[i] != answered[i] for i in range(shared))

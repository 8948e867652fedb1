"""One game of a load test: its connections, its moves, and what was answered to them."""

from __future__ import annotations

import asyncio
import json
from random import Random
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from brettwerk.games.catalogue import NAMES, face

GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
Message = dict[str, Any]


def ask(address: str, path: str, body: Message | None = None) -> Any:
    """A question over HTTP."""
    content = None if body is None else json.dumps(body).encode()
    request = Request(address + path, content, {"content-type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


class Table:
    """One game after another with the same connections' worth of people.

    The first connection plays for all people, the others watch. `level` puts a computer into the
    last seat. What people's moves were answered with `done` is in `answered`, by game and round.
    """

    def __init__(self, address: str, sockets: int, number: int, seed: int, level: int = 0) -> None:
        self.address = address
        self.sockets = sockets
        self.level = level
        self.rng = Random(seed * 1_000_003 + number)
        self.name = NAMES[number % len(NAMES)]
        self.answered: dict[tuple[str, int], list[str]] = {}
        self.table: Message = {}
        self.links: list[ClientConnection] = []
        self.watching: list[asyncio.Task[None]] = []
        self.unanswered: Message | None = None
        self.thought: list[float] = []  # how long its computer took each time, in seconds
        self.count = 0

    async def begin(self) -> None:
        """Make a game, and connect to it."""
        await self.close()
        seats: list[Message] = [{"kind": "here"}] * face(self.name).players
        if self.level:
            seats = [*seats[:-1], {"kind": "computer", "level": self.level}]
        wish = {"game": self.name, "seats": seats}
        made = await asyncio.to_thread(ask, self.address, "/api/games", wish)
        self.id = made["id"]
        self.keys = [seat["key"] for seat in made["seats"]]
        await self.connect()

    async def connect(self) -> None:
        """All connections of this game; watchers must read, or they would be let go."""
        address = self.address.replace("http", "ws", 1) + f"/ws/{self.id}"
        self.links = []
        for at in range(self.sockets):
            link = await connect(address, compression=None, ping_interval=None)
            keys = self.keys if at == 0 else []
            await link.send(json.dumps({"t": "hello", "v": 1, "keys": keys}))
            self.links.append(link)
            if at:
                self.watching.append(asyncio.create_task(_read_on(link)))
        await self.hear("table")

    async def hear(self, *kinds: str) -> Message:
        """The next message of such a kind."""
        while True:
            message: Message = json.loads(await asyncio.wait_for(self.links[0].recv(), 120))
            if message["t"] == "table":
                self.table = message
            if message["t"] in kinds:
                return message

    # -- acts -----------------------------------------------------------------------------------
    async def move(self) -> float | None:
        """One move of somebody's, once it is their turn; the seconds until it was answered.

        None if it was refused. A round or a game that is over is followed by the next first.
        """
        await self._go_on()
        act = self.unanswered or self._act("play", self.rng.choice(self.table["moves"])[0])
        self.unanswered = act
        key = (self.id, self.table["round"])
        before = perf_counter()
        done = await self._say(act)
        took = perf_counter() - before
        self.unanswered = None
        if done:
            self.answered.setdefault(key, []).append(act["text"])
        return took if done else None

    async def _go_on(self) -> None:
        """Until it is the turn of a person, or their last move must be said again."""
        while not self.unanswered:
            if self._thinking:
                await self._listen()
            elif self.table["turn"] is not None:
                return
            elif self.table["outcome"]:
                await self.begin()
            else:
                await self._say(self._act("next"))

    async def _listen(self) -> None:
        """Until the computer has moved."""
        before = perf_counter()
        while self._thinking:
            await self.hear("table")
        self.thought.append(perf_counter() - before)

    async def _say(self, act: Message) -> bool:
        await self.links[0].send(json.dumps(act))
        answer = await self.hear("done", "no")
        while answer.get("id") != act["id"]:
            answer = await self.hear("done", "no")
        return bool(answer["t"] == "done")

    def _act(self, do: str, text: str = "") -> Message:
        self.count += 1
        moment = self.table["moment"]
        return {"t": "act", "id": f"m{self.count}", "do": do, "text": text, "moment": moment}

    @property
    def _thinking(self) -> bool:
        """Whether a computer is to move."""
        turn = self.table["turn"]
        return turn is not None and self.table["people"][turn]["kind"] == "computer"

    async def close(self) -> None:
        """Disconnect."""
        for task in self.watching:
            task.cancel()
        self.watching.clear()
        await asyncio.gather(*(link.close() for link in self.links), return_exceptions=True)

    async def again(self) -> None:
        """Connected anew, however long the server takes to come back."""
        await self.close()
        while True:
            try:
                await self.connect()
            except GONE:
                await asyncio.sleep(0.2)
            else:
                return

    async def stored(self) -> dict[tuple[str, int], list[str]]:
        """The moves of people that the server shows now, by game and round."""
        found = {}
        for game, number in self.answered:
            table = await asyncio.to_thread(ask, self.address, f"/api/games/{game}")
            if table["round"] != number:
                path = f"/api/games/{game}/rounds/{number}"
                table |= await asyncio.to_thread(ask, self.address, path)
            kinds = [one["kind"] for one in table["people"]]
            moves = [f["text"] for f in table["frames"] if kinds[f["by"]] != "computer"]
            found[game, number] = moves
        return found


async def _read_on(link: ClientConnection) -> None:
    try:
        async for _ in link:
            pass
    except GONE:
        return

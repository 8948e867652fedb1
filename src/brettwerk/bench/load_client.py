"""The client of one game of a load test."""

import asyncio
import json
import sys
from collections.abc import Sequence
from http.client import HTTPConnection
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec

from brettwerk.bench.load_socket import LoadSocket, Source
from brettwerk.core.registry import definition, names

DISCONNECTED = (OSError, TimeoutError)
Message = dict[str, Any]
PER_ADDRESS = 10  # games whose players share an address


def source_of(address: str, number: int) -> Source:
    """Return one of this machine's addresses: players have many, as they have anywhere."""
    if sys.platform != "linux" or urlsplit(address).hostname != "127.0.0.1":
        return None
    high, low = divmod(number // PER_ADDRESS, 250)
    return f"127.1.{high}.{low + 1}", 0


class Heard(msgspec.Struct):
    """What is read of a message; the rest of it is skipped."""

    t: str
    id: str | None = None
    moment: int = 0
    round: int = 1
    turn: int | None = None
    outcome: Message | None = None
    people: Sequence[Any] = ()  # their numbers in a welcome, more of them in a table
    moves: Sequence[Sequence[str]] = ()


_decoder = msgspec.json.Decoder(Heard)


class Refused(Exception):
    """The server has refused a request."""


def request_json(
    address: str, path: str, body: Message | None = None, source: Source = None
) -> Message:
    """Send an HTTP request from one of our addresses and return the JSON of the answer."""
    content = None if body is None else json.dumps(body).encode()
    where = urlsplit(address)
    connection = HTTPConnection(where.hostname or "", where.port, 60, source)
    method, headers = "GET" if body is None else "POST", {"content-type": "application/json"}
    connection.request(method, path, content, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status >= 400:
        raise Refused(f"{answer.status}: {text.decode(errors='replace')[:200]}")
    found: Message = json.loads(text)
    return found


class LoadGame:
    """Plays one game after another with the same number of connections.

    The first connection plays for all people, the others watch; of several servers, whose addresses
    are separated by commas, each connection takes another. With a `level`, the last seat is a
    computer. `answered` are the moves that the server answered with `done`, by game and round.
    """

    def __init__(
        self, address: str, socket_count: int, number: int, seed: int, level: int = 0
    ) -> None:
        servers = address.split(",")
        self.servers = [servers[(number + at) % len(servers)] for at in range(socket_count)]
        self.address = self.servers[0]
        self.level = level
        self.source = source_of(self.address, number)
        self.rng = Random(seed * 1_000_003 + number)
        self.name = names()[number % len(names())]
        self.answered: dict[tuple[str, int], list[str]] = {}
        self.view = Heard("table")
        self.connections: list[LoadSocket] = []
        self.unanswered: Message | None = None
        self.thought: list[float] = []  # how long its computer took each time, in seconds
        self.count = 0

    async def begin(self) -> None:
        """Create a game and connect to it."""
        self.close()
        seats: list[Message] = [{"kind": "here"}] * definition(self.name).players
        if self.level:
            seats = [*seats[:-1], {"kind": "computer", "level": self.level}]
        request = {"game": self.name, "seats": seats}
        made = await self._ask("/api/games", request)
        self.id = made["id"]
        self.keys = [seat["key"] for seat in made["seats"]]
        await self.connect()

    async def _ask(self, path: str, body: Message | None = None) -> Message:
        return await asyncio.to_thread(request_json, self.address, path, body, self.source)

    async def connect(self) -> None:
        """Open all connections."""
        self.connections = []
        for at, server in enumerate(self.servers):
            address = server.replace("http", "ws", 1) + f"/ws/{self.id}"
            connection = await LoadSocket.open(address, self.source, watches=at > 0)
            keys = self.keys if at == 0 else []
            connection.send(json.dumps({"t": "hello", "v": 1, "keys": keys}).encode())
            self.connections.append(connection)
        await self.receive("table")

    async def receive(self, *kinds: str) -> Heard:
        """Return the next message of one of these kinds."""
        while True:
            message = _decoder.decode(await self.connections[0].receive())
            if message.t == "table":
                self.view = message
            if message.t in kinds:
                return message

    # -- commands ---------------------------------------------------------------------------------
    async def move(self) -> float | None:
        """Play a move when a person is to move; return the seconds until it was answered.

        Return None if it was refused. After the end of a round or game, begin the next first.
        """
        await self._await_turn()
        command = self.unanswered or self._command("play", self.rng.choice(self.view.moves)[0])
        self.unanswered = command
        key = (self.id, self.view.round)
        before = perf_counter()
        done = await self._send(command)
        took = self.connections[0].arrived - before
        self.unanswered = None
        if done:
            self.answered.setdefault(key, []).append(command["text"])
        return took if done else None

    async def _await_turn(self) -> None:
        """Wait until a person is to move, unless the last move must be sent again."""
        while not self.unanswered:
            if self._thinking:
                await self._await_computer()
            elif self.view.turn is not None:
                return
            elif self.view.outcome:
                await self.begin()
            else:
                await self._send(self._command("next"))

    async def _await_computer(self) -> None:
        """Wait until the computer has moved."""
        before = perf_counter()
        while self._thinking:
            await self.receive("table")
        self.thought.append(perf_counter() - before)

    async def _send(self, command: Message) -> bool:
        self.connections[0].send(msgspec.json.encode(command))
        answer = await self.receive("done", "no")
        while answer.id != command["id"]:
            answer = await self.receive("done", "no")
        return answer.t == "done"

    def _command(self, do: str, text: str = "") -> Message:
        self.count += 1
        moment = self.view.moment
        return {"t": "act", "id": f"m{self.count}", "do": do, "text": text, "moment": moment}

    @property
    def _thinking(self) -> bool:
        """Return whether a computer is to move."""
        turn = self.view.turn
        return turn is not None and self.view.people[turn]["kind"] == "computer"

    def close(self) -> None:
        """Disconnect."""
        for connection in self.connections:
            connection.close()

    async def reconnect(self) -> None:
        """Reconnect, however long the server takes to come back."""
        self.close()
        while True:
            try:
                await self.connect()
            except DISCONNECTED:
                await asyncio.sleep(0.2)
            else:
                return

    async def stored(self) -> dict[tuple[str, int], list[str]]:
        """Return the moves of people that the server shows, by game and round."""
        found = {}
        for game, number in self.answered:
            table = await self._ask(f"/api/games/{game}")
            if table["round"] != number:
                table |= await self._ask(f"/api/games/{game}/rounds/{number}")
            kinds = [one["kind"] for one in table["people"]]
            moves = [f["text"] for f in table["frames"] if kinds[f["by"]] != "computer"]
            found[game, number] = moves
        return found

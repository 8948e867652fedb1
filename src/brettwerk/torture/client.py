"""A client of one table: it watches, reconnects wherever it can, and records what it sees."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from msgspec import Struct, json
from msgspec import field as json_field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from brettwerk.torture.history import (
    Answered,
    Connected,
    Created,
    Disconnected,
    Recorder,
    Shown,
    Why,
)
from brettwerk.torture.http_client import Address

DISCONNECTED = (ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError, OSError, TimeoutError)
CONNECT_WITHIN = 1.0
ANSWER_WITHIN = 1.5
PING_EVERY = 2.0
FIRST_WAIT, LONGEST_WAIT = 0.05, 0.5
# Refusals after which the server itself does not know whether a command was stored.
UNCERTAIN = ("page-store", "page-busy", "page-broken")


class ShownFrame(Struct):
    """The fields of a move that are read."""

    text: str


class ReceivedMessage(Struct):
    """The fields of a message that are read."""

    t: str
    id: str | None = None
    version: int | None = json_field(default=None, name="moment")
    key: str = ""
    round: int = 0
    first: int = json_field(default=0, name="from")
    frames: list[ShownFrame] = []
    moves: list[list[str]] = []
    turn: int | None = None
    round_over: bool = False
    outcome: dict[str, object] | None = None
    following: str = ""


_decoder = json.Decoder(ReceivedMessage)


class HasAddress(Protocol):
    """A server as clients know it."""

    address: Address


@dataclass
class SharedGame:
    """What the clients of a table share: its current game, and who plays."""

    number: int
    game: str
    name: str
    kinds: tuple[str, ...]
    clock: str
    keys: dict[int, str]
    recorder: Recorder
    servers: Sequence[HasAddress]
    closing: bool = False  # no new games begin
    closed: bool = False
    games: set[str] = field(default_factory=set)
    clients: list[Client] = field(default_factory=list)

    def go_on(self, game: str) -> None:
        """Play another game, which may be a rematch that others know of already."""
        if game not in self.games:
            self.games.add(game)
            self.game = game
            now = self.recorder.now()
            self.recorder.add(Created(now, game, self.name, self.kinds, self.clock))


class Moved(Exception):
    """The game is over and another one follows."""


class Silent(Exception):
    """The server does not answer."""


class Client:
    """Watches a table over one connection after another."""

    def __init__(
        self, name: str, table: SharedGame, rng: Random, people: tuple[int, ...] = ()
    ) -> None:
        self.name, self.table, self.people = name, table, people
        self.rng = rng
        self.game = table.game
        self.view: ReceivedMessage | None = None
        self.connection = 0
        self._server = rng.randrange(len(table.servers))
        self._socket: ClientConnection | None = None
        self._heard = 0.0  # when the server said something last
        self._pinged = 0.0
        self._why: Why = "lost"
        self._wait = FIRST_WAIT

    @property
    def now(self) -> float:
        """The seconds since the run began."""
        return self.table.recorder.now()

    async def run(self) -> None:
        """Stay connected until the table is closed."""
        while not self.table.closed:
            self._why = "lost"
            try:
                await self._visit()
            except Moved:
                continue
            except Silent:
                self._why = "silent"
            except DISCONNECTED:
                pass
            self._server = (self._server + 1) % len(self.table.servers)
            await asyncio.sleep(self._wait * self.rng.uniform(0.75, 1.25))
            self._wait = min(LONGEST_WAIT, 2 * self._wait)

    async def _visit(self) -> None:
        """Connect once, and stay until something breaks."""
        host, port = self.table.servers[self._server].address
        address = f"ws://{host}:{port}/ws/{self.game}"
        async with asyncio.timeout(CONNECT_WITHIN):
            socket = await connect(address, max_size=None, compression=None, ping_interval=None)
        self._socket, self.connection = socket, self.table.recorder.new_connection()
        try:
            await self._stay(socket)
        finally:
            self._socket = None
            self._record_end()
            _reset(socket)

    async def _stay(self, socket: ClientConnection) -> None:
        keys = [self.table.keys[person] for person in self.people]
        await socket.send(json.encode({"t": "hello", "v": 1, "keys": keys}).decode())
        opened = (self.name, self.game, self.connection, self._server, self.people)
        self.table.recorder.add(Connected(self.now, *opened))
        self._heard = self.now
        self._pinged = 0.0
        await self.on_connect(socket)
        while not self.table.closed:
            try:
                async with asyncio.timeout(max(0.0, self.due() - self.now)):
                    text = await socket.recv()
            except TimeoutError:
                await self._on_time(socket)
            else:
                self._heard, self._pinged, self._wait = self.now, 0.0, FIRST_WAIT
                self._on_message(_decoder.decode(text))
                self._follow()
        self._why = "left"

    def _follow(self) -> None:
        """Go on to the game that follows, unless an answer is still to come."""
        following = self.view.following if self.view else ""
        if following and not self.table.closing and not self.awaits_answer():
            self.table.go_on(following)
            self.game, self.view, self._why = following, None, "left"
            self.on_follow()
            raise Moved

    def _record_end(self) -> None:
        ended = (self.name, self.game, self.connection, self._why)
        self.table.recorder.add(Disconnected(self.now, *ended))

    # -- messages -------------------------------------------------------------------------------
    def _on_message(self, message: ReceivedMessage) -> None:
        if message.t == "table":
            self._on_state(message)
        elif message.t in ("done", "no") and message.id:
            done, final = message.t == "done", message.key not in UNCERTAIN
            about = (self.name, self.game, self.connection, message.id)
            self.table.recorder.add(
                Answered(self.now, *about, done, message.version, message.key, final)
            )
            self.on_answer(message.id, done=done, final=final)

    def _on_state(self, state: ReceivedMessage) -> None:
        moves = tuple(frame.text for frame in state.frames)
        version = state.version or 0
        what = (self.name, self.game, self.connection, version, state.round, state.first, moves)
        over = state.round_over or state.outcome is not None
        self.table.recorder.add(Shown(self.now, *what, state.turn, over))
        self.view = state
        self.on_state(state)

    # -- for players ----------------------------------------------------------------------------
    async def on_connect(self, socket: ClientConnection) -> None:
        """Do something on a new connection."""

    def on_state(self, state: ReceivedMessage) -> None:
        """Decide what to do in a state."""

    def on_answer(self, command_id: str, *, done: bool, final: bool) -> None:
        """Note the answer to a command."""

    def awaits_answer(self) -> bool:
        """Return whether a command has not been answered."""
        return False

    def on_follow(self) -> None:
        """Forget the game before."""

    def next_action(self) -> float:
        """Return when something is to be done."""
        return float("inf")

    async def act(self, socket: ClientConnection) -> None:
        """Do it."""

    # -- time -----------------------------------------------------------------------------------
    def due(self) -> float:
        """Return when to do something even if no message comes."""
        ping = self._pinged + ANSWER_WITHIN if self._pinged else self._heard + PING_EVERY
        # Whether the table is closed is looked at twice a second.
        return min(ping, self.next_action(), self.now + 0.5)

    async def _on_time(self, socket: ClientConnection) -> None:
        now = self.now
        if self._pinged and now >= self._pinged + ANSWER_WITHIN:
            raise Silent
        if not self._pinged and now >= self._heard + PING_EVERY:
            self._pinged = now
            await socket.send('{"t": "ping"}')
        if now >= self.next_action():
            await self.act(socket)

    def drop(self) -> None:
        """Break the connection, if there is one."""
        if self._socket:
            self._why = "dropped"
            _reset(self._socket)


def _reset(connection: ClientConnection) -> None:
    """End a connection with a reset instead of a farewell."""
    transport = connection.transport
    found = transport.get_extra_info("socket")
    if found is not None:
        with suppress(OSError):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()

"""A WebSocket to a game: reading what comes, answering each message, never waiting for the slow."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.server.keys import people_of
from brettwerk.server.languages import language_of
from brettwerk.server.limits import Bucket
from brettwerk.server.messages import VERSION, Act, Explain, Hello, Hint, Message, Ping
from brettwerk.server.security import own_origin
from brettwerk.server.view import explained
from brettwerk.texts import Language, say

if TYPE_CHECKING:
    from brettwerk.server.hall import Hall
    from brettwerk.server.host import Host

MOST_UNSENT = 100
HELLO_WITHIN = 20.0
MOST_KEYS = 8
TOO_MANY, UNKNOWN, OTHER_VERSION, GOING = 1013, 4404, 4426, 1012
_decoder = msgspec.json.Decoder(Message)


class Socket:
    """One connection to one game."""

    def __init__(self, socket: WebSocket, hall: Hall, host: Host) -> None:
        limits = hall.settings.limits
        self.socket = socket
        self.hall = hall
        self.host = host
        self.people: tuple[int, ...] = ()
        self.language: Language = "en"
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNSENT)
        self._bucket = Bucket(limits.messages_burst, limits.messages_per_second)
        self._hinting: asyncio.Task[None] | None = None
        self._farewell = GOING

    # -- sending ------------------------------------------------------------------------------
    def send(self, message: bytes) -> None:
        """Put a message on its way; whoever does not read them is let go."""
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self.hall.metrics.count("slow_sockets")
            self._sender.cancel()

    def say(self, message: dict[str, Any]) -> None:
        """Send an answer."""
        self.send(msgspec.json.encode(message))

    async def _send_for_ever(self) -> None:
        while True:
            message = await self._unsent.get()
            await self.socket.send_text(message.decode())

    # -- receiving ----------------------------------------------------------------------------
    async def run(self) -> None:
        """From the first message to the last."""
        self._sender = asyncio.create_task(self._send_for_ever())
        reader = asyncio.create_task(self._read_for_ever())
        try:
            await asyncio.wait((reader, self._sender), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self in self.host.listeners:
                self.hall.leave(self.host, self)
            for task in (reader, self._sender, self._hinting):
                if task:
                    task.cancel()
            for task in (reader, self._sender):
                with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                    await task
            with suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self.socket.close(self._farewell)

    async def _read_for_ever(self) -> None:
        first = await asyncio.wait_for(self._read(), HELLO_WITHIN)
        try:
            await self._welcome(first)
        except BrettwerkError as fault:
            self._refuse(fault)
            await asyncio.sleep(0.2)  # for the sentence to get through
            return
        while True:
            message = await self._read()
            if message is not None:
                await self._answer(message)

    async def _read(self) -> Message | None:
        """The next message; what is none gets a sentence, and floods are slowed down."""
        text = await self.socket.receive_text()
        if not self._bucket.take():
            self.hall.metrics.count("floods")
            self._refuse(MatchError("page-too-fast"))
            await asyncio.sleep(1)
            return None
        try:
            found: Message = _decoder.decode(text)
            return found
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as fault:
            self._refuse(MatchError("page-not-understood", what=str(fault)[:200]))
            return None

    async def _welcome(self, hello: Message | None) -> None:
        if not isinstance(hello, Hello):
            raise MatchError("page-hello-first")
        self.language = language_of(hello.lang) or "en"
        if hello.v != VERSION:
            self._farewell = OTHER_VERSION
            raise MatchError("page-version", given=hello.v, known=VERSION)
        self.people = people_of(hello.keys[:MOST_KEYS], self.host.hashes)
        self.say({"t": "welcome", "v": VERSION, "people": self.people})
        await self.hall.enter(self.host, self)

    async def _answer(self, message: Message) -> None:
        try:
            await self._obey(message)
        except BrettwerkError as fault:
            self._refuse(fault, message.id if isinstance(message, Act) else None)

    async def _obey(self, message: Message) -> None:
        if isinstance(message, Act):
            began = perf_counter()
            await self.hall.act(self.host, self.people, message)
            self.hall.metrics.took(perf_counter() - began)
            self.say({"t": "done", "id": message.id, "moment": self.host.table.moment})
        elif isinstance(message, Explain):
            self._explain(message)
        elif isinstance(message, Hint):
            self._hint()
        elif isinstance(message, Ping):
            self.say({"t": "pong"})

    def _explain(self, message: Explain) -> None:
        table = self.host.table
        found = explained(table.match.position, message.way, message.why, self.language)
        kind = "why" if message.why else "notes"
        self.say({"t": kind, "way": message.way, "moment": table.moment, **found})

    def _hint(self) -> None:
        """Thinking takes a while; meanwhile other messages are answered."""
        if self._hinting is None or self._hinting.done():
            self._hinting = asyncio.create_task(self._give_hint())

    async def _give_hint(self) -> None:
        moment = self.host.table.moment
        try:
            move = await self.hall.hint(self.host, self.people)
        except BrettwerkError as fault:
            self._refuse(fault)
        else:
            self.say({"t": "hint", "move": move, "moment": moment})

    def _refuse(self, fault: BrettwerkError, act: str | None = None) -> None:
        message = fault.in_words(self.language)
        self.say({"t": "no", "id": act, "error": fault.code, "key": fault.key, "message": message})


async def play_socket(websocket: WebSocket) -> None:
    """The endpoint: a known game, our own origin, room for one more."""
    hall: Hall = websocket.app.state.hall
    if not own_origin(websocket.headers):
        await websocket.close(1008)
        return
    host = await hall.host(websocket.path_params["game"])
    await websocket.accept()
    if host is None:
        await _turn_away(websocket, "page-no-game", UNKNOWN)
        return
    client = websocket.client.host if websocket.client else ""
    if _full(hall, host, client):
        await _turn_away(websocket, "page-full", TOO_MANY)
        return
    hall.sockets[client] += 1
    try:
        with suppress(TimeoutError, WebSocketDisconnect):
            await Socket(websocket, hall, host).run()
    finally:
        hall.sockets[client] -= 1
        if not hall.sockets[client]:
            del hall.sockets[client]


def _full(hall: Hall, host: Host, client: str) -> bool:
    limits = hall.settings.limits
    return (
        hall.sockets.total() >= limits.sockets
        or hall.sockets[client] >= limits.sockets_per_client
        or len(host.listeners) >= limits.sockets_per_game
    )


async def _turn_away(websocket: WebSocket, key: str, code: int) -> None:
    language = language_of(websocket.query_params.get("lang")) or "en"
    refusal = {"t": "no", "id": None, "error": "gone", "key": key, "message": say(key, language)}
    await websocket.send_text(msgspec.json.encode(refusal).decode())
    await websocket.close(code)

"""A WebSocket: typed messages in, answers out, and no waiting for clients that do not read."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Generic, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from brettwerk.errors import BrettwerkError
from brettwerk.i18n import SOURCE, Language, Translator, find_language, truncate
from brettwerk.server.errors import ServerError
from brettwerk.server.http.messages import VERSION, Echo, Hello, Ping, Pong, Refusal
from brettwerk.server.http.rate_limits import TokenBucket
from brettwerk.server.http.request import client_of
from brettwerk.server.http.round_trip import RoundTrip
from brettwerk.server.metrics import limit_hit
from brettwerk.server.settings import Limits

MAX_UNSENT = 100
HELLO_LIMIT = 20.0
TOO_MANY, UNKNOWN, OTHER_VERSION, GOING, REVOKED, BANNED = 1013, 4404, 4426, 1012, 4401, 4403

M = TypeVar("M")


class Connection(Generic[M]):
    """One connection; subclasses say what its messages do."""

    def __init__(
        self,
        socket: WebSocket,
        decoder: msgspec.json.Decoder[M],
        longest: int,
        limits: Limits,
    ) -> None:
        self.socket = socket
        self.limits = limits
        self.client = client_of(socket)
        self.language: Language = SOURCE
        self._decoder = decoder
        self._longest = longest
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue(MAX_UNSENT)
        self._bucket = TokenBucket(limits.messages_burst, limits.messages_per_second)
        self._round_trip = RoundTrip()
        self.open = True
        self._close_code = GOING

    # -- for subclasses -------------------------------------------------------------------------
    async def on_hello(self, hello: Hello) -> None:
        """Answer the first message."""

    async def on_message(self, message: M) -> None:
        """Answer any other message; BrettwerkError to refuse it."""

    def on_close(self) -> None:
        """Clean up when the connection is gone."""

    def command_id(self, message: M) -> str | None:  # noqa: ARG002 — only some are commands
        """Return the id that a refusal of this message names."""
        return None

    # -- sending ------------------------------------------------------------------------------
    def send(self, message: bytes) -> None:
        """Queue a message; a client that does not read is disconnected."""
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            limit_hit("unread_messages")
            self.hang_up()

    def hang_up(self, code: int = GOING) -> None:
        """End the connection."""
        self._close_code = code
        self._sender.cancel()

    @property
    def lag(self) -> float:
        """The seconds that messages take to the client and back, 0 if that is not known."""
        return self._round_trip.seconds

    async def wait_for_room(self) -> None:
        """Wait until there is room for another message, before sending many."""
        while self._unsent.qsize() > MAX_UNSENT // 2:
            await asyncio.sleep(0.01)

    def answer(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.send(msgspec.json.encode(message))

    def refuse(self, error: BrettwerkError, command_id: str | None = None, **more: int) -> None:
        """Say why not."""
        text = error.localized(self.language)
        self.answer(Refusal(command_id, error.code, error.key, text, **more))

    async def _send_forever(self) -> None:
        while True:
            message = await self._unsent.get()
            await self.socket.send_text(message.decode())

    # -- receiving ----------------------------------------------------------------------------
    async def run(self) -> None:
        """Serve the connection from the first message to the last."""
        connections = self.socket.app.state.connections
        connections.add(self)
        self._sender = asyncio.create_task(self._send_forever())
        reader = asyncio.create_task(self._read_forever())
        try:
            await asyncio.wait((reader, self._sender), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.open = False
            connections.discard(self)
            self.on_close()
            for task in (reader, self._sender):
                task.cancel()
            for task in (reader, self._sender):
                with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                    await task
            with suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self.socket.close(self._close_code)

    async def _read_forever(self) -> None:
        first = await asyncio.wait_for(self._read(), HELLO_LIMIT)
        try:
            await self._greet(first)
        except BrettwerkError as error:
            self.refuse(error)
            await asyncio.sleep(0.2)  # so that the refusal arrives
            return
        while True:
            message = await self._read()
            if isinstance(message, Ping):
                self.answer(Pong(self._round_trip.begin()))
            elif isinstance(message, Echo):
                self._round_trip.end(message.n)
            elif message is not None:
                try:
                    await self.on_message(message)
                except BrettwerkError as error:
                    self.refuse(error, self.command_id(message))

    async def _greet(self, hello: M | None) -> None:
        if not isinstance(hello, Hello):
            raise ServerError(400, "page-hello-first")
        self.language = find_language(hello.lang) or SOURCE
        if hello.v != VERSION:
            self._close_code = OTHER_VERSION
            raise ServerError(400, "page-version", given=truncate(hello.v), known=VERSION)
        await self.on_hello(hello)

    async def _read(self) -> M | None:
        """Read one message; answer malformed input with an error and throttle floods."""
        try:
            text = await self.socket.receive_text()
        except KeyError:  # bytes, which malformed JSON stands for
            text = ""
        if not self._bucket.take():
            limit_hit("messages")
            self.refuse(ServerError(429, "page-too-fast"))
            await asyncio.sleep(1)
            return None
        if len(text) > self._longest:
            self.refuse(ServerError(413, "page-too-large"))
            return None
        try:
            return self._decoder.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            self.refuse(ServerError(400, "page-not-understood", what=str(error)[:200]))
            return None


@contextmanager
def counted(sockets: Counter[str], client: str) -> Iterator[None]:
    """Count one more connection of a client for as long as it lasts."""
    sockets[client] += 1
    try:
        yield
    finally:
        sockets[client] -= 1
        if not sockets[client]:
            del sockets[client]


async def reject(websocket: WebSocket, key: str, code: int) -> None:
    """Say why there is nothing to connect to, and close."""
    if code == TOO_MANY:
        limit_hit("sockets")
    language = find_language(websocket.query_params.get("lang")) or SOURCE
    refusal = Refusal(None, "gone", key, Translator(language)(key))
    await websocket.send_text(msgspec.json.encode(refusal).decode())
    await websocket.close(code)

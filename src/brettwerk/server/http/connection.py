"""A WebSocket: typed messages in, answers out, without waiting for slow readers."""

import asyncio
import logging
from contextvars import copy_context
from typing import Any, Generic, TypeVar

import msgspec
from starlette.websockets import WebSocket

from brettwerk.errors import BrettwerkError
from brettwerk.i18n import SOURCE, Language, Translator, find_language, truncate
from brettwerk.server.errors import ServerError
from brettwerk.server.http.messages import VERSION, Echo, Hello, Ping, Pong, Refusal
from brettwerk.server.http.rate_limits import SharedCounter, TokenBucket
from brettwerk.server.http.request import client_of
from brettwerk.server.http.round_trip import RoundTrip
from brettwerk.server.http.wire import Wire, serve
from brettwerk.server.metrics import limit_hit
from brettwerk.server.settings import Limits

log = logging.getLogger("brettwerk")
MAX_UNSENT = 500_000  # bytes that a client has not read
MAX_UNREAD = 5  # messages that wait until those before them are answered
HELLO_LIMIT = 20.0
TOO_MANY, UNKNOWN, OTHER_VERSION, GOING, REVOKED, BANNED = 1013, 4404, 4426, 1012, 4401, 4403
FAILED = 1011

M = TypeVar("M")


class Connection(Generic[M]):
    """One connection; subclasses say what its messages do."""

    def __init__(
        self,
        socket: WebSocket,
        decoder: msgspec.json.Decoder[M],
        longest: int,
        limits: Limits,
        counter: SharedCounter,
    ) -> None:
        self.limits = limits
        self.client = client_of(socket)
        self.language: Language = SOURCE
        self.open = True
        self._decoder = decoder
        self._longest = longest
        self._counter = counter
        self._bucket = TokenBucket(limits.messages_burst, limits.messages_per_second)
        self._shared_bucket: TokenBucket = socket.app.state.messages.bucket(self.client)
        self._round_trip = RoundTrip()
        self._all: set[Connection[Any]] = socket.app.state.connections
        self._context = copy_context()  # with the id of the request
        self._wire: Wire | None = None
        self._greeted = False
        self._unread: list[str] = []
        self._working: asyncio.Task[None] | None = None
        self._hello_timer: asyncio.TimerHandle | None = None

    # -- for subclasses -------------------------------------------------------------------------
    async def on_hello(self, hello: Hello) -> None:
        """Answer the first message."""

    async def on_message(self, message: M) -> None:
        """Answer any other message; BrettwerkError to refuse it."""

    def on_close(self) -> None:
        """Clean up when the connection is gone."""

    def price(self, message: M) -> int:  # noqa: ARG002 — only some cost more
        """Return how many messages this one counts as."""
        return 1

    def command_id(self, message: M) -> str | None:  # noqa: ARG002 — only some are commands
        """Return the id that a refusal of this message names."""
        return None

    # -- sending ------------------------------------------------------------------------------
    def send(self, message: bytes) -> None:
        """Send a message without waiting; a client that does not read is disconnected."""
        if not self._wire:
            return
        self._wire.write(message)
        if self._wire.unsent > MAX_UNSENT:
            limit_hit("unread_messages")
            self._wire.abort()

    def hang_up(self, code: int = GOING) -> None:
        """End the connection."""
        if self._wire:
            self._wire.close(code)
        self.lost()

    @property
    def lag(self) -> float:
        """The seconds that messages take to the client and back, 0 if that is not known."""
        return self._round_trip.seconds

    async def wait_for_room(self) -> None:
        """Wait until there is room for another message, before sending many."""
        while self._wire and self._wire.unsent > MAX_UNSENT // 2:
            await asyncio.sleep(0.01)

    def answer(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.send(msgspec.json.encode(message))

    def refuse(self, error: BrettwerkError, command_id: str | None = None, **more: int) -> None:
        """Send a refusal with its reason."""
        text = error.localized(self.language)
        self.answer(Refusal(command_id, error.code, error.key, text, **more))

    # -- receiving ----------------------------------------------------------------------------
    async def run(self, socket: WebSocket) -> None:
        """Serve an accepted WebSocket; messages may come after this has returned."""
        self._counter.add(self.client, 1)
        self._all.add(self)
        await serve(socket, self, self._on_wire)

    def _on_wire(self, wire: Wire) -> None:
        self._wire = wire
        loop = asyncio.get_running_loop()
        self._hello_timer = loop.call_later(HELLO_LIMIT, self.hang_up)

    def lost(self) -> None:
        """Note that the connection is gone."""
        if not self.open:
            return
        self.open, self._wire = False, None
        self._all.discard(self)
        self._counter.add(self.client, -1)
        if self._hello_timer:
            self._hello_timer.cancel()
        if self._working and self._working is not asyncio.current_task():
            self._working.cancel()
        self.on_close()

    def receive(self, text: str) -> None:
        """Take a message: one after the other, in a task that ends when all are answered."""
        self._unread.append(text)
        if self._working is None:
            self._working = asyncio.create_task(self._work(), context=self._context)
        elif len(self._unread) > MAX_UNREAD and self._wire:
            self._wire.pause(True)

    async def _work(self) -> None:
        try:
            while self._unread and self.open:
                await self._take(self._unread.pop(0))
        except asyncio.CancelledError:
            self.lost()
            raise
        except Exception:
            log.exception("A message could not be answered")
            self.hang_up(FAILED)
        finally:
            self._working = None
        if self._wire:
            self._wire.pause(False)

    async def _take(self, text: str) -> None:
        message = await self._read(text)
        price = 1 if message is None else self.price(message)
        if delay := self._shared_bucket.delay(price):
            limit_hit("client_messages")
            await asyncio.sleep(delay)  # the limit is for all connections of a client together
        if not self._greeted:
            await self._begin(message)
        elif isinstance(message, Ping):
            self.answer(Pong(self._round_trip.begin()))
        elif isinstance(message, Echo):
            self._round_trip.end(message.n)
        elif message is not None:
            try:
                await self.on_message(message)
            except BrettwerkError as error:
                self.refuse(error, self.command_id(message))

    async def _begin(self, hello: M | None) -> None:
        """Take the first message, which must be a greeting."""
        if self._hello_timer:
            self._hello_timer.cancel()
            self._hello_timer = None
        self._greeted, code = True, GOING
        try:
            if not isinstance(hello, Hello):
                raise ServerError(400, "page-hello-first")
            self.language = find_language(hello.lang) or SOURCE
            if hello.v != VERSION:
                code = OTHER_VERSION
                raise ServerError(400, "page-version", given=truncate(hello.v), known=VERSION)
            await self.on_hello(hello)
        except BrettwerkError as error:
            self.refuse(error)
            self.hang_up(code)

    async def _read(self, text: str) -> M | None:
        """Decode one message; answer malformed input with an error and throttle floods."""
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


async def reject(websocket: WebSocket, key: str, code: int) -> None:
    """Refuse a connection with a reason, and close it."""
    if code == TOO_MANY:
        limit_hit("sockets")
    language = find_language(websocket.query_params.get("lang")) or SOURCE
    refusal = Refusal(None, "gone", key, Translator(language)(key))
    await websocket.send_text(msgspec.json.encode(refusal).decode())
    await websocket.close(code)

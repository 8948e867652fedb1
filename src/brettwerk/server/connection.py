"""A WebSocket: reading typed messages, answering each, never waiting for those who do not read."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.server.languages import language_of
from brettwerk.server.limits import Bucket
from brettwerk.server.messages import VERSION, Hello
from brettwerk.texts import Language, say

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from brettwerk.server.hall import Hall

MOST_UNSENT = 100
HELLO_WITHIN = 20.0
TOO_MANY, UNKNOWN, OTHER_VERSION, GOING = 1013, 4404, 4426, 1012

M = TypeVar("M")


class Connection(Generic[M]):
    """One connection; what is said on it is for those who extend it."""

    def __init__(
        self, socket: WebSocket, hall: Hall, decoder: msgspec.json.Decoder[M], longest: int
    ) -> None:
        limits = hall.settings.limits
        self.socket = socket
        self.hall = hall
        self.language: Language = "en"
        self._decoder = decoder
        self._longest = longest
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNSENT)
        self._bucket = Bucket(limits.messages_burst, limits.messages_per_second)
        self._farewell = GOING

    # -- what each has of its own ---------------------------------------------------------------
    async def welcome(self, hello: Hello) -> None:
        """The first message has come."""

    async def obey(self, message: M) -> None:
        """Any other has; BrettwerkError for what cannot be done."""

    def act_of(self, message: M) -> str | None:  # noqa: ARG002 — only some have acts
        """The id by which a refusal of this message is known."""
        return None

    def left(self) -> None:
        """The connection is gone."""

    # -- sending ------------------------------------------------------------------------------
    def send(self, message: bytes) -> None:
        """Put a message on its way; whoever does not read them is let go."""
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self.hall.metrics.count("slow_sockets")
            self._sender.cancel()

    async def room(self) -> None:
        """Until there is room for another message: for those who send many at once."""
        while self._unsent.qsize() > MOST_UNSENT // 2:
            await asyncio.sleep(0.01)

    def say(self, message: dict[str, Any]) -> None:
        """Send an answer."""
        self.send(msgspec.json.encode(message))

    def refuse(self, fault: BrettwerkError, act: str | None = None, **more: Any) -> None:
        """Say why not."""
        message = fault.in_words(self.language)
        refusal = {"id": act, "error": fault.code, "key": fault.key, "message": message}
        self.say({"t": "no", **refusal, **more})

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
            self.left()
            for task in (reader, self._sender):
                task.cancel()
            for task in (reader, self._sender):
                with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                    await task
            with suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self.socket.close(self._farewell)

    async def _read_for_ever(self) -> None:
        first = await asyncio.wait_for(self._read(), HELLO_WITHIN)
        try:
            await self._greeted(first)
        except BrettwerkError as fault:
            self.refuse(fault)
            await asyncio.sleep(0.2)  # for the sentence to get through
            return
        while True:
            message = await self._read()
            if message is not None:
                await self._answer(message)

    async def _greeted(self, hello: M | None) -> None:
        if not isinstance(hello, Hello):
            raise MatchError("page-hello-first")
        self.language = language_of(hello.lang) or "en"
        if hello.v != VERSION:
            self._farewell = OTHER_VERSION
            raise MatchError("page-version", given=hello.v, known=VERSION)
        await self.welcome(hello)

    async def _read(self) -> M | None:
        """The next message; what is none gets a sentence, and floods are slowed down."""
        text = await self.socket.receive_text()
        if not self._bucket.take():
            self.hall.metrics.count("floods")
            self.refuse(MatchError("page-too-fast"))
            await asyncio.sleep(1)
            return None
        if len(text) > self._longest:
            self.refuse(MatchError("page-too-large"))
            return None
        try:
            return self._decoder.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as fault:
            self.refuse(MatchError("page-not-understood", what=str(fault)[:200]))
            return None

    async def _answer(self, message: M) -> None:
        try:
            await self.obey(message)
        except BrettwerkError as fault:
            self.refuse(fault, self.act_of(message))


@contextmanager
def counted(sockets: Counter[str], client: str) -> Iterator[None]:
    """While it lasts, a client has one connection more."""
    sockets[client] += 1
    try:
        yield
    finally:
        sockets[client] -= 1
        if not sockets[client]:
            del sockets[client]


async def turn_away(websocket: WebSocket, key: str, code: int) -> None:
    """Say why there is nothing to connect to, and close."""
    language = language_of(websocket.query_params.get("lang")) or "en"
    refusal = {"t": "no", "id": None, "error": "gone", "key": key, "message": say(key, language)}
    await websocket.send_text(msgspec.json.encode(refusal).decode())
    await websocket.close(code)

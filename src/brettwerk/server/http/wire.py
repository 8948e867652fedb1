"""What carries the messages of a WebSocket: uvicorn's protocol itself, or any ASGI server.

An idle connection must cost little. So as soon as a
WebSocket is accepted, the request that opened it ends with all its tasks, and the protocol calls
the connection for each message. Servers other than ours are asked as ASGI has it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from struct import pack
from typing import Any, Protocol
from zlib import Z_SYNC_FLUSH, compressobj

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request

from brettwerk.server.http.rate_limits import TokenBucket
from brettwerk.server.metrics import limit_hit

EXTENSION = "brettwerk.take_over"
INVALID_TEXT = 1007
SHORT = 500  # bytes; compressing less is not worth it
PIECE = 4096  # bytes that are parsed at once
# Limits for control frames and parts of messages.
CONTROL_BURST, CONTROL_PER_SECOND = 100, 10
_LEVEL, _MEMORY = 2, 5
_TEXT, _COMPRESSED_TEXT = b"\x81", b"\xc1"  # the first byte of a whole message
_FLUSHED = b"\x00\x00\xff\xff"  # the end of what was flushed, which is not sent
_WINDOW = 12
# Each message is compressed by itself, so that all viewers get the same bytes and connections keep
# no state between messages.
_DEFLATE = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    server_max_window_bits=_WINDOW,
    client_max_window_bits=_WINDOW,
    compress_settings={"level": _LEVEL, "memLevel": _MEMORY},
)


class Wire(Protocol):
    """A way to a client."""

    @property
    def unsent(self) -> int:
        """The bytes that the client has not read yet."""

    def write(self, message: bytes) -> None:
        """Send a message, without waiting."""

    def close(self, code: int) -> None:
        """End the connection."""

    def abort(self) -> None:
        """End the connection with a client that does not read."""

    def pause(self, paused: bool) -> None:
        """Read no more messages for a while, or again."""


class Handler(Protocol):
    """What is called when something comes."""

    def receive(self, text: str) -> None:
        """Handle a message; a binary one comes as an empty text."""

    def lost(self) -> None:
        """Note that the connection is gone."""


@lru_cache(maxsize=32)
def _frame(message: bytes, window: int) -> bytes:
    """Return a message as it is sent, compressed for a window of this many bits; 0 for none."""
    if not window:
        return _TEXT + _length(message) + message
    # The library's extension does the same in three times the time.
    deflate = compressobj(_LEVEL, wbits=-window, memLevel=_MEMORY)
    data = (deflate.compress(message) + deflate.flush(Z_SYNC_FLUSH)).removesuffix(_FLUSHED)
    return _COMPRESSED_TEXT + _length(data) + data


def _length(data: bytes) -> bytes:
    """Return the length of a frame's content as it is written."""
    size = len(data)
    if size < 126:
        return pack("!B", size)
    return pack("!BH", 126, size) if size < 1 << 16 else pack("!BQ", 127, size)


class _DiscardingQueue(asyncio.Queue[Any]):
    """The queue of connections that are taken over: their handler gets messages instead."""

    def put_nowait(self, item: Any) -> None:
        """Discard an item."""


class _UnusedEvent(asyncio.Event):
    """For connections that are taken over: nothing waits until they can be written to."""

    def clear(self) -> None:
        """Do nothing: it is shared."""


_UNUSED_EVENT = _UnusedEvent()


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that can be taken over from the request that opened it."""

    _handler: Handler | None = None
    _window = 0
    _waiting: list[bytes] | None = None  # frames that are sent together, at the end of this turn
    _control: TokenBucket | None = None
    _discarding: asyncio.Queue[Any] | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [_DEFLATE]

    def handle_connect(self, event: Request) -> None:
        """Offer to be taken over."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"][EXTENSION] = {"take": self._take_over}

    def _take_over(self, handler: Handler) -> Wire:
        self._handler = handler
        self._window = next((one.local_max_window_bits for one in self.conn.extensions), 0)  # type: ignore[attr-defined]
        waiting, kind = self.queue, type(self)
        kind._discarding = self.queue = kind._discarding or _DiscardingQueue()
        self.request.headers.clear()  # which the parser would keep
        self.writable = _UNUSED_EVENT
        del self.scope, self.request, self.response
        # A connection that waits to be closed is not closed when its request ends.
        self.close_timer = self.loop.call_later(0, int)
        self.loop.call_soon(self._hand_on, waiting)
        return self

    def _hand_on(self, waiting: asyncio.Queue[Any]) -> None:
        """Give the handler what has come before it."""
        assert self._handler
        while not waiting.empty():
            message = waiting.get_nowait()
            if message["type"] == "websocket.receive":
                self._handler.receive(message.get("text", ""))
        self.pause(False)
        if self.disconnected:
            self._handler.lost()

    def send_receive_event_to_app(self) -> None:
        """Give a whole message to the handler, if there is one."""
        if self._handler is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        try:
            self._handler.receive(data.decode() if self.curr_msg_data_type == "text" else "")
        except UnicodeDecodeError:
            self.close(INVALID_TEXT)

    # -- floods -------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Take data in pieces, so that a flood is noticed before all of it is parsed."""
        for at in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[at : at + PIECE])

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        super().handle_ping()
        self._count_control()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, of which we ask for a few a minute."""
        super().handle_pong(event)
        self._count_control()

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message."""
        super().handle_cont(event)
        self._count_control()

    def _count_control(self) -> None:
        self._control = self._control or TokenBucket(CONTROL_BURST, CONTROL_PER_SECOND)
        if not self._control.take():
            limit_hit("control_frames")
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the handler."""
        super().connection_lost(exc)
        if self._handler:
            self._handler.lost()

    # -- a wire ---------------------------------------------------------------------------------
    @property
    def unsent(self) -> int:
        """The bytes that the client has not read yet."""
        return self.transport.get_write_buffer_size() + sum(map(len, self._waiting or ()))

    def write(self, message: bytes) -> None:
        """Send a message, without waiting; those of one turn of the loop go together."""
        if self.close_sent or self.transport.is_closing():
            return
        frame = _frame(message, self._window if len(message) > SHORT else 0)
        if self._waiting is None:
            self._waiting = [frame]
            self.loop.call_soon(self._flush)
        else:
            self._waiting.append(frame)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting and not self.transport.is_closing():
            self.transport.writelines(waiting)

    def close(self, code: int) -> None:
        """End the connection."""
        if not (self.close_sent or self.transport.is_closing()):
            self._flush()
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
            self.pause(False)

    def abort(self) -> None:
        """End the connection with a client that does not read."""
        self.transport.abort()

    def pause(self, paused: bool) -> None:
        """Read no more messages for a while, or again."""
        if paused != self.read_paused and not self.transport.is_closing():
            self.read_paused = paused
            (self.transport.pause_reading if paused else self.transport.resume_reading)()


class AsgiWire:
    """A WebSocket of any ASGI server."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._reading = asyncio.Event()
        self._reading.set()
        self._reader: asyncio.Task[None] | None = None
        self.unsent = 0

    def write(self, message: bytes) -> None:
        """Send a message, without waiting."""
        self.unsent += len(message)
        self._waiting.put_nowait(message)

    def close(self, code: int) -> None:
        """End the connection."""
        self._waiting.put_nowait(code)

    def abort(self) -> None:
        """End the connection with a client that does not read."""
        if self._reader:
            self._reader.cancel()

    def pause(self, paused: bool) -> None:
        """Read no more messages for a while, or again."""
        (self._reading.clear if paused else self._reading.set)()

    async def serve(self, handler: Handler) -> None:
        """Read and send until the connection ends."""
        self._reader = asyncio.create_task(self._read(handler))
        sender = asyncio.create_task(self._send())
        try:
            await asyncio.wait((self._reader, sender), return_when=asyncio.FIRST_COMPLETED)
        finally:
            handler.lost()
            for task in (self._reader, sender):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _read(self, handler: Handler) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                await self._reading.wait()
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                handler.receive(message.get("text") or "")

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while isinstance(message := await self._waiting.get(), bytes):
                await self._socket.send_text(message.decode())
                self.unsent -= len(message)
            await self._socket.close(message)


async def serve(socket: WebSocket, handler: Handler, on_wire: Callable[[Wire], None]) -> None:
    """Connect a handler with an accepted WebSocket; return at once if it was taken over."""
    offered = socket.scope.get("extensions", {}).get(EXTENSION)
    if offered:
        on_wire(offered["take"](handler))
        return
    wire = AsgiWire(socket)
    on_wire(wire)
    await wire.serve(handler)

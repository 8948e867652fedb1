"""A WebSocket client that costs as little as possible: its own work must not count as latency."""

from __future__ import annotations

import asyncio
from collections import deque
from time import perf_counter
from typing import cast
from urllib.parse import urlsplit

Source = tuple[str, int] | None
_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_MASKED, _NO_MASK = 0x80, bytes(4)
_REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class LoadSocket(asyncio.Protocol):
    """A connection; one that only watches drops what it is sent unread."""

    def __init__(self, *, watches: bool) -> None:
        self.arrived = 0.0  # when the last message came
        self._watches = watches
        self._buffer = bytearray()
        self._messages: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, address: str, source: Source, *, watches: bool) -> LoadSocket:
        """Connect from one of our addresses; OSError if the server does not want that."""
        where, loop = urlsplit(address), asyncio.get_running_loop()
        made = loop.create_connection(
            lambda: cls(watches=watches), where.hostname or "", where.port or 80, local_addr=source
        )
        transport, socket = await made
        transport.write(_REQUEST.format(path=where.path, host=where.netloc).encode())
        async with asyncio.timeout(60):
            await socket._opened
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what is written to."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is not a subclass

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 — any will do
        """Wake those who wait."""
        self._transport = None
        for waiting in (self._opened, self._waiting):
            if waiting and not waiting.done():
                waiting.set_exception(ConnectionResetError())
                waiting.exception()  # it may not be awaited any more

    def data_received(self, data: bytes) -> None:
        """Take whole frames from what has come."""
        self._buffer += data
        if not self._opened.done() and not self._is_accepted():
            return
        at, now = 0, perf_counter()
        while frame := _frame_at(self._buffer, at):
            kind, begin, at = frame
            if kind == _TEXT and not self._watches:
                self.arrived = now
                self._messages.append(bytes(self._buffer[begin:at]))
            elif kind == _PING:
                self._write(_PONG, bytes(self._buffer[begin:at]))
            elif kind == _CLOSE:
                self.close()
        del self._buffer[:at]
        if self._messages and self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    def _is_accepted(self) -> bool:
        """Take the answer to the request, if all of it has come."""
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        self._buffer = rest
        if b" 101 " not in head[:20]:
            self._opened.set_exception(ConnectionRefusedError(head[:40].decode(errors="replace")))
            return False
        self._opened.set_result(None)
        return True

    async def receive(self) -> bytes:
        """Return the next message; OSError if the connection is lost."""
        while not self._messages:
            if self._transport is None:
                raise ConnectionResetError
            self._waiting = asyncio.get_running_loop().create_future()
            async with asyncio.timeout(120):
                await self._waiting
        return self._messages.popleft()

    def send(self, message: bytes) -> None:
        """Send a text."""
        self._write(_TEXT, message)

    def _write(self, kind: int, payload: bytes) -> None:
        if self._transport is None:
            raise ConnectionResetError
        size = len(payload)
        short = size < 126
        length = bytes([_MASKED | size]) if short else bytes([_MASKED | 126]) + size.to_bytes(2)
        self._transport.write(bytes([kind]) + length + _NO_MASK + payload)

    def close(self) -> None:
        """Disconnect."""
        if self._transport:
            self._transport.close()


def _frame_at(buffer: bytearray, at: int) -> tuple[int, int, int] | None:
    """Return the kind of the frame that begins here, and where its payload begins and ends."""
    begin = at + 2
    if len(buffer) < begin:
        return None
    size = buffer[at + 1]
    if size > 125:
        extended = 2 if size == 126 else 8
        size = int.from_bytes(buffer[begin : begin + extended])
        begin += extended
    end = begin + size
    return (buffer[at], begin, end) if begin <= len(buffer) and end <= len(buffer) else None

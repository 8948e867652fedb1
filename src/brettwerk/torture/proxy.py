"""A link of a network that can be cut, silenced and slowed down: a TCP proxy."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal

Mode = Literal["open", "reset", "silent"]
CHUNK = 65_536


class Link:
    """Passes connections on to a target.

    `reset` breaks connections and refuses new ones; `silent` keeps them, but nothing comes through.
    """

    def __init__(self, target: tuple[str, int]) -> None:
        self.target = target
        self.delay = 0.0
        self._mode: Mode = "open"
        self._passing = asyncio.Event()
        self._passing.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self, host: str = "127.0.0.1") -> tuple[str, int]:
        """Begin to listen, and return where."""
        self._server = await asyncio.start_server(self._accept, host, 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return host, port

    async def close(self) -> None:
        """Break all connections and listen no longer."""
        if self._server:
            self._server.close()
        self._reset()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def set(self, mode: Mode, delay: float = 0.0) -> None:
        """Change how connections are treated, also those that are there."""
        self._mode, self.delay = mode, delay
        if mode == "silent":
            self._passing.clear()
        else:
            self._passing.set()
        if mode == "reset":
            self._reset()

    def _reset(self) -> None:
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._writers.add(writer)
        try:
            with suppress(asyncio.CancelledError):  # which asyncio would log
                await self._connect(reader, writer)
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._passing.wait()
        if self._mode == "reset":
            return
        try:
            there_reader, there_writer = await asyncio.open_connection(*self.target)
        except OSError:
            return
        self._writers.add(there_writer)
        try:
            there, back = self._pass(reader, there_writer), self._pass(there_reader, writer)
            ways = {asyncio.create_task(there), asyncio.create_task(back)}
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
        finally:
            self._writers.discard(there_writer)
            there_writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one direction on until an end closes it."""
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self._passing.wait()
                writer.write(data)
                await writer.drain()

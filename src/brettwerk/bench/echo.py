"""A plain echo, measured beside a server: what it loses is what the machine is short of."""

import asyncio
import multiprocessing
from contextlib import suppress
from time import perf_counter

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

EVERY = 0.02  # seconds
BYTES = 2000  # about as long as a state that viewers are sent


def _echo_server(ports: "multiprocessing.Queue[int]") -> None:
    async def echo(socket: ServerConnection) -> None:
        with suppress(ConnectionClosed, OSError):
            async for message in socket:
                await socket.send(message)

    async def run() -> None:
        async with serve(echo, "127.0.0.1", 0, compression=None) as server:
            ports.put(next(iter(server.sockets)).getsockname()[1])
            await asyncio.Future()

    asyncio.run(run())


class EchoServer:
    """A server that only returns what it is sent, in a process of its own."""

    def __init__(self) -> None:
        processes = multiprocessing.get_context("spawn")
        ports = processes.Queue()
        self._process = processes.Process(target=_echo_server, args=(ports,), daemon=True)
        self._process.start()
        self.address = f"ws://127.0.0.1:{ports.get(timeout=60)}"

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.join()

    async def measure(self, until: float) -> list[float]:
        """Return how long messages took there and back."""
        took: list[float] = []
        async with connect(self.address, compression=None) as socket:
            while perf_counter() < until:
                before = perf_counter()
                await socket.send("x" * BYTES)
                await socket.recv()
                took.append(perf_counter() - before)
                await asyncio.sleep(EVERY)
        return took

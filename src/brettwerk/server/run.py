"""Running the server: where it listens, what it says about that, how it stops."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

import uvicorn

from brettwerk.server.app import make_app
from brettwerk.server.collector import Collector
from brettwerk.server.storage import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from brettwerk.server.settings import Settings

STOP_WITHIN = 5


class _Server(uvicorn.Server):
    """A server that opens its database first, and tells when it can be reached."""

    def __init__(
        self, config: uvicorn.Config, store: Store, address: str, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._store, self._address, self._ready = store, address, ready
        self._collector = Collector()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell; a database that cannot be used is a fault of whoever starts it."""
        await self._store.open()
        await super().startup(sockets)
        if self.started:
            if self._store.lock:
                self._store.lock.note(self._address)
            self._collector.take_over()
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        self._collector.tick()
        return await super().on_tick(counter)


def serve(
    settings: Settings, listening: socket.socket, ready: Callable[[], None], *, uvloop: bool = True
) -> None:
    """Serve until told to stop; people's moves that are under way are still stored.

    BadOptions with a sentence if the database cannot be used.
    """
    logging.basicConfig(level=logging.WARNING)
    store = Store(settings.url)
    config = uvicorn.Config(
        make_app(settings, store=store),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=max(settings.limits.message_bytes, settings.limits.study_bytes),
        ws_ping_interval=20,
        ws_ping_timeout=30,
        timeout_graceful_shutdown=STOP_WITHIN,
        loop="auto" if uvloop else "asyncio",
        lifespan="on",
    )
    host, port, *_ = listening.getsockname()
    server = _Server(config, store, addresses(host, port)[0], ready)
    # The server hands a signal on that has stopped it; what is left then is to end in good order.
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        server.run(sockets=[listening])
    finally:
        signal.signal(signal.SIGTERM, before)


def listen(host: str, port: int) -> socket.socket:
    """A socket to listen at; of an unasked-for port that is taken the next free one is used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, connections are known to be TCP, and send small messages at once.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        made.bind((host, port))
    except OSError:
        made.close()
        raise
    made.listen(2048)
    return made


def listen_near(host: str, port: int, tries: int = 20) -> socket.socket:
    """The same, or at one of the ports after it."""
    for further in range(tries):
        try:
            return listen(host, port + further)
        except OSError:
            if further == tries - 1:
                raise
    raise AssertionError


def addresses(host: str, port: int) -> list[str]:
    """Where the page can be opened: on this machine, and by others if it listens for them."""
    if host not in ("0.0.0.0", "::"):
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    found = ["localhost", *_own_addresses()]
    return [f"http://{name}:{port}/" for name in found]


def _own_addresses() -> list[str]:
    """The address by which others on the same network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which of our addresses would be used.
            probe.connect(("192.0.2.1", 9))
            return [probe.getsockname()[0]]
        except OSError:
            return []


def open_soon(address: str) -> None:
    """Open the page in a browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

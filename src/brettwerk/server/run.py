"""Running the server: where it listens, and how it stops."""

import logging
import signal
import socket
import sys
import threading
import webbrowser
from asyncio import CancelledError
from collections.abc import Callable
from contextlib import suppress
from math import inf
from time import monotonic

import uvicorn

from brettwerk.server.app import make_app, make_store
from brettwerk.server.http.garbage import Collector
from brettwerk.server.http.protocol import LOG_EVERY, limited_protocol
from brettwerk.server.http.proxies import TrustedProxies
from brettwerk.server.http.wire import SocketProtocol
from brettwerk.server.settings import Settings
from brettwerk.server.storage.store import GameStore

STOP_WITHIN = 5
TRIED_PORTS = 20
# Seconds after which one thread makes room for another: the loop and the thread that stores moves
# need Python again after each system call. With the usual 5 ms, moves would take seconds.
SWITCH_EVERY = 0.0001


class _Server(uvicorn.Server):
    """A server that opens its database first, and calls `ready` when it can be reached."""

    def __init__(
        self, config: uvicorn.Config, store: GameStore, address: str, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._store, self._address, self._ready = store, address, ready
        self._collector = Collector()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; BadOptions if the database cannot be used."""
        self._store.leases.address = self._address
        await self._store.open()
        await super().startup(sockets)
        if self.started:
            if self._store.lock:
                self._store.lock.note(self._address)
            self._collector.take_over()
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Let the garbage collector decide, ten times a second."""
        self._collector.tick()
        return await super().on_tick(counter)


def serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    for_metrics: socket.socket | None = None,
) -> None:
    """Serve until stopped; moves that are under way are still stored.

    BadOptions if the database cannot be used.
    """
    logging.getLogger("uvicorn.error").addFilter(SeldomFilter())
    sys.setswitchinterval(SWITCH_EVERY)
    store = make_store(settings)
    config = uvicorn.Config(
        make_app(settings, store=store),
        log_config=None,  # its records go where all others go
        access_log=False,
        server_header=False,
        ws=SocketProtocol,
        http=limited_protocol(settings.limits, TrustedProxies(settings.proxies)),
        proxy_headers=False,  # the application takes care of them
        ws_max_size=max(settings.limits.message_bytes, settings.limits.study_bytes),
        ws_ping_interval=20,
        ws_ping_timeout=30,
        timeout_graceful_shutdown=STOP_WITHIN,
        lifespan="on",
    )
    host, port, *_ = listening.getsockname()
    server = _Server(config, store, addresses(host, port)[0], ready)
    # Uvicorn raises the signal again that stopped it; then the process exits in good order.
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        server.run(sockets=[listening, for_metrics] if for_metrics else [listening])
    finally:
        signal.signal(signal.SIGTERM, before)


class SeldomFilter(logging.Filter):
    """Shortens and limits records that any client can cause, so that they do not fill the log."""

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record: a warning at most once a minute, without traceback.

        Requests that a server cancels when it stops are counted in one line by uvicorn.
        """
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, CancelledError):
            return False
        if isinstance(error, UnicodeDecodeError):
            record.exc_info = None
        if record.levelno != logging.WARNING:
            return True
        last, now = self._logged.get(str(record.msg), -inf), monotonic()
        if now - last < LOG_EVERY:
            return False
        self._logged[str(record.msg)] = now
        return True


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens here; OSError if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Naming the protocol lets asyncio know that it is TCP and send small messages at once.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        made.bind((host, port))
    except BaseException:  # names that cannot be are no OSError
        made.close()
        raise
    made.listen(2048)
    return made


def listen_near(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this port or one of the next."""
    for further in range(TRIED_PORTS - 1):
        with suppress(OSError):
            return listen(host, port + further)
    return listen(host, port + TRIED_PORTS - 1)


def addresses(host: str, port: int) -> list[str]:
    """Return the addresses of the page: for this machine, and for others if it listens for them."""
    if host not in ("0.0.0.0", "::"):
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    found = ["localhost"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        # Nothing is sent: connecting only selects the address by which others reach this machine.
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    return [f"http://{name}:{port}/" for name in found]


def open_soon(address: str) -> None:
    """Open the page in a browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

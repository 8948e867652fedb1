"""HTTP connections with limits: how many there are, and how long requests and answers may take."""

import asyncio
import logging
from collections import Counter
from time import monotonic
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from brettwerk.server.http.proxies import TrustedProxies
from brettwerk.server.http.request import network_of
from brettwerk.server.metrics import limit_hit
from brettwerk.server.settings import Limits

log = logging.getLogger("brettwerk")
LOG_EVERY = 60.0  # seconds
SPARE_FILES = 100  # for the database, workers, logs
MAX_HEAD = 65_536  # bytes of the head of a request
MAX_HEADERS = 100


class ConnectionLimiter:
    """Counts the connections of each client; WebSockets are counted elsewhere."""

    def __init__(self, limits: Limits, proxies: TrustedProxies) -> None:
        self.limits = limits
        self.proxies = proxies
        self._most = min(limits.connections, max(1, raise_file_limit() - SPARE_FILES))
        self._counts: Counter[str] = Counter()
        self._logged: dict[str, float] = {}

    def enter(self, client: str, *, is_proxy: bool) -> bool:
        """Count a new connection, if there is room for it; a proxy has those of many clients."""
        if self._counts.total() >= self._most:
            limit_hit("connections")
            self.warning("There are %s connections: more are closed at once", self._most)
            return False
        most = self.limits.connections_per_client
        if self._counts[client] >= most and not is_proxy:
            limit_hit("connections_per_client")
            self.warning("%s has %s connections: more are closed at once", client, most)
            return False
        self._counts[client] += 1
        return True

    def leave(self, client: str) -> None:
        """Count one connection less."""
        self._counts[client] -= 1
        if not self._counts[client]:
            del self._counts[client]

    def warning(self, message: str, *details: object) -> None:
        """Write a warning, but the same one at most once a minute."""
        now = monotonic()
        if now - self._logged.get(message, -LOG_EVERY) >= LOG_EVERY:
            self._logged[message] = now
            log.warning(message, *details)


class LimitedProtocol(HttpToolsProtocol):
    """HTTP/1.1 that closes connections on which clients neither send nor read."""

    limiter: ClassVar[ConnectionLimiter]
    counted: str | None = None
    timer: asyncio.TimerHandle | None = None
    head: int | None = 0  # bytes of a head that is not complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or close it at once."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        client = network_of(host)
        if self.limiter.enter(client, is_proxy=host in self.limiter.proxies):
            self.counted = client
            self._within(self.limiter.limits.head_seconds)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand a connection over: from now on it is a WebSocket."""
        self._leave()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Take data, if the head of a request does not become too long."""
        if self.head is not None:
            self.head += len(data)
        super().data_received(data)
        if self.head is None:
            return
        if self.head > MAX_HEAD:
            self._too_long()
        elif self.timer is None and self.timeout_keep_alive_task is None and self._is_idle:
            self._within(self.limiter.limits.head_seconds)  # empty lines are no request

    @property
    def _is_idle(self) -> bool:
        return self.counted is not None and (self.cycle is None or self.cycle.response_complete)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, if there are not too many."""
        super().on_header(name, value)
        if len(self.headers) > MAX_HEADERS:
            limit_hit("long_heads")
            raise ValueError("too many headers")  # ends the parser, and is answered with 400

    def _too_long(self) -> None:
        limit_hit("long_heads")
        self.limiter.warning(
            "Connections of %s were closed: their heads were too long", self.counted
        )
        self.transport.abort()

    def on_message_begin(self) -> None:
        """Wait for the head of a request."""
        super().on_message_begin()
        self._within(self.limiter.limits.head_seconds)

    def on_headers_complete(self) -> None:
        """Wait for its body."""
        self.head = None
        super().on_headers_complete()
        self._within(self.limiter.limits.body_seconds)

    def on_message_complete(self) -> None:
        """Wait for nothing: it is our turn."""
        super().on_message_complete()
        self.head = 0
        self._stop_timer()

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._within(self.limiter.limits.body_seconds)

    def resume_writing(self) -> None:
        """Wait no longer: the client has read."""
        super().resume_writing()
        self._stop_timer()

    def _within(self, seconds: float) -> None:
        self._stop_timer()
        self.timer = self.loop.call_later(seconds, self._too_slow)

    def _stop_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def _too_slow(self) -> None:
        limit_hit("slow_connections")
        self.limiter.warning("Connections of %s were closed: they were too slow", self.counted)
        self.transport.abort()

    def _leave(self) -> None:
        self._stop_timer()
        if self.counted is not None:
            self.limiter.leave(self.counted)
            self.counted = None


def limited_protocol(limits: Limits, proxies: TrustedProxies) -> type[LimitedProtocol]:
    """Return the protocol of one server, which counts its connections."""
    return type(
        "LimitedProtocol", (LimitedProtocol,), {"limiter": ConnectionLimiter(limits, proxies)}
    )


def raise_file_limit() -> int:
    """Raise the number of files that this process may open, and return it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 10**6
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return 10**6 if soft == resource.RLIM_INFINITY else soft

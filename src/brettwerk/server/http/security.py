"""Security headers on every answer, known hosts only, and requests from our own pages."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brettwerk.i18n import Translator
from brettwerk.server.errors import ServerError
from brettwerk.server.http.loop_share import LoopShares
from brettwerk.server.http.rate_limits import RateLimiter
from brettwerk.server.http.request import client_of, wanted_language
from brettwerk.server.settings import Settings

OnError = Callable[[Request, Exception], Awaitable[Response]]
log = logging.getLogger("brettwerk")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SLOW = 1.0  # seconds
TRY_LATER = 1013  # of WebSockets
# Of scripts, styles and fonts, of which a page loads dozens: the others are about documents.
FILE_HEADERS = {
    name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")
}
UNCOUNTED = ("/static/", "/healthz", "/readyz", "/metrics")


def _headers_of(path: str, response: Headers) -> dict[str, str]:
    is_file = path.startswith("/static/") and "html" not in response.get("content-type", "")
    return FILE_HEADERS if is_file else HEADERS


class Guard:
    """Middleware that refuses unknown hosts and adds the headers, also to errors."""

    def __init__(
        self, app: ASGIApp, settings: Settings, on_error: OnError, requests: RateLimiter
    ) -> None:
        self.app = app
        self.settings = settings
        self.on_error = on_error
        self.requests = requests
        limits = settings.limits
        self.shares = LoopShares(limits.loop_burst, limits.loop_per_second)
        self.faults = RateLimiter("faults", limits.faults_burst, limits.faults_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = client_of(HTTPConnection(scope))
        await self.shares.run(client, lambda: self._serve(scope, receive, send))

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._known_host(Headers(scope=scope).get("host", "")):
            await self._refuse(scope, receive, send)
            return

        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                await self._slow_down(scope, message["status"])
                headers = MutableHeaders(scope=message)
                for name, value in _headers_of(scope["path"], headers).items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._charge(scope)
            await self.app(scope, receive, with_headers)
        except Exception as error:
            if scope["type"] == "websocket" and isinstance(error, ServerError):
                await send({"type": "websocket.close", "code": TRY_LATER})
                return
            if started or scope["type"] != "http":
                raise
            if not isinstance(error, ServerError | ClientDisconnect):
                log.exception("An error at %s", scope["path"])
            answer = await self.on_error(Request(scope), error)
            await answer(scope, receive, with_headers)

    async def _slow_down(self, scope: Scope, status: int) -> None:
        """Delay a client that causes one error after another: each costs the server work."""
        if status < 400 or status == 503:
            return
        try:
            self.faults.charge(client_of(HTTPConnection(scope)))
        except ServerError:
            await asyncio.sleep(SLOW)

    def _charge(self, scope: Scope) -> None:
        """Count requests that only read; the others are counted where they are handled.

        A new WebSocket counts too, since it is sent a whole game.
        """
        if scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD"):
            connection = HTTPConnection(scope)
            if not connection.url.path.startswith(UNCOUNTED):
                self.requests.charge(client_of(connection))

    def _known_host(self, host: str) -> bool:
        """Return whether a host is ours; another one may be an attack by DNS rebinding."""
        name = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
        return "*" in self.settings.hosts or name.lower() in self.settings.hosts

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        t = Translator(wanted_language(HTTPConnection(scope)))
        refusal = PlainTextResponse(f"{t('page-wrong-host')}\n", 421)
        await refusal(scope, receive, send)

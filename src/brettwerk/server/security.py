"""What every answer and every request must be like: strict headers, known hosts, own origin."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from brettwerk.server.settings import Settings

Fault = Callable[[Request, Exception], Awaitable[Response]]
log = logging.getLogger("brettwerk")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Middleware that answers only to known hosts, and puts the headers on, on faults too."""

    def __init__(self, app: ASGIApp, settings: Settings, fault: Fault) -> None:
        self.app = app
        self.settings = settings
        self.fault = fault

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if not self._known_host(Headers(scope=scope).get("host", "")):
            await self._refuse(scope, receive, send)
            return

        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, with_headers)
        except Exception as raised:
            if started or scope["type"] != "http":
                raise
            log.exception("A fault at %s", scope["path"])
            answer = await self.fault(Request(scope), raised)
            await answer(scope, receive, with_headers)

    def _known_host(self, host: str) -> bool:
        """Whether we are called by a name of ours: others may be a trick of a foreign page."""
        return self.settings.any_host or _without_port(host) in self.settings.hosts

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        refusal = PlainTextResponse("This server does not answer to that name.\n", 421)
        await refusal(scope, receive, send)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def own_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from no page at all (a program)."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # "http://["
        return False

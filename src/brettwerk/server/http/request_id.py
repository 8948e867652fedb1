"""An id for every request: in its answer, in errors and in all records of the log about it."""

import logging
import re
from secrets import token_hex
from time import perf_counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brettwerk.server.http.proxies import TrustedProxies
from brettwerk.server.logs import request_id

HEADER = "x-request-id"
log = logging.getLogger("brettwerk.requests")
_VALID = re.compile(r"[\w.:-]{1,64}", re.ASCII)


class RequestId:
    """Middleware that takes the id from a trusted proxy, or makes one, and logs the request.

    It must come before the one that replaces the proxy's address by the client's.
    """

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        self.app, self._proxies = app, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        request_id.set(self._given(scope) or token_hex(8))
        began, status = perf_counter(), 101

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = request_id.get()
            await send(message)

        try:
            await self.app(scope, receive, with_id)
        finally:
            if log.isEnabledFor(logging.INFO):
                _log(scope, status, perf_counter() - began)

    def _given(self, scope: Scope) -> str:
        """Return the id that a trusted proxy has given, if it is well-formed."""
        peer = (scope.get("client") or ("",))[0]
        given = Headers(scope=scope).get(HEADER, "")
        return given if peer in self._proxies and _VALID.fullmatch(given) else ""


def _log(scope: Scope, status: int, seconds: float) -> None:
    """Log a request without its query, in which anything might stand."""
    method, path = scope.get("method", "WEBSOCKET"), scope["path"]
    client = (scope.get("client") or ("",))[0]
    details = {"method": method, "path": path, "status": status, "client": client}
    extra = {**details, "seconds": round(seconds, 4)}
    log.info("%s %s %s", method, path, status, extra=extra)

"""Banned addresses and networks."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from brettwerk.server.errors import ServerError
from brettwerk.server.http.request import client_of, wanted_language
from brettwerk.server.metrics import limit_hit


class BanList:
    """The bans as they stand in the database; clients are named as limits count them."""

    def __init__(self) -> None:
        self._exact: frozenset[str] = frozenset()
        self._networks: list[IPv4Network | IPv6Network] = []

    def replace(self, addresses: Iterable[str]) -> None:
        """Use these bans from now on."""
        self._exact = frozenset(addresses)
        self._networks = [ip_network(one) for one in self._exact if "/" in one]

    def __contains__(self, client: str) -> bool:
        return client in self._exact or (bool(self._networks) and self._in_network(client))

    def _in_network(self, client: str) -> bool:
        try:
            network = ip_network(client)
        except ValueError:
            return False
        # The standard library compares networks of one version only.
        return any(
            network.version == banned.version and network.subnet_of(banned)  # type: ignore[arg-type]
            for banned in self._networks
        )


class BanGuard:
    """Middleware that answers clients that are banned with 403."""

    def __init__(self, app: ASGIApp, bans: BanList) -> None:
        self.app, self._bans = app, bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or client_of(HTTPConnection(scope)) not in self._bans:
            await self.app(scope, receive, send)
            return
        limit_hit("bans")
        error = ServerError(403, "page-banned")
        if scope["type"] == "http":
            raise error
        websocket = WebSocket(scope, receive, send)
        if "websocket.http.response" in scope.get("extensions", {}):
            text = f"{error.localized(wanted_language(websocket))}\n"
            await websocket.send_denial_response(PlainTextResponse(text, error.status))
        else:
            await websocket.close(1008)

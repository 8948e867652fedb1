"""`/metrics` for Prometheus: on an address of its own, with a token, or for this machine."""

from hmac import compare_digest

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from brettwerk.server.http.request import client_of
from brettwerk.server.jobs.pool import MOVES
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.metrics import GAMES_IN_MEMORY, JOBS, SOCKETS
from brettwerk.server.settings import Settings

LOOPBACK = ("127.0.0.1", "::/64")
QUEUES = {
    "moves": MOVES,
    "quick": (Priority.QUICK,),
    "analyses": (Priority.ANALYSIS, Priority.REVIEW),
}


async def metrics(request: Request) -> Response:
    """GET /metrics: with the token, or for this machine if there is none."""
    settings: Settings = request.app.state.settings
    token, client = settings.metrics_token, client_of(request)
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    allowed = compare_digest(given.encode(), token.encode()) if token else client in LOOPBACK
    if settings.metrics_port or not allowed:
        raise HTTPException(404)
    return exposition(request.app.state)


def exposition(state: State) -> Response:
    """Return all metrics as text, with the gauges as they stand now."""
    GAMES_IN_MEMORY.set(len(state.registry.sessions))
    SOCKETS.labels("game").set(state.registry.sockets.total())
    SOCKETS.labels("analysis").set(state.readers.total())
    for queue, priorities in QUEUES.items():
        JOBS.labels(queue).set(state.pool.load(*priorities))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


class MetricsAddress:
    """Middleware that answers `/metrics`, and nothing else, on the port for metrics."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self._port = app, settings.metrics_port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # A client cannot forge this: it is the port at which its connection was accepted.
        port = (scope.get("server") or ("", 0))[1]
        if not self._port or port != self._port:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif scope["path"] != "/metrics":
            await PlainTextResponse("Not found\n", 404)(scope, receive, send)
        else:
            await exposition(scope["app"].state)(scope, receive, send)

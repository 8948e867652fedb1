"""A server of ours in this process, and clients that speak to it over real WebSockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection

from brettwerk.server.app import make_app
from brettwerk.server.http.protocol import limited_protocol
from brettwerk.server.http.proxies import TrustedProxies
from brettwerk.server.http.wire import SocketProtocol
from brettwerk.server.play.messages import GameRequest
from brettwerk.server.run import listen
from brettwerk.server.settings import Limits, Settings
from brettwerk.server.storage.model import Seat
from server.cluster import until


@asynccontextmanager
async def serving(folder: Path, **more: Any) -> AsyncIterator[SimpleNamespace]:
    """A server in this process, with one game for two; `more` are settings of uvicorn."""
    settings = Settings(f"sqlite:///{folder / 'g.sqlite'}", limits=Limits.none(), processes=False)
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        http=limited_protocol(settings.limits, TrustedProxies(())),
        ws=SocketProtocol,
        lifespan="on",
        **more,
    )
    server, listening = uvicorn.Server(config), listen("127.0.0.1", 0)
    task = asyncio.create_task(server._serve([listening]))
    await until(lambda: server.started)
    registry = app.state.registry
    made = await registry.create(GameRequest("drei", seats=[Seat(), Seat()], begins=0))
    port = listening.getsockname()[1]
    try:
        yield SimpleNamespace(
            address=f"ws://127.0.0.1:{port}/ws/{made.id}",
            keys=made.keys,
            session=registry.sessions[made.id],
            sockets=registry.sockets,
            registry=registry,
        )
    finally:
        server.should_exit = True
        await task


async def greet(socket: ClientConnection, keys: list[str]) -> dict[str, Any]:
    """Say hello, and return the table."""
    await socket.send(json.dumps({"t": "hello", "v": 1, "keys": keys}))
    return await hear(socket, "table")


async def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message["t"] == kind:
            return message


def move(table: dict[str, Any], number: int = 0) -> str:
    """Return a command that plays the first legal move."""
    text, version = table["moves"][0][0], table["moment"]
    return json.dumps(
        {"t": "act", "id": f"m{number}", "do": "play", "text": text, "moment": version}
    )

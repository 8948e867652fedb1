"""The WebSocket of a game: acts, hints, explanations, and the table whenever it changes."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.server.connection import TOO_MANY, UNKNOWN, Connection, counted, turn_away
from brettwerk.server.keys import people_of
from brettwerk.server.messages import VERSION, Act, Explain, Hello, Hint, Message, Ping
from brettwerk.server.security import own_origin
from brettwerk.server.view import explained

if TYPE_CHECKING:
    from brettwerk.server.hall import Hall
    from brettwerk.server.host import Host

log = logging.getLogger(__name__)

MOST_KEYS = 8
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class Socket(Connection[Message]):
    """One connection to one game."""

    def __init__(self, socket: WebSocket, hall: Hall, host: Host) -> None:
        super().__init__(socket, hall, _decoder, hall.settings.limits.message_bytes)
        self.host = host
        self.people: tuple[int, ...] = ()
        self._hinting: asyncio.Task[None] | None = None

    async def welcome(self, hello: Hello) -> None:
        """Who is here, and the table."""
        self.people = people_of(hello.keys[:MOST_KEYS], self.host.hashes)
        self.say({"t": "welcome", "v": VERSION, "people": self.people})
        await self.hall.enter(self.host, self)

    def left(self) -> None:
        """Nobody listens here any more."""
        if self in self.host.listeners:
            self.hall.leave(self.host, self)
        if self._hinting:
            self._hinting.cancel()

    def act_of(self, message: Message) -> str | None:
        """Acts are known by the id that their client has chosen."""
        return message.id if isinstance(message, Act) else None

    async def obey(self, message: Message) -> None:
        """Do what is said."""
        if isinstance(message, Act):
            began = perf_counter()
            await self.hall.act(self.host, self.people, message)
            self.hall.metrics.took(perf_counter() - began)
            self.say({"t": "done", "id": message.id, "moment": self.host.table.moment})
        elif isinstance(message, Explain):
            self._explain(message)
        elif isinstance(message, Hint):
            self._hint()
        elif isinstance(message, Ping):
            self.say({"t": "pong"})

    def _explain(self, message: Explain) -> None:
        table = self.host.table
        found = explained(table.match.position, message.way, message.why, self.language)
        kind = "why" if message.why else "notes"
        self.say({"t": kind, "way": message.way, "moment": table.moment, **found})

    def _hint(self) -> None:
        """Thinking takes a while; meanwhile other messages are answered."""
        if self._hinting is None or self._hinting.done():
            self._hinting = asyncio.create_task(self._give_hint())

    async def _give_hint(self) -> None:
        moment = self.host.table.moment
        try:
            move = await self.hall.hint(self.host, self.people)
        except BrettwerkError as fault:
            self.refuse(fault)
        except Exception:
            log.exception("No hint could be given in %s", self.host.id)
            self.refuse(MatchError("page-busy"))
        else:
            self.say({"t": "hint", "move": move, "moment": moment})


async def play_socket(websocket: WebSocket) -> None:
    """The endpoint: a known game, our own origin, room for one more."""
    hall: Hall = websocket.app.state.hall
    if not own_origin(websocket.headers):
        await websocket.close(1008)
        return
    host = await hall.host(websocket.path_params["game"])
    await websocket.accept()
    if host is None:
        await turn_away(websocket, "page-no-game", UNKNOWN)
        return
    client = websocket.client.host if websocket.client else ""
    if _full(hall, host, client):
        await turn_away(websocket, "page-full", TOO_MANY)
        return
    with counted(hall.sockets, client), suppress(TimeoutError, WebSocketDisconnect):
        await Socket(websocket, hall, host).run()


def _full(hall: Hall, host: Host, client: str) -> bool:
    limits = hall.settings.limits
    return (
        hall.sockets.total() >= limits.sockets
        or hall.sockets[client] >= limits.sockets_per_client
        or len(host.listeners) >= limits.sockets_per_game
    )

"""The WebSocket of a game: commands, hints, explanations, and the state whenever it changes."""

import asyncio
import logging
from contextlib import suppress
from time import perf_counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from brettwerk.errors import BrettwerkError
from brettwerk.server.errors import busy
from brettwerk.server.http.rate_limits import client_of
from brettwerk.server.http.security import own_origin
from brettwerk.server.play import messages
from brettwerk.server.play.connection import TOO_MANY, UNKNOWN, Connection, counted, reject
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.seat_keys import people_of
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.view import notes_of, why_not

log = logging.getLogger(__name__)

MAX_KEYS = 8
_decoder: msgspec.json.Decoder[messages.GameMessage] = msgspec.json.Decoder(messages.GameMessage)


class GameSocket(Connection[messages.GameMessage]):
    """One connection to one game."""

    def __init__(self, socket: WebSocket, registry: GameRegistry, session: GameSession) -> None:
        super().__init__(socket, registry, _decoder, registry.settings.limits.message_bytes)
        self.session = session
        self.people: tuple[int, ...] = ()
        self._hinting: asyncio.Task[None] | None = None

    async def on_hello(self, hello: messages.Hello) -> None:
        """Tell the client for whom it plays, then the state."""
        self.people = people_of(hello.keys[:MAX_KEYS], self.session.hashes)
        self.answer(messages.Welcome(self.people))
        await self.registry.connect(self.session, self)

    def on_close(self) -> None:
        """Leave the game."""
        if self in self.session.listeners:
            self.registry.disconnect(self.session, self)
        if self._hinting:
            self._hinting.cancel()

    def command_id(self, message: messages.GameMessage) -> str | None:
        """Return the id of a command."""
        return message.id if isinstance(message, messages.Command) else None

    async def on_message(self, message: messages.GameMessage) -> None:
        """Do what the client asks for."""
        if isinstance(message, messages.Command):
            began = perf_counter()
            await self.registry.execute(self.session, self.people, message, self.client)
            self.registry.metrics.took(perf_counter() - began)
            self.answer(messages.Executed(message.id, self.session.state.version))
        elif isinstance(message, messages.Explain):
            self._explain(message)
        elif isinstance(message, messages.HintRequest):
            self._hint()
        elif isinstance(message, messages.Ping):
            self.answer(messages.Pong())

    def _explain(self, message: messages.Explain) -> None:
        state, gesture = self.session.state, message.gesture
        asked = state.match.position, gesture, self.language
        if message.why:
            self.answer(messages.Why(gesture, state.version, why_not(*asked)))
        else:
            self.answer(messages.Notes(gesture, state.version, *notes_of(*asked)))

    def _hint(self) -> None:
        """Think in a task, so that other messages are answered meanwhile."""
        if self._hinting is None or self._hinting.done():
            self._hinting = asyncio.create_task(self._give_hint())

    async def _give_hint(self) -> None:
        version = self.session.state.version
        try:
            move = await self.registry.hint(self.session, self.people, self.client)
        except BrettwerkError as error:
            self.refuse(error)
        except Exception:
            log.exception("No hint could be given in %s", self.session.id)
            self.refuse(busy())
        else:
            self.answer(messages.Hint(move, version))


async def play_socket(websocket: WebSocket) -> None:
    """Connect to a known game, from our own pages or programs, if there is room."""
    registry: GameRegistry = websocket.app.state.registry
    if not own_origin(websocket.headers):
        await websocket.close(1008)
        return
    session = await registry.find(websocket.path_params["game"])
    await websocket.accept()
    if session is None:
        await reject(websocket, "page-no-game", UNKNOWN)
        return
    client = client_of(websocket)
    if _full(registry, session, client):
        await reject(websocket, "page-full", TOO_MANY)
        return
    with counted(registry.sockets, client), suppress(TimeoutError, WebSocketDisconnect):
        await GameSocket(websocket, registry, session).run()


def _full(registry: GameRegistry, session: GameSession, client: str) -> bool:
    limits = registry.settings.limits
    return (
        registry.sockets.total() >= limits.sockets
        or registry.sockets[client] >= limits.sockets_per_client
        or len(session.listeners) >= limits.sockets_per_game
    )

"""The WebSocket of a game: commands, hints, explanations, and the state whenever it changes."""

import asyncio
import logging
from functools import partial
from time import perf_counter

import msgspec
from starlette.websockets import WebSocket

from brettwerk.errors import BrettwerkError
from brettwerk.server.errors import busy
from brettwerk.server.http.connection import REVOKED, TOO_MANY, UNKNOWN, Connection, reject
from brettwerk.server.http.messages import Hello
from brettwerk.server.http.request import client_of, own_origin
from brettwerk.server.metrics import COMMANDS
from brettwerk.server.play import messages
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.seat_keys import MAX_KEYS, people_of
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.view import notes_of, why_not

log = logging.getLogger(__name__)
EXPLAIN_PRICE = 5  # in messages

_decoder: msgspec.json.Decoder[messages.GameMessage] = msgspec.json.Decoder(messages.GameMessage)


class GameSocket(Connection[messages.GameMessage]):
    """One connection to one game."""

    def __init__(self, socket: WebSocket, registry: GameRegistry, session: GameSession) -> None:
        limits = registry.settings.limits
        super().__init__(socket, _decoder, limits.message_bytes, limits, registry.sockets)
        self.registry = registry
        self.session = session
        self.people: tuple[int, ...] = ()
        self._hinting: asyncio.Task[None] | None = None

    async def on_hello(self, hello: Hello) -> None:
        """Tell the client for whom it plays, then the state."""
        keys = hello.keys[:MAX_KEYS]
        self.people = await self.registry.people_with(self.session, keys)
        self.answer(messages.Welcome(self.people))
        await self.registry.connect(self.session, self)
        # Keys can be replaced before a connection is among those that hear of it.
        if people_of(keys, self.session.hashes) != self.people:
            self.hang_up(REVOKED)

    def revoke(self, person: int) -> None:
        """Disconnect if this was the connection of a person whose key was replaced."""
        if person in self.people:
            self.hang_up(REVOKED)

    def on_close(self) -> None:
        """Leave the game."""
        if self in self.session.listeners:
            self.registry.disconnect(self.session, self)
        if self._hinting:
            self._hinting.cancel()

    def price(self, message: messages.GameMessage) -> int:
        """Return as how many messages this one counts."""
        return EXPLAIN_PRICE if isinstance(message, messages.Explain) else 1

    def command_id(self, message: messages.GameMessage) -> str | None:
        """Return the id of a command."""
        return message.id if isinstance(message, messages.Command) else None

    async def on_message(self, message: messages.GameMessage) -> None:
        """Do what the client asks for."""
        if isinstance(message, messages.Command):
            answer = partial(self._executed, message.id, perf_counter())
            sender = self.people, message, self.client, self.lag
            await self.registry.execute(self.session, *sender, answer)
        elif isinstance(message, messages.Explain):
            self._explain(message)
        elif isinstance(message, messages.HintRequest):
            self._hint()
        elif isinstance(message, messages.Say):
            self.registry.say(self.session, self.people, message)

    def _executed(self, command_id: str, began: float) -> None:
        COMMANDS.observe(perf_counter() - began)
        self.answer(messages.Executed(command_id, self.session.state.version))

    def _explain(self, message: messages.Explain) -> None:
        state, gesture = self.session.state, message.gesture
        asked = state.match.position, gesture, self.language
        if message.why:
            self.answer(messages.Why(gesture, state.version, why_not(*asked)))
        else:
            self.answer(messages.Notes(gesture, state.version, **notes_of(*asked)))

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
    limits, sockets = registry.settings.limits, registry.sockets
    if (
        sockets.total() >= limits.sockets
        or sockets[client] >= limits.sockets_per_client
        or session.viewers >= limits.sockets_per_game
    ):
        await reject(websocket, "page-full", TOO_MANY)
        return
    await GameSocket(websocket, registry, session).run(websocket)

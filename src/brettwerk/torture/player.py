"""A player: it plays at random, and sends a command again until it is answered."""

from __future__ import annotations

import asyncio
from random import Random

from msgspec import Struct, json
from websockets.asyncio.client import ClientConnection

from brettwerk.torture.client import ANSWER_WITHIN, Client, ReceivedMessage, SharedGame, Silent
from brettwerk.torture.history import Answered, Sent
from brettwerk.torture.http_client import HttpAnswer, fetch

NEVER = float("inf")
USUAL_THOUGHT = 0.35  # seconds, on average
LONG_THOUGHT = (1.0, 7.0)
RETRY = 0.3
STUMBLES = 0.03  # how often a connection is dropped right after sending
OUTDATED = 0.02  # how often a command names a version that is no longer there
BOUND = ("play", "next", "resign")  # to a version


class SentCommand(Struct):
    """A command as it is sent."""

    id: str
    do: str
    moment: int
    person: int
    text: str = ""
    t: str = "act"


class PlayingClient(Client):
    """Plays for some people of a table, one command at a time."""

    def __init__(
        self,
        name: str,
        table: SharedGame,
        rng: Random,
        people: tuple[int, ...],
        *,
        steady: bool = False,
    ) -> None:
        """With `steady`, every thought takes the same time: two tabs then act at once."""
        super().__init__(name, table, rng, people)
        self._steady = steady
        self.pending: SentCommand | None = None
        self._sent = 0.0
        self._act_at = NEVER
        self._decided = -1  # the version for which `_act_at` was set
        self._count = 0
        self._again = ""  # the game in which a rematch was asked for

    # -- what to do -----------------------------------------------------------------------------
    def on_state(self, state: ReceivedMessage) -> None:
        """Think about a new state if there is something to do in it."""
        if self.table.closing or state.version == self._decided:
            return
        self._decided = state.version or 0
        self._act_at = self.now + self._thought() if self._has_to_act(state) else NEVER

    def _has_to_act(self, state: ReceivedMessage) -> bool:
        if state.outcome is not None:
            return self._again != self.game
        return state.round_over or state.turn in self.people

    def _thought(self) -> float:
        if self._steady:
            return USUAL_THOUGHT
        if self.rng.random() < 0.02:
            return self.rng.uniform(*LONG_THOUGHT)
        return self.rng.expovariate(1 / USUAL_THOUGHT)

    def awaits_answer(self) -> bool:
        """Return whether a command has not been answered."""
        return self.pending is not None

    def on_follow(self) -> None:
        """Forget the game before."""
        self._act_at, self._decided = NEVER, -1

    def next_action(self) -> float:
        """Return when to act, or to give the server up."""
        return self._sent + ANSWER_WITHIN if self.pending else self._act_at

    async def act(self, socket: ClientConnection) -> None:
        """Send a command that is due, or give a server up that does not answer."""
        if self.pending:
            raise Silent
        self._act_at = NEVER
        if self.view is None or self.table.closing:
            return
        self.pending = self._choose(self.view)
        if self.pending and self.rng.random() < 0.1:
            await self._post(self.pending)
        if self.pending:
            await self._send(socket)

    def _choose(self, state: ReceivedMessage) -> SentCommand | None:
        """Return the command to send in a state."""
        mine = state.turn if state.turn in self.people else self.people[0]
        person = self.people[0] if mine is None else mine
        luck = self.rng.random()
        if luck < 0.05:
            self._act_at = self.now + RETRY  # a name changes no version, so nothing else wakes us
            return self._command("name", state, person, f"n{self.rng.randrange(1000)}")
        if state.outcome is not None:
            self._again = self.game
            return self._command("again", state, person)
        if state.round_over:
            return self._command("next", state, person)
        if luck > 0.997:
            return self._command("resign", state, person)
        if state.turn not in self.people or not state.moves:
            return None
        return self._command("play", state, person, self.rng.choice(state.moves)[0])

    def _command(self, do: str, state: ReceivedMessage, person: int, text: str = "") -> SentCommand:
        self._count += 1
        late = do in BOUND and self.rng.random() < OUTDATED
        version = max(0, (state.version or 0) - late)
        return SentCommand(f"{self.name}-{self._count}", do, version, person, text)

    # -- sending and answers --------------------------------------------------------------------
    async def on_connect(self, socket: ClientConnection) -> None:
        """Send the command again that was not answered."""
        if self.pending:
            await self._send(socket)

    async def _send(self, socket: ClientConnection) -> None:
        assert self.pending
        self._record_sent(self.pending, self.connection)
        self._sent = self.now
        await socket.send(json.encode(self.pending).decode())
        self._stumble()

    def _stumble(self) -> None:
        """Sometimes drop the connection right after sending, alone or with the whole table."""
        luck = self.rng.random()
        for client in self.table.clients if luck < STUMBLES / 2 else [self]:
            if luck < STUMBLES:
                client.drop()

    def _record_sent(self, command: SentCommand, connection: int) -> None:
        what = (command.id, command.person, command.do, command.text, command.moment)
        self.table.recorder.add(Sent(self.now, self.name, self.game, connection, *what))

    def on_answer(self, command_id: str, *, done: bool, final: bool) -> None:
        """Go on after an answer."""
        if self.pending is None or command_id != self.pending.id:
            return
        if not final:
            self._sent = self.now + RETRY - ANSWER_WITHIN  # send it again, elsewhere
            return
        self.pending = None
        if not done:
            self._again, self._decided = "", -1
            self._act_at = self.now + RETRY

    async def _post(self, command: SentCommand) -> None:
        """Send a command over HTTP, to any server; without an answer it goes over the socket."""
        connection = self.table.recorder.new_connection()
        self._record_sent(command, connection)
        server = self.rng.choice(self.table.servers)
        path, key = f"/api/games/{self.game}/acts", self.table.keys[self.people[0]]
        try:
            answer = await fetch(
                server.address, path, method="POST", body=command, key=key, within=ANSWER_WITHIN
            )
            self._on_posted(command, connection, answer)
        except (OSError, TimeoutError):
            await asyncio.sleep(0)

    def _on_posted(self, command: SentCommand, connection: int, answer: HttpAnswer) -> None:
        done, final = answer.status == 200, answer.status < 500
        content = answer.json
        about = (self.name, self.game, connection, command.id)
        key, version = content.get("key", ""), content.get("moment")
        self.table.recorder.add(Answered(self.now, *about, done, version, key, final))
        if final:
            self.on_answer(command.id, done=done, final=True)

"""The commands of players: whether they are allowed, and in which order they happen.

An event is checked by the rules, then stored, and only then shown to anybody.
"""

from collections.abc import Callable
from time import time
from typing import Any

from msgspec import json
from msgspec.structs import replace

from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.server.errors import ServerError, busy, status_of
from brettwerk.server.jobs.pool import MOVES
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.play.config import rematch_config
from brettwerk.server.play.games import Games
from brettwerk.server.play.journal import Overtaken, nothing
from brettwerk.server.play.lag import credit
from brettwerk.server.play.messages import LONGEST_COMMAND_ID, Command, Hinted, Said, Say
from brettwerk.server.play.seat_keys import hashed, new_id, new_key, people_of
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.state import GameState
from brettwerk.server.play.tasks import ChooseMove
from brettwerk.server.storage.model import Event, StoredGame

# Commands that would mean something else in another position.
_BOUND_TO_VERSION = ("play", "resign", "forfeit", "draw", "takeback", "next")
HINT_LEVEL = 8
LONGEST_TEXT = 100  # of a command


class GameRegistry(Games):
    """All games in play, with the commands of those who play in them."""

    async def execute(
        self,
        session: GameSession,
        people: tuple[int, ...],
        command: Command,
        client: str,
        lag: float = 0.0,
        answer: Callable[[], None] = lambda: None,
    ) -> None:
        """Execute a command, once for each id of a seat; BrettwerkError if it is not allowed.

        `lag` are the seconds for which it was on its way. `answer` is called right after everyone
        was shown the result, so that the sender gets both at once.
        """
        if not people:
            raise ServerError(403, "page-watching")
        if not command.id or len(command.id) > LONGEST_COMMAND_ID:
            raise ServerError(400, "page-act-id", longest=LONGEST_COMMAND_ID)
        if "\0" in command.id + command.text:  # PostgreSQL cannot store it
            raise ServerError(400, "page-nul")
        if len(command.text) > LONGEST_TEXT:
            command = replace(command, text=command.text[:LONGEST_TEXT])
        before = session.state.rekeyed

        async def work() -> None:
            # A key can be replaced while its command waits.
            if any(session.state.rekeyed.get(p) != before.get(p) for p in people):
                raise ServerError(403, "page-link-revoked")
            await self._execute(session, people, command, client, lag)
            answer()

        await self.atomically(session, work)

    async def _execute(
        self,
        session: GameSession,
        people: tuple[int, ...],
        command: Command,
        client: str,
        lag: float,
    ) -> None:
        try:
            await self._attempt(session, people, command, client, lag)
        except BrettwerkError as error:
            # Before a server refuses anything, it makes sure that it has missed nothing.
            if self.sharing.bus.shared and _depends_on_state(error):
                await self._check_current(session)
            raise

    async def _check_current(self, session: GameSession) -> None:
        """Raise Overtaken if other servers have stored events that this one has not."""
        number = session.number
        await self._catch_up(session)
        if session.number != number:
            raise Overtaken

    async def _attempt(
        self,
        session: GameSession,
        people: tuple[int, ...],
        command: Command,
        client: str,
        lag: float,
    ) -> None:
        command_id = f"{min(people)}:{command.id}"
        if session.has_executed(command_id, command):
            return
        now = await self.apply_timeout(session)
        bound = command.do in _BOUND_TO_VERSION
        if bound and command.version != session.state.version:
            raise ServerError(409, "page-stale")
        if session.number >= self.settings.limits.events_per_game:
            raise ServerError(409, "page-game-too-long")
        person = _person(session.state, people, command)
        event = self.event(now, command.do, person, people, command.text, command_id)
        if bound:
            event = replace(event, version=command.version)
        if command.do == "play" and lag and session.state.clock_runs:
            event = replace(event, lag=credit(session.state.quotas, person, lag))
        if command.do == "again":
            await self._again(session, event, client)
        else:
            await self.commit(session, event)

    async def _again(self, session: GameSession, event: Event, client: str) -> None:
        """Ask for a rematch, or make it once all want it; there is one however often they ask."""
        state = session.state
        if state.following:
            return
        wanted_by = state.again | set(event.people)
        if not state.match.outcome or not wanted_by.issuperset(state.config.people):
            await self.commit(session, event)
            return
        config = rematch_config(state.config, state.match.names, self.rng.randrange(2**31))
        self._check_room(config, client)
        self.new_games.charge(client)
        # The same keys open the new game. Everyone was in the old one and need not join again.
        joined = self.event(event.at, "join", 0, tuple(config.people))
        new = GameState.new(config).apply(joined)
        custody = self._new_custody(new)
        more: dict[str, Any] = {"custody": custody, "owner": session.owner_hash}
        stored = StoredGame(new_id(), config, session.hashes, time(), [joined], **more)
        link = replace(event, text=stored.id)
        after = state.apply(link)
        await self._store(session, self.store.create(stored, (session.id, session.number, link)))
        self._begin(stored, new)
        self._show(session, after, [link], None)

    async def people_with(self, session: GameSession, keys: list[str]) -> tuple[int, ...]:
        """Return the people whose keys these are now, also if one was replaced elsewhere."""
        if session.uncertain:
            await self.atomically(session, nothing)
        return people_of(keys, session.hashes)

    async def rekey(self, session: GameSession, person: int) -> str:
        """Give a seat another key and return it; the one before opens nothing any more."""
        if person not in session.state.config.people:
            raise ServerError(400, "page-no-seat")
        if session.number >= self.settings.limits.events_per_game:
            raise ServerError(409, "page-game-too-long")
        key = new_key()

        async def work() -> None:
            await self.commit(
                session, self.event(self._now(session), "rekey", person, (person,), hashed(key))
            )

        await self.atomically(session, work)
        return key

    def say(self, session: GameSession, people: tuple[int, ...], said: Say) -> None:
        """Tell everyone who looks at a game what one of these people says."""
        person = min(people, default=None) if said.person is None else said.person
        if person is None or person not in people:
            raise ServerError(403, "page-watching" if not people else "page-not-yours")
        self.phrases.charge(f"{session.id}:{person}")
        message = json.encode(Said(person, said.phrase))
        session.send(message)
        self.sharing.tell(session, message)

    async def hint(self, session: GameSession, people: tuple[int, ...], client: str) -> str:
        """Return a good move for one of these people, whose turn it must be."""
        state, to_move = session.state, session.state.match.to_move
        if to_move is None or to_move not in people:
            raise ServerError(409, "page-hint-turn")
        if self.pool.load(*MOVES) >= self.settings.limits.waiting_hints:
            raise busy()
        # Opponents elsewhere must know, or it would not be fair.
        if not set(state.config.people) <= set(people):
            message = json.encode(Hinted(to_move))
            session.send(message)
            self.sharing.tell(session, message)
        job = ChooseMove(state.match.position.text, HINT_LEVEL, state.version)
        return await self.pool.run(job, Priority.PLAYER_WAITS, client)


def _depends_on_state(error: BrettwerkError) -> bool:
    return not isinstance(error, Overtaken) and status_of(error) not in (403, 429, 503)


def _person(state: GameState, people: tuple[int, ...], command: Command) -> int:
    """Return for whom a command is: as it says, else the one to move, else the first still in."""
    if command.person is not None:
        if command.person not in people:
            raise ServerError(403, "page-not-yours")
        return command.person
    turn = state.match.to_move
    if turn in people:
        return turn
    if command.do == "play":
        raise MatchError("match-over" if turn is None else "match-not-your-turn")
    still = [person for person in people if person in state.match.still_in]
    return (still or list(people))[0]

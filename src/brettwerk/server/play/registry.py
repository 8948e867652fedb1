"""All games in play, what people may do in them, and in which order that happens.

An event is checked by the rules, then stored, and only then shown to anybody.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Hashable
from functools import partial
from random import Random, SystemRandom
from time import monotonic, time
from typing import Any, NamedTuple

from cachetools import LRUCache
from msgspec import ValidationError, json
from msgspec.structs import replace

from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.server.bus.bus import Bus, LocalBus
from brettwerk.server.errors import ServerError, busy, status_of
from brettwerk.server.http.rate_limits import SharedLimits
from brettwerk.server.jobs.pool import MOVES, Pool
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.metrics import GAMES
from brettwerk.server.play.config import checked_config, make_config, rematch_config
from brettwerk.server.play.journal import Journal, Overtaken
from brettwerk.server.play.lag import credit
from brettwerk.server.play.messages import (
    LONGEST_COMMAND_ID,
    Command,
    GameRequest,
    HandedGame,
    Hinted,
    Said,
    Say,
)
from brettwerk.server.play.seat_keys import hashed, new_id, new_key, people_of
from brettwerk.server.play.session import GameSession, Listener
from brettwerk.server.play.state import GameState, replay
from brettwerk.server.play.tasks import ChooseMove
from brettwerk.server.settings import Settings
from brettwerk.server.storage.model import COMPUTER, Event, GameConfig, StoredGame
from brettwerk.server.storage.store import GameStore

log = logging.getLogger("brettwerk")
# Commands that would mean something else in another position.
_BOUND_TO_VERSION = ("play", "resign", "forfeit", "draw", "takeback", "next")
HINT_LEVEL = 8
LONGEST_TEXT = 100  # of a command
PHRASES_BURST, PHRASES_PER_SECOND = 4, 0.2  # of one player
MOST_HANDED = 2000  # events of a game from a device
# fmt: off
HANDED_KINDS = frozenset({
    "play", "next", "flag", "resign", "forfeit", "outage", "pause", "resume", "draw", "continue",
    "decline", "takeback", "name",
})
# fmt: on
_SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?")  # as JavaScript writes a number
KEPT_FILES = 16_000_000  # bytes of records and pictures


class NewGame(NamedTuple):
    """A game that was made: a key for each person ("" for computers), and one for its owner."""

    id: str
    keys: list[str]
    owner: str
    config: GameConfig


class GameRegistry(Journal):
    """The games that somebody plays or watches now; the others are in the store."""

    def __init__(
        self,
        settings: Settings,
        store: GameStore,
        pool: Pool,
        shared: SharedLimits | None = None,
        bus: Bus | None = None,
    ) -> None:
        shared = shared or SharedLimits()
        super().__init__(store, bus or LocalBus(), shared)
        self.settings = settings
        self.pool = pool
        self.rng: Random = SystemRandom()
        self.sockets = shared.counter("games")
        limits = settings.limits
        self.new_games = shared.add(
            "new_games", limits.new_games_burst, limits.new_games_per_second
        )
        self.phrases = shared.add("phrases", PHRASES_BURST, PHRASES_PER_SECOND)
        self._loading: dict[str, asyncio.Task[GameSession | None]] = {}
        self.files: LRUCache[Hashable, bytes] = LRUCache(KEPT_FILES, getsizeof=len)

    # -- games ----------------------------------------------------------------------------------
    async def create(self, wanted: GameRequest) -> NewGame:
        """Make a game; its keys are known this once."""
        config = make_config(wanted, self.rng)
        self._check_room(config)
        return await self._keep(GameState.new(config), [])

    async def adopt(self, handed: HandedGame) -> NewGame:
        """Go on with a game that was played on a device until now; its clock stands."""
        if len(handed.events) > MOST_HANDED:
            raise ServerError(409, "page-game-too-long")
        config = checked_config(handed.config)
        self._check_room(config)
        events = [replace(event, lag=0.0, command_id=None) for event in handed.events]
        if not all(_could_be_handed(event, config) for event in events):
            raise ServerError(400, "page-unknown-act")
        # In a thread, so that a long game does not hold up everybody else's moves.
        state = await asyncio.to_thread(replay, GameState.new(config), events)
        if state.clock_runs:
            events.append(replace(events[-1], kind="pause", people=config.people, text=""))
            state = state.apply(events[-1])
        return await self._keep(state, events)

    async def _keep(self, state: GameState, events: list[Event]) -> NewGame:
        """Store a new game and begin it."""
        config = state.config
        keys = ["" if seat.kind == COMPUTER else new_key() for seat in config.seats]
        hashes = [key and hashed(key) for key in keys]
        owner, custody = new_key(), self._new_custody(state)
        more: dict[str, Any] = {"custody": custody, "owner": hashed(owner)}
        stored = StoredGame(new_id(), config, hashes, time(), events, **more)
        await self.store.create(stored)
        GAMES.inc()
        self._begin(stored, state)
        return NewGame(stored.id, keys, owner, config)

    def _check_room(self, config: GameConfig) -> None:
        """Raise if too many computers think already."""
        if config.computers and self.pool.load(*MOVES) >= self.settings.limits.waiting_computers:
            raise busy()

    def _begin(self, stored: StoredGame, state: GameState) -> GameSession:
        session = self.sessions[stored.id] = GameSession(stored, state)
        self.sharing.begin(session)
        self.on_change(session)
        return session

    def forget(self, session: GameSession) -> None:
        """Drop a game from memory."""
        del self.sessions[session.id]
        self.sharing.end(session)

    async def find(self, game: str) -> GameSession | None:
        """Return a game by its id; it is loaded once, however many ask at the same time."""
        if game in self.sessions:
            session = self.sessions[game]
            # The caller may be about to connect: keep it in memory until then.
            session.touched = monotonic()
            await self._refresh(session)
            return session
        if len(game) > 20 or not game.isalnum():
            return None
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
        return await asyncio.shield(self._loading[game])

    async def _refresh(self, session: GameSession) -> None:
        """Read what a game may have missed while nobody here looked at it."""
        if not session.following:
            self.sharing.begin(session)
            await self.compare([session])
        elif not session.listeners and self.sharing.missing():
            await self.compare([session])

    async def get(self, game: str) -> GameSession:
        """Return a game by its id; ServerError if there is none."""
        session = await self.find(game)
        if session is None:
            raise ServerError(404, "page-no-game")
        return session

    async def _load(self, game: str) -> GameSession | None:
        stored: StoredGame | None = None
        try:
            stored = await self.store.load(game)
            if stored is None:
                return None
            # In a thread, so that a long game does not hold up everybody else's moves.
            state = await asyncio.to_thread(replay, GameState.new(stored.config), stored.events)
            session = self._begin(stored, state)
            if self.lost(session):
                await self.atomically(session, partial(self.settle, session))
            return session
        except (BrettwerkError, ValidationError) as error:
            if isinstance(error, ServerError) and error.status == 503:
                raise
            rules = stored.rules if stored else None
            log.exception("The game %s, begun with version %s, cannot be read", game, rules)
            raise ServerError(500, "page-unreadable") from error
        finally:
            del self._loading[game]

    # -- connections ----------------------------------------------------------------------------
    async def connect(self, session: GameSession, listener: Listener) -> None:
        """Show a new connection the state, and tell the others."""
        await self.atomically(session, lambda: self._connect(session, listener))

    async def _connect(self, session: GameSession, listener: Listener) -> None:
        fresh = tuple(p for p in listener.people if p not in session.state.joined)
        if fresh:
            await self.commit(session, self.event(self._now(session), "join", fresh[0], fresh))
        if not listener.open:
            return
        # The whole state comes first; changes are sent from then on.
        session.listeners.add(listener)
        if not session.following:
            self.sharing.begin(session)
        listener.send(session.message(self.leases.now()))
        session.broadcast_online()
        self.sharing.presence(session)
        self.on_change(session)

    def disconnect(self, session: GameSession, listener: Listener) -> None:
        """Tell the others that a connection is gone."""
        session.listeners.discard(listener)
        session.broadcast_online()
        self.sharing.presence(session)

    # -- commands -------------------------------------------------------------------------------
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
        was shown what came of it, so that whoever sent it gets both at once.
        """
        if not people:
            raise ServerError(403, "page-watching")
        if not command.id or len(command.id) > LONGEST_COMMAND_ID:
            raise ServerError(400, "page-act-id", longest=LONGEST_COMMAND_ID)
        if "\0" in command.id + command.text:  # PostgreSQL cannot store it
            raise ServerError(400, "page-nul")
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
        text, command_id = command.text[:LONGEST_TEXT], f"{min(people)}:{command.id}"
        if session.has_executed(command_id, command.do, text):
            return
        now = await self.apply_timeout(session)
        if command.do in _BOUND_TO_VERSION and command.version != session.state.version:
            raise ServerError(409, "page-stale")
        if session.number >= self.settings.limits.events_per_game:
            raise ServerError(409, "page-game-too-long")
        person = _person(session.state, people, command)
        event = self.event(now, command.do, person, people, text, command_id)
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
        self._check_room(config)
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

        async def nothing() -> None: ...

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


def _could_be_handed(event: Event, config: GameConfig) -> bool:
    """Return whether an event from a device has the form of one of ours."""
    people = {*event.people} | ({event.person} - {None})
    seconds = event.kind != "outage" or _SECONDS.fullmatch(event.text)
    return event.kind in HANDED_KINDS and people <= {*range(len(config.seats))} and bool(seconds)


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

"""All games in play, what people may do in them, and in which order that happens.

An event is checked by the rules, then stored, and only then shown to anybody.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random, SystemRandom
from time import monotonic, time
from typing import TypeVar

from msgspec import ValidationError
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.server.errors import ServerError, busy
from brettwerk.server.http.byte_cache import ByteCache
from brettwerk.server.http.metrics import Metrics
from brettwerk.server.http.rate_limits import RateLimiter
from brettwerk.server.http.settings import Settings
from brettwerk.server.jobs.pool import MOVES, Pool
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.jobs.tasks import ChooseMove
from brettwerk.server.play.config import (
    COMPUTER,
    GameConfig,
    GameRequest,
    make_config,
    rematch_config,
)
from brettwerk.server.play.messages import LONGEST_COMMAND_ID, Command, Hinted
from brettwerk.server.play.scheduler import Scheduler
from brettwerk.server.play.seat_keys import hashed, new_id, new_key
from brettwerk.server.play.served_time import ServedTime
from brettwerk.server.play.session import GameSession, Listener
from brettwerk.server.play.state import Event, GameState, all_want_rematch, replay
from brettwerk.server.storage import GameStore, StoredGame

log = logging.getLogger("brettwerk")
T = TypeVar("T")
# Commands that would mean something else in another position.
_BOUND_TO_VERSION = ("play", "resign", "forfeit", "draw", "takeback", "next")
HINT_LEVEL = 8
LONGEST_TEXT = 100  # of a command
KEPT_FILES = 16_000_000  # bytes of records and pictures


class GameRegistry:
    """The games that somebody plays or watches now; the others are in the store."""

    def __init__(self, settings: Settings, store: GameStore, pool: Pool, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.pool = pool
        self.metrics = metrics
        self.time = ServedTime()
        self.rng: Random = SystemRandom()
        self.sessions: dict[str, GameSession] = {}
        self.sockets: Counter[str] = Counter()  # connections by the address of the client
        limits = settings.limits
        self.new_games = RateLimiter(limits.new_games_burst, limits.new_games_per_second)
        self._loading: dict[str, asyncio.Task[GameSession | None]] = {}
        self.files = ByteCache(KEPT_FILES)
        self._units: set[asyncio.Task[object]] = set()
        self._scheduler = Scheduler(self)

    async def open(self) -> None:
        """Go on where the last server stopped."""
        self.time = await ServedTime.resume(self.store)
        self._scheduler.open()

    async def close(self) -> None:
        """Stop everything that is due by itself, and store the time."""
        await self._scheduler.close()
        await asyncio.gather(*self._units, return_exceptions=True)
        with suppress(Exception):
            await self.time.save(self.store)

    # -- games ----------------------------------------------------------------------------------
    async def create(self, wanted: GameRequest) -> tuple[str, list[str], GameConfig]:
        """Make a game; return its id, a key for each person ("" for computers), and its config."""
        config = make_config(wanted, self.rng)
        self._check_room(config)
        keys = ["" if seat.kind == COMPUTER else new_key() for seat in config.seats]
        stored = StoredGame(new_id(), config, [key and hashed(key) for key in keys], time())
        await self.store.create(stored)
        self.metrics.count("games")
        self._begin(stored, GameState.new(config))
        return stored.id, keys, config

    def _check_room(self, config: GameConfig) -> None:
        """Raise if too many computers think already."""
        if config.computers and self.pool.load(*MOVES) >= self.settings.limits.waiting_computers:
            raise busy()

    def _begin(self, stored: StoredGame, state: GameState) -> GameSession:
        session = self.sessions[stored.id] = GameSession(stored, state)
        self._scheduler.update(session)
        return session

    async def find(self, game: str) -> GameSession | None:
        """Return a game by its id; it is loaded once, however many ask at the same time."""
        if game in self.sessions:
            # The caller may be about to connect: keep it in memory until then.
            self.sessions[game].touched = monotonic()
            return self.sessions[game]
        if len(game) > 20 or not game.isalnum():
            return None
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
        return await asyncio.shield(self._loading[game])

    async def get(self, game: str) -> GameSession:
        """Return a game by its id; ServerError if there is none."""
        session = await self.find(game)
        if session is None:
            raise ServerError(404, "page-no-game")
        return session

    async def _load(self, game: str) -> GameSession | None:
        try:
            stored = await self.store.load(game)
            return self._begin(stored, await _replay_in_thread(stored)) if stored else None
        except (BrettwerkError, ValidationError) as error:
            if isinstance(error, ServerError) and error.status == 503:
                raise
            log.exception("The game %s cannot be read", game)
            raise ServerError(500, "page-unreadable") from error
        finally:
            del self._loading[game]

    async def atomically(self, session: GameSession, work: Callable[[], Awaitable[T]]) -> T:
        """Run work on a game as one unit that continues when its caller is cancelled."""
        unit = asyncio.create_task(self._locked(session, work))
        self._units.add(unit)
        unit.add_done_callback(self._units.discard)
        return await asyncio.shield(unit)

    async def _locked(self, session: GameSession, work: Callable[[], Awaitable[T]]) -> T:
        async with session.lock:
            session.touched = monotonic()
            if session.uncertain:
                await self._catch_up(session)
            return await work()

    # -- connections ----------------------------------------------------------------------------
    async def connect(self, session: GameSession, listener: Listener) -> None:
        """Show a new connection the state, and tell the others."""
        await self.atomically(session, lambda: self._connect(session, listener))

    async def _connect(self, session: GameSession, listener: Listener) -> None:
        fresh = tuple(p for p in listener.people if p not in session.state.joined)
        if fresh:
            await self.commit(session, self.event("join", fresh[0], fresh))
        if not listener.open:
            return
        # The whole state comes first; changes are sent from then on.
        session.listeners.add(listener)
        listener.send(session.message(self.time.now()))
        session.broadcast_online()
        self._scheduler.update(session)

    def disconnect(self, session: GameSession, listener: Listener) -> None:
        """Tell the others that a connection is gone."""
        session.listeners.discard(listener)
        session.broadcast_online()

    # -- commands -------------------------------------------------------------------------------
    async def execute(
        self, session: GameSession, people: tuple[int, ...], command: Command, client: str
    ) -> None:
        """Execute a command, once for each id of a seat; BrettwerkError if it is not allowed."""
        if not people:
            raise ServerError(403, "page-watching")
        if not command.id or len(command.id) > LONGEST_COMMAND_ID:
            raise ServerError(400, "page-act-id", longest=LONGEST_COMMAND_ID)
        if "\0" in command.id + command.text:  # PostgreSQL cannot store it
            raise ServerError(400, "page-nul")
        await self.atomically(session, lambda: self._execute(session, people, command, client))

    async def _execute(
        self, session: GameSession, people: tuple[int, ...], command: Command, client: str
    ) -> None:
        text, command_id = command.text[:LONGEST_TEXT], f"{min(people)}:{command.id}"
        if session.has_executed(command_id, command.do, text):
            return
        await self.apply_timeout(session)
        self._check_current(session, command)
        person = _person(session.state, people, command)
        event = self.event(command.do, person, people, text, command_id)
        if command.do == "again":
            await self._again(session, event, client)
        else:
            await self.commit(session, event)

    def _check_current(self, session: GameSession, command: Command) -> None:
        if command.do in _BOUND_TO_VERSION and command.version != session.state.version:
            raise ServerError(409, "page-stale")
        if session.number >= self.settings.limits.events_per_game:
            raise ServerError(409, "page-game-too-long")

    def event(
        self,
        kind: str,
        person: int | None,
        people: tuple[int, ...] = (),
        text: str = "",
        command_id: str | None = None,
    ) -> Event:
        """Return an event that happens now."""
        now = round(self.time.now(), 4)
        return Event(kind, person, people, text, now, round(time(), 3), command_id)

    async def commit(self, session: GameSession, event: Event) -> None:
        """Check an event, store it, and only then show it; the caller holds the lock."""
        before = session.state
        after = before.apply(event)
        over = bool(after.match.outcome) and not before.match.outcome
        await self._store(session, self.store.append(session.id, session.number, event, over))
        self._show(session, after, event)

    async def _store(self, session: GameSession, write: Awaitable[None]) -> None:
        """Wait for a write; until it has succeeded, the contents of the database are uncertain."""
        session.uncertain = True
        try:
            await write
        except IntegrityError:  # another server was faster
            await self._catch_up(session)
            raise ServerError(409, "page-stale") from None

    async def _catch_up(self, session: GameSession) -> None:
        """Read and show what the database has and this session has not."""
        events = await self.store.events_since(session.id, session.number)
        after = await asyncio.to_thread(replay, session.state, events)
        self._show(session, after, *events)

    def _show(self, session: GameSession, after: GameState, *events: Event) -> None:
        if events:
            session.advance(after, events, self.time.now())
        session.uncertain = False
        for event in events:
            self.metrics.count("moves" if event.kind == "play" else "events")
        self._scheduler.update(session)

    async def _again(self, session: GameSession, event: Event, client: str) -> None:
        """Ask for a rematch, or make it once all want it; there is one however often they ask."""
        state = session.state
        if state.following:
            return
        if not (state.match.outcome and all_want_rematch(state, event.people)):
            await self.commit(session, event)
            return
        config = rematch_config(state.config, state.match.names, self.rng.randrange(2**31))
        self._check_room(config)
        self.new_games.charge(client)
        await self._rematch(session, event, config)

    async def _rematch(self, session: GameSession, event: Event, config: GameConfig) -> None:
        """Make a game with the seats rotated and the same keys, and link to it."""
        # Everyone was in the old game and need not join again.
        joined = self.event("join", 0, tuple(config.people))
        stored = StoredGame(new_id(), config, session.hashes, time(), [joined])
        link = replace(event, text=stored.id)
        after = session.state.apply(link)
        await self._store(session, self.store.create(stored, (session.id, session.number, link)))
        self._begin(stored, replay(GameState.new(config), stored.events))
        self._show(session, after, link)

    async def apply_timeout(self, session: GameSession) -> None:
        """End the turn of somebody whose time is up, before anything else happens."""
        clock, match = session.state.match.clock, session.state.match
        if not clock or match.outcome or match.round_over:
            return
        if clock.flagged(self.time.now()) is not None:
            await self.commit(session, self.event("flag", clock.turn))

    async def hint(self, session: GameSession, people: tuple[int, ...], client: str) -> str:
        """Return a good move for one of these people, whose turn it must be."""
        state, to_move = session.state, session.state.match.to_move
        if to_move is None or to_move not in people:
            raise ServerError(409, "page-hint-turn")
        if self.pool.load(*MOVES) >= self.settings.limits.waiting_hints:
            raise busy()
        # Opponents elsewhere must know, or it would not be fair.
        if not set(state.config.people) <= set(people):
            session.broadcast(Hinted(to_move))
        job = ChooseMove(state.match.position.text, HINT_LEVEL, state.version)
        return await self.pool.run(job, Priority.PLAYER_WAITS, client)


async def _replay_in_thread(stored: StoredGame) -> GameState:
    """Replay a game without holding up everybody else's moves."""
    return await asyncio.to_thread(replay, GameState.new(stored.config), stored.events)


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

"""All games in play, what people may do in them, and in which order that happens.

An event is checked by the rules, then stored, and only then shown to anybody.
"""

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random, SystemRandom
from time import monotonic, time

from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from brettwerk.errors import MatchError
from brettwerk.server.errors import ServerError, busy
from brettwerk.server.http.metrics import Metrics
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
from brettwerk.server.play.messages import LONGEST_COMMAND_ID, Command, Hinted, Reload
from brettwerk.server.play.scheduler import Scheduler
from brettwerk.server.play.seat_keys import hashed, new_id, new_key
from brettwerk.server.play.served_time import ServedTime
from brettwerk.server.play.session import GameSession, Listener
from brettwerk.server.play.state import Event, GameState, all_want_rematch, replay
from brettwerk.server.storage import GameStore, StoredGame

# Commands that would mean something else in another position.
_BOUND_TO_VERSION = ("play", "resign", "forfeit", "draw", "takeback", "next")
HINT_LEVEL = 8


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
        self._loading: dict[str, asyncio.Task[GameSession | None]] = {}
        self._scheduler = Scheduler(self)

    async def open(self) -> None:
        """Go on where the last server stopped."""
        self.time = await ServedTime.resume(self.store)
        self._scheduler.open()

    async def close(self) -> None:
        """Stop everything that is due by itself, and store the time."""
        await self._scheduler.close()
        with suppress(Exception):
            await self.time.save(self.store)

    # -- games ----------------------------------------------------------------------------------
    async def create(self, wanted: GameRequest) -> tuple[str, list[str], GameConfig]:
        """Make a game; return its id, a key for each person ("" for computers), and its config."""
        config = make_config(wanted, self.rng)
        if config.computers and self.pool.load(*MOVES) >= self.settings.limits.waiting_computers:
            raise busy()
        keys = ["" if seat.kind == COMPUTER else new_key() for seat in config.seats]
        stored = StoredGame(new_id(), config, [key and hashed(key) for key in keys], time())
        await self.store.create(stored)
        self.metrics.count("games")
        self._begin(stored, replay(config, ()))
        return stored.id, keys, config

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
        finally:
            del self._loading[game]

    # -- connections ----------------------------------------------------------------------------
    async def connect(self, session: GameSession, listener: Listener) -> None:
        """Show a new connection the state, and tell the others."""
        fresh = tuple(p for p in listener.people if p not in session.state.joined)
        if fresh:
            async with session.lock:
                await self.commit(session, self.event("join", fresh[0], fresh))
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
        self, session: GameSession, people: tuple[int, ...], command: Command
    ) -> None:
        """Execute a command, once for each id; BrettwerkError if it is not allowed."""
        if not people:
            raise ServerError(403, "page-watching")
        if not command.id or len(command.id) > LONGEST_COMMAND_ID:
            raise ServerError(400, "page-act-id", longest=LONGEST_COMMAND_ID)
        async with session.lock:
            session.touched = monotonic()
            if command.id in session.command_ids:
                return
            await self.apply_timeout(session)
            self._check_current(session, command)
            await self._execute(session, people, command)

    def _check_current(self, session: GameSession, command: Command) -> None:
        if command.do in _BOUND_TO_VERSION and command.version != session.state.version:
            raise ServerError(409, "page-stale")
        if session.number >= self.settings.limits.events_per_game:
            raise ServerError(409, "page-game-too-long")

    async def _execute(
        self, session: GameSession, people: tuple[int, ...], command: Command
    ) -> None:
        person = _person(session.state, people, command)
        event = self.event(command.do, person, people, command.text[:100], command.id)
        if command.do == "again" and all_want_rematch(session.state, people):
            await self._rematch(session, event)
        else:
            await self.commit(session, event)

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
        """Check an event, store it, and only then show it."""
        before = session.state
        after = before.apply(event)
        over = bool(after.match.outcome) and not before.match.outcome
        try:
            await self.store.append(session.id, session.number, event, over)
        except IntegrityError:
            await self._reload(session)
            raise ServerError(409, "page-stale") from None
        self._show(session, after, event)

    def _show(self, session: GameSession, after: GameState, event: Event) -> None:
        before, session.state = session.state, after
        session.number += 1
        if event.command_id:
            session.command_ids.add(event.command_id)
        self.metrics.count("moves" if event.kind == "play" else "events")
        session.broadcast_change(before, self.time.now())
        self._scheduler.update(session)

    async def _reload(self, session: GameSession) -> None:
        """Read a game again that another server has written to."""
        stored = await self.store.load(session.id)
        if stored:
            session.restore(stored, await _replay_in_thread(stored))
            session.broadcast(Reload())

    async def _rematch(self, session: GameSession, event: Event) -> None:
        """Make a game with the seats rotated and the same keys, and link to it."""
        state = session.state
        config = rematch_config(state.config, state.match.names, self.rng.randrange(2**31))
        stored = StoredGame(new_id(), config, session.hashes, time())
        link = replace(event, text=stored.id)
        after = state.apply(link)
        # Everyone was in the old game and need not join again.
        joined = self.event("join", 0, tuple(config.people))
        await self.store.create(stored, then=(session.id, session.number, link))
        await self.store.append(stored.id, 0, joined, False)
        stored.events.append(joined)
        self._begin(stored, replay(config, stored.events))
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
    return await asyncio.to_thread(replay, stored.config, stored.events)


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

"""The games in memory: made, found, loaded, watched and forgotten."""

import asyncio
import logging
from collections.abc import Hashable
from functools import partial
from random import Random, SystemRandom
from time import monotonic, time
from typing import Any, NamedTuple

from cachetools import LRUCache
from msgspec import ValidationError

from brettwerk.errors import BrettwerkError
from brettwerk.server.bus.bus import Bus, LocalBus
from brettwerk.server.errors import ServerError, busy
from brettwerk.server.http.rate_limits import SharedLimits
from brettwerk.server.jobs.pool import MOVES, Pool
from brettwerk.server.metrics import GAMES, limit_hit
from brettwerk.server.play.config import make_config
from brettwerk.server.play.handed import checked_events, replayed
from brettwerk.server.play.journal import Journal
from brettwerk.server.play.messages import GameRequest, HandedGame
from brettwerk.server.play.seat_keys import hashed, new_id, new_key
from brettwerk.server.play.session import GameSession, Listener
from brettwerk.server.play.state import GameState, replay
from brettwerk.server.settings import Settings
from brettwerk.server.storage.model import COMPUTER, Event, GameConfig, StoredGame
from brettwerk.server.storage.store import GameStore

log = logging.getLogger("brettwerk")
PHRASES_BURST, PHRASES_PER_SECOND = 4, 0.2  # of one player
KEPT_FILES = 16_000_000  # bytes of records and pictures


class NewGame(NamedTuple):
    """A game that was made: a key for each person ("" for computers), and one for its owner."""

    id: str
    keys: list[str]
    owner: str
    config: GameConfig


class Games(Journal):
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
    async def create(self, wanted: GameRequest, client: str = "") -> NewGame:
        """Make a game; its keys are known this once."""
        config = make_config(wanted, self.rng)
        self._check_room(config, client)
        return await self._keep(GameState.new(config), [])

    async def adopt(self, handed: HandedGame, client: str = "") -> NewGame:
        """Go on with a game that was played on a device until now; its clock stands."""
        config, events = checked_events(handed, self.leases.now(), time())
        self._check_room(config, client)
        # In a thread, so that a long game does not hold up everybody else's moves.
        return await self._keep(*await asyncio.to_thread(replayed, config, events))

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

    def _check_room(self, config: GameConfig, client: str) -> None:
        """Raise if too many computers think already, for this client or for all."""
        if not config.computers:
            return
        limits, waiting = self.settings.limits, self.pool.load(*MOVES)
        most = limits.waiting_computers_per_client
        if waiting >= limits.waiting_computers or self.pool.load(*MOVES, owner=client) >= most:
            limit_hit("waiting_computers")
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
        """Read what a game may have missed while it had no viewers here."""
        if not session.following:
            self.sharing.begin(session)
            await self.compare([session])
        elif not session.listeners and self.sharing.missing():
            await self.compare([session])
        await self._settle_lost(session)

    async def _settle_lost(self, session: GameSession) -> None:
        """Give back the time of outages before anybody sees the clock."""
        if self.lost(session):
            await self.atomically(session, partial(self.settle, session))

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
            await self._settle_lost(session)
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

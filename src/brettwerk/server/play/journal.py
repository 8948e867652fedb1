"""Games in memory, and how events come into them: checked, stored, and only then shown."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from time import monotonic, time
from typing import TypeVar

from sqlalchemy.exc import IntegrityError

from brettwerk.errors import BrettwerkError
from brettwerk.server.bus.bus import Bus
from brettwerk.server.errors import ServerError
from brettwerk.server.http.rate_limits import SharedLimits
from brettwerk.server.jobs.queue import ignore
from brettwerk.server.metrics import EVENTS
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.sharing import Advanced, Sharing
from brettwerk.server.play.state import GameState, replay
from brettwerk.server.storage.lease_table import TOLERANCE
from brettwerk.server.storage.model import Custody, Event
from brettwerk.server.storage.store import GameStore
from brettwerk.server.storage.writer import MAX_BATCH

log = logging.getLogger("brettwerk")
T = TypeVar("T")
ATTEMPTS = 5  # at something in which other servers are faster


async def nothing() -> None:
    """Do nothing; a game that may be behind is reread before any work."""


class Overtaken(ServerError):
    """Another server has stored an event first."""

    def __init__(self) -> None:
        super().__init__(409, "page-stale")


class Journal:
    """The games in memory, which agree with the database and with other servers."""

    def __init__(self, store: GameStore, bus: Bus, shared: SharedLimits) -> None:
        self.store = store
        self.leases = store.leases
        self.sessions: dict[str, GameSession] = {}
        self.sharing = Sharing(bus, self.leases, self.sessions, shared)
        self.on_change: Callable[[GameSession], None] = ignore  # set by the scheduler
        self._units: set[asyncio.Task[object]] = set()
        self._doubtful: set[GameSession] = set()  # whose last write may or may not have succeeded

    def open(self) -> None:
        """Begin to listen to other servers."""
        self.sharing.open(self)

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._units, return_exceptions=True)
        await self.sharing.bus.close()

    async def atomically(self, session: GameSession, work: Callable[[], Awaitable[T]]) -> T:
        """Run work on a game as one unit that continues when its caller is cancelled."""
        return await asyncio.shield(self._start(session, work))

    def _start(self, session: GameSession, work: Callable[[], Awaitable[T]]) -> asyncio.Task[T]:
        unit = asyncio.create_task(self._locked(session, work))
        self._units.add(unit)
        unit.add_done_callback(self._end)
        return unit

    def _end(self, unit: asyncio.Task[T]) -> None:
        """Note that work is done; its caller may be gone, but errors have to be seen."""
        self._units.discard(unit)
        error = None if unit.cancelled() else unit.exception()
        if error and not isinstance(error, BrettwerkError):
            log.error("A game could not be changed", exc_info=error)

    async def _locked(self, session: GameSession, work: Callable[[], Awaitable[T]]) -> T:
        async with session.lock:
            session.touched = monotonic()
            for _ in range(ATTEMPTS):
                if session.uncertain:
                    await self._catch_up(session)
                try:
                    return await work()
                except Overtaken:
                    continue
            raise Overtaken

    # -- events ---------------------------------------------------------------------------------
    def event(
        self,
        now: float,
        kind: str,
        person: int | None,
        people: tuple[int, ...] = (),
        text: str = "",
        command_id: str | None = None,
    ) -> Event:
        """Return an event that happens now."""
        wall = time() - max(0.0, self.leases.now() - now)  # the same moment as the time of day
        return Event(kind, person, people, text, now, round(wall, 3), command_id)

    async def commit(self, session: GameSession, event: Event) -> None:
        """Check an event, store it, and only then show it; the caller holds the lock."""
        after = session.state.apply(event)
        custody = self._custody(session, after)
        await self._store(session, self.store.append(session.id, session.number, event, custody))
        self._show(session, after, [event], custody)
        await self._give_back_delay(session, event)

    async def _give_back_delay(self, session: GameSession, event: Event) -> None:
        """Give back the time for which a turn could not be seen because storing took long."""
        now, clock = self._now(session), session.state.match.clock
        begun = clock.since if clock and session.state.clock_runs else None
        if begun == event.at and now - begun > TOLERANCE and event.kind != "outage":
            delay = str(round(now - begun, 4))
            await self.commit(session, self.event(now, "outage", None, text=delay))

    async def _store(self, session: GameSession, write: Awaitable[None]) -> None:
        """Wait for a write; until it has succeeded, the contents of the database are uncertain."""
        session.uncertain = True
        try:
            await write
        except IntegrityError:
            raise Overtaken from None
        except BaseException:
            self._doubtful.add(session)
            raise

    async def _catch_up(self, session: GameSession) -> None:
        """Read and show what the database has and this session has not."""
        events, custody = await self.store.changes_since(session.id, session.number)
        after = await asyncio.to_thread(replay, session.state, events)
        mine = session in self._doubtful  # then no other server has announced it
        self._show(session, after, events, custody, shared=not mine)
        self._doubtful.discard(session)
        if mine and events and not self.sharing.bus.shared:  # others would have shown it in time
            await self._give_back_delay(session, events[-1])

    async def resolve_doubts(self) -> None:
        """Read games again whose last write failed: what was stored nevertheless is shown."""
        for session in tuple(self._doubtful):
            try:
                await self.atomically(session, nothing)
            except Exception as error:
                if isinstance(error, ServerError) and error.status == 503:
                    return  # the database is still away
                self._doubtful.discard(session)

    def _show(
        self,
        session: GameSession,
        after: GameState,
        events: list[Event],
        custody: Custody | None,
        *,
        shared: bool = False,
    ) -> None:
        """Go on to what is stored; tell other servers, unless they have told us."""
        session.custody = custody or session.custody
        shown = session.advance(after, events, self.leases.now()) if events else b""
        session.uncertain = False  # only now: a fault before makes it read itself again
        if events and not shared:
            self.sharing.advanced(session, events, shown)
        for event in events:
            EVENTS.labels(event.kind).inc()
        self.on_change(session)

    # -- other servers --------------------------------------------------------------------------
    def follow(self, session: GameSession, news: Advanced) -> None:
        """Apply what happened at another server, or read it if something is missing."""
        if news.first + len(news.events) <= session.number:
            if news.first == session.number and not session.lock.locked():
                session.custody = news.custody  # which can change without an event
            return
        if not session.in_use:
            session.uncertain = True
            self.sharing.end(session)
            return
        if news.first != session.number or session.lock.locked() or session.uncertain:
            self.reread(session)
            return
        session.custody = news.custody
        session.follow(news.events, news.shown)
        config = session.config
        if config.computers or (config.clock != "none" and self.leases.is_mine(news.custody.lease)):
            self.on_change(session)

    def reread(self, session: GameSession) -> None:
        """Read a game again soon."""
        session.uncertain = True
        self._start(session, nothing)

    async def compare(self, sessions: Sequence[GameSession]) -> None:
        """Read those games again of which the database has more events."""
        for first in range(0, len(sessions), MAX_BATCH):
            some = sessions[first : first + MAX_BATCH]
            lengths = await self.store.lengths([session.id for session in some])
            for session in some:
                length, custody = lengths.get(session.id, (0, session.custody))
                if length > session.number:
                    await self.atomically(session, partial(self._catch_up, session))
                elif length == session.number and not session.lock.locked():
                    session.custody = custody

    # -- custody --------------------------------------------------------------------------------
    def _new_custody(self, state: GameState) -> Custody:
        return Custody(self.leases.primary, state.due, bool(state.match.outcome))

    def _custody(self, session: GameSession, after: GameState) -> Custody | None:
        """Return who looks after a game after an event, None if that stays as it is.

        `due` need not be exact: if it is too early, it is set anew when the game is looked at.
        """
        lease, due, over = session.custody
        wanted, is_over = after.due, bool(after.match.outcome)
        mine = self.leases.is_mine(lease)
        if over == is_over and _is_kept(due, wanted, mine):
            return None
        # The server that makes a computer move looks after the game.
        keeps = mine or (wanted != 0.0 and self.leases.holder(lease))
        return Custody(lease if keeps else self.leases.primary, wanted, is_over)

    def _now(self, session: GameSession) -> float:
        """Return the time for a game, which never goes back."""
        return round(max(self.leases.now(), session.state.last.at), 4)

    def lost(self, session: GameSession) -> bool:
        """Return whether a clock runs for which time has to be given back."""
        lease, since = session.custody.lease, session.state.settled_until
        return session.state.clock_runs and self.leases.lost(lease, since, self.leases.now()) > 0

    async def settle(self, session: GameSession) -> float:
        """Return the time; first give back the time of outages, if the clock runs."""
        if not session.state.clock_runs:
            return self._now(session)
        now, state = await self.leases.served_now(), session.state
        lost = round(self.leases.lost(session.custody.lease, state.settled_until, now), 4)
        now = round(max(now, state.last.at), 4)
        if lost > 0:
            await self.commit(session, self.event(now, "outage", None, text=str(lost)))
        return now

    async def apply_timeout(self, session: GameSession) -> float:
        """End the turn of somebody whose time is up, before anything else happens.

        Return the time. Only the server that looks after the game lets flags fall.
        """
        now, match = await self.settle(session), session.state.match
        if session.state.clock_runs and self.leases.is_mine(session.custody.lease):
            clock = match.required_clock
            if clock.flagged(now - session.grace) is not None:
                await self.commit(session, self.event(now, "flag", clock.turn))
        return now


def _is_kept(due: float | None, wanted: float | None, mine: bool) -> bool:
    """Return whether a stored `due` will do; only its holder knows what is stored."""
    if not mine:
        return wanted is None
    return due == wanted or bool(due and (wanted is None or wanted >= due))

"""What is due by itself: flags that fall, computers that move, old games that are dropped."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from random import Random
from time import monotonic, time
from typing import Any

from brettwerk.errors import BrettwerkError
from brettwerk.server.errors import ServerError
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.state import GameState
from brettwerk.server.play.tasks import ChooseMove
from brettwerk.server.storage.leases import BEAT, Range

log = logging.getLogger("brettwerk")
SOON = 2.0  # seconds before which a game is loaded in which something is due
TAKE_AFTER = 1.0  # seconds in which the holder of a game can say that it has it
CHARGES_EVERY = 0.1
COMPARE_EVERY = 3.0  # seconds, for messages that are lost though the bus is well
BETWEEN_ROUNDS = 4.0
DAY = 24 * 3600.0
Turn = Callable[[GameSession, GameState], Coroutine[None, None, None]]


class Scheduler:
    """Looks after all games of a registry for as long as it is open."""

    def __init__(self, registry: GameRegistry) -> None:
        self._registry = registry
        self._leases = registry.leases
        self._alive: frozenset[str] = frozenset()  # other servers
        self._taking: set[str] = set()
        self._compared = monotonic()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def open(self) -> None:
        """Begin."""
        self._registry.on_change = self.update
        for work in (self.beat, self.look_after, self._drop_unused):
            self._spawn(self._forever(work))
        if self._registry.sharing.bus.shared:
            self._spawn(self._forever(self._tell_charges))
        if self._registry.settings.keep_days:
            self._spawn(self._delete_old_games())

    async def close(self) -> None:
        """Stop everything that is under way."""
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for session in self._registry.sessions.values():
            if session.flag_timer:
                session.flag_timer.cancel()

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a task, and hold on to it while it runs."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _forever(self, work: Callable[[], Coroutine[None, None, float]]) -> None:
        """Do something again and again, each time after the seconds that it returns."""
        failed = False
        while True:
            began, pause = monotonic(), BEAT
            try:
                pause = await work()
                failed = False
            except BrettwerkError:  # the database is away, which the store has logged
                pass
            except Exception:
                if not failed:
                    log.exception("Games could not be looked after")
                failed = True
            await asyncio.sleep(max(0.01, began + pause - monotonic()))

    def update(self, session: GameSession) -> None:
        """Schedule what is due in a game now: its flag, or a computer's move."""
        if self._closed:
            return
        self._watch_clock(session)
        if self._is_thinking(session) or not self._may_go_on(session):
            return
        if not self._leases.is_mine(session.custody.lease):
            self._consider_taking(session)
        elif session.state.computer_moves:
            self._start(session, self._computer_turn)
        else:
            self._start(session, self._next_round)

    def _may_go_on(self, session: GameSession) -> bool:
        """Return whether something happens by itself; computers alone want to be watched."""
        state = session.state
        if state.match.outcome or not (state.config.people or session.watched):
            return False
        return state.computer_moves or (state.match.round_over and not state.config.people)

    # -- which games ----------------------------------------------------------------------------
    async def beat(self) -> float:
        """Renew the leases, and look after the games of those that were adopted."""
        leases, registry = self._leases, self._registry
        leases.cut_off = not registry.sharing.bus.whole
        await leases.beat()
        alive = frozenset(one.server for one in leases.others)
        if alive != self._alive:
            registry.sharing.meet(alive)
        self._alive = alive
        while leases.adopted:
            self._spawn(self._wake(leases.adopted.pop()))
        healed, leases.healed = leases.healed, set()
        if healed:
            for session in tuple(registry.sessions.values()):
                if session.custody.lease in healed:
                    self.update(session)
        return BEAT

    async def _wake(self, lease: str) -> None:
        """Go on with the games of an adopted lease in which something is due."""
        for session in self._registry.sessions.values():
            if session.custody.lease == lease:
                session.uncertain = True  # the last holder may have changed the custody
        with suppress(BrettwerkError):
            for game in await self._registry.store.due(self._soon([lease]), also_now=True):
                await self._look_at(game)

    def _soon(self, leases: Iterable[str]) -> dict[str, list[Range]]:
        """Return which games of these leases have to be looked at."""
        return self._leases.due_before(leases, self._leases.now() + SOON)

    async def look_after(self) -> float:
        """Load games in which a flag may fall soon; read again what others may have changed."""
        registry, leases = self._registry, self._leases
        sharing = registry.sharing
        await registry.resolve_doubts()
        late = sharing.bus.shared and monotonic() > self._compared + COMPARE_EVERY
        if late or sharing.missing():
            self._compared = monotonic()
            await registry.compare([s for s in registry.sessions.values() if s.listeners])
        for game in await registry.store.due(self._soon(leases.own)):
            await self._look_at(game)
        if leases.exclusive:
            leases.written = await registry.store.has_due(leases.own)
        return BEAT

    async def _look_at(self, game: str) -> None:
        """See what is due in a game; one that cannot be read must not stop the others."""
        registry = self._registry
        with suppress(BrettwerkError):
            session = await registry.find(game)
            if session:
                await registry.atomically(session, lambda: self._postpone(session))
                self.update(session)

    async def _postpone(self, session: GameSession) -> None:
        """Store when something is really due, if that is later than stored."""
        registry, soon = self._registry, self._leases.now() + SOON
        await registry.apply_timeout(session)
        before, due = session.custody, session.state.due
        if due is not None and due <= soon:
            return
        if await registry.store.take(session.id, before, before._replace(due=due)):
            session.custody = before._replace(due=due)
        else:
            session.uncertain = True  # and is read again the next time

    def _consider_taking(self, session: GameSession) -> None:
        """Take over a game that is watched here, unless its holder has it in memory."""
        if session.listeners and session.id not in self._taking:
            self._taking.add(session.id)
            self._spawn(self._take(session))

    async def _take(self, session: GameSession) -> None:
        await asyncio.sleep(TAKE_AFTER)
        self._taking.discard(session.id)
        leases = self._leases
        if leases.holder(session.custody.lease) in {leases.server, *session.elsewhere}:
            return
        if session.listeners and self._may_go_on(session):
            with suppress(BrettwerkError):
                await self._registry.atomically(session, lambda: self._take_now(session))
            self.update(session)

    async def _take_now(self, session: GameSession) -> None:
        """Let this server look after a game; what the lease before lost is given back first."""
        registry = self._registry
        await registry.settle(session)
        before = session.custody
        after = before._replace(lease=self._leases.primary)
        if await registry.store.take(session.id, before, after):
            session.custody = after
            registry.sharing.advanced(session, [], b"")
        else:
            session.uncertain = True

    async def _drop_unused(self) -> float:
        """Drop unused games from memory."""
        registry = self._registry
        for session in tuple(registry.sessions.values()):
            if session.idle() > registry.settings.forget_after:
                registry.forget(session)
        return min(30.0, registry.settings.forget_after / 2 + BEAT)

    async def _tell_charges(self) -> float:
        """Tell other servers what clients were charged."""
        self._registry.sharing.charges()
        return CHARGES_EVERY

    # -- clocks ---------------------------------------------------------------------------------
    def _watch_clock(self, session: GameSession) -> None:
        """Set a timer if a flag may fall soon; give back the time of outages.

        In games without viewers it is given back when the game is touched next, at the latest
        before its flag falls: after an outage, ten thousand games would be written at once.
        """
        if session.flag_timer:
            session.flag_timer.cancel()
            session.flag_timer = None
        clock, leases = session.state.match.clock, self._leases
        if not clock or clock.turn is None or not session.state.clock_runs:
            return
        now, mine = leases.now(), leases.is_mine(session.custody.lease)
        left = clock.remaining(clock.turn, now)
        if session.listeners and self._registry.lost(session):
            self._spawn(self._flag_due(session))
        elif mine and (left < 2 * SOON or session.state.computer_moves):
            session.flag_timer = asyncio.get_running_loop().call_later(
                left + session.grace + 0.02, lambda: self._spawn(self._flag_due(session))
            )

    async def _flag_due(self, session: GameSession) -> None:
        session.flag_timer = None
        with suppress(BrettwerkError):
            await self._registry.atomically(session, lambda: self._registry.apply_timeout(session))

    async def _delete_old_games(self) -> None:
        """Once a day delete games in which nothing has happened for long."""
        registry = self._registry
        while True:
            try:
                since = time() - DAY * registry.settings.keep_days
                await registry.store.delete_unused(since, registry.sessions)
            except Exception:
                log.exception("Old games could not be deleted")
            await asyncio.sleep(DAY)

    # -- computers ------------------------------------------------------------------------------
    def _start(self, session: GameSession, turn: Turn) -> None:
        session.thinking = self._spawn(self._think(session, session.state, turn))
        session.thinking_about = session.state.version

    async def _think(self, session: GameSession, state: GameState, turn: Turn) -> None:
        try:
            await turn(session, state)
        except BrettwerkError:  # the database is away, or there is no worker
            await asyncio.sleep(1.0)
        finally:
            if session.thinking is asyncio.current_task():
                session.thinking = None
                self.update(session)

    def _is_thinking(self, session: GameSession) -> bool:
        """Return whether a computer thinks about this state; end thinking about an earlier one."""
        thinking, stale = session.thinking, session.thinking_about != session.state.version
        # The task that makes the move it thought of changes the state too.
        if thinking and stale and thinking is not asyncio.current_task():
            thinking.cancel()
            session.thinking = None
        return session.thinking is not None

    async def _computer_turn(self, session: GameSession, state: GameState) -> None:
        registry, person = self._registry, state.match.turn
        chosen, _ = await asyncio.gather(
            self._choose(session, state, person), asyncio.sleep(registry.settings.pause)
        )
        await self._commit(session, state, "play", person, (person,), chosen)

    async def _choose(self, session: GameSession, state: GameState, person: int) -> str:
        position, seat = state.match.position, state.config.seats[person]
        seed = state.config.seed + 1009 * state.match.round + state.version
        job = ChooseMove(position.text, seat.level, seed, seat.style)
        try:
            return await self._registry.pool.run(job, _priority(session), session.owner)
        except Exception as error:
            if isinstance(error, ServerError) and error.retry_after:
                raise  # no worker is free: it is tried again
            # A game must not stop because a computer fails; any legal move is better.
            log.exception("A computer player failed in %s", position.text)
            return position.game.text_of(Random(seed).choice(position.legal_codes))

    async def _next_round(self, session: GameSession, state: GameState) -> None:
        await asyncio.sleep(BETWEEN_ROUNDS if self._registry.settings.pause else 0)
        await self._commit(session, state, "next", None)

    async def _commit(self, session: GameSession, state: GameState, *what: Any) -> None:
        """Commit what was decided, unless the state has changed meanwhile."""
        registry = self._registry

        async def work() -> None:
            now = await registry.apply_timeout(session)
            if session.state.version == state.version and not session.state.paused:
                await registry.commit(session, registry.event(now, *what))

        await registry.atomically(session, work)


def _priority(session: GameSession) -> Priority:
    """Return how urgent a computer's move is: people's games come first."""
    people = session.state.config.people
    if people and session.state.clock_runs:
        return Priority.CLOCK_RUNS
    return Priority.PLAYER_WAITS if people and session.watched else Priority.UNWATCHED

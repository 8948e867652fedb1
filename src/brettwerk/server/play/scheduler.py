"""What is due by itself: flags that fall, computers that move, old games that are dropped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from random import Random
from time import time
from typing import TYPE_CHECKING

from brettwerk.errors import BrettwerkError
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.jobs.tasks import ChooseMove
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.state import Event, GameState

if TYPE_CHECKING:  # which makes one of these
    from brettwerk.server.play.registry import GameRegistry

log = logging.getLogger("brettwerk")
HEARTBEAT = 1.0
BETWEEN_ROUNDS = 4.0
DAY = 24 * 3600.0


class Scheduler:
    """Looks after all games of a registry for as long as it is open."""

    def __init__(self, registry: GameRegistry) -> None:
        self._registry = registry
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def open(self) -> None:
        """Begin."""
        self._spawn(self._heartbeat())
        self._spawn(self._wake_clocks())
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

    def update(self, session: GameSession) -> None:
        """Schedule what is due in a game now: its flag, or a computer's move."""
        if self._closed:
            return
        self._watch_clock(session)
        if self._is_thinking(session) or not self._may_go_on(session):
            return
        match, config = session.state.match, session.state.config
        if match.to_move in config.computers:
            self._start(session, self._computer_turn(session, session.state))
        elif match.round_over and not config.people:
            self._start(session, self._next_round(session, session.state))

    def _may_go_on(self, session: GameSession) -> bool:
        """Return whether computers may go on: the game is watched, complete and not paused."""
        state = session.state
        unwatched = not state.config.people and not session.listeners
        waits = state.match.clock is not None and state.waiting_for
        return not (state.match.outcome or unwatched or waits or state.paused)

    # -- clocks ---------------------------------------------------------------------------------
    def _watch_clock(self, session: GameSession) -> None:
        if session.flag_timer:
            session.flag_timer.cancel()
            session.flag_timer = None
        clock = session.state.match.clock
        if clock and clock.turn is not None and session.state.clock_runs:
            left = clock.remaining(clock.turn, self._registry.time.now())
            session.flag_timer = asyncio.get_running_loop().call_later(
                left + 0.02, lambda: self._spawn(self._flag_due(session))
            )

    async def _flag_due(self, session: GameSession) -> None:
        with suppress(BrettwerkError):
            await self._registry.atomically(session, lambda: self._registry.apply_timeout(session))
        self.update(session)

    async def _wake_clocks(self) -> None:
        """Load all games with a clock, which may run out without a viewer."""
        for game in await self._registry.store.unfinished_with_clock():
            with suppress(BrettwerkError):  # one that cannot be read must not stop the others
                await self._registry.find(game)
            await asyncio.sleep(0)

    async def _heartbeat(self) -> None:
        """Store the time while clocks run, and drop unused games from memory."""
        registry = self._registry
        while True:
            await asyncio.sleep(HEARTBEAT)
            if any(session.state.clock_runs for session in registry.sessions.values()):
                with suppress(Exception):
                    await registry.time.save(registry.store)
            for game, session in tuple(registry.sessions.items()):
                if session.idle() > registry.settings.forget_after:
                    del registry.sessions[game]

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
    def _start(self, session: GameSession, work: Coroutine[None, None, None]) -> None:
        session.thinking, session.thinking_about = self._spawn(work), session.state.version

    def _is_thinking(self, session: GameSession) -> bool:
        """Return whether a computer thinks about this state; end thinking about an earlier one."""
        thinking, stale = session.thinking, session.thinking_about != session.state.version
        # The task that makes the move it thought of changes the state too.
        if thinking and stale and thinking is not asyncio.current_task():
            thinking.cancel()
            session.thinking = None
        return session.thinking is not None

    def _end_thinking(self, session: GameSession) -> None:
        if session.thinking is asyncio.current_task():
            session.thinking = None
            self.update(session)

    async def _computer_turn(self, session: GameSession, state: GameState) -> None:
        registry = self._registry
        try:
            person = state.match.turn
            chosen, _ = await asyncio.gather(
                self._choose(session, state, person), asyncio.sleep(registry.settings.pause)
            )
            await self._commit(session, state, registry.event("play", person, (person,), chosen))
        finally:
            self._end_thinking(session)

    async def _choose(self, session: GameSession, state: GameState, person: int) -> str:
        position, level = state.match.position, state.config.seats[person].level
        seed = state.config.seed + 1009 * state.match.round + state.version
        job = ChooseMove(position.text, level, seed)
        try:
            return await self._registry.pool.run(job, _priority(session), session.owner)
        except Exception:
            # A game must not stop because a computer fails; any legal move is better.
            log.exception("A computer player failed in %s", position.text)
            return position.game.text_of(Random(seed).choice(position.legal_codes))

    async def _next_round(self, session: GameSession, state: GameState) -> None:
        try:
            await asyncio.sleep(BETWEEN_ROUNDS if self._registry.settings.pause else 0)
            await self._commit(session, state, self._registry.event("next", None))
        finally:
            self._end_thinking(session)

    async def _commit(self, session: GameSession, state: GameState, event: Event) -> None:
        """Commit what was decided, unless the state has changed meanwhile."""
        registry = self._registry

        async def work() -> None:
            await registry.apply_timeout(session)
            if session.state.version == state.version and not session.state.paused:
                now = registry.event(event.kind, event.person, event.people, event.text)
                await registry.commit(session, now)

        await registry.atomically(session, work)


def _priority(session: GameSession) -> Priority:
    """Return how urgent a computer's move is: people's games come first."""
    people = session.state.config.people
    if people and session.state.clock_runs:
        return Priority.CLOCK_RUNS
    return Priority.PLAYER_WAITS if people and session.listeners else Priority.UNWATCHED

"""What is due by itself: flags that fall, computers that move, old games that are forgotten."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from time import time
from typing import TYPE_CHECKING

from brettwerk.errors import BrettwerkError
from brettwerk.server.computers import CLOCK_RUNS, NOBODY_WAITS, SOMEBODY_WAITS, at_random

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from brettwerk.server.hall import Hall
    from brettwerk.server.host import Host
    from brettwerk.server.table import Event, Table

log = logging.getLogger("brettwerk")
HEARTBEAT = 1.0
BETWEEN_ROUNDS = 4.0
DAY = 24 * 3600.0


class Caretaker:
    """Looks after all games of a hall, for as long as it is open."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def open(self) -> None:
        """Begin."""
        self._keep(self._beat())
        self._keep(self._wake_clocks())
        if self._hall.settings.keep_days:
            self._keep(self._tidy())

    async def close(self) -> None:
        """Stop everything that is under way."""
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for host in self._hall.hosts.values():
            if host.flag:
                host.flag.cancel()

    def _keep(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """A task that is not forgotten while it runs."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def look_after(self, host: Host) -> None:
        """Whatever is due now: a flag that may fall, a computer that has to move."""
        if self._closed:
            return
        self._watch_clock(host)
        if self._somebody_thinks(host) or host.table.match.outcome:
            return
        match, terms = host.table.match, host.table.terms
        unwatched = not terms.people and not host.listeners
        waits = match.clock is not None and host.table.waiting_for
        if unwatched or waits or host.table.paused:
            return
        if match.to_move in terms.computers:
            self._begin(host, self._computer_turn(host, host.table))
        elif match.round_over and not terms.people:
            self._begin(host, self._next_by_itself(host, host.table))

    # -- clocks ---------------------------------------------------------------------------------
    def _watch_clock(self, host: Host) -> None:
        if host.flag:
            host.flag.cancel()
            host.flag = None
        clock = host.table.match.clock
        if clock and clock.turn is not None and host.clock_runs:
            left = clock.remaining(clock.turn, self._hall.time.now())
            loop = asyncio.get_running_loop()
            host.flag = loop.call_later(left + 0.02, lambda: self._keep(self._flag_due(host)))

    async def _flag_due(self, host: Host) -> None:
        async with host.lock:
            with suppress(BrettwerkError):
                await self._hall.let_flag_fall(host)
        self.look_after(host)

    async def _wake_clocks(self) -> None:
        """Games whose time runs must end even if nobody looks at them any more."""
        for game in await self._hall.store.unfinished_with_clock():
            await self._hall.host(game)
            await asyncio.sleep(0)

    async def _beat(self) -> None:
        """Note the time while clocks run, and let go of games that nobody needs in memory."""
        hall = self._hall
        while True:
            await asyncio.sleep(HEARTBEAT)
            if any(host.clock_runs for host in hall.hosts.values()):
                with suppress(Exception):
                    await hall.time.note(hall.store)
            for game, host in tuple(hall.hosts.items()):
                if host.idle() > hall.settings.forget_after:
                    del hall.hosts[game]

    async def _tidy(self) -> None:
        """Once a day: delete games in which nothing has happened for so long."""
        hall = self._hall
        while True:
            try:
                since = time() - DAY * hall.settings.keep_days
                await hall.store.let_go_of(since, hall.hosts)
            except Exception:
                log.exception("Old games could not be deleted")
            await asyncio.sleep(DAY)

    # -- computers ------------------------------------------------------------------------------
    def _begin(self, host: Host, work: Coroutine[None, None, None]) -> None:
        host.thinking, host.thinking_of = self._keep(work), host.table.moment

    def _somebody_thinks(self, host: Host) -> bool:
        """Whether a computer thinks about this table; about an earlier one it need not go on."""
        thinking, stale = host.thinking, host.thinking_of != host.table.moment
        # Whoever makes the move that was thought of changes the table, too.
        if thinking and stale and thinking is not asyncio.current_task():
            thinking.cancel()
            host.thinking = None
        return host.thinking is not None

    def _thought(self, host: Host) -> None:
        if host.thinking is asyncio.current_task():
            host.thinking = None
            self.look_after(host)

    async def _computer_turn(self, host: Host, table: Table) -> None:
        hall = self._hall
        try:
            person = table.match.turn
            chosen, _ = await asyncio.gather(
                self._choice(host, table, person), asyncio.sleep(hall.settings.pause)
            )
            await self._act(host, table, hall.event("play", person, (person,), chosen))
        finally:
            self._thought(host)

    async def _choice(self, host: Host, table: Table, person: int) -> str:
        position, level = table.match.position, table.terms.seats[person].level
        seed = table.terms.seed + 1009 * table.match.round + table.moment
        somebody = SOMEBODY_WAITS if table.terms.people and host.listeners else NOBODY_WAITS
        urgency = CLOCK_RUNS if host.clock_runs else somebody
        try:
            return await self._hall.computers.move(position, level, seed, urgency)
        except Exception:
            # A game must not stop because a computer fails; any legal move is better.
            log.exception("A computer player failed in %s", position.text)
            return at_random(position, 1, seed).text

    async def _next_by_itself(self, host: Host, table: Table) -> None:
        try:
            await asyncio.sleep(BETWEEN_ROUNDS if self._hall.settings.pause else 0)
            await self._act(host, table, self._hall.event("next", None))
        finally:
            self._thought(host)

    async def _act(self, host: Host, table: Table, event: Event) -> None:
        """What was decided, unless the table has changed meanwhile."""
        hall = self._hall
        async with host.lock:
            await hall.let_flag_fall(host)
            if host.table.moment == table.moment and not host.table.paused:
                now = hall.event(event.kind, event.person, event.people, event.text)
                await hall.happen(host, now)

"""The hall: all games in play, what may be done in them, and in which order that happens.

A move is checked by the rules, then stored, and only then shown to anybody.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from random import Random, SystemRandom
from time import monotonic, time
from typing import TYPE_CHECKING

from sqlalchemy.exc import IntegrityError

from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.server.clock import ServedTime
from brettwerk.server.computers import Computers, at_random
from brettwerk.server.host import Host
from brettwerk.server.keys import hashed, new_id, new_key
from brettwerk.server.messages import LONGEST_ACT, Act
from brettwerk.server.storage import Kept, Store
from brettwerk.server.table import Event, Table, wants_again
from brettwerk.server.terms import COMPUTER, Wish, agreed, with_colours_swapped

if TYPE_CHECKING:
    from brettwerk.server.host import Listener
    from brettwerk.server.metrics import Metrics
    from brettwerk.server.settings import Settings
    from brettwerk.server.terms import Terms

log = logging.getLogger("brettwerk")
# What would be another act if the position has changed meanwhile.
_OF_THE_MOMENT = ("play", "resign", "forfeit", "draw", "takeback", "next")
HEARTBEAT = 1.0
BETWEEN_ROUNDS = 4.0


class Hall:
    """All games that somebody plays or watches now; the others lie in the store."""

    def __init__(
        self, settings: Settings, store: Store, computers: Computers, metrics: Metrics
    ) -> None:
        self.settings = settings
        self.store = store
        self.computers = computers
        self.metrics = metrics
        self.time = ServedTime()
        self.rng: Random = SystemRandom()
        self._hosts: dict[str, Host] = {}
        self._loading: dict[str, asyncio.Task[Host | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.sockets = 0
        self._closed = False

    async def open(self) -> None:
        """Go on where the last server stopped."""
        self.time = await ServedTime.going_on(self.store)
        self._keep(self._beat())
        self._keep(self._wake_clocks())

    async def close(self) -> None:
        """Stop thinking, and note the time."""
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for host in self._hosts.values():
            if host.flag:
                host.flag.cancel()
        self.computers.stop()
        with suppress(Exception):
            await self.time.note(self.store)

    def _keep(self, work: object) -> asyncio.Task[None]:
        """A task that is not forgotten while it runs."""
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def hosts(self) -> dict[str, Host]:
        """The games in memory."""
        return self._hosts

    # -- games ----------------------------------------------------------------------------------
    async def create(self, wish: Wish) -> tuple[str, list[str], Terms]:
        """A new game: its id, and a secret for everyone who is no computer ("" else)."""
        terms = agreed(wish, self.rng)
        keys = ["" if seat.kind == COMPUTER else new_key() for seat in terms.seats]
        kept = Kept(new_id(), terms, [key and hashed(key) for key in keys], time())
        await self.store.create(kept)
        self.metrics.count("games")
        self._begin(kept)
        return kept.id, keys, terms

    def _begin(self, kept: Kept) -> Host:
        host = self._hosts[kept.id] = Host(kept)
        self._look_after(host)
        return host

    async def host(self, game: str) -> Host | None:
        """A game by its id; loaded once, however many ask for it at the same time."""
        if game in self._hosts:
            # Whoever asks may be about to connect: it must not be forgotten meanwhile.
            self._hosts[game].touched = monotonic()
            return self._hosts[game]
        if len(game) > 20 or not game.isalnum():
            return None
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
        try:
            return await asyncio.shield(self._loading[game])
        finally:
            self._loading.pop(game, None)

    async def _load(self, game: str) -> Host | None:
        kept = await self.store.load(game)
        return self._begin(kept) if kept else None

    # -- connections ----------------------------------------------------------------------------
    async def enter(self, host: Host, listener: Listener) -> None:
        """Someone connects: shows the table, and tells the others."""
        fresh = tuple(p for p in listener.people if p not in host.table.joined)
        if fresh:
            async with host.lock:
                await self._happen(host, self._event("join", fresh[0], fresh))
        # The whole table comes first; what changes it later is sent from then on.
        host.listeners.add(listener)
        listener.send(host.message(self.time.now()))
        host.tell_online()
        self._look_after(host)

    def leave(self, host: Host, listener: Listener) -> None:
        """Someone is gone."""
        host.listeners.discard(listener)
        host.tell_online()

    # -- acts -----------------------------------------------------------------------------------
    async def act(self, host: Host, people: tuple[int, ...], act: Act) -> None:
        """Do something; BrettwerkError if it cannot be done. The same act is done once."""
        if not people:
            raise MatchError("page-watching")
        if not act.id or len(act.id) > LONGEST_ACT:
            raise MatchError("page-act-id", longest=LONGEST_ACT)
        async with host.lock:
            host.touched = monotonic()
            if act.id in host.acts:
                return
            await self._let_flag_fall(host)
            if act.do in _OF_THE_MOMENT and act.moment != host.table.moment:
                raise MatchError("page-stale")
            if host.number >= self.settings.limits.events_per_game:
                raise MatchError("page-game-too-long")
            await self._do(host, people, act)

    async def _do(self, host: Host, people: tuple[int, ...], act: Act) -> None:
        person = _who(host.table, people, act)
        event = self._event(act.do, person, people, act.text[:100], act.id)
        if act.do == "again" and wants_again(host.table, people):
            await self._rematch(host, event)
        else:
            await self._happen(host, event)

    def _event(
        self,
        kind: str,
        person: int | None,
        people: tuple[int, ...] = (),
        text: str = "",
        act: str | None = None,
    ) -> Event:
        return Event(kind, person, people, text, round(self.time.now(), 4), round(time(), 3), act)

    async def _happen(self, host: Host, event: Event) -> None:
        """Check, store, and only then show."""
        before = host.table
        after = before.after(event)
        over = bool(after.match.outcome) and not before.match.outcome
        try:
            await self.store.append(host.id, host.number, event, over)
        except IntegrityError:
            await self._read_again(host)
            raise MatchError("page-stale") from None
        self._show(host, before, after, event)

    def _show(self, host: Host, before: Table, after: Table, event: Event) -> None:
        host.table = after
        host.number += 1
        if event.act:
            host.acts.add(event.act)
        self.metrics.count("moves" if event.kind == "play" else "events")
        host.show(before, self.time.now())
        self._look_after(host)

    async def _read_again(self, host: Host) -> None:
        """Another server wrote to this game: what is stored counts."""
        kept = await self.store.load(host.id)
        if kept:
            host.replay(kept)
            host.tell({"t": "again"})

    async def _rematch(self, host: Host, event: Event) -> None:
        """A new game with the colours swapped and the same secrets, and the way to it."""
        table = host.table
        terms = with_colours_swapped(table.terms, table.match.names, self.rng.randrange(2**31))
        kept = Kept(new_id(), terms, host.hashes, time())
        leading = Event(
            event.kind, event.person, event.people, kept.id, event.at, event.wall, event.act
        )
        after = table.after(leading)
        # All have been in the old game, so nobody need come anew.
        joined = self._event("join", 0, tuple(terms.people))
        await self.store.create(kept, then=(host.id, host.number, leading))
        await self.store.append(kept.id, 0, joined, False)
        kept.events.append(joined)
        self._begin(kept)
        self._show(host, table, after, leading)

    # -- clocks ---------------------------------------------------------------------------------
    async def _let_flag_fall(self, host: Host) -> None:
        """If the time of the one to move is up, that comes before anything else."""
        clock, match = host.table.match.clock, host.table.match
        if not clock or match.outcome or match.round_over:
            return
        if clock.flagged(self.time.now()) is not None:
            await self._happen(host, self._event("flag", clock.turn))

    async def _flag_due(self, host: Host) -> None:
        async with host.lock:
            with suppress(BrettwerkError):
                await self._let_flag_fall(host)
        self._look_after(host)

    def _watch_clock(self, host: Host) -> None:
        if host.flag:
            host.flag.cancel()
            host.flag = None
        clock = host.table.match.clock
        if clock and clock.turn is not None and host.clock_runs:
            left = clock.remaining(clock.turn, self.time.now())
            loop = asyncio.get_running_loop()
            host.flag = loop.call_later(left + 0.02, lambda: self._keep(self._flag_due(host)))

    async def _wake_clocks(self) -> None:
        """Games whose time runs must end even if nobody looks at them any more."""
        for game in await self.store.unfinished_with_clock():
            await self.host(game)
            await asyncio.sleep(0)

    async def _beat(self) -> None:
        """Note the time while clocks run, and forget games that nobody needs."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            if any(host.clock_runs for host in self._hosts.values()):
                with suppress(Exception):
                    await self.time.note(self.store)
            for game, host in tuple(self._hosts.items()):
                if host.idle() > self.settings.forget_after:
                    del self._hosts[game]

    # -- computers ------------------------------------------------------------------------------
    def _look_after(self, host: Host) -> None:
        """Whatever is due now: a flag that may fall, a computer that has to move."""
        if self._closed:
            return
        self._watch_clock(host)
        if host.thinking or host.table.match.outcome:
            return
        match, terms = host.table.match, host.table.terms
        unwatched = not terms.people and not host.listeners
        waits = match.clock is not None and host.table.waiting_for
        if unwatched or waits:
            return
        if match.to_move in terms.computers:
            host.thinking = self._keep(self._computer_turn(host, host.table))
        elif match.round_over and not terms.people:
            host.thinking = self._keep(self._next_by_itself(host, host.table))

    async def _computer_turn(self, host: Host, table: Table) -> None:
        try:
            person = table.match.turn
            chosen, _ = await asyncio.gather(
                self._choice(table, person), asyncio.sleep(self.settings.pause)
            )
            await self._computer_acts(host, table, self._event("play", person, (person,), chosen))
        finally:
            self._thought(host)

    async def _choice(self, table: Table, person: int) -> str:
        position = table.match.position
        seed = table.terms.seed + 1009 * table.match.round + table.moment
        try:
            return await self.computers.move(position, table.terms.seats[person].level, seed)
        except Exception:
            # A game must not stop because a computer fails; any legal move is better.
            log.exception("A computer player failed in %s", position.text)
            return at_random(position, 1, seed).text

    async def _next_by_itself(self, host: Host, table: Table) -> None:
        try:
            await asyncio.sleep(BETWEEN_ROUNDS if self.settings.pause else 0)
            await self._computer_acts(host, table, self._event("next", None))
        finally:
            self._thought(host)

    async def _computer_acts(self, host: Host, table: Table, event: Event) -> None:
        """What was decided, unless the table has changed meanwhile."""
        async with host.lock:
            await self._let_flag_fall(host)
            if host.table.moment == table.moment:
                now = self._event(event.kind, event.person, event.people, event.text)
                await self._happen(host, now)

    def _thought(self, host: Host) -> None:
        host.thinking = None
        self._look_after(host)

    async def hint(self, host: Host, people: tuple[int, ...]) -> str:
        """A good move for one of these people, whose turn it is."""
        table = host.table
        if table.match.to_move not in people:
            raise MatchError("page-hint-turn")
        if self.computers.waiting >= self.settings.limits.waiting_hints:
            raise MatchError("page-busy")
        return await self.computers.move(table.match.position, 8, table.moment)


def _who(table: Table, people: tuple[int, ...], act: Act) -> int:
    """For whom an act is done: as said, else the one to move, else the first."""
    if act.person is not None:
        if act.person not in people:
            raise MatchError("page-not-yours")
        return act.person
    turn = table.match.to_move
    if turn in people:
        return turn
    if act.do == "play":
        raise MatchError("match-over" if turn is None else "match-not-your-turn")
    still = [person for person in people if person in table.match.still_in]
    return (still or list(people))[0]

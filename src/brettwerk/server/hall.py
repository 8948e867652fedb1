"""The hall: all games in play, what may be done in them, and in which order that happens.

A move is checked by the rules, then stored, and only then shown to anybody.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random, SystemRandom
from time import monotonic, time
from typing import TYPE_CHECKING

from sqlalchemy.exc import IntegrityError

from brettwerk.errors import MatchError
from brettwerk.server.caretaker import Caretaker
from brettwerk.server.clock import ServedTime
from brettwerk.server.host import Host, replayed
from brettwerk.server.keys import hashed, new_id, new_key
from brettwerk.server.messages import LONGEST_ACT, Act
from brettwerk.server.storage import Kept, Store
from brettwerk.server.table import Event, Table, wants_again
from brettwerk.server.terms import COMPUTER, Wish, agreed, with_colours_swapped
from brettwerk.server.workers import Workers

if TYPE_CHECKING:
    from brettwerk.server.computers import Computers
    from brettwerk.server.host import Listener
    from brettwerk.server.metrics import Metrics
    from brettwerk.server.settings import Settings
    from brettwerk.server.terms import Terms

# What would be another act if the position has changed meanwhile.
_OF_THE_MOMENT = ("play", "resign", "forfeit", "draw", "takeback", "next")


class Hall:
    """All games that somebody plays or watches now; the others lie in the store."""

    def __init__(
        self, settings: Settings, store: Store, computers: Computers, metrics: Metrics
    ) -> None:
        self.settings = settings
        self.store = store
        self.computers = computers
        # Drawing pixels takes long too, and must not wait behind those who think.
        self.pictures = Workers(1, settings.processes)
        self.metrics = metrics
        self.time = ServedTime()
        self.rng: Random = SystemRandom()
        # The games in memory.
        self.hosts: dict[str, Host] = {}
        self._loading: dict[str, asyncio.Task[Host | None]] = {}
        self.sockets: Counter[str] = Counter()  # connections by the address of the client
        self.caretaker = Caretaker(self)

    async def open(self) -> None:
        """Go on where the last server stopped."""
        self.time = await ServedTime.going_on(self.store)
        self.caretaker.open()

    async def close(self) -> None:
        """Stop thinking, and note the time."""
        await self.caretaker.close()
        self.computers.stop()
        self.pictures.stop()
        with suppress(Exception):
            await self.time.note(self.store)

    # -- games ----------------------------------------------------------------------------------
    async def create(self, wish: Wish) -> tuple[str, list[str], Terms]:
        """A new game: its id, and a secret for everyone who is no computer ("" else)."""
        terms = agreed(wish, self.rng)
        if terms.computers and self.computers.waiting >= self.settings.limits.waiting_computers:
            raise MatchError("page-busy")
        keys = ["" if seat.kind == COMPUTER else new_key() for seat in terms.seats]
        kept = Kept(new_id(), terms, [key and hashed(key) for key in keys], time())
        await self.store.create(kept)
        self.metrics.count("games")
        self._begin(kept, replayed(kept))
        return kept.id, keys, terms

    def _begin(self, kept: Kept, table: Table) -> Host:
        host = self.hosts[kept.id] = Host(kept, table)
        self.caretaker.look_after(host)
        return host

    async def host(self, game: str) -> Host | None:
        """A game by its id; loaded once, however many ask for it at the same time."""
        if game in self.hosts:
            # Whoever asks may be about to connect: it must not be forgotten meanwhile.
            self.hosts[game].touched = monotonic()
            return self.hosts[game]
        if len(game) > 20 or not game.isalnum():
            return None
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> Host | None:
        # Whoever asked may have gone meanwhile; others still wait for this same host.
        try:
            kept = await self.store.load(game)
            # In a thread: others' moves need not wait until a long game has been played again.
            return self._begin(kept, await asyncio.to_thread(replayed, kept)) if kept else None
        finally:
            del self._loading[game]

    # -- connections ----------------------------------------------------------------------------
    async def enter(self, host: Host, listener: Listener) -> None:
        """Someone connects: shows the table, and tells the others."""
        fresh = tuple(p for p in listener.people if p not in host.table.joined)
        if fresh:
            async with host.lock:
                await self.happen(host, self.event("join", fresh[0], fresh))
        # The whole table comes first; what changes it later is sent from then on.
        host.listeners.add(listener)
        listener.send(host.message(self.time.now()))
        host.tell_online()
        self.caretaker.look_after(host)

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
            await self.let_flag_fall(host)
            if act.do in _OF_THE_MOMENT and act.moment != host.table.moment:
                raise MatchError("page-stale")
            if host.number >= self.settings.limits.events_per_game:
                raise MatchError("page-game-too-long")
            await self._do(host, people, act)

    async def _do(self, host: Host, people: tuple[int, ...], act: Act) -> None:
        person = _who(host.table, people, act)
        event = self.event(act.do, person, people, act.text[:100], act.id)
        if act.do == "again" and wants_again(host.table, people):
            await self._rematch(host, event)
        else:
            await self.happen(host, event)

    def event(
        self,
        kind: str,
        person: int | None,
        people: tuple[int, ...] = (),
        text: str = "",
        act: str | None = None,
    ) -> Event:
        return Event(kind, person, people, text, round(self.time.now(), 4), round(time(), 3), act)

    async def happen(self, host: Host, event: Event) -> None:
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
        self.caretaker.look_after(host)

    async def _read_again(self, host: Host) -> None:
        """Another server wrote to this game: what is stored counts."""
        kept = await self.store.load(host.id)
        if kept:
            host.restore(kept, await asyncio.to_thread(replayed, kept))
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
        joined = self.event("join", 0, tuple(terms.people))
        await self.store.create(kept, then=(host.id, host.number, leading))
        await self.store.append(kept.id, 0, joined, False)
        kept.events.append(joined)
        self._begin(kept, replayed(kept))
        self._show(host, table, after, leading)

    async def let_flag_fall(self, host: Host) -> None:
        """If the time of the one to move is up, that comes before anything else."""
        clock, match = host.table.match.clock, host.table.match
        if not clock or match.outcome or match.round_over:
            return
        if clock.flagged(self.time.now()) is not None:
            await self.happen(host, self.event("flag", clock.turn))

    async def hint(self, host: Host, people: tuple[int, ...]) -> str:
        """A good move for one of these people, whose turn it is."""
        table = host.table
        if table.match.to_move not in people:
            raise MatchError("page-hint-turn")
        if self.computers.waiting >= self.settings.limits.waiting_hints:
            raise MatchError("page-busy")
        # Against somebody elsewhere that is fair only if they know.
        if not set(table.terms.people) <= set(people):
            host.tell({"t": "hinted", "person": table.match.to_move})
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

"""Leases: which server looks after which games, and one time for all of them.

Every server writes a heartbeat into the rows of its leases. If the beats of a lease stop, another
server adopts it with all its games. The time in between is stored as an outage, in which the
clocks of these games stood.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from math import inf
from secrets import token_hex

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from brettwerk.errors import BadOptions
from brettwerk.server.errors import busy
from brettwerk.server.storage.lease_table import (
    LIFETIME,
    TOLERANCE,
    Lease,
    LeaseTable,
    Outage,
    Reading,
)

log = logging.getLogger("brettwerk")
BEAT = 0.5  # seconds between two heartbeats
Range = tuple[float, float]
_FIRST = 1e-9  # 0 stands for computers
_UNCERTAIN = LIFETIME + 2.0  # seconds at the beginning of an outage in which others may have moved
ATTEMPTS = 3  # at a heartbeat that is not too old when it is answered, and at registering


class Leases:
    """What this server knows of all leases, and the time that all servers share.

    `exclusive` says that no other server can use the database at the same time.
    """

    def __init__(self, table: LeaseTable, *, bus: bool, exclusive: bool) -> None:
        self.table = table
        self.server = token_hex(8)
        self.address = ""
        self.cut_off = False
        # Whether heartbeats are written: a server alone need not while no clock runs.
        self.written = True
        self.primary = token_hex(8)  # the lease of new games
        self.own: frozenset[str] = frozenset()
        self.known: dict[str, Lease] = {}
        self.adopted: list[str] = []  # leases whose games have not been looked at yet
        self.healed: set[str] = set()  # leases with outages that have ended since somebody looked
        self.exclusive, self._bus = exclusive, bus
        self._outages: dict[str, dict[float, Outage]] = defaultdict(dict)
        self._mark = 0.0  # the end of the last outage that was read
        self._beat = 0.0  # the time of the last heartbeat
        self._offset: float | None = None
        self._latest = 0.0
        self._beating: asyncio.Task[None] | None = None

    # -- time -----------------------------------------------------------------------------------
    def now(self) -> float:
        """Return the time of the database, which never goes back."""
        self._latest = max(self._latest, self.table.ticks() + (self._offset or 0.0))
        return self._latest

    def _set_time(self, reading: Reading) -> None:
        """Set the time by what the database said, as little as that proves to be necessary."""
        if self._offset is None:
            self._offset = reading.now - (reading.asked + reading.answered) / 2
        earliest, latest = reading.now - reading.answered, reading.now - reading.asked
        self._offset = min(max(self._offset, earliest), latest)

    async def served_now(self) -> float:
        """Return the time at which something happens now, if this server has served until then.

        ServerError if the database does not answer.
        """
        for _ in range(ATTEMPTS):
            if self.now() - self._beat <= TOLERANCE:
                break
            await self.beat()
        # A process that is stopped just here has not served either.
        return min(self.now(), self._beat + TOLERANCE)

    def lost(self, lease: str | None, since: float, now: float) -> float:
        """Return for how many seconds between two times the games of a lease had no server."""
        known = self._outages.get(lease or "", {}).values()
        parts = (min(one.until, now) - max(one.since, since) for one in known if one.until > since)
        return sum(part for part in parts if part > 0)

    def due_before(self, leases: Iterable[str], time: float) -> dict[str, list[Range]]:
        """Return, for each lease, which stored times mean that something may be due before `time`.

        Clocks stood during outages, and what is stored was not changed for that: after a long one,
        all games would seem to be due at once.
        """
        return {one: _ranges(self._outages.get(one, {}).values(), time) for one in leases}

    # -- who looks after what -------------------------------------------------------------------
    def is_mine(self, lease: str | None) -> bool:
        """Return whether this server looks after the games of a lease."""
        return lease in self.own

    def holder(self, lease: str | None) -> str:
        """Return the server that looks after the games of a lease, "" if it is dead."""
        found = self.known.get(lease or "")
        return found.server if found and not self._is_dead(found, self.now()) else ""

    @property
    def others(self) -> list[Lease]:
        """The leases of other servers that are alive."""
        now = self.now()
        alive = (one for one in self.known.values() if not self._is_dead(one, now))
        return [one for one in alive if one.server != self.server]

    def _is_dead(self, lease: Lease, now: float) -> bool:
        if lease.server == self.server:
            return False
        # A beat from the future is one from before the database's time was set back.
        return self.exclusive or not lease.server or abs(now - lease.beat) > LIFETIME

    # -- beginning and end ----------------------------------------------------------------------
    def _row(self, lease: str, now: float) -> Lease:
        return Lease(lease, self.server, now, self._bus, self.cut_off, self.address)

    async def open(self) -> None:
        """Register; BadOptions if another server runs that must be alone.

        The first heartbeat, with which this server begins to look after games, is the caller's: a
        server that cannot be reached yet does not serve.
        """
        rivals: dict[str, float] = {}
        while found := await self._register():
            if any(rivals.get(one.id, one.beat) != one.beat for one in found):
                raise taken(self.table.database, found[0].address)
            if not rivals:
                log.warning("Waiting for the server before to be gone (%s)", found[0].address)
            rivals = {one.id: one.beat for one in found}
            await asyncio.sleep(BEAT)
        self.own = frozenset({self.primary})

    async def _register(self) -> list[Lease]:
        """Insert the lease of this server; return those of servers beside which it must not run."""
        me = self._row(self.primary, 0.0)
        for attempt in range(ATTEMPTS):
            try:
                reading = await self.table.register(me, self._is_clear)
                break
            except DBAPIError as error:
                # On a busy machine, PostgreSQL may end a transaction that waits for this process.
                if attempt + 1 == ATTEMPTS or not error.connection_invalidated:
                    raise
        self._set_time(reading)
        return self._rivals(reading)

    def _is_clear(self, reading: Reading) -> bool:
        return not self._rivals(reading)

    def _rivals(self, reading: Reading) -> list[Lease]:
        alive = [one for one in reading.leases if not self._is_dead(one, reading.now)]
        return [one for one in alive if one.server != self.server and not (one.bus and self._bus)]

    async def close(self) -> None:
        """Let others look after the games at once."""
        with suppress(SQLAlchemyError, OSError, TimeoutError):
            if self._beating:
                await self._beating
            if self.own:
                await self.table.release(self.server, self.now())
        self.own = frozenset()
        await self.table.close()

    # -- heartbeats -----------------------------------------------------------------------------
    async def beat(self) -> None:
        """Renew the leases of this server, and see how the others are.

        ServerError if the database does not answer. Several callers share one heartbeat.
        """
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat_once())
            self._beating.add_done_callback(self._end_beat)
        try:
            await asyncio.shield(self._beating)
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise busy("page-store") from error

    def _end_beat(self, done: asyncio.Task[None]) -> None:
        self._beating = None
        if not done.cancelled():
            done.exception()  # which callers of `beat` get, too

    async def _beat_once(self) -> None:
        reading = await self.table.beat(self.server, self.cut_off, self._tolerance)
        self._set_time(reading)
        now, before = reading.now, self.known
        known = {one.id: one for one in reading.leases}
        late = [one for one in reading.leases if self._is_late(one, now)]
        beat = now
        if late:
            changed, beat = await self._make_good(late, now)
            known |= changed
        if reading.last_outage > self._mark:
            await self._read_outages()
        own = frozenset(one.id for one in known.values() if one.server == self.server)
        if not own:  # this server was thought dead
            self.primary = token_hex(8)
            known[self.primary] = self._row(self.primary, now)
            await self.table.add(known[self.primary])
            own = frozenset({self.primary})
        elif self.primary not in own:
            self.primary = min(own)
        self.known, self.own = known, own
        # Only now: before all outages are known, nothing may happen that depends on time.
        self._beat = max(self._beat, beat)
        self._note_changes(before, late)

    @property
    def _tolerance(self) -> float:
        """How old a heartbeat may be that is renewed; a server alone knows its last one."""
        if not self.exclusive:
            return TOLERANCE
        return inf if self.written and self.now() - self._beat <= TOLERANCE else -1.0

    def _is_late(self, lease: Lease, now: float) -> bool:
        return now - self._last_beat(lease) > TOLERANCE or self._is_dead(lease, now)

    def _last_beat(self, lease: Lease) -> float:
        """Return when a lease was renewed; a server alone does not always write it."""
        return (
            max(lease.beat, self._beat) if self.exclusive and lease.id in self.own else lease.beat
        )

    async def _make_good(self, late: list[Lease], now: float) -> tuple[dict[str, Lease], float]:
        """Store outages, renew our leases, adopt those of the dead.

        Return what has changed, and the time of the heartbeat.
        """
        outages = [Outage(one.id, self._last_beat(one), now) for one in late]
        await self.table.add_outages(outages)
        self._remember(outages)
        beat = now
        if any(one.server == self.server for one in late):
            beat = await self.table.renew(self.server, now) or now
        changed = {}
        for one in late:
            if self._is_dead(one, now) and await self.table.adopt(one, self._row(one.id, now), now):
                changed[one.id] = self._row(one.id, now)
                self.adopted.append(one.id)
        return changed, beat

    async def _read_outages(self) -> None:
        """Read what is new; one that goes on changes its end."""
        found = await self.table.outages_since(self._mark - LIFETIME)
        self._mark = max([self._mark, *(outage.until for outage in found)])
        self._remember(found)

    def _remember(self, found: list[Outage]) -> None:
        for outage in found:
            known = self._outages[outage.lease].get(outage.since, outage)
            self._outages[outage.lease][outage.since] = max(known, outage)

    def _note_changes(self, before: dict[str, Lease], late: list[Lease]) -> None:
        """Note leases whose outages have ended: they were adopted, or their server is back."""
        self.healed |= {one.id for one in late if one.id in self.own}
        for lease, row in self.known.items():
            old = before.get(lease)
            if old and row.beat > old.beat and self.lost(lease, old.beat, row.beat):
                self.healed.add(lease)


def _ranges(outages: Iterable[Outage], time: float) -> list[Range]:
    """Return the stored times that come before `time` once outages are added to them.

    A time that lies in an outage, or before it, counts as later by the length of the outage. Times
    after it may have been stored since. In its first seconds another server may have moved.

    >>> _ranges([], 500.0)
    [(1e-09, 500.0)]
    >>> _ranges([Outage("", 100.0, 405.0)], 500.0)
    [(1e-09, 200.0), (405.0, 500.0)]
    """
    found = [(_FIRST, time)]
    for outage in sorted(outages, key=lambda one: one.until, reverse=True):
        stood, end = outage.until - outage.since - _UNCERTAIN, outage.until
        if stood > 0:
            during = [(max(_FIRST, a - stood), min(b - stood, end)) for a, b in found]
            after = [(max(a, end), b) for a, b in found]
            found = [(a, b) for a, b in during + after if a < b]
    return found


def taken(database: str, address: str = "") -> BadOptions:
    """Return the error for a database that another server uses."""
    key = "cli-serve-running" if address else "cli-serve-taken"
    return BadOptions(key, database=database, address=address)

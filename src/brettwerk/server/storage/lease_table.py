"""The rows of leases and outages: how servers read, renew and adopt them.

Every statement is its own transaction, so that a server that stops between two holds no lock.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from brettwerk.server.storage.engine import HeldConnection
from brettwerk.server.storage.schema import games, leases, outages

TOLERANCE = 1.25  # seconds without a heartbeat that count as served
LIFETIME = 3.0  # seconds without a heartbeat after which others adopt a lease
WITHIN = 4.0  # seconds that a heartbeat may take
REGISTERING = 0x62726575  # the number of an advisory lock
KEPT = 30 * 24 * 3600.0  # seconds; no clock runs for longer


class Lease(NamedTuple):
    """A row of `leases`."""

    id: str
    server: str
    beat: float
    bus: bool
    cut_off: bool
    address: str


class Outage(NamedTuple):
    """A time in which no server looked after the games of a lease."""

    lease: str
    since: float
    until: float


class Reading(NamedTuple):
    """All leases as they were at a time of the database, and the end of the last outage.

    That time was between two moments here, when the database was asked and when it answered.
    """

    now: float
    asked: float
    answered: float
    leases: list[Lease]
    last_outage: float


class LeaseTable:
    """Leases in a database, over a connection of its own."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] | None = None) -> None:
        self._engine = engine
        self._held = HeldConnection(engine, "AUTOCOMMIT")
        self.clock = clock  # the time, if it is not the database's
        self.ticks: Callable[[], float] = clock or monotonic

    @property
    def database(self) -> str:
        """The address of the database, without its password."""
        return self._engine.url.render_as_string(hide_password=True)

    @property
    def _time(self) -> sa.ColumnElement[float]:
        """The time in seconds, as an expression."""
        if self.clock is not None:
            return sa.literal(self.clock(), sa.Double)
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        async with asyncio.timeout(WITHIN), self._held.use() as connection:
            yield connection

    async def close(self) -> None:
        """Close the connection."""
        await self._held.close()

    async def register(self, me: Lease, clear: Callable[[Reading], bool]) -> Reading:
        """Insert a lease if the others allow it; no two servers look at the same time."""
        async with self._engine.begin() as connection:
            if self._engine.dialect.name == "postgresql":
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(REGISTERING)))
            await self._prune(connection)
            reading = await self._read(connection)
            if clear(reading):
                await connection.execute(sa.insert(leases), me._replace(beat=reading.now)._asdict())
        return reading

    async def _prune(self, connection: AsyncConnection) -> None:
        """Delete leases whose games need no server, and outages that no clock remembers."""
        needed = sa.exists().where(games.c.lease == leases.c.id, games.c.due.is_not(None))
        old = leases.c.beat < self._time - LIFETIME
        await connection.execute(sa.delete(leases).where(sa.not_(needed), old))
        await connection.execute(sa.delete(outages).where(outages.c.until < self._time - KEPT))

    async def add(self, me: Lease) -> None:
        """Insert a lease."""
        async with self._connected() as connection:
            await connection.execute(sa.insert(leases), me._asdict())

    async def _read(self, connection: AsyncConnection, *ctes: sa.CTE) -> Reading:
        last = sa.select(sa.func.max(outages.c.until)).scalar_subquery()
        wanted = sa.select(self._time, last, leases).select_from(
            sa.select(sa.literal(1)).subquery().outerjoin(leases, sa.true())
        )
        asked = self.ticks()
        rows = (await connection.execute(wanted.add_cte(*ctes))).all()
        now, last_outage = rows[0][:2]
        found = [Lease(*row[2:]) for row in rows if row[2] is not None]
        return Reading(now, asked, self.ticks(), found, last_outage or 0.0)

    async def beat(self, server: str, cut_off: bool, tolerance: float) -> Reading:
        """Renew the leases of a server that have not lapsed, and return all as they were before.

        This is one round trip if the database is elsewhere.
        """
        now = self._time
        renewed = (
            sa.update(leases)
            .where(leases.c.server == server, now - leases.c.beat <= tolerance)
            .values(beat=now, cut_off=cut_off)
        )
        async with self._connected() as connection:
            if connection.dialect.name == "postgresql":
                return await self._read(connection, renewed.returning(leases.c.id).cte())
            reading = await self._read(connection)
            if tolerance >= 0:
                await connection.execute(renewed)
            return reading

    async def renew(self, server: str, until: float) -> float | None:
        """Renew leases that have lapsed, whose outages are stored until then; return the time.

        None if that is too long ago already, or if others have adopted them.
        """
        mine, soon = leases.c.server == server, self._time - until <= TOLERANCE
        changed = sa.update(leases).where(mine, soon).values(beat=self._time)
        async with self._connected() as connection:
            renewed: float | None = await connection.scalar(changed.returning(leases.c.beat))
        return renewed

    async def adopt(self, lease: Lease, me: Lease, until: float) -> bool:
        """Take over the lease of a dead server, whose outage is stored until then.

        False if that is too long ago already, or if another server was faster.
        """
        same = [leases.c[name] == getattr(lease, name) for name in ("id", "server", "beat")]
        soon, mine = self._time - until <= TOLERANCE, {**me._asdict(), "beat": self._time}
        async with self._connected() as connection:
            changed = await connection.execute(sa.update(leases).where(soon, *same).values(mine))
        return bool(changed.rowcount)

    async def release(self, server: str, now: float) -> None:
        """Let others have the leases of a server at once."""
        async with self._connected() as connection:
            await connection.execute(
                sa.update(leases).where(leases.c.server == server).values(server="", beat=now)
            )

    async def add_outages(self, found: Sequence[Outage]) -> None:
        """Store outages; one that is known already may have gone on."""
        module: Any = {"postgresql": postgresql, "sqlite": sqlite}[self._engine.dialect.name]
        added = module.insert(outages)
        longer = added.on_conflict_do_update(
            index_elements=["lease", "since"],
            set_={"until": added.excluded.until},
            where=outages.c.until < added.excluded.until,
        )
        async with self._connected() as connection:
            await connection.execute(longer, [outage._asdict() for outage in found])

    async def outages_since(self, since: float) -> list[Outage]:
        """Return the outages that ended later than that."""
        async with self._connected() as connection:
            rows = await connection.execute(sa.select(outages).where(outages.c.until > since))
            return [Outage(*row) for row in rows]

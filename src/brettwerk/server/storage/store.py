"""Reading and writing games."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, time

from msgspec import json
from sqlalchemy import RowMapping, and_, delete, false, func, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from brettwerk.errors import BadOptions
from brettwerk.server.errors import busy
from brettwerk.server.metrics import STORE_ERRORS
from brettwerk.server.storage.administration import Administration, note_change
from brettwerk.server.storage.engine import make_engine, make_file_engine, unusable
from brettwerk.server.storage.lease_table import LeaseTable
from brettwerk.server.storage.leases import Leases, Range
from brettwerk.server.storage.lock import FileLock
from brettwerk.server.storage.model import Custody, Event, GameConfig, StoredGame
from brettwerk.server.storage.schema import events, games, leases
from brettwerk.server.storage.upgrade import upgrade
from brettwerk.server.storage.writer import MAX_BATCH, Row, Write, Writer

log = logging.getLogger("brettwerk")
MOMENT = 1e-6  # seconds
CHECK_EVERY = 0.5  # seconds


class GameStore:
    """A database of games; `open` it first, `close` it at the end."""

    def __init__(
        self, url: str, *, bus: bool = False, clock: Callable[[], float] | None = None
    ) -> None:
        """Name a database; with a bus, other servers may use it at the same time.

        `clock` is a time to use instead of the database's.
        """
        self.engine = make_engine(url)
        self._is_file = self.engine.dialect.name == "sqlite" and not bus
        self.lock: FileLock | None = None
        self.administration = Administration(self.engine)
        table = LeaseTable(self.engine, clock)
        self.leases = Leases(table, bus=bus, exclusive=self._is_file)
        self._writer = Writer(self.engine)
        self._check: asyncio.Task[None] | None = None
        self._checked = 0.0  # when that began

    async def open(self) -> None:
        """Lock the database, upgrade its tables, and start the writer; opening twice is harmless.

        BadOptions if the database cannot be used.
        """
        if self._writer.is_open:
            return
        try:
            file = self.engine.url.database
            if self._is_file and file and file != ":memory:":
                self.lock = FileLock(Path(file).absolute())
                # A folder, or no database: a thread of aiosqlite would complain by itself.
                make_file_engine(self.engine.url).connect().close()
            await upgrade(self.engine)
            await self._set_clock()
            await self.leases.open()  # writes, so that a full disk is noticed now
        except BadOptions:
            await self.close()
            raise
        except (SQLAlchemyError, OSError, ValueError) as error:
            await self.close()
            raise unusable(self.engine.url, error) from error
        self._writer.open()

    async def _set_clock(self) -> None:
        """Let time go on from the time of day, if the database has no time of its own."""
        table = self.leases.table
        if self.engine.dialect.name != "sqlite" or table.clock:
            return
        async with self.engine.connect() as connection:
            last = await connection.scalar(select(func.max(leases.c.beat))) or 0.0
        offset = max(time(), last) - monotonic()
        table.clock = lambda: monotonic() + offset

    async def close(self) -> None:
        """Write what is waiting, then release the database."""
        await self._writer.close()
        await self.leases.close()
        if self.lock:
            self.lock.release()
            self.lock = None
        await self.engine.dispose()

    # -- writing ------------------------------------------------------------------------------
    async def create(self, game: StoredGame, link: tuple[str, int, Event] | None = None) -> None:
        """Insert a game with its events and, in the same transaction, the event that links to it.

        IntegrityError if the number of that event is taken.
        """
        rows = [_row(game.id, number, event) for number, event in enumerate(game.events)]
        row = {
            "id": game.id,
            "terms": json.encode(game.config).decode(),
            "hashes": json.encode(game.hashes).decode(),
            "created": game.created,
            "rules": game.rules,
            "owner": game.owner,
            **game.custody._asdict(),
        }
        await self._wait(Write(games=[row], events=[*rows, _row(*link)] if link else rows))

    async def append(
        self, game: str, number: int, event: Event, custody: Custody | None = None
    ) -> None:
        """Append an event, and change the custody if it is given.

        IntegrityError if that number is taken.
        """
        changed = [{"which": game, **custody._asdict()}] if custody else []
        await self._wait(Write(events=[_row(game, number, event)], custody=changed))

    async def _wait(self, write: Write) -> None:
        with _reachable():
            await self._writer.write(write)

    async def delete_unused(self, before: float, keep: Collection[str]) -> int:
        """Delete games in which nothing has happened since then; return how many."""
        last = select(func.max(events.c.wall)).where(events.c.game == games.c.id).scalar_subquery()
        wanted = select(games.c.id).where(func.coalesce(last, games.c.created) < before)
        async with self.engine.connect() as connection:
            found = list((await connection.execute(wanted)).scalars())
        old = [game for game in found if game not in keep]
        for first in range(0, len(old), MAX_BATCH):
            some = old[first : first + MAX_BATCH]
            async with self.engine.begin() as connection:
                await connection.execute(delete(events).where(events.c.game.in_(some)))
                await connection.execute(delete(games).where(games.c.id.in_(some)))
                await note_change(connection)
        return len(old)

    async def check(self) -> None:
        """Write something, if that was not done just now; ServerError if that is not possible.

        However many ask, the database has little to do.
        """
        now = monotonic()
        if self._check is None or now - self._checked > CHECK_EVERY:
            self._check, self._checked = asyncio.create_task(self._write_nothing()), now
        await asyncio.shield(self._check)

    async def _write_nothing(self) -> None:
        """Write a heartbeat a moment later: SQLite would not write what is there already."""
        with _reachable():
            async with self.engine.begin() as connection:
                mine = leases.c.server == self.leases.server
                await connection.execute(
                    update(leases).where(mine).values(beat=leases.c.beat + MOMENT)
                )

    async def take(self, game: str, before: Custody, after: Custody) -> bool:
        """Change the custody of a game; False if it is not what it was before."""
        same = [games.c[name].is_not_distinct_from(getattr(before, name)) for name in _TAKEN]
        wanted = update(games).where(games.c.id == game, *same).values(after._asdict())
        with _reachable():
            async with self.engine.connect() as connection:
                # A transaction by itself: a server that stops between two statements holds no lock.
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                return bool((await connection.execute(wanted)).rowcount)

    # -- reading ------------------------------------------------------------------------------
    async def load(self, game: str) -> StoredGame | None:
        """Return a game with all its events."""
        with _reachable():
            async with self.engine.connect() as connection:
                found = (await connection.execute(select(games).where(games.c.id == game))).first()
                if found is None:
                    return None
                happened = await _events_of(connection, game)
        config = json.decode(found.terms, type=GameConfig)
        hashes = json.decode(found.hashes, type=list[str])
        custody = Custody(found.lease, found.due, found.over)
        more = custody, found.rules, found.owner
        return StoredGame(found.id, config, hashes, found.created, happened, *more)

    async def events_since(self, game: str, number: int) -> list[Event]:
        """Return the events of a game from this number on."""
        return (await self.changes_since(game, number))[0]

    async def changes_since(self, game: str, number: int) -> tuple[list[Event], Custody]:
        """Return the events of a game from this number on, and its custody."""
        wanted = select(games.c.lease, games.c.due, games.c.over).where(games.c.id == game)
        with _reachable():
            async with self.engine.connect() as connection:
                # Custody is read first: if it changes meanwhile, so do the events.
                found = (await connection.execute(wanted)).first()
                return await _events_of(connection, game, number), Custody(*found or ())

    async def lengths(self, wanted: Collection[str]) -> dict[str, tuple[int, Custody]]:
        """Return how many events games have, and their custody."""
        last = select(func.max(events.c.number)).where(events.c.game == games.c.id)
        length = func.coalesce(last.scalar_subquery() + 1, 0)
        query = select(games.c.id, length, games.c.lease, games.c.due, games.c.over)
        with _reachable():
            async with self.engine.connect() as connection:
                rows = await connection.execute(query.where(games.c.id.in_(wanted)))
                return {row[0]: (row[1], Custody(*row[2:])) for row in rows}

    async def due(self, held: Mapping[str, list[Range]], *, also_now: bool = False) -> list[str]:
        """Return games of these leases whose stored `due` lies in one of its ranges.

        `also_now` adds those in which a computer is to move.
        """
        wanted = [
            and_(games.c.lease == lease, games.c.due >= first, games.c.due < last)
            for lease, ranges in held.items()
            for first, last in ranges
        ]
        if also_now:
            wanted.append(and_(games.c.lease.in_(held), games.c.due == 0))
        query = select(games.c.id).where(or_(false(), *wanted)).order_by(games.c.due)
        with _reachable():
            async with self.engine.connect() as connection:
                found = await connection.execute(query if also_now else query.limit(MAX_BATCH))
                return list(found.scalars())

    async def has_due(self, held: Collection[str]) -> bool:
        """Return whether a clock runs in any game of these leases."""
        wanted = select(games.c.id).where(games.c.lease.in_(held), games.c.due > 0)
        with _reachable():
            async with self.engine.connect() as connection:
                return await connection.scalar(wanted.limit(1)) is not None


_TAKEN = ("lease", "due")


@contextmanager
def _reachable() -> Iterator[None]:
    """Turn faults of the database into an error that clients are told."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as error:
        STORE_ERRORS.inc()
        log.warning("The database failed: %s", getattr(error, "orig", None) or error)
        raise busy("page-store") from error


async def _events_of(connection: AsyncConnection, game: str, first: int = 0) -> list[Event]:
    wanted = select(events).where(events.c.game == game, events.c.number >= first)
    rows = await connection.execute(wanted.order_by(events.c.number))
    return [_event(row) for row in rows.mappings()]


def _row(game: str, number: int, event: Event) -> Row:
    return {
        "game": game,
        "number": number,
        "kind": event.kind,
        "person": event.person,
        "people": json.encode(event.people).decode(),
        "text": event.text,
        "act": event.command_id,
        "at": event.at,
        "wall": event.wall,
        "lag": event.lag or None,
        "moment": event.version,
    }


def _event(row: RowMapping) -> Event:
    return Event(
        kind=row["kind"],
        person=row["person"],
        people=json.decode(row["people"], type=tuple[int, ...]),
        text=row["text"],
        at=row["at"],
        wall=row["wall"],
        command_id=row["act"],
        lag=row["lag"] or 0.0,
        version=row["moment"],
    )

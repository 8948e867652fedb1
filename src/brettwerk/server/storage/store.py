"""Reading and writing games. Writes are gathered: many games' moves go to the disk in one go."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import json
from sqlalchemy import RowMapping, Update, bindparam, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from brettwerk.errors import BadOptions
from brettwerk.server.storage.lock import only_one
from brettwerk.server.storage.schema import events, facts, games
from brettwerk.server.storage.upgrade import upgrade
from brettwerk.server.table import Event
from brettwerk.server.terms import Terms
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy.engine import URL

    from brettwerk.server.storage.lock import Lock

MOST_AT_ONCE = 500
Row = dict[str, Any]


@dataclass(frozen=True)
class Kept:
    """A game as it lies in the database."""

    id: str
    terms: Terms
    hashes: list[str]
    created: float
    events: list[Event] = field(default_factory=list)


@dataclass
class Write:
    """Something to be written, and who waits for it."""

    games: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    done: asyncio.Future[None] = field(default_factory=lambda: _future())


def _future() -> asyncio.Future[None]:
    return asyncio.get_running_loop().create_future()


class Store:
    """A database of games; `open` it first, `close` it at the end."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.lock: Lock | None = None
        self._queue: asyncio.Queue[Write] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Have it to ourselves, bring the tables up to date, and begin to write; once is enough.

        BadOptions with a sentence if the database cannot be used.
        """
        if self._writer:
            return
        try:
            self.lock = await only_one(self.engine)
            await upgrade(self.engine)
        except (BadOptions, SQLAlchemyError, OSError) as fault:
            await self.close()
            told = fault if isinstance(fault, BadOptions) else _unusable(self.engine.url, fault)
            raise told from fault
        self._writer = asyncio.create_task(self._write_for_ever())

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        await self._queue.join()
        if self._writer:
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
            self._writer = None
        if self.lock:
            await self.lock.let_go()
            self.lock = None
        await self.engine.dispose()

    # -- writing ------------------------------------------------------------------------------
    async def create(self, kept: Kept, then: tuple[str, int, Event] | None = None) -> None:
        """A new game; in the same breath an event of another one that leads to it."""
        row = {
            "id": kept.id,
            "terms": json.encode(kept.terms).decode(),
            "hashes": json.encode(kept.hashes).decode(),
            "created": kept.created,
            "over": False,
        }
        await self._wait(Write(games=[row], events=[_row(*then)] if then else []))

    async def append(self, game: str, number: int, event: Event, over: bool) -> None:
        """One more event; IntegrityError if that number is taken."""
        ended = [game] if over else []
        await self._wait(Write(events=[_row(game, number, event)], over=ended))

    async def _wait(self, write: Write) -> None:
        self._queue.put_nowait(write)
        # A client that goes away while it waits does not stop what others wait for.
        await asyncio.shield(write.done)

    async def _write_for_ever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                await self._write_all(batch)
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _write_all(self, batch: list[Write]) -> None:
        """All in one transaction; if that fails, each in its own, so that one fault stays one."""
        try:
            await self._commit(batch)
        except Exception as fault:
            if len(batch) == 1:
                _settle(batch[0], fault)
                return
            for write in batch:
                await self._write_all([write])
        else:
            for write in batch:
                _settle(write)

    async def _commit(self, batch: list[Write]) -> None:
        async with self.engine.begin() as connection:
            for table, rows in (
                (games, [row for write in batch for row in write.games]),
                (events, [row for write in batch for row in write.events]),
            ):
                if rows:
                    await connection.execute(insert(table), rows)
            over = [{"which": game} for write in batch for game in write.over]
            if over:
                await connection.execute(_OVER, over)

    async def let_go_of(self, before: float, but_not: Collection[str]) -> int:
        """Delete games in which nothing has happened since then; how many those were."""
        last = select(func.max(events.c.wall)).where(events.c.game == games.c.id).scalar_subquery()
        wanted = select(games.c.id).where(func.coalesce(last, games.c.created) < before)
        async with self.engine.connect() as connection:
            found = list((await connection.execute(wanted)).scalars())
        old = [game for game in found if game not in but_not]
        for first in range(0, len(old), MOST_AT_ONCE):
            some = old[first : first + MOST_AT_ONCE]
            async with self.engine.begin() as connection:
                await connection.execute(delete(events).where(events.c.game.in_(some)))
                await connection.execute(delete(games).where(games.c.id.in_(some)))
        return len(old)

    async def remember(self, name: str, value: float) -> None:
        """Keep a fact about the server."""
        async with self.engine.begin() as connection:
            changed = await connection.execute(
                update(facts).where(facts.c.name == name).values(value=value)
            )
            if not changed.rowcount:
                await connection.execute(insert(facts).values(name=name, value=value))

    # -- reading ------------------------------------------------------------------------------
    async def fact(self, name: str) -> float:
        """A fact about the server, 0 if it is not known."""
        async with self.engine.connect() as connection:
            found = await connection.scalar(select(facts.c.value).where(facts.c.name == name))
        return float(found or 0.0)

    async def latest(self) -> float:
        """The time of the last event of all."""
        async with self.engine.connect() as connection:
            return float(await connection.scalar(select(func.max(events.c.at))) or 0.0)

    async def load(self, game: str) -> Kept | None:
        """A game with all that happened in it."""
        async with self.engine.connect() as connection:
            found = (await connection.execute(select(games).where(games.c.id == game))).first()
            if found is None:
                return None
            rows = await _events_of(connection, game)
        return Kept(
            id=found.id,
            terms=json.decode(found.terms, type=Terms),
            hashes=json.decode(found.hashes, type=list[str]),
            created=found.created,
            events=[_event(row) for row in rows],
        )

    async def unfinished_with_clock(self) -> list[str]:
        """The games in which time may run out."""
        async with self.engine.connect() as connection:
            wanted = select(games.c.id).where(
                games.c.over.is_(False), games.c.terms.not_like('%"clock":"none"%')
            )
            return list((await connection.execute(wanted)).scalars())


_OVER: Update = update(games).where(games.c.id == bindparam("which")).values(over=True)


def _settle(write: Write, fault: BaseException | None = None) -> None:
    if write.done.done():
        return
    if fault:
        write.done.set_exception(fault)
    else:
        write.done.set_result(None)


async def _events_of(connection: AsyncConnection, game: str) -> Sequence[RowMapping]:
    wanted = select(events).where(events.c.game == game).order_by(events.c.number)
    return (await connection.execute(wanted)).mappings().all()


def _row(game: str, number: int, event: Event) -> Row:
    return {
        "game": game,
        "number": number,
        "kind": event.kind,
        "person": event.person,
        "people": json.encode(event.people).decode(),
        "text": event.text,
        "act": event.act,
        "at": event.at,
        "wall": event.wall,
    }


def _event(row: RowMapping) -> Event:
    return Event(
        kind=row["kind"],
        person=row["person"],
        people=json.decode(row["people"], type=tuple[int, ...]),
        text=row["text"],
        at=row["at"],
        wall=row["wall"],
        act=row["act"],
    )


# -- the database ---------------------------------------------------------------------------------
def _engine(url: str) -> AsyncEngine:
    """What talks to the database of this address; BadOptions if it is none."""
    try:
        address = make_url(url)
        if address.get_backend_name() != "sqlite":
            return create_async_engine(address, pool_pre_ping=True)
        engine = create_async_engine(address)
    except (SQLAlchemyError, ImportError) as fault:
        raise _unusable(url, fault) from fault
    event.listen(engine.sync_engine, "connect", _sqlite_settings)
    return engine


def _unusable(url: URL | str, fault: Exception) -> BadOptions:
    """What is wrong with a database in a sentence, with no password in it."""
    if isinstance(fault, ModuleNotFoundError) and str(url).startswith("postgresql"):
        return BadOptions("cli-serve-driver", module=fault.name)
    named = shown(url, 200) if isinstance(url, str) else url.render_as_string(hide_password=True)
    reason = str(getattr(fault, "orig", None) or fault).splitlines()[0]
    return BadOptions("cli-serve-database", database=named, reason=shown(reason, 200))


def _sqlite_settings(connection: Any, _: object) -> None:
    """Readers beside the writer, and what is committed survives even a power cut."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()

"""Reading and writing games; writes are batched, so that one commit serves many games."""

import asyncio
import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import time
from typing import Any

from msgspec import json
from sqlalchemy import RowMapping, Update, bindparam, delete, event, func, insert, select, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.server.errors import unreachable
from brettwerk.server.play.config import GameConfig
from brettwerk.server.play.state import Event
from brettwerk.server.storage.lock import Lock, lock_database
from brettwerk.server.storage.schema import events, facts, games
from brettwerk.server.storage.upgrade import upgrade

log = logging.getLogger("brettwerk")
MAX_BATCH = 500
Row = dict[str, Any]


@dataclass(frozen=True)
class StoredGame:
    """A game as it is in the database."""

    id: str
    config: GameConfig
    hashes: list[str]
    created: float
    events: list[Event] = field(default_factory=list)


@dataclass
class Write:
    """Rows to be written, and the future of those who wait for that."""

    games: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class GameStore:
    """A database of games; `open` it first, `close` it at the end."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.lock: Lock | None = None
        self._queue: asyncio.Queue[Write] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Lock the database, upgrade its tables, and start the writer; opening twice is harmless.

        BadOptions if the database cannot be used.
        """
        if self._writer:
            return
        try:
            self.lock = await lock_database(self.engine)
            await upgrade(self.engine)
            await self._set_fact("opened", time())  # it can be written
        except BadOptions:
            await self.close()
            raise
        except (SQLAlchemyError, OSError) as error:
            await self.close()
            raise _unusable(self.engine.url, error) from error
        self._writer = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        """Write what is waiting, then release the database."""
        await self._queue.join()
        if self._writer:
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
            self._writer = None
        if self.lock:
            await self.lock.release()
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
            "over": False,
        }
        await self._wait(Write(games=[row], events=[*rows, _row(*link)] if link else rows))

    async def append(self, game: str, number: int, event: Event, over: bool) -> None:
        """Append an event; IntegrityError if that number is taken."""
        ended = [game] if over else []
        await self._wait(Write(events=[_row(game, number, event)], over=ended))

    async def _wait(self, write: Write) -> None:
        self._queue.put_nowait(write)
        with _reachable():
            # A client that disconnects meanwhile must not cancel what others wait for.
            await asyncio.shield(write.done)

    async def _write_forever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MAX_BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                await self._write_all(batch)
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _write_all(self, batch: list[Write]) -> None:
        """Write a batch in one transaction; if that fails, each write in its own."""
        try:
            await self._commit(batch)
        except Exception as error:
            if len(batch) == 1:
                _settle(batch[0], error)
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
        return len(old)

    async def set_fact(self, name: str, value: float) -> None:
        """Store a fact about the server."""
        with _reachable():
            await self._set_fact(name, value)

    async def _set_fact(self, name: str, value: float) -> None:
        async with self.engine.begin() as connection:
            changed = await connection.execute(
                update(facts).where(facts.c.name == name).values(value=value)
            )
            if not changed.rowcount:
                await connection.execute(insert(facts).values(name=name, value=value))

    # -- reading ------------------------------------------------------------------------------
    async def fact(self, name: str) -> float:
        """Return a fact about the server, 0 if it is not known."""
        async with self.engine.connect() as connection:
            found = await connection.scalar(select(facts.c.value).where(facts.c.name == name))
        return float(found or 0.0)

    async def latest(self) -> float:
        """Return the time of the last event of all games."""
        async with self.engine.connect() as connection:
            return float(await connection.scalar(select(func.max(events.c.at))) or 0.0)

    async def load(self, game: str) -> StoredGame | None:
        """Return a game with all its events."""
        with _reachable():
            async with self.engine.connect() as connection:
                found = (await connection.execute(select(games).where(games.c.id == game))).first()
                if found is None:
                    return None
                rows = await _events_of(connection, game)
        return StoredGame(
            id=found.id,
            config=json.decode(found.terms, type=GameConfig),
            hashes=json.decode(found.hashes, type=list[str]),
            created=found.created,
            events=[_event(row) for row in rows],
        )

    async def events_since(self, game: str, number: int) -> list[Event]:
        """Return the events of a game from this number on."""
        with _reachable():
            async with self.engine.connect() as connection:
                return [_event(row) for row in await _events_of(connection, game, number)]

    async def unfinished_with_clock(self) -> list[str]:
        """Return the games in which time may run out."""
        async with self.engine.connect() as connection:
            wanted = select(games.c.id).where(
                games.c.over.is_(False), games.c.terms.not_like('%"clock":"none"%')
            )
            return list((await connection.execute(wanted)).scalars())


_OVER: Update = update(games).where(games.c.id == bindparam("which")).values(over=True)


def _settle(write: Write, error: BaseException | None = None) -> None:
    if write.done.done():
        return
    if error:
        write.done.set_exception(error)
    else:
        write.done.set_result(None)


@contextmanager
def _reachable() -> Iterator[None]:
    """Turn faults of the database into an error that clients are told."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as error:
        log.warning("The database failed: %s", getattr(error, "orig", None) or error)
        raise unreachable() from error


async def _events_of(
    connection: AsyncConnection, game: str, first: int = 0
) -> Sequence[RowMapping]:
    wanted = select(events).where(events.c.game == game, events.c.number >= first)
    wanted = wanted.order_by(events.c.number)
    return (await connection.execute(wanted)).mappings().all()


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
    )


# -- the database ---------------------------------------------------------------------------------
_TIMEOUTS = {"timeout": 10, "command_timeout": 15}  # seconds, of asyncpg


def _engine(url: str) -> AsyncEngine:
    """Return the engine for an address; BadOptions if it names no database."""
    try:
        address = make_url(url)
        if address.get_backend_name() != "sqlite":
            return create_async_engine(
                address, pool_pre_ping=True, hide_parameters=True, connect_args=_TIMEOUTS
            )
        engine = create_async_engine(address, hide_parameters=True)
    except (SQLAlchemyError, ImportError) as error:
        raise _unusable(url, error) from error
    event.listen(engine.sync_engine, "connect", _sqlite_settings)
    return engine


def _unusable(url: URL | str, error: Exception) -> BadOptions:
    """Say what is wrong with a database, without its password."""
    if isinstance(error, ModuleNotFoundError) and str(url).startswith("postgresql"):
        return BadOptions("cli-serve-driver", module=error.name)
    named = truncate(url, 200) if isinstance(url, str) else url.render_as_string(hide_password=True)
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    return BadOptions("cli-serve-database", database=named, reason=truncate(reason, 200))


def _sqlite_settings(connection: Any, _: object) -> None:
    """Let readers work beside the writer, and let commits survive a power cut."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()

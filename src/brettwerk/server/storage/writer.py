"""The writer of the store: writes are batched, so that one commit serves many games."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Protocol

from sqlalchemy import Connection, Insert, Update, bindparam, insert, update
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from brettwerk.server.storage.engine import HeldConnection, make_file_engine
from brettwerk.server.storage.model import Custody
from brettwerk.server.storage.schema import events, games

MAX_BATCH = 500
# Other servers wait for rows that a server has locked: one that hangs soon loses its locks.
_IMPATIENT = "SET idle_in_transaction_session_timeout = '1s'"
Row = dict[str, Any]
Statement = tuple[str, list[tuple[Any, ...]]]


@dataclass(slots=True)
class Write:
    """Rows to be written, and the future of those who wait for that."""

    games: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    custody: list[Row] = field(default_factory=list)
    done: asyncio.Future[None] = field(default_factory=asyncio.Future)


class Writer:
    """Writes what is put into its queue, as much as has come together at a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        file = engine.dialect.name == "sqlite" and engine.url.database not in (None, "", ":memory:")
        self._target: _Target = _DatabaseFile(engine) if file else _DatabaseServer(engine)
        # Compiled once: for a batch that takes longer than writing it.
        self._new_games = _Compiled(insert(games), engine.dialect, itemgetter("id"))
        self._new_events = _Compiled(insert(events), engine.dialect, itemgetter("game", "number"))
        self._custody = _Compiled(_CUSTODY, engine.dialect, itemgetter("which"))
        self._queue: asyncio.Queue[Write] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether it writes."""
        return self._task is not None

    def open(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        """Write what is waiting, and end."""
        await self._queue.join()
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        await self._target.close()

    async def write(self, write: Write) -> None:
        """Return when it is written; IntegrityError if a number is taken."""
        self._queue.put_nowait(write)
        await write.done  # it is written even if the caller is cancelled

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
        """Write a batch in one transaction; if that fails, each half in its own."""
        try:
            await self.commit(batch)
        except Exception as error:
            if len(batch) == 1:
                _settle(batch[0], error)
                return
            half = len(batch) // 2
            await self._write_all(batch[:half])
            await self._write_all(batch[half:])
        else:
            for write in batch:
                _settle(write)

    async def commit(self, batch: list[Write]) -> None:
        """Write a batch; if the connection was lost since the last one, over a new one.

        What was written before it was lost is not written twice: its number is taken.
        """
        found = (
            self._new_games.with_rows(row for write in batch for row in write.games),
            self._new_events.with_rows(row for write in batch for row in write.events),
            self._custody.with_rows(row for write in batch for row in write.custody),
        )
        statements = [one for one in found if one[1]]
        try:
            await self._target.write(statements)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            await self._target.write(statements)


_CUSTODY = (
    update(games)
    .where(games.c.id == bindparam("which"))
    .values({name: bindparam(name) for name in Custody._fields})
)


class _Compiled:
    """A statement as text, and how its rows are written: always in one order.

    Then no server waits for another in a circle.
    """

    def __init__(
        self, statement: Insert | Update, dialect: Dialect, order: Callable[[Row], Any]
    ) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        self._text, self._order = str(compiled), order
        self._values = itemgetter(*compiled.positiontup)

    def with_rows(self, rows: Iterable[Row]) -> Statement:
        """Return the text, and the values of each row."""
        return self._text, [self._values(row) for row in sorted(rows, key=self._order)]


class _Target(Protocol):
    """A database that statements are written to, all or none."""

    async def write(self, statements: list[Statement]) -> None: ...

    async def close(self) -> None: ...


class _DatabaseServer:
    """A database server, over one connection: one that is seldom used would be lost unnoticed."""

    def __init__(self, engine: AsyncEngine) -> None:
        first = _IMPATIENT if engine.dialect.name == "postgresql" else ""
        self._held = HeldConnection(engine, "AUTOCOMMIT", first)

    async def write(self, statements: list[Statement]) -> None:
        async with self._held.use() as connection:
            if len(statements) == 1:  # a transaction by itself, whatever its rows
                await connection.exec_driver_sql(*statements[0])
                return
            await connection.exec_driver_sql("BEGIN")
            try:
                for statement in statements:
                    await connection.exec_driver_sql(*statement)
            except IntegrityError:  # after any other fault, the connection is closed
                await connection.exec_driver_sql("ROLLBACK")
                raise
            await connection.exec_driver_sql("COMMIT")

    async def close(self) -> None:
        await self._held.close()


class _DatabaseFile:
    """A file of SQLite, in a thread of its own: a batch is one way there and back."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = make_file_engine(engine.url)
        self._thread: ThreadPoolExecutor | None = None
        self._connection: Connection | None = None

    async def write(self, statements: list[Statement]) -> None:
        self._thread = self._thread or ThreadPoolExecutor(1, "writer")
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, statements)

    def _write(self, statements: list[Statement]) -> None:
        try:
            self._connection = self._connection or self._engine.connect()
            with self._connection.begin():
                for statement in statements:
                    self._connection.exec_driver_sql(*statement)
        except IntegrityError:
            raise
        except BaseException:
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with suppress(Exception):
                connection.close()

    async def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread:
            await asyncio.get_running_loop().run_in_executor(thread, self._disconnect)
            thread.shutdown()
        self._engine.dispose()


def _settle(write: Write, error: BaseException | None = None) -> None:
    if write.done.done():
        return
    if error:
        write.done.set_exception(error)
    else:
        write.done.set_result(None)

"""Engines for the addresses of databases, and what is wrong with them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

STATEMENT_SECONDS = 15  # for one statement of PostgreSQL
UPGRADE_IDLE = 60  # seconds: migrations and backups work between their statements


def make_engine(url: str, idle: int = 3) -> AsyncEngine:
    """Return the engine for an address; BadOptions if it names no database.

    PostgreSQL ends transactions that wait for `idle` seconds: a server that is stopped must not
    keep its locks.
    """
    timeouts: dict[str, Any] = {
        "timeout": 10,
        "command_timeout": STATEMENT_SECONDS,
        "server_settings": {"idle_in_transaction_session_timeout": f"{idle}s"},
    }
    try:
        address = make_url(url)
        if address.get_backend_name() != "sqlite":
            return create_async_engine(
                address, pool_pre_ping=True, hide_parameters=True, connect_args=timeouts
            )
        engine = create_async_engine(address, hide_parameters=True)
    except (SQLAlchemyError, ImportError, ValueError) as error:  # a port may be no number
        raise unusable(url, error) from error
    event.listen(engine.sync_engine, "connect", _sqlite_settings)
    return engine


def make_file_engine(address: URL) -> Engine:
    """Return an engine for a file of SQLite that is used in a thread."""
    engine = create_engine(address.set(drivername="sqlite"), hide_parameters=True)
    event.listen(engine, "connect", _sqlite_settings)
    return engine


class HeldConnection:
    """A connection that is kept: testing one from the pool takes longer than most statements."""

    def __init__(
        self, engine: AsyncEngine, isolation: IsolationLevel | None = None, first: str = ""
    ) -> None:
        """`first` is a statement for each new connection."""
        self._engine, self._isolation, self._first = engine, isolation, first
        self._connection: AsyncConnection | None = None

    @asynccontextmanager
    async def use(self) -> AsyncIterator[AsyncConnection]:
        """Yield the connection; after a fault, the next one is new."""
        try:
            if self._connection is None:
                self._connection = await self._engine.connect()
                if self._isolation:
                    await self._connection.execution_options(isolation_level=self._isolation)
                if self._first:
                    await self._connection.exec_driver_sql(self._first)
            yield self._connection
        except IntegrityError:
            raise
        except BaseException:
            await self.close()
            raise

    @property
    def is_open(self) -> bool:
        """Whether it was used before, so that it may have been lost meanwhile."""
        return self._connection is not None

    async def close(self) -> None:
        """Close it."""
        connection, self._connection = self._connection, None
        if connection:
            with suppress(Exception):
                await connection.invalidate()
                await connection.close()


def unusable(url: URL | str, error: Exception) -> BadOptions:
    """Say what is wrong with a database, without its password."""
    if isinstance(error, ModuleNotFoundError) and str(url).startswith("postgresql"):
        return BadOptions("cli-serve-driver", module=error.name)
    named = truncate(url, 200) if isinstance(url, str) else url.render_as_string(hide_password=True)
    named = named.replace("+aiosqlite", "").replace("+asyncpg", "")  # as it was given
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    return BadOptions("cli-serve-database", database=named, reason=truncate(reason, 200))


def _sqlite_settings(connection: Any, _: object) -> None:
    """Let readers work beside the writer, and let commits survive a power cut."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()

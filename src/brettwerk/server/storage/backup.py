"""Backing up a database while servers use it, and restoring it, also into one of another kind."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import groupby, islice
from pathlib import Path
from time import time

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from brettwerk.errors import BadOptions
from brettwerk.server.storage.backup_file import FORMAT, BackupHeader, BackupReader, BackupWriter
from brettwerk.server.storage.engine import UPGRADE_IDLE, make_engine, unusable
from brettwerk.server.storage.lease_table import LIFETIME
from brettwerk.server.storage.leases import taken
from brettwerk.server.storage.lock import FileLock
from brettwerk.server.storage.schema import HEAD
from brettwerk.server.storage.upgrade import lock_upgrades, migrate

VERSION = "alembic_version"
BATCH = 500


@asynccontextmanager
async def engine_of(url: str) -> AsyncIterator[AsyncEngine]:
    """Yield an engine; BadOptions if its database cannot be used."""
    engine = make_engine(url, idle=UPGRADE_IDLE)
    try:
        yield engine
    except (SQLAlchemyError, OSError) as error:
        raise unusable(engine.url, error) from error
    finally:
        await engine.dispose()


def _file_of(url: str) -> Path | None:
    """Return the file of a database of SQLite."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or not address.database:
        return None
    return Path(address.database).absolute()


def check_exists(url: str) -> None:
    """Raise if a database of SQLite does not exist, which connecting would create."""
    file = _file_of(url)
    if file and not file.exists():
        raise BadOptions("cli-backup-nothing", database=file)


# -- backing up -----------------------------------------------------------------------------------
async def back_up(url: str, file: Path) -> int:
    """Write all tables as they are at one moment into a file; return how many games there are."""
    check_exists(url)
    async with engine_of(url) as engine, _snapshot(engine) as connection:
        found = await connection.run_sync(_tables)
        version = await _version(connection, found)
        if version is None:
            named = engine.url.render_as_string(hide_password=True)
            raise BadOptions("cli-backup-nothing", database=named)
        with BackupWriter(file, BackupHeader(FORMAT, version, time())) as writer:
            for table in found.sorted_tables:
                if table.name != VERSION:
                    await _write(connection, table, writer)
        return await _count(connection, found)


@asynccontextmanager
async def _snapshot(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Yield a connection that sees the database as it is now, whatever others write meanwhile."""
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            await connection.execute(sa.text("SELECT 1"))
        else:
            await connection.exec_driver_sql("BEGIN")
        yield connection
        await connection.rollback()


def _tables(connection: sa.Connection) -> sa.MetaData:
    """Return the tables that there are, in the order in which they refer to each other."""
    found = sa.MetaData()
    found.reflect(connection)
    return found


async def _version(connection: AsyncConnection, found: sa.MetaData) -> str | None:
    if VERSION not in found.tables or "games" not in found.tables:
        return None
    version = await connection.scalar(sa.select(found.tables[VERSION].c.version_num))
    return str(version) if version else None


async def _count(connection: AsyncConnection, found: sa.MetaData) -> int:
    games = found.tables.get("games")
    if games is None:
        return 0
    return await connection.scalar(sa.select(sa.func.count()).select_from(games)) or 0


async def _write(connection: AsyncConnection, table: sa.Table, writer: BackupWriter) -> None:
    writer.table(str(table.name), [str(column.name) for column in table.columns])
    query = sa.select(table).order_by(*table.primary_key.columns)
    async with connection.stream(query) as rows:
        async for row in rows:
            writer.row(list(row))


# -- restoring ------------------------------------------------------------------------------------
async def restore(url: str, file: Path, *, replace: bool = False) -> int:
    """Put what is in a file into a database; return how many games there are.

    Nothing is changed unless the file is whole. Games that there are already are kept, and the file
    is refused, unless they are to be replaced.
    """
    backup = BackupReader(file)
    if backup.header.schema > HEAD:
        raise BadOptions("cli-restore-newer", file=file)
    target = _file_of(url)
    if target:
        await _into_file(url, target, backup, replace)
    else:
        async with engine_of(url) as engine:
            await _into_server(engine, backup, replace)
    return backup.games


async def _into_server(engine: AsyncEngine, backup: BackupReader, replace: bool) -> None:
    """Replace all tables in one transaction."""
    async with engine.begin() as connection:
        await lock_upgrades(connection)
        found = await connection.run_sync(_tables)
        await _check_unused(connection, found)
        await _check_empty(connection, found, replace)
        await connection.run_sync(found.drop_all)
        await _fill(connection, backup)


async def _check_unused(connection: AsyncConnection, found: sa.MetaData) -> None:
    """Raise if a server uses this database."""
    leases = found.tables.get("leases")
    if leases is None:
        return
    now = sa.extract("epoch", sa.func.clock_timestamp())
    alive = leases.c.server != "", leases.c.beat > now - LIFETIME
    address = await connection.scalar(sa.select(leases.c.address).where(*alive))
    if address is not None:
        raise taken(connection.engine.url.render_as_string(hide_password=True), address)


async def _check_empty(connection: AsyncConnection, found: sa.MetaData, replace: bool) -> None:
    count = await _count(connection, found)
    if count and not replace:
        database = connection.engine.url.render_as_string(hide_password=True)
        raise BadOptions("cli-restore-full", database=database, count=count)


async def _into_file(url: str, target: Path, backup: BackupReader, replace: bool) -> None:
    """Make a new file, and put it in the place of the old one when it is whole."""
    with _locked(target):
        if target.exists():
            async with engine_of(url) as engine, engine.connect() as connection:
                found = await connection.run_sync(_tables)
                await _check_empty(connection, found, replace)
                # What the old journal holds must not be read into the new file.
                await connection.rollback()
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        fresh = target.with_name(f"{target.name}.restoring")
        _remove(fresh)
        try:
            await _make_file(make_url(url).set(database=str(fresh)), backup)
            _remove_journals(target)
            fresh.replace(target)
        finally:
            _remove(fresh)


async def _make_file(url: sa.URL, backup: BackupReader) -> None:
    address = url.render_as_string(hide_password=False)
    async with engine_of(address) as engine:
        async with engine.begin() as connection:
            await _fill(connection, backup)
        async with engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _locked(target: Path) -> Iterator[None]:
    """Hold the lock of a database, so that no server uses it."""
    lock = FileLock(target)
    try:
        yield
    finally:
        lock.release()


def _remove(file: Path) -> None:
    file.unlink(missing_ok=True)
    _remove_journals(file)


def _remove_journals(file: Path) -> None:
    for ending in ("-wal", "-shm", "-journal"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


async def _fill(connection: AsyncConnection, backup: BackupReader) -> None:
    """Make tables as they were in the backup, fill them, and bring them up to date."""
    await connection.run_sync(migrate, backup.header.schema)
    found = await connection.run_sync(_tables)
    for table in reversed(found.sorted_tables):
        if table.name != VERSION:
            await connection.execute(sa.delete(table))
    for (name, columns), rows in groupby(
        backup.rows(), key=lambda pair: (pair[0].table, pair[0].columns)
    ):
        table = found.tables.get(name)
        if table is None or not set(columns) <= set(table.columns.keys()):
            raise BadOptions("cli-restore-damaged", file=backup.file)
        while some := [dict(zip(columns, row, strict=True)) for _, row in islice(rows, BATCH)]:
            await connection.execute(sa.insert(table), some)
            await asyncio.sleep(0)
    await connection.run_sync(migrate, "head")

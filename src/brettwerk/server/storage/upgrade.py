"""Making the tables of a new database, and upgrading an older one with Alembic."""

import asyncio
from pathlib import Path

from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from brettwerk.errors import BadOptions
from brettwerk.server.storage.engine import UPGRADE_IDLE
from brettwerk.server.storage.leases import taken
from brettwerk.server.storage.schema import ADMINISTRATION, HEAD, changes, metadata, version

FOLDER = Path(__file__).parent / "migrations"
OURS = 0x62726574  # the number of our advisory lock
ATTEMPTS = 40


async def upgrade(engine: AsyncEngine) -> None:
    """Run all migrations that this database has not had; BadOptions if it is too new."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await lock_upgrades(connection)
        await connection.run_sync(_upgrade)


async def lock_upgrades(connection: AsyncConnection) -> None:
    """Wait for others that upgrade; a server of the first edition has this lock while it runs."""
    patient = f"SET LOCAL idle_in_transaction_session_timeout = '{UPGRADE_IDLE}s'"
    await connection.execute(text(patient))
    wanted = text("SELECT pg_try_advisory_xact_lock(:ours)")
    for _ in range(ATTEMPTS):
        if await connection.scalar(wanted, {"ours": OURS}):
            return
        await asyncio.sleep(0.25)
    raise taken(connection.engine.url.render_as_string(hide_password=True))


def _upgrade(connection: Connection) -> None:
    # Alembic is slow to import, and large; a database that is new or up to date does not need it.
    if not inspect(connection).get_table_names():
        return create(connection)
    found: str | None = None
    if inspect(connection).has_table(version.name):
        found = connection.scalar(select(version.c.version_num))
    if found is not None and found > HEAD:
        database = connection.engine.url.render_as_string(hide_password=True)
        raise BadOptions("cli-serve-newer", database=database)
    if found != HEAD:
        migrate(connection)
    return None


def create(connection: Connection) -> None:
    """Make all tables at once, just as the migrations would."""
    metadata.create_all(connection)
    connection.execute(changes.insert().values(what=ADMINISTRATION, number=0))
    version.create(connection)
    connection.execute(version.insert().values(version_num=HEAD))


def migrate(connection: Connection, to: str = "head") -> None:
    """Run Alembic over an open connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)

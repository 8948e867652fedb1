"""Upgrading a database with Alembic."""

import asyncio
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from brettwerk.errors import BadOptions
from brettwerk.server.storage.engine import UPGRADE_IDLE
from brettwerk.server.storage.leases import taken
from brettwerk.server.storage.schema import HEAD

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
    version: str | None = None
    if inspect(connection).has_table("alembic_version"):
        version = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if version is not None and version > HEAD:
        database = connection.engine.url.render_as_string(hide_password=True)
        raise BadOptions("cli-serve-newer", database=database)
    # Alembic is slow to import; a database that is up to date does not need it.
    if version != HEAD:
        migrate(connection)


def migrate(connection: Connection, to: str = "head") -> None:
    """Run Alembic over an open connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)

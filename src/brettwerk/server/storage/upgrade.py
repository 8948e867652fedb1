"""Upgrading a database with Alembic."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from brettwerk.errors import BadOptions
from brettwerk.server.storage.schema import HEAD

FOLDER = Path(__file__).parent / "migrations"


async def upgrade(engine: AsyncEngine) -> None:
    """Run all migrations that this database has not had; BadOptions if it is too new."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    version = _version(connection)
    if version is not None and version > HEAD:
        database = connection.engine.url.render_as_string(hide_password=True)
        raise BadOptions("cli-serve-newer", database=database)
    # Alembic is slow to import; a database that is up to date does not need it.
    if version != HEAD:
        migrate(connection)


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def migrate(connection: Connection) -> None:
    """Run Alembic over an open connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

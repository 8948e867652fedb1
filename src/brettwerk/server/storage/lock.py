"""A lock that lets only one server use a database; a second one is refused.

SQLite has a locked file beside the database, which the system releases however its holder ends, and
which says where the holder is. PostgreSQL has an advisory lock of one connection.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from brettwerk.errors import BadOptions

_OURS = 0x62726574  # the number of our advisory lock
_LONGEST_ADDRESS = 200


class Lock(Protocol):
    """A lock that one server holds."""

    def note(self, address: str) -> None:
        """Write down where this server is, for those that come later."""

    async def release(self) -> None:
        """Let another server have the database."""


class FileLock:
    """A locked file beside a database."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            os.lseek(self._file, 1, os.SEEK_SET)
            address = os.read(self._file, _LONGEST_ADDRESS).decode(errors="replace").strip()
            os.close(self._file)
            raise _taken(str(database), address) from None
        self.note("")

    def note(self, address: str) -> None:
        """Write it into the file, behind the byte that is locked."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, b"\n" + address.encode()[:_LONGEST_ADDRESS])

    async def release(self) -> None:
        """Close the file; it stays, since others may be waiting for it."""
        os.close(self._file)


class ServerLock:
    """A lock that PostgreSQL keeps for as long as this connection lasts."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def note(self, address: str) -> None:
        """Do nothing: there is no place for it."""

    async def release(self) -> None:
        """Close the connection, and with it the lock."""
        with suppress(Exception):
            await self._connection.invalidate()
            await self._connection.close()


async def lock_database(engine: AsyncEngine) -> Lock | None:
    """Return the lock of a database; BadOptions if another server holds it."""
    if engine.dialect.name != "sqlite":
        return await _in_postgresql(engine)
    file = engine.url.database
    in_memory = not file or file == ":memory:"
    return None if in_memory else FileLock(Path(str(file)).absolute())


async def _in_postgresql(engine: AsyncEngine) -> Lock:
    connection = await engine.connect()
    got = await connection.scalar(text("SELECT pg_try_advisory_lock(:ours)"), {"ours": _OURS})
    if not got:
        await connection.close()
        raise _taken(engine.url.render_as_string(hide_password=True))
    # The connection must not stay in a transaction while the server runs.
    await connection.commit()
    return ServerLock(connection)


def _taken(database: str, address: str = "") -> BadOptions:
    key = "cli-serve-running" if address else "cli-serve-taken"
    return BadOptions(key, database=database, address=address)


def _lock(file: int) -> None:
    """Lock a file (Windows: its first byte); OSError if somebody else has."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

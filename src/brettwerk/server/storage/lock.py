"""A locked file beside a database of SQLite, which lets only one server use it.

The system releases it however its holder ends, and it says where the holder is.
"""

import os
from pathlib import Path

from brettwerk.server.storage.leases import taken

_LONGEST_ADDRESS = 200


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
            raise taken(str(database), address) from None
        self.note("")

    def note(self, address: str) -> None:
        """Write down where this server is, behind the byte that is locked."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, b"\n" + address.encode()[:_LONGEST_ADDRESS])

    def release(self) -> None:
        """Close the file; it stays, since others may be waiting for it."""
        os.close(self._file)


def _lock(file: int) -> None:
    """Lock a file (Windows: its first byte); OSError if somebody else has."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""The folders of compiled kernels: ours alone, writable, and named by a digest of the sources."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_cache_path

OVERRIDE = "BRETTWERK_CACHE"
A_MONTH = 30 * 24 * 3600


def cache_folder(digest: str) -> Path:
    """Return the first usable folder: the chosen one, the user's, a private temporary one."""
    chosen = os.environ.get(OVERRIDE)
    for base in (Path(chosen) if chosen else None, _users_cache()):
        if base is not None and _usable(folder := base / f"kernels-{digest}"):
            _remove_old(base, folder)
            return folder
    return _temporary(digest)


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Let one process at a time write into a folder."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        with suppress(ImportError, OSError):  # without locks two may do the same: that is harmless
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _users_cache() -> Path | None:
    with suppress(OSError, RuntimeError):  # no home directory at all
        return user_cache_path("brettwerk", appauthor=False)
    return None


def _temporary(digest: str) -> Path:
    """Return a temporary folder into which only this user can have put code."""
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    shared = Path(tempfile.gettempdir()) / f"brettwerk-{owner}-{digest}"
    return shared if _usable(shared) else Path(tempfile.mkdtemp(prefix="brettwerk-"))


def _usable(folder: Path) -> bool:
    """Make the folder if need be; only we may write into it, since code is loaded from it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        return _is_ours(folder.lstat())
    except OSError:
        return False


def _is_ours(facts: os.stat_result) -> bool:
    """Return whether this is a folder of our own, not a link, and nobody else's to write into."""
    if not stat.S_ISDIR(facts.st_mode):
        return False
    return not hasattr(os, "getuid") or (
        facts.st_uid == os.getuid() and not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    )


def _remove_old(base: Path, current: Path) -> None:
    """Remove code of earlier versions that was written more than a month ago."""
    with suppress(OSError):
        os.utime(current)
        for folder in base.glob("kernels-*"):
            if current.stat().st_mtime - folder.stat().st_mtime > A_MONTH:
                shutil.rmtree(folder, ignore_errors=True)

"""Where compiled kernels are kept: a folder that is ours, writable, and named by the sources."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import numba
from platformdirs import user_cache_path

from brettwerk import boards, rules

OVERRIDE = "BRETTWERK_CACHE"


def sources_digest() -> str:
    """A digest of all sources whose code or tables end up in compiled kernels."""
    digest = hashlib.sha256(f"{sys.version} numba {numba.__version__}".encode())
    folders = [Path(package.__path__[0]) for package in (boards, rules)]
    for folder in [*folders, Path(__file__).parent]:
        for source in sorted(folder.glob("*.py")):
            digest.update(f"{source.name} {source.stat().st_size} ".encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def use_cache_folder() -> None:
    """Tell Numba where to keep what it compiles; nothing next to the sources."""
    numba.config.CACHE_DIR = str(cache_folder(sources_digest()))


def cache_folder(digest: str) -> Path:
    """The first folder that can be used: the chosen one, the user's, a private temporary one."""
    chosen = os.environ.get(OVERRIDE)
    for base in (Path(chosen) if chosen else None, _users_cache()):
        if base is not None and _usable(folder := base / f"kernels-{digest}"):
            return folder
    return _temporary(digest)


def _users_cache() -> Path | None:
    with suppress(OSError, RuntimeError):  # no home directory at all
        return user_cache_path("brettwerk", appauthor=False)
    return None


def _temporary(digest: str) -> Path:
    """A temporary folder that nobody else can have put code into."""
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    shared = Path(tempfile.gettempdir()) / f"brettwerk-{owner}-{digest}"
    return shared if _usable(shared) else Path(tempfile.mkdtemp(prefix="brettwerk-"))


def _usable(folder: Path) -> bool:
    """Make the folder if need be; it must be ours alone, since code is loaded from it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
    except OSError:
        return False

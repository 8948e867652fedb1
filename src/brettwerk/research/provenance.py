"""Where data comes from: the versions of package, rules and encoding, and the commit."""

import subprocess
from functools import cache
from pathlib import Path

from brettwerk.core.registry import definition
from brettwerk.kernels.link import digest
from brettwerk.research.encoding import encoding
from brettwerk.version import __version__


def provenance(game: str) -> dict[str, object]:
    """Return what a file of games or results must say of the program that made it.

    `rules` is a digest of the sources of the game's kernels, `commit` None outside a work tree.
    """
    return {
        "brettwerk": __version__,
        "rules": digest(definition(game).kernels),
        "encoding": encoding(game).version,
        "commit": _commit(),
    }


@cache
def _commit() -> str | None:
    """Return the commit of the work tree that holds this package, if there is one."""
    here = Path(__file__)
    try:
        _git(here.parent, "ls-files", "--error-unmatch", here.name)  # not one around the package
        changed = "+" if _git(here.parent, "status", "--porcelain", "-uno") else ""
        return _git(here.parent, "rev-parse", "HEAD") + changed
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

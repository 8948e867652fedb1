"""How the program was started, for those who want to start it again."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from shutil import which

NAME = "brettwerk"


def how_started() -> str:
    """The command that starts the program: its name if the shell knows it, or where it lies."""
    script = Path(sys.argv[0])
    if which(NAME):
        return NAME
    if script.stem == NAME and script.is_file():
        return shlex.quote(_short(script))
    if script.name == "__main__.py" and script.parent.name == NAME:
        return f"{shlex.quote(_short(Path(sys.executable)))} -m {NAME}"
    return NAME


def _short(path: Path) -> str:
    """A path from the current folder, or the whole one if that is shorter."""
    whole = str(path.absolute())
    try:
        near = os.path.relpath(whole)
    except ValueError:  # on another drive
        return whole
    near = near if os.sep in near else os.path.join(os.curdir, near)  # noqa: PTH118
    return min(near, whole, key=len)

"""The command that starts the program."""

import os
import shlex
import sys
from pathlib import Path
from shutil import which

NAME = "brettwerk"


def program_command() -> str:
    """Return the command that starts the program: its name if it is on the path, or its path."""
    script = Path(sys.argv[0])
    if which(NAME):
        return NAME
    if script.stem == NAME and script.is_file():
        return shlex.quote(_short(script))
    if script.name == "__main__.py" and script.parent.name == NAME:
        return f"{shlex.quote(_short(Path(sys.executable)))} -m {NAME}"
    return NAME


def _short(path: Path) -> str:
    """Return the relative or the absolute path, the shorter one."""
    whole = str(path.absolute())
    try:
        near = os.path.relpath(whole)
    except ValueError:  # on another drive
        return whole
    near = near if os.sep in near else os.path.join(os.curdir, near)  # noqa: PTH118
    return min(near, whole, key=len)

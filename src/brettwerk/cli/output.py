"""Output of commands: JSON, tables, progress, files written atomically."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, RenderableType
    from rich.progress import Progress
    from rich.status import Status

STDOUT = "-"


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def print_table(
    title: str, head: Iterable[str], rows: Iterable[Iterable[RenderableType]], caption: str = ""
) -> None:
    """Print a table; all columns but the first are aligned to the right."""
    from rich.table import Table

    table = Table(title=title, caption=caption)
    for at, name in enumerate(head):
        # In narrow windows numbers are divided: one that is cut off would be another number.
        table.add_column(name, justify="right" if at else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def console(*, stderr: bool = False) -> Console:
    """Return a console that prints texts as they are."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def status() -> Status:
    """Return a spinner on stderr whose text can be updated."""
    return console(stderr=True).status("…")


def progress_bar() -> Progress:
    """Return a progress bar on stderr, hidden unless that is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (BarColumn(), MofNCompleteColumn(), Remaining(), TextColumn("{task.description}"))
    err = console(stderr=True)
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def write_output(name: str, content: bytes) -> None:
    """Write to stdout or into a file."""
    if name == STDOUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_atomically(expand_path(name), content)


def expand_path(name: str) -> Path:
    """Return the path of a name, with `~` expanded."""
    try:
        return Path(name).expanduser()
    except RuntimeError:  # an unknown user after ~
        return Path(name)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file atomically: at any time it has the old or the new content."""
    if path.is_dir() or not path.parent.is_dir():
        path.open("wb").close()  # raises the usual error
    if path.exists() and not path.is_file():
        path.write_bytes(content)  # /dev/stdout or a pipe cannot be replaced
        return
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(path))
        Path(name).replace(path.resolve())  # so that a link stays a link
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """Return the permissions: as before, or by the umask for a new file."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask

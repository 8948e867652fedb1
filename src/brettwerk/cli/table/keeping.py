"""Keeping a match in a file: where people say, or among the saved games of this user."""

from __future__ import annotations

import errno
import os
import shlex
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.cli.table.players import read_kind
from brettwerk.cli.table.saves import load, save
from brettwerk.cli.table.started import how_started
from brettwerk.errors import BrettwerkError, MatchError

if TYPE_CHECKING:
    from brettwerk.cli.table.table import Table

ENDING = ".pgn"
MOST_TRIED = 20


def keep(table: Table, path: Path | None = None) -> Path:
    """Save the match, from now on always there; without a path among the saved games."""
    path = path or fresh_path(table.match.game.name)
    if path != table.file:
        refuse_taken(path)
    save(table.sitting, path)
    table.file = path
    table.screen.write(table.screen.voice("cli-saved", file=path), whole=True)
    return path


def refuse_taken(path: Path) -> None:
    """A file that is there already may be anything; it is not written over."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists():
        raise MatchError("cli-file-taken", file=path)


def fresh_path(game: str) -> Path:
    """A new name among the saved games."""
    folder = saves_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (stem if again == 1 else f"{stem}-{again}" for again in count(1))
    return next(path for name in names if not (path := folder / f"{name}{ENDING}").exists())


def saves_folder() -> Path:
    """Where saved games lie on this system."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("brettwerk")) / "saves"


# -- going on later -------------------------------------------------------------------------------
class Kept(NamedTuple):
    """A saved game that can be gone on with."""

    path: Path
    game: str
    moves: int
    when: datetime


def newest_unfinished() -> Kept | None:
    """The saved game that was played last and is not over; files that cannot be read are not."""
    for when, path in _newest_first()[:MOST_TRIED]:
        with suppress(BrettwerkError, OSError, ValueError):
            sitting, _ = load(path)
            for kind in sitting.kinds:
                read_kind(kind)
            match = sitting.match
            if not match.outcome:
                return Kept(path, match.game.name, len(match.moves), datetime.fromtimestamp(when))
    return None


def _newest_first() -> list[tuple[float, Path]]:
    try:
        files = saves_folder().glob(f"*{ENDING}")
        return sorted(((path.stat().st_mtime, path) for path in files), reverse=True)
    except OSError:
        return []


def keep_on_leaving(table: Table) -> None:
    """Save an unfinished match that has begun, and say how to go on with it."""
    match = table.match
    begun = bool(match.moves or match.rounds)
    if not begun or (match.outcome and not table.file):
        table.screen.tell("cli-bye")
        return
    path = _kept_somewhere(table)
    if path and not match.outcome:
        table.screen.tell("cli-resume-hint")
        table.screen.write(f"  {how_started()} play --resume {shlex.quote(str(path))}", whole=True)


def _kept_somewhere(table: Table) -> Path | None:
    """Saved in its file, or if that cannot be, among the saved games."""
    for path in dict.fromkeys((table.file, None)):
        try:
            return keep(table, path)
        except OSError as fault:
            table.screen.tell("cli-not-saved", reason=fault.strerror or fault)
    return None

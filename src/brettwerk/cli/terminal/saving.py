"""Saving a session: in a given file, or in the user's folder of saved games."""

import errno
import os
import shlex
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from brettwerk.cli.output import write_atomically
from brettwerk.cli.sources import decode_text
from brettwerk.cli.terminal.invocation import program_command
from brettwerk.cli.terminal.players import default_players, parse_player
from brettwerk.cli.terminal.session import TerminalSession
from brettwerk.errors import BadRecord, BrettwerkError, MatchError
from brettwerk.records import Record, read_records, write_records
from brettwerk.records.saved_match import SavedMatch, restore_match, to_records

ENDING = ".pgn"
MAX_TRIED = 20


def save(saved_match: SavedMatch, path: Path) -> None:
    """Write the records of all rounds into a file."""
    today = {"Date": datetime.now().strftime("%Y.%m.%d")}
    write_atomically(path, "".join(write_records(to_records(saved_match, today))).encode())


def load(path: Path) -> tuple[SavedMatch, bool]:
    """Return the match of a file, and whether saving it there again is lossless.

    With points all records are rounds of the match; otherwise the last record is used. Players that
    the record does not name are the default ones.
    """
    records = list(read_records(decode_text(path.read_bytes()).splitlines(keepends=True)))
    if not records:
        raise BadRecord("cli-resume-empty", file=path)
    saved_match = restore_match(records if records[-1].game.definition.scores else records[-1:])
    both = zip(saved_match.kinds, default_players(saved_match.match.players), strict=True)
    saved_match.kinds = tuple(known or usual for known, usual in both)
    return saved_match, list(map(_undated, to_records(saved_match))) == list(map(_undated, records))


def _undated(record: Record) -> Record:
    return replace(record, tags={k: v for k, v in record.tags.items() if k != "Date"})


# -- the file of a session ------------------------------------------------------------------------
def save_session(session: TerminalSession, path: Path | None = None) -> Path:
    """Save the match in a file, by default a new one in the folder of saved games."""
    path = path or new_save_path(session.match.game.name)
    if path != session.file:
        check_not_taken(path)
    save(session.saved_match, path)
    session.file = path
    session.screen.write(session.screen.t("cli-saved", file=path), whole=True)
    return path


def check_not_taken(path: Path) -> None:
    """Raise if the file exists, so that it is not overwritten."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists():
        raise MatchError("cli-file-taken", file=path)


def new_save_path(game: str) -> Path:
    """Return a new path in the folder of saved games."""
    folder = saves_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (stem if again == 1 else f"{stem}-{again}" for again in count(1))
    return next(path for name in names if not (path := folder / f"{name}{ENDING}").exists())


def saves_folder() -> Path:
    """Return the user's folder of saved games."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("brettwerk")) / "saves"


# -- resuming -------------------------------------------------------------------------------------
class ResumableGame(NamedTuple):
    """A saved game that can be resumed."""

    path: Path
    game: str
    moves: int
    when: datetime


def newest_unfinished() -> ResumableGame | None:
    """Return the latest unfinished saved game; skip unreadable files."""
    for when, path in _newest_first()[:MAX_TRIED]:
        with suppress(BrettwerkError, OSError, ValueError):
            saved_match, _ = load(path)
            for kind in saved_match.kinds:
                parse_player(kind)
            match = saved_match.match
            if not match.outcome:
                return ResumableGame(
                    path, match.game.name, len(match.moves), datetime.fromtimestamp(when)
                )
    return None


def _newest_first() -> list[tuple[float, Path]]:
    try:
        files = saves_folder().glob(f"*{ENDING}")
        return sorted(((path.stat().st_mtime, path) for path in files), reverse=True)
    except OSError:
        return []


def save_on_exit(session: TerminalSession) -> None:
    """Save an unfinished match that has begun, and print how to resume it."""
    match = session.match
    begun = bool(match.moves or match.rounds)
    if not begun or (match.outcome and not session.file):
        session.screen.print_message("cli-bye")
        return
    path = _save_somewhere(session)
    if path and not match.outcome:
        session.screen.print_message("cli-resume-hint")
        session.screen.write(
            f"  {program_command()} play --resume {shlex.quote(str(path))}", whole=True
        )


def _save_somewhere(session: TerminalSession) -> Path | None:
    """Save in the session's file, or if that fails, in the folder of saved games."""
    for path in dict.fromkeys((session.file, None)):
        try:
            return save_session(session, path)
        except OSError as fault:
            session.screen.print_message("cli-not-saved", reason=fault.strerror or fault)
    return None

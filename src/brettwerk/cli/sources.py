"""The source of a command: the text of a position, a file of records, or a name of a game."""

from __future__ import annotations

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from itertools import islice
from typing import TYPE_CHECKING

from brettwerk.cli.choose import make_game
from brettwerk.cli.options import GameOptions
from brettwerk.cli.output import STDOUT, expand_path
from brettwerk.cli.shared import translator
from brettwerk.core.game import Position
from brettwerk.core.position_text import is_position
from brettwerk.core.registry import position
from brettwerk.errors import BadOptions, BadRecord
from brettwerk.i18n import truncate

if TYPE_CHECKING:
    from brettwerk.records import Record


def find_source(what: str, options: GameOptions, number: int = 1) -> Position | Record:
    """Return the start of a game, a position, or the record of this number in a file."""
    text = _read(what)
    if text is None:
        return make_game(what, *options).start()
    flags = zip(("--set", "--board", "--setup"), options, strict=True)
    if given := [flag for flag, value in flags if value]:
        raise BadOptions("cli-show-options", options=", ".join(given))
    return _position_of(text) or _nth_record(text, number)


def _read(what: str) -> str | None:
    """Return the text of a position or of records; None if this is the name of a game."""
    if what == STDOUT:
        return decode_text(sys.stdin.buffer.read())
    if is_position(what):
        return what
    path = expand_path(what)
    if not path.exists() and _position_of(what):
        return what
    if path.exists() or "/" in what or "." in what:
        return decode_text(path.read_bytes())
    return None


def _position_of(text: str) -> Position | None:
    """Return the position of a text, ours or another program's; None if it is something else."""
    from brettwerk.records.dialect import read_foreign_position

    if is_position(text):
        return position(text)
    return read_foreign_position(text) if "/" in text or "," in text else None


def decode_text(content: bytes) -> str:
    """Return the text of a file: UTF-8, or as older programs write it, with a word on stderr."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        print(translator()("cli-latin-1"), file=sys.stderr)
        return _decode_windows(content)


def _decode_windows(content: bytes) -> str:
    """Return a text of Windows, whose Latin-1 has quotation marks and dashes besides."""
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _nth_record(text: str, number: int) -> Record:
    """Return the record of this number, from 1, of PGN or JSON records."""
    from brettwerk.records import read_any

    count = 0
    for count, record in enumerate(read_any(text), start=1):
        if count == number:
            return record
    raise BadRecord("cli-show-no-record", number=number, count=count)


def ply_of(record: Record, at: int | None) -> int:
    """Return the ply that `--at` means; a negative one is counted from the end."""
    last = len(record.plies)
    ply = last if at is None else last + 1 + at if at < 0 else at
    if not 0 <= ply <= last:
        raise BadRecord("cli-show-no-ply", ply=truncate(at), last=last)
    return ply


def position_at(found: Position | Record, at: int | None = None) -> Position:
    """Return the position after a ply of a record, by default the last one; others as they are."""
    if isinstance(found, Position):
        return found
    return next(islice(found.positions(), ply_of(found, at), None))


def play_typed(position: Position, moves: str) -> Position:
    """Return the position after the moves of `--moves`."""
    for move in moves.replace(",", " ").split():
        position = position.play(move)
    return position

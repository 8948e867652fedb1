"""The source of a command: the text of a position, a file of records, or a name of a game."""

import re
import sys
from typing import TYPE_CHECKING

from brettwerk.cli.output import STDOUT, expand_path
from brettwerk.errors import BadRecord

if TYPE_CHECKING:
    from brettwerk.records import Record

_POSITION = re.compile(r"\s*\w+/[0-9]+\s")
_JSON = re.compile(r"\s*(\{|\[\s*[\[{\]])")


def read_source(what: str) -> str | None:
    """Return the text of a position or of records; None if this is the name of a game."""
    if what == STDOUT:
        return sys.stdin.read()
    if is_position(what + " "):
        return what
    path = expand_path(what)
    if path.exists() or "/" in what or "." in what:
        return path.read_text(encoding="utf-8", errors="replace")
    return None


def is_position(text: str) -> bool:
    """Return whether a text is a position, not records."""
    return _POSITION.match(text) is not None


def nth_record(text: str, number: int) -> "Record":
    """Return the record of this number, from 1, of PGN or JSON records."""
    from brettwerk.records import read_jsonl, read_records

    read = read_jsonl if _JSON.match(text) else read_records
    count = 0
    for count, record in enumerate(read(text), start=1):
        if count == number:
            return record
    raise BadRecord("cli-show-no-record", number=number, count=count)

"""What a command is pointed at: the text of a position, a file with records, or a game's name."""

import re
import sys
from typing import TYPE_CHECKING

from brettwerk.cli.output import STDOUT, path_of
from brettwerk.errors import BadRecord

if TYPE_CHECKING:
    from brettwerk.records import Record

_POSITION = re.compile(r"\s*\w+/[0-9]+\s")
_JSON = re.compile(r"\s*(\{|\[\s*[\[{\]])")


def text_of(what: str) -> str | None:
    """The text of a position or of records; None for what can only be the name of a game."""
    if what == STDOUT:
        return sys.stdin.read()
    if a_position(what + " "):
        return what
    path = path_of(what)
    if path.exists() or "/" in what or "." in what:
        return path.read_text(encoding="utf-8", errors="replace")
    return None


def a_position(text: str) -> bool:
    """Whether a text is one of a position, and not of records."""
    return _POSITION.match(text) is not None


def record_of(text: str, number: int) -> "Record":
    """The record of this number, from 1, of a text with records of either kind."""
    from brettwerk.records import read_jsonl, read_records

    read = read_jsonl if _JSON.match(text) else read_records
    count = 0
    for count, record in enumerate(read(text), start=1):
        if count == number:
            return record
    raise BadRecord("cli-show-no-record", number=number, count=count)

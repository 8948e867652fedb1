"""Reading lines of bounded length from files and other sources."""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol, TextIO, TypeVar

from brettwerk.errors import BadRecord
from brettwerk.i18n import truncate

from .errors import at_line, strip_tracebacks
from .limits import MAX_LINE_LENGTH
from .record import Record

T = TypeVar("T")
_CHUNK_SIZE = 1 << 16
_HEAD_LENGTH = 1000
_FILE_NAME = re.compile(r"[^\n\[{\"]{1,500}\.(pgn|jsonl?|txt)", re.IGNORECASE)


class SourceLine(NamedTuple):
    """A line without its line break; one that is too long is cut and has a fault."""

    number: int
    text: str
    fault: BadRecord | None = None


class FilePath(Protocol):
    """A path such as pathlib's, which can be opened."""

    def open(self, *, encoding: str) -> TextIO: ...


Source = Iterable[str] | FilePath


def chunks(source: Source) -> Iterator[str]:
    """Yield a file in chunks of bounded size, or the lines of any other source."""
    if not isinstance(source, Iterable):
        with source.open(encoding="utf-8") as file:
            yield from chunks(file)
        return
    if isinstance(source, str):
        if _FILE_NAME.fullmatch(source):
            raise BadRecord("record-file-name", given=truncate(source))
        source = io.StringIO(source, newline=None)
    readline = getattr(source, "readline", None)
    number = 1
    try:
        for chunk in _read_chunks(readline) if readline else source:
            if not isinstance(chunk, str):
                raise at_line(number, BadRecord("record-not-text"))
            text = chunk.removeprefix("\ufeff") if number == 1 else chunk
            number += chunk.count("\n")
            yield text if readline or text.endswith("\n") else text + "\n"
    except UnicodeDecodeError:
        raise at_line(number, BadRecord("record-not-text")) from None


def _read_chunks(readline: Callable[[int], str]) -> Iterator[str]:
    while chunk := readline(_CHUNK_SIZE):
        yield chunk


def lines(stream: Iterable[str], number: int = 1) -> Iterator[SourceLine]:
    """Yield the lines of a chunked text."""
    parts: list[str] = []
    size = 0
    for chunk in stream:
        *ends, rest = chunk.split("\n")
        for end in ends:
            yield _line(number, parts, end, size + len(end))
            number, parts, size = number + 1, [], 0
        size += len(rest)
        if rest and size <= MAX_LINE_LENGTH:
            parts.append(rest)
    if parts:
        yield _line(number, parts, "", size)


def _line(number: int, parts: list[str], end: str, size: int) -> SourceLine:
    if size <= MAX_LINE_LENGTH:
        return SourceLine(number, "".join([*parts, end]).removesuffix("\r"))
    head = "".join([*parts[:1], end])[:_HEAD_LENGTH]
    return SourceLine(number, head, BadRecord("record-line-too-long", longest=MAX_LINE_LENGTH))


def read_each(
    items: Iterator[T],
    read: Callable[[T], Record | None],
    skip: Callable[[BadRecord], object] | None,
) -> Iterator[Record]:
    """Yield the records that can be read; pass errors to `skip`, or raise them without it."""
    while True:
        try:
            item = next(items, None)
            if item is None:
                return
            record = read(item)
        except BadRecord as fault:
            if skip is None:
                raise
            skip(strip_tracebacks(fault))
            continue
        if record:
            yield record

"""Lines of files and other sources, one at a time, none longer than the limit."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from brettwerk.errors import BadRecord

from .faults import in_line, without_traces
from .limits import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .record import Record

T = TypeVar("T")
_PIECE = 1 << 16
_HEAD = 1000


class Line(NamedTuple):
    """A line without its end; of one at fault only the beginning."""

    number: int
    text: str
    fault: BadRecord | None = None


def pieces(source: Iterable[str]) -> Iterator[str]:
    """The text of a file in pieces of bounded size; of any other source its lines, with ends."""
    if isinstance(source, str):
        source = io.StringIO(source, newline=None)
    readline = getattr(source, "readline", None)
    number = 1
    try:
        for piece in _from_file(readline) if readline else source:
            if not isinstance(piece, str):
                raise in_line(number, BadRecord("record-not-text"))
            text = piece.removeprefix("\ufeff") if number == 1 else piece
            number += piece.count("\n")
            yield text if readline or text.endswith("\n") else text + "\n"
    except UnicodeDecodeError:
        raise in_line(number, BadRecord("record-not-text")) from None


def _from_file(readline: Callable[[int], str]) -> Iterator[str]:
    while piece := readline(_PIECE):
        yield piece


def lines(flow: Iterable[str], number: int = 1) -> Iterator[Line]:
    """The lines of a text in pieces; one that is too long comes with its fault."""
    parts: list[str] = []
    size = 0
    for piece in flow:
        *ends, rest = piece.split("\n")
        for end in ends:
            yield _line(number, parts, end, size + len(end))
            number, parts, size = number + 1, [], 0
        size += len(rest)
        if rest and size <= LONGEST_LINE:
            parts.append(rest)
    if parts:
        yield _line(number, parts, "", size)


def _line(number: int, parts: list[str], end: str, size: int) -> Line:
    if size <= LONGEST_LINE:
        return Line(number, "".join([*parts, end]).removesuffix("\r"))
    head = "".join([*parts[:1], end])[:_HEAD]
    return Line(number, head, BadRecord("record-line-too-long", longest=LONGEST_LINE))


def each(
    items: Iterator[T],
    read: Callable[[T], Record | None],
    skip: Callable[[BadRecord], object] | None,
) -> Iterator[Record]:
    """The records that can be read; a fault goes to `skip`, or is raised if there is none."""
    while True:
        try:
            item = next(items, None)
            if item is None:
                return
            record = read(item)
        except BadRecord as fault:
            if skip is None:
                raise
            skip(without_traces(fault))
            continue
        if record:
            yield record

"""Splitting a JSON array into its elements, so that a large file need not fit into memory."""

import re
from collections.abc import Iterable, Iterator

from brettwerk.errors import BadRecord

from .limits import MAX_RECORD_LENGTH
from .lines import SourceLine

_MARK = re.compile(r'[\\"\[\]{},]')
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}


def elements(stream: Iterable[str], number: int = 1) -> Iterator[SourceLine]:
    """Yield the unparsed elements of an array, with the lines in which they begin.

    The first chunk begins with the array; the elements may be invalid JSON.
    """
    array = _Array(number)
    for chunk in stream:
        yield from array.feed(chunk)
    fault = array.fault()
    if fault:
        yield SourceLine(array.number, "", fault)


class _Array:
    """The parser's state: nesting depth, whether in a string, the current element."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._depth = 0
        self._quoted = False
        self._literal = -1  # offset of the character after a backslash
        self._before = 0  # number of characters in earlier chunks
        self._begin()

    def _begin(self) -> None:
        """Begin another element."""
        self._parts: list[str] = []
        self._size = 0
        self._first = 0  # the line in which it begins

    def feed(self, chunk: str) -> Iterator[SourceLine]:
        """Yield the elements that end in this chunk."""
        start = 0
        for mark in _MARK.finditer(chunk):
            if self._is_in_string(mark[0], self._before + mark.start()):
                continue
            outer = self._depth
            self._depth = max(0, outer + _DEEPER.get(mark[0], 0))
            if 0 in (outer, self._depth) or (mark[0] == "," and outer == 1):
                self._add(chunk[start : mark.start()])
                start = mark.end()
                if outer:
                    yield self._line()
                    self._begin()
        self._add(chunk[start:])
        self._before += len(chunk)

    def _is_in_string(self, mark: str, at: int) -> bool:
        """Return whether a mark is part of a string, quotes included."""
        if mark == '"' and at != self._literal:
            self._quoted = not self._quoted
            return True
        if mark == "\\" and at != self._literal:
            self._literal = at + 1
        return self._quoted

    def _add(self, text: str) -> None:
        """Add text to the element, unless that is too long."""
        plain = text if self._size else text.lstrip()
        self.number += text.count("\n", 0, len(text) - len(plain))
        self._first = self._first or (self.number if plain else 0)
        self._size += len(plain)
        if plain and self._size <= MAX_RECORD_LENGTH:
            self._parts.append(plain)
        self.number += plain.count("\n")

    def _line(self) -> SourceLine:
        """Return the whole element."""
        if self._size <= MAX_RECORD_LENGTH:
            return SourceLine(self._first, "".join(self._parts))
        return SourceLine(self._first, "", BadRecord("record-too-long", longest=MAX_RECORD_LENGTH))

    def fault(self) -> BadRecord | None:
        """Return the error at the end of the input: an open array, or text after it."""
        if self._depth or self._quoted:
            return BadRecord("record-json-cut")
        return BadRecord("record-json-after") if self._size else None

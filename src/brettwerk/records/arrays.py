"""The elements of a JSON array one by one, so that a large file need not fit into memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from brettwerk.errors import BadRecord

from .limits import LONGEST_RECORD
from .lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MARK = re.compile(r'[\\"\[\]{},]')
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}


def elements(flow: Iterable[str], number: int = 1) -> Iterator[Line]:
    """The texts between the commas of an array, unread, with the lines in which they begin.

    The first piece begins with the array; whether each element is right JSON is for others to say.
    """
    array = _Array(number)
    for piece in flow:
        yield from array.feed(piece)
    fault = array.fault()
    if fault:
        yield Line(array.number, "", fault)


class _Element:
    """An element as its parts come."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.size = 0
        self.number = 0

    def add(self, text: str, number: int) -> None:
        """A part that begins in this line; not kept once the element is too long."""
        self.number = self.number or number
        self.size += len(text)
        if self.size <= LONGEST_RECORD:
            self.parts.append(text)

    def line(self) -> Line:
        """The whole element."""
        if self.size > LONGEST_RECORD:
            return Line(self.number, "", BadRecord("record-too-long", longest=LONGEST_RECORD))
        return Line(self.number, "".join(self.parts))


class _Array:
    """What has been seen of an array: how deep, whether within a text, the element so far."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._depth = 0
        self._quoted = False
        self._literal = -1  # where the character after a backslash is, counted from the beginning
        self._before = 0  # characters in earlier pieces
        self._element = _Element()

    def feed(self, piece: str) -> Iterator[Line]:
        """The elements that end in this piece."""
        start = 0
        for mark in _MARK.finditer(piece):
            if self._is_text(mark[0], self._before + mark.start()):
                continue
            was = self._depth
            self._depth = max(0, was + _DEEPER.get(mark[0], 0))
            if 0 in (was, self._depth) or (mark[0] == "," and was == 1):
                self._add(piece[start : mark.start()])
                start = mark.end()
                if was:
                    yield self._element.line()
                    self._element = _Element()
        self._add(piece[start:])
        self._before += len(piece)

    def _is_text(self, mark: str, at: int) -> bool:
        """Whether a mark is within a text, or begins or ends one."""
        if mark == '"' and at != self._literal:
            self._quoted = not self._quoted
            return True
        if mark == "\\" and at != self._literal:
            self._literal = at + 1
        return self._quoted

    def _add(self, text: str) -> None:
        plain = text if self._element.size else text.lstrip()
        self.number += text.count("\n", 0, len(text) - len(plain))
        if plain:
            self._element.add(plain, self.number)
        self.number += plain.count("\n")

    def fault(self) -> BadRecord | None:
        """What is wrong at the end: the array is open still, or something followed it."""
        if self._depth or self._quoted:
            return BadRecord("record-json-cut")
        return BadRecord("record-json-after") if self._element.size else None

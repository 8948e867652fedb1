"""Positions that readers have lately come to: whoever goes a step further pays for that step only.

They are known by where the moves began and which were made, each move by a digest of all before.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING

from brettwerk.requests import Refused, played

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from brettwerk.games.core import Position

KEPT = 500
EVERY = 25  # of a long way every so manyth position is kept too, for those who go back


class Walks:
    """The positions; used by several threads."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._known: OrderedDict[bytes, Position] = OrderedDict()
        self._lock = Lock()

    def after(self, start: Position, moves: Sequence[str]) -> Position:
        """The position after these moves; Refused for one that cannot be."""
        return next(self.along(start, moves, len(moves)))

    def along(self, start: Position, moves: Sequence[str], first: int) -> Iterator[Position]:
        """The position after the `first` moves, then after each of the others."""
        keys = _keys(start, moves)
        at, position = self._furthest(start, keys[: first + 1])
        for number in range(at, len(moves)):
            if number >= first:
                yield position
            position = _next(position, moves[number], number)
            if (number + 1) % EVERY == 0 or number + 1 == len(moves):
                self._keep(keys[number + 1], position)
        yield position

    def left(self, start: Position, moves: Sequence[str]) -> int:
        """How many of these moves would have to be played."""
        return len(moves) - self._furthest(start, _keys(start, moves))[0]

    def _keep(self, key: bytes, position: Position) -> None:
        with self._lock:
            self._known[key] = position
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)

    def _furthest(self, start: Position, keys: Sequence[bytes]) -> tuple[int, Position]:
        """The last position of this way that is known, and how many moves lead to it."""
        with self._lock:
            for number in range(len(keys) - 1, 0, -1):
                if found := self._known.get(keys[number]):
                    self._known.move_to_end(keys[number])
                    return number, found
        return 0, start


def _next(position: Position, text: str, number: int) -> Position:
    try:
        return played(position, [text])
    except Refused as refused:
        raise Refused(number, refused.reason) from None


def _keys(start: Position, moves: Sequence[str]) -> list[bytes]:
    """One for the beginning, one after each move; the same only for the same way."""
    keys = [_digest(start.text.encode())]
    for move in moves:
        keys.append(_digest(keys[-1] + move.encode(errors="surrogatepass")))
    return keys


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=16).digest()

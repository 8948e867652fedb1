"""Positions that readers came to lately, so that going a step further costs one step.

They are known by where the moves began and by a digest of all moves since.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from brettwerk.core.game import Move, Position
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.requests import MoveRefused

SIZE = 500
EVERY = 25  # also cache every 25th position, so that stepping back is cheap


class PlayedMove(NamedTuple):
    """A move with the positions before and after it."""

    before: Position
    move: Move
    after: Position


class PositionCache:
    """The positions; several threads use it."""

    def __init__(self, size: int = SIZE) -> None:
        self._positions: LRUCache[bytes, Position] = LRUCache(size)
        self._lock = Lock()

    def after(self, start: Position, moves: Sequence[str]) -> Position:
        """Return the position after these moves; MoveRefused for one that cannot be played."""
        _, position, played = self.along(start, moves, len(moves))
        for one in played:
            position = one.after
        return position

    def along(
        self, start: Position, moves: Sequence[str], first: int
    ) -> tuple[int, Position, Iterator[PlayedMove]]:
        """Return the last cached position after at most `first` moves, and the others as played.

        The number says how many moves lead to it.
        """
        keys = _keys(start, moves)
        at, position = self._furthest(start, keys[: first + 1])
        return at, position, self._play(position, keys, moves, at)

    def _play(
        self, position: Position, keys: Sequence[bytes], moves: Sequence[str], at: int
    ) -> Iterator[PlayedMove]:
        for number in range(at, len(moves)):
            try:
                move = position.move(moves[number])
            except (IllegalMove, InvalidMove) as error:
                raise MoveRefused(number, error) from None
            before, position = position, position.play(move)
            if (number + 1) % EVERY == 0 or number + 1 == len(moves):
                with self._lock:
                    self._positions[keys[number + 1]] = position
            yield PlayedMove(before, move, position)

    def left(self, start: Position, moves: Sequence[str]) -> int:
        """Return how many of these moves would have to be played."""
        return len(moves) - self._furthest(start, _keys(start, moves))[0]

    def _furthest(self, start: Position, keys: Sequence[bytes]) -> tuple[int, Position]:
        """Return the last cached position on this way, and how many moves lead to it."""
        with self._lock:
            for number in range(len(keys) - 1, 0, -1):
                if found := self._positions.get(keys[number]):
                    return number, found
        return 0, start


def _keys(start: Position, moves: Sequence[str]) -> list[bytes]:
    """Return a key for the beginning and one after each move."""
    keys = [_digest(start.text.encode())]
    for move in moves:
        keys.append(_digest(keys[-1] + move.encode(errors="surrogatepass")))
    return keys


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=16).digest()

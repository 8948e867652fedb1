"""The positions of a game that may still come back, for draws by repetition."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

Key = tuple[int, int]  # the pieces of the player to move, and of the other


class _Line:
    """A growing list of keys, and where in it each stands, by whose turn it was."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self.keys: list[Key] = []
        self.lock = Lock()
        self.places: defaultdict[tuple[Key, int], list[int]] = defaultdict(list)
        for key in keys:
            self.append(key)

    def append(self, key: Key) -> None:
        """One more at the end."""
        self.places[key, len(self.keys) % 2].append(len(self.keys))
        self.keys.append(key)


class Past:
    """What came before a position, oldest first; never changes.

    The positions of one game share one list and know how much of it is theirs; only who plays on
    from an earlier position copies it. So a move late in a long game costs no more than an early
    one.
    """

    __slots__ = ("_length", "_line")

    def __init__(self, keys: Iterable[Key] = ()) -> None:
        self._line = _Line(keys)
        self._length = len(self._line.keys)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Key]:
        return iter(self._line.keys[: self._length])

    def then(self, key: Key) -> Past:
        """This past with one more position."""
        line, length = self._line, self._length
        with line.lock:
            mine = len(line.keys) == length
            if mine:
                line.append(key)
        if not mine:
            return Past([*self, key])
        after = Past.__new__(Past)
        after._line, after._length = line, length + 1
        return after

    def count(self, key: Key) -> int:
        """How often a position with this key and the player now to move has been.

        The players alternate: it was the same player's turn an even number of plies ago.
        """
        places = self._line.places.get((key, self._length % 2), ())
        return bisect_left(places, self._length)

    def __reduce__(self) -> tuple[type[Past], tuple[list[Key]]]:
        return Past, (list(self),)

    @property
    def identity(self) -> Hashable:
        """What matters of it: how often each position has been, by whose turn it was."""
        keys = list(self)
        turns = (Counter(keys[-2::-2]), Counter(keys[-1::-2]))
        return tuple(frozenset(counted.items()) for counted in turns)

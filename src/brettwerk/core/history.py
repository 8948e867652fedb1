"""The earlier positions of a game that may recur, for draws by repetition."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from threading import Lock

Key = tuple[int, int]  # the pieces of the player to move, and of the other


class _SharedKeys:
    """A growing list of keys, and the indices of each by whose turn it was."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self.keys: list[Key] = []
        self.lock = Lock()
        self.places: defaultdict[tuple[Key, int], list[int]] = defaultdict(list)
        for key in keys:
            self.append(key)

    def append(self, key: Key) -> None:
        """Append a key."""
        self.places[key, len(self.keys) % 2].append(len(self.keys))
        self.keys.append(key)


class History:
    """The earlier positions, oldest first; immutable.

    The positions of a game share one list and know how much of it is theirs; only playing on from
    an earlier position copies it. So a move costs the same early and late in a game.
    """

    __slots__ = ("_length", "_line")

    def __init__(self, keys: Iterable[Key] = ()) -> None:
        self._line = _SharedKeys(keys)
        self._length = len(self._line.keys)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Key]:
        return iter(self._line.keys[: self._length])

    def then(self, key: Key) -> History:
        """Return the history with one more position."""
        line, length = self._line, self._length
        with line.lock:
            is_last = len(line.keys) == length
            if is_last:
                line.append(key)
        if not is_last:
            return History([*self, key])
        after = History.__new__(History)
        after._line, after._length = line, length + 1
        return after

    def count(self, key: Key) -> int:
        """Return how often a position with this key and the same player to move has occurred.

        Players alternate: it was the same player's turn an even number of plies ago.
        """
        places = self._line.places.get((key, self._length % 2), ())
        return bisect_left(places, self._length)

    def __reduce__(self) -> tuple[type[History], tuple[list[Key]]]:
        return History, (list(self),)

    @property
    def identity(self) -> Hashable:
        """Return how often each position has occurred, by whose turn it was."""
        keys = list(self)
        turns = (Counter(keys[-2::-2]), Counter(keys[-1::-2]))
        return tuple(frozenset(counted.items()) for counted in turns)

"""A cache of files in memory, bounded by their size."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable


class ByteCache:
    """Files by key; those that were not used for longest go first."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._files: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """Return a file, None if it is not there."""
        if key in self._files:
            self._files.move_to_end(key)
        return self._files.get(key)

    def put(self, key: Hashable, file: bytes) -> None:
        """Keep a file, and drop others if it gets too much."""
        self._size += len(file) - len(self._files.pop(key, b""))
        self._files[key] = file
        while self._size > self._most:
            self._size -= len(self._files.popitem(last=False)[1])

"""Keys of positions: equal for those that go on the same way, also turned and mirrored if wished.

A key is a digest of 63 bits, so that SQLite keeps it as a whole number: in a collection of a
million positions two share one with a probability of about one in twenty million.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import blake2b

from brettwerk.core.game import Game, Position
from brettwerk.core.options import ENDS
from brettwerk.core.symmetry import Tables, image_of, image_tables
from brettwerk.kernels.types import State


class PositionKeys:
    """The keys of the positions of a game with its options."""

    def __init__(self, game: Game) -> None:
        self._definition = game.definition
        # Collections may mix games that end in different ways.
        self._unlimited = {**game.options, **dict.fromkeys(ENDS, 0)}
        options = {k: v for k, v in game.options.items() if k not in ENDS}
        self._prefix = _prefix(
            game.name, {**options, **self._definition.joined_options(game.options)}
        )
        self._sets = self._definition.cell_sets
        self._images: list[Tables] = [
            image_tables(symmetry) for symmetry in self._definition.symmetries(game.options)[1:]
        ]

    def plain(self, state: State) -> int:
        """Return the key of a state as it is."""
        return _digest(self._prefix, self._words(state))

    def joined(self, state: State) -> int:
        """Return the key that a state shares with its images."""
        words = self._words(state)
        return _digest(self._prefix, min([words, *self._turned(words)]))

    def _words(self, state: State) -> tuple[int, ...]:
        found = self._definition.identity(state, self._unlimited)
        assert isinstance(found, tuple)
        return found

    def _turned(self, words: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the images of a state, whose first words are sets of cells."""
        sets, rest = words[: self._sets], words[self._sets :]
        return [(*(image_of(tables, bits) for bits in sets), *rest) for tables in self._images]


@lru_cache(maxsize=64)
def keys_of(game: Game) -> PositionKeys:
    """Return the keys of a game's positions."""
    return PositionKeys(game)


def key_of_position(position: Position, *, joined: bool = False) -> int:
    """Return the key of a position."""
    keys = keys_of(position.game)
    return keys.joined(position.state) if joined else keys.plain(position.state)


def _prefix(name: str, options: dict[str, object]) -> bytes:
    return f"{name} {json.dumps(options, sort_keys=True)} ".encode()


def _digest(prefix: bytes, words: tuple[int, ...]) -> int:
    text = prefix + ",".join(map(str, words)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest()) >> 1

"""Positions in data files: a start, and moves from there."""

from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from brettwerk.core.registry import game
from brettwerk.core.registry import position as parse_position

T = TypeVar("T")
Position = Any  # brettwerk.core.game.Position; Structs look their types up at run time


def read_toml(file: Traversable, kind: type[T]) -> T:
    """Decode a data file; an error names the file."""
    try:
        return msgspec.toml.decode(file.read_bytes(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from error


class PositionSpec(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True
):
    """The specification of a position.

    The start is given by `options` alone, or by a `picture` (the pieces as in the text of a
    position, a line per row), the letter of the `turn` and `details`, or as `written` text; then
    `moves` are played.
    """

    game: str
    options: dict[str, object] = {}
    picture: str = ""
    turn: str = ""
    details: dict[str, str] = {}
    written: str = ""
    moves: str = ""

    @cached_property
    def position(self) -> Position:
        """Return the position."""
        here = self._start()
        for move in self.moves.split():
            here = here.play(move)
        return here

    def _start(self) -> Position:
        if self.written:
            return parse_position(self.written)
        chosen = game(self.game, **self.options)
        if not self.picture:
            return chosen.start()
        rows = "/".join("".join(line.split()) for line in self.picture.strip().splitlines())
        details = " ".join(f"{name}={value}" for name, value in self.details.items())
        return chosen.position(f"{self.game}/1 {rows} {self.turn} {details}")

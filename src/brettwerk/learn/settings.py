"""How data name a position: where it begins, and the moves played from there."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from brettwerk.games.catalogue import game

Position = Any  # brettwerk.games.core.Position; Structs look their types up at run time


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """A position of a game.

    It begins with `options` alone, or with a `picture` (the pieces as in a position's text, one
    line a row), the letter of whose `turn` it is and `details`; then `moves` are played.
    """

    game: str
    options: dict[str, Any] = {}
    picture: str = ""
    turn: str = ""
    details: dict[str, str] = {}
    moves: str = ""

    @cached_property
    def position(self) -> Position:
        """The position that is shown."""
        here = self._start()
        for move in self.moves.split():
            here = here.play(move)
        return here

    def _start(self) -> Position:
        chosen = game(self.game, **self.options)
        if not self.picture:
            return chosen.start()
        rows = "/".join("".join(line.split()) for line in self.picture.strip().splitlines())
        said = " ".join(f"{name}={value}" for name, value in self.details.items())
        return chosen.position(f"{self.game}/1 {rows} {self.turn} {said}")

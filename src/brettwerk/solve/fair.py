"""A fair start: a first move by lot, among those after which best play draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.errors import BadOptions
from brettwerk.solve import even_moves

if TYPE_CHECKING:
    from random import Random

    from brettwerk.games.core import Game


def fair_opening(game: Game, rng: Random) -> tuple[str, ...]:
    """The moves to begin with, so far always one; BadOptions where none are known."""
    moves = even_moves(game.start())
    if not moves:
        raise BadOptions("known-fair-unknown")
    return (rng.choice(moves).text,)

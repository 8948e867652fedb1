"""Puzzles of Congress."""

from random import Random
from typing import Any

from brettwerk.games.katarenga_family.puzzles import MovingSource


class CongressSource(MovingSource):
    """Wins and defences; one game in four is played with captures."""

    name = "congress"
    first_ply = 10
    levels = (4, 5, 6, 7, 8)
    win_plies = 7
    hold_plies = (4, 2)

    def options(self, rng: Random) -> dict[str, Any]:
        """A random board, and sometimes captures."""
        return super().options(rng) | ({"captures": True} if rng.random() < 0.25 else {})

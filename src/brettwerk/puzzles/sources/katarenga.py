"""Puzzles of Katarenga: to win, and not to lose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.judge import Judge
from brettwerk.puzzles.sources.base import Found, Source, first_held
from brettwerk.puzzles.sources.wins import Wins

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brettwerk.games.core import Position


class KatarengaSource(Source):
    """On a new board every game."""

    name = "katarenga"
    first_ply = 8
    levels = (5, 6, 7, 8)
    gap = 6
    apart = 6

    def __init__(self) -> None:
        self._wins = Wins(plies=9, nodes=600_000)

    def find(self, position: Position) -> Iterator[Found]:
        """A win, else the only way not to lose."""
        found = self._wins.find(position)
        if not found:
            goals = (Goal("hold", plies=plies) for plies in (6, 4, 2))
            found = first_held(position, goals, Judge(position.game), 3_000_000)
        if found:
            yield found


SOURCE = KatarengaSource

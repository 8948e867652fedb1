"""Puzzles of Das Bedrängnis: the only placement that wins, or that wins most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.games.bedraengnis.solver import values_after
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.source import Found, PuzzleSource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brettwerk.core.game import Position


class BedraengnisSource(PuzzleSource):
    """On all tableaus."""

    name = "bedraengnis"
    levels = (1, 2, 3, 4, 5, 6, 7)
    opening = 4
    gap = 4
    apart = 3
    colours = False

    def find(self, position: Position) -> Iterator[Found]:
        """By the table of all positions."""
        values = values_after(position)
        winning = [move for move, value in values.items() if value > 0]
        if len(winning) == 1:
            yield Found(Goal("win"), winning[0])
        elif winning:
            most = max(values.values())
            best = [move for move in winning if values[move] == most]
            if len(best) == 1:
                yield Found(Goal("points", amount=most), best[0])

"""Puzzles of Die Drei: the only placement that wins, that wins soonest, or that saves the draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.games.drei.solver import DreiSolver, plies_of, standing
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.source import Found, PerGame, PuzzleSource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brettwerk.core.game import Position


class DreiSource(PuzzleSource):
    """On a new board every game."""

    name = "drei"
    levels = (3, 4, 5, 6, 7, 8)
    first_ply = 5
    opening = 4
    gap = 5
    apart = 5

    def __init__(self) -> None:
        self._solver = PerGame(DreiSolver)

    def find(self, position: Position) -> Iterator[Found]:
        """By the solver."""
        scores = self._solver(position.game).scores(position)
        best = [move for move, score in scores.items() if score == max(scores.values())]
        worth = max(scores.values())
        winning = sum(score > 0 for score in scores.values())
        if worth < 0 or len(best) > 1:
            return
        if worth == 0:
            yield Found(Goal("draw"), best[0])
        elif winning == 1:
            yield Found(Goal("win"), best[0])
        else:
            plies = plies_of(worth, standing(position))
            yield Found(Goal("win", plies=plies), best[0])

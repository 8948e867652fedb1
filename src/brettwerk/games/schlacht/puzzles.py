"""Puzzles of Die Schlacht: the only move that wins the battle, or that wins it with most points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.games.schlacht.solver import SchlachtSolver
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.source import Found, PerGame, PuzzleSource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brettwerk.core.game import Position


class SchlachtSource(PuzzleSource):
    """On a new board every game: the last placement, and the battle."""

    name = "schlacht"
    levels = (1, 3, 4, 5, 6, 7, 8)
    opening = 12
    first_ply = 15
    gap = 5
    apart = 6

    def __init__(self) -> None:
        self._solver = PerGame(SchlachtSolver)

    def find(self, position: Position) -> Iterator[Found]:
        """By the solver."""
        solver = self._solver(position.game)
        solver.allow(50_000_000)
        values = {
            move: -solver.value(position.play_unchecked(move.code)) for move in position.moves
        }
        most = max(values.values())
        best = [move for move, value in values.items() if value == most]
        if most < 1 or len(best) > 1:
            return
        winning = sum(value > 0 for value in values.values())
        goal = Goal("win") if winning == 1 else Goal("points", amount=most)
        yield Found(goal, best[0])

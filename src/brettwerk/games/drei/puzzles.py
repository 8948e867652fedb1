"""Puzzles of Die Drei: the only placement that wins, that wins soonest, or that saves the draw."""

from brettwerk.core.game import Move, Position
from brettwerk.games.drei.solver import DreiSolver, plies_of, standing
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.source import PerGame, SolverSource


class DreiSource(SolverSource):
    """On a new board every game."""

    name = "drei"
    levels = (3, 4, 5, 6, 7, 8)
    first_ply = 5
    opening = 4
    gap = 5
    apart = 5

    def __init__(self) -> None:
        self._solver = PerGame(DreiSolver)

    def values(self, position: Position) -> dict[Move, int]:
        """The sooner a win, the better."""
        return self._solver(position.game).scores(position)

    def best_win(self, position: Position, worth: int) -> Goal:
        """To win as soon."""
        return Goal("win", plies=plies_of(worth, standing(position)))

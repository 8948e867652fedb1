"""Puzzles of Isolation: the only placement that wins, or that wins soonest."""

from collections.abc import Iterator

from brettwerk.core.game import Position
from brettwerk.games.isolation.solver import IsolationSolver
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.source import Found, PerGameCache, PuzzleSource

LONGEST = 9  # plies that people can be asked to look ahead


class IsolationSource(PuzzleSource):
    """On a new board every game."""

    name = "isolation"
    levels = (3, 4, 5, 6, 7, 8)
    first_ply = 3
    opening = 4
    gap = 4
    apart = 5
    colours = False

    def __init__(self) -> None:
        self._solver = PerGameCache(IsolationSolver)

    def one_move_goals(self, position: Position) -> Iterator[Found]:
        """Find the placement after which all others win, though the game goes on for a while."""
        return self.find(position)

    def find(self, position: Position) -> Iterator[Found]:
        """By the solver."""
        solver = self._solver(position.game)
        if not solver.wins_within(position, LONGEST, True):
            return
        winning = [m for m in position.moves if not solver.wins(position.play_unchecked(m.code))]
        if len(winning) == 1:
            yield Found(Goal("win"), winning[0])
            return
        plies = solver.plies(position, True)
        best = list(solver.best(position, plies, True))
        if len(best) == 1:
            yield Found(Goal("win", plies=plies), best[0])

"""Puzzles of Die Drei: the only placement that wins, that wins soonest, or that saves the draw."""

from collections.abc import Iterator, Sequence

from brettwerk.core.game import Move, Position
from brettwerk.games.drei.solver import DreiSolver, plies_of, standing
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.puzzle import Puzzle
from brettwerk.puzzles.source import PerGameCache, SolverSource


def stranding(position: Position) -> set[str]:
    """The fields in reach on which nobody may place, since the other would have no reply."""
    last = position.board_view.last
    reach = position.game.definition.reach(position).get(last[0], ()) if last else ()
    return {cell for cell in reach if cell not in position.pieces} - {
        m.text for m in position.moves
    }


class DreiSource(SolverSource):
    """On a new board every game."""

    name = "drei"
    levels = (3, 4, 5, 6, 7, 8)
    first_ply = 5
    opening = 4
    gap = 5
    apart = 5

    def __init__(self) -> None:
        self._solver = PerGameCache(DreiSolver)

    def themes(self, puzzle: Puzzle, way: Sequence[tuple[Position, Move]]) -> Iterator[str]:
        """Placements that the ban on stranding forbids."""
        if any(stranding(position) for position, _ in way):
            yield "stranding"

    def values(self, position: Position) -> dict[Move, int]:
        """The sooner a win, the better."""
        return self._solver(position.game).scores(position)

    def best_win(self, position: Position, worth: int) -> Goal:
        """To win as soon."""
        return Goal("win", plies=plies_of(worth, standing(position)))

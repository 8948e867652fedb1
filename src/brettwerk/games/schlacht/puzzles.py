"""Puzzles of Die Schlacht: the only move that wins the battle, or that wins it with most points."""

from collections.abc import Iterator, Sequence

from brettwerk.core.game import Move, Position
from brettwerk.games.schlacht.solver import SchlachtSolver
from brettwerk.puzzles.puzzle import Puzzle
from brettwerk.puzzles.source import PerGameCache, SolverSource


class SchlachtSource(SolverSource):
    """On a new board every game: the last placement, and the battle."""

    name = "schlacht"
    levels = (1, 3, 4, 5, 6, 7, 8)
    opening = 12
    first_ply = 15
    gap = 5

    def __init__(self) -> None:
        self._solver = PerGameCache(SchlachtSolver)

    def themes(self, puzzle: Puzzle, way: Sequence[tuple[Position, Move]]) -> Iterator[str]:
        """Passes, and the last placement."""
        if any("pass" in at.move_tags(move) for at, move in way):
            yield "pass"
        if "take" not in way[0][0].move_tags(way[0][1]):
            yield "placement"

    def values(self, position: Position) -> dict[Move, int]:
        """In points."""
        solver = self._solver(position.game)
        solver.allow(50_000_000)
        return {move: -solver.value(position.play_unchecked(move.code)) for move in position.moves}

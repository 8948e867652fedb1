"""Puzzles of Katarenga."""

from collections.abc import Iterator, Sequence

from brettwerk.core.game import Move, Position
from brettwerk.games.katarenga_family.puzzles import MovingSource
from brettwerk.puzzles.puzzle import Puzzle


class KatarengaSource(MovingSource):
    """Wins and defences."""

    name = "katarenga"
    first_ply = 8
    levels = (5, 6, 7, 8)
    win_plies = 9
    hold_plies = (4, 2)

    def themes(self, puzzle: Puzzle, way: Sequence[tuple[Position, Move]]) -> Iterator[str]:
        """Ways into the camps, and captures to begin with."""
        own = [at.move_tags(move) for at, move in way if at.turn == puzzle.start.turn]
        if any("camp" in tags for tags in own):
            yield "breakthrough"
        if "take" in own[0]:
            yield "capture"

"""What puzzles of the games with moving pieces share: to win, and not to lose."""

from collections.abc import Iterator
from typing import ClassVar

from brettwerk.core.game import Position
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.source import Found, PuzzleSource, first_held
from brettwerk.puzzles.wins import Wins
from brettwerk.search.prover import Prover


class MovingSource(PuzzleSource):
    """On a new board every game."""

    kinds = (frozenset({"win"}), frozenset({"hold"}))

    win_plies: ClassVar[int]  # the longest win
    hold_plies: ClassVar[tuple[int, ...]]  # how long not to lose, the longest first

    def __init__(self) -> None:
        self._wins = Wins(plies=self.win_plies, nodes=600_000)

    def find(self, position: Position) -> Iterator[Found]:
        """A win, else the only way not to lose."""
        found = self._wins.find(position)
        if not found:
            goals = (Goal("hold", plies=plies) for plies in self.hold_plies)
            found = first_held(position, goals, Prover(position.game), 3_000_000)
        if found:
            yield found

"""What a game's folder brings to have its positions solved exactly."""

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol

from brettwerk.core.game import Move, Position
from brettwerk.solve.solution import Solution


class SolverSession(Protocol):
    """Solves positions of one game, and remembers what it learns of it."""

    def allow(self, nodes: int) -> None:
        """Let the next searches look at this many positions, all together."""

    def solve(self, position: Position, *, every: bool = True) -> Solution:
        """The solution; LimitReached if it takes more positions than allowed."""


class GameSolver(ABC):
    """The solver of a game: `GameDefinition.solver`."""

    # whether it needs compiled kernels
    compiles: ClassVar[bool] = False
    # whether `fair_moves` ever knows any
    knows_fair_moves: ClassVar[bool] = False

    @abstractmethod
    def session(self, position: Position) -> SolverSession:
        """A session for the game of this position; NotSolvable if its options are not."""

    def is_promising(self, position: Position) -> bool:
        """Whether this position is likely to be solved in good time."""
        return True

    def known_move(self, position: Position) -> Move | None:
        """A best move from shipped data, without any search or compiling."""
        return None

    def fair_moves(self, position: Position) -> tuple[Move, ...]:
        """The moves after which best play draws, as far as shipped data knows any."""
        return ()

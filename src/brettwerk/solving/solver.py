"""What a game's folder brings to have its positions solved exactly."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Protocol

from brettwerk.core.game import GameDefinition, Move, Position
from brettwerk.core.parts import SolverPart
from brettwerk.solving.solution import Solution


class SolverSession(Protocol):
    """Solves positions of one game, and remembers what it learns of it."""

    def allow(self, nodes: int) -> None:
        """Let the next searches look at this many positions, all together."""

    def solve(self, position: Position, *, every: bool = True) -> Solution:
        """Return the solution; LimitReached if it takes more positions than allowed."""


class GameSolver(SolverPart, ABC):
    """The solver of a game: `GameDefinition.solver`."""

    # the kernels that it calls
    entries: ClassVar[tuple[Callable[..., int], ...]] = ()
    # whether `fair_moves` ever knows any
    knows_fair_moves: ClassVar[bool] = False

    @abstractmethod
    def session(self, position: Position) -> SolverSession:
        """Return a session for the game of this position; NotSolvable if its options are not."""

    def is_promising(self, position: Position) -> bool:
        """Return whether this position is likely to be solved in good time."""
        return True

    def known_move(self, position: Position) -> Move | None:
        """Return a best move from shipped data, without any search."""
        return None

    def fair_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves after which best play draws, as far as shipped data knows any."""
        return ()


def solver_of(game: GameDefinition) -> GameSolver | None:
    """Return the solver of a game, if it has one."""
    solver = game.solver
    assert solver is None or isinstance(solver, GameSolver)
    return solver

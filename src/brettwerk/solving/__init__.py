"""Exact answers where a game is small enough, with proofs that a separate check verifies."""

from collections.abc import Callable
from random import Random

from brettwerk.core.game import Game, Move, Position
from brettwerk.core.registry import as_position
from brettwerk.errors import BadOptions
from brettwerk.solving.limited import LimitedSession
from brettwerk.solving.solution import LimitReached, NotSolvable, Solution
from brettwerk.solving.solver import SolverSession, solver_of

__all__ = [
    "NotSolvable",
    "Solution",
    "Solving",
    "fair_moves",
    "fair_opening",
    "is_promising",
    "known_move",
    "solve",
]
NODES = 20_000_000
WhenAsked = Callable[[Callable[[], None]], None]


class Solving:
    """`solve` for many positions; keeps the session of a game until another game comes."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._session: SolverSession | None = None

    def __call__(
        self,
        position: Position,
        *,
        nodes: int = NODES,
        every: bool = True,
        when_asked: WhenAsked | None = None,
    ) -> Solution | None:
        """Return the solution of a position as `solve` does; `when_asked` gets what stops it."""
        if position.outcome:
            outcome = position.outcome
            return Solution(outcome.returns, outcome.points, 0, (), ())
        try:
            session = self._session_of(position)
            if session is None:
                return None
            session.allow(nodes)
            if when_asked and isinstance(session, LimitedSession):
                when_asked(session.stop)
            return session.solve(position, every=every)
        except (NotSolvable, LimitReached):
            return None

    def _session_of(self, position: Position) -> SolverSession | None:
        if self._game != position.game:
            solver = solver_of(position.game.definition)
            self._session = solver.session(position) if solver else None
            self._game = position.game
        return self._session


def solve(
    position: Position | Game | str, *, nodes: int = NODES, every: bool = True
) -> Solution | None:
    """Return the exact result of a position; None where there is none, or not in good time.

    The position may be given as a game, for its start, or as the text of either.
    `nodes` is how many positions may be looked at. With `every=False` the solution may name one
    best move only, which can be several times quicker.

    >>> import brettwerk
    >>> solve(brettwerk.game("bedraengnis").start()).points
    (7, 0)
    """
    return Solving()(as_position(position), nodes=nodes, every=every)


def is_promising(position: Position) -> bool:
    """Return whether a solver is likely to settle this position in good time."""
    solver = solver_of(position.game.definition)
    return solver is not None and solver.is_promising(position)


def known_move(position: Position) -> Move | None:
    """Return a best move from shipped data, without any search; mostly None.

    >>> import brettwerk
    >>> known_move(brettwerk.game("drei", board="1a0 3b2 4a1 2b3").start()).text
    'b3'
    """
    solver = solver_of(position.game.definition)
    return None if solver is None or position.outcome else solver.known_move(position)


def fair_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves after which best play draws, from shipped data; none where it knows none.

    >>> import brettwerk
    >>> len(fair_moves(brettwerk.game("drei", board="1a0 3b2 4a1 2b3").start()))
    29
    """
    solver = solver_of(position.game.definition)
    return () if solver is None or position.outcome else solver.fair_moves(position)


def fair_opening(game: Game, rng: Random) -> tuple[str, ...]:
    """Return a random first move after which best play draws; BadOptions where none is known."""
    moves = fair_moves(game.start())
    if not moves:
        raise BadOptions("known-fair-unknown")
    return (rng.choice(moves).text,)

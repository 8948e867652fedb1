"""Exact answers where a game is small enough, with proofs that a separate check verifies."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from brettwerk.solve.solution import LimitReached, NotSolvable, Solution

if TYPE_CHECKING:
    from brettwerk.games.core import Game, Move, Position

__all__ = ["NotSolvable", "Solution", "Solving", "at_hand", "even_moves", "has_even_moves", "solve"]

# The games that have a solver: `solver_for` in the module of its name.
SOLVED = ("bedraengnis", "drei", "schlacht")
# Of which games best moves are shipped, and the module whose `known_move` and `drawing_moves` tell.
SHIPPED = {"drei": "atlas"}
NODES = 20_000_000


class Solving:
    """`solve` for many positions of one game: what it learns of it is kept until another comes."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._solver: Any = None

    def __call__(
        self, position: Position, *, nodes: int = NODES, every: bool = True
    ) -> Solution | None:
        """What `solve` says of a position."""
        name, outcome = position.game.name, position.outcome
        if outcome:
            return Solution(outcome.returns, outcome.points, 0, (), ())
        if name not in SOLVED:
            return None
        try:
            if self._game != position.game:
                self._solver = import_module(f"brettwerk.solve.{name}").solver_for(position)
                self._game = position.game
            self._solver.allow(nodes)
            found: Solution = self._solver.solve(position, every=every)
        except (NotSolvable, LimitReached):
            return None
        return found


def solve(position: Position, *, nodes: int = NODES, every: bool = True) -> Solution | None:
    """The exact result of a position; None where there is no exact answer, or not in good time.

    `nodes` is how many positions may be looked at. With `every=False` the solution may name one
    best move only, which can be several times quicker.

    >>> import brettwerk
    >>> solve(brettwerk.game("bedraengnis").start()).points
    (7, 0)
    """
    return Solving()(position, nodes=nodes, every=every)


def at_hand(position: Position) -> Move | None:
    """A best move that shipped data tells, without any search or compiling; mostly None.

    >>> import brettwerk
    >>> at_hand(brettwerk.game("drei", board="1a0 3b2 4a1 2b3").start()).text
    'b3'
    """
    module = SHIPPED.get(position.game.name)
    if module is None or position.outcome:
        return None
    found: Move | None = import_module(f"brettwerk.solve.{module}").known_move(position)
    return found


def has_even_moves(game: str) -> bool:
    """Whether shipped data tells with which moves this game can begin fairly."""
    return game in SHIPPED


def even_moves(position: Position) -> tuple[Move, ...]:
    """The moves after which shipped data tells that best play draws; none where it does not know.

    >>> import brettwerk
    >>> len(even_moves(brettwerk.game("drei", board="1a0 3b2 4a1 2b3").start()))
    29
    """
    module = SHIPPED.get(position.game.name)
    if module is None or position.outcome:
        return ()
    found: tuple[Move, ...] = import_module(f"brettwerk.solve.{module}").drawing_moves(position)
    return found

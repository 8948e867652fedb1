"""Exact answers where a game is small enough, with proofs that a separate check verifies."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from brettwerk.solve.solution import NotSolvable, Solution

if TYPE_CHECKING:
    from brettwerk.games.core import Position

__all__ = ["NotSolvable", "Solution", "solve"]

# The games that have a solver: `solve_<game>` in the module of its name.
SOLVED = ("bedraengnis", "drei", "schlacht")


def solve(position: Position) -> Solution | None:
    """The exact result of a position; None where there is no exact answer, or not in good time.

    >>> import brettwerk
    >>> solve(brettwerk.game("bedraengnis").start()).points
    (7, 0)
    """
    name, outcome = position.game.name, position.outcome
    if outcome:
        return Solution(outcome.returns, outcome.points, 0, (), ())
    if name not in SOLVED:
        return None
    solver = getattr(import_module(f"brettwerk.solve.{name}"), f"solve_{name}")
    try:
        found: Solution | None = solver(position)
    except NotSolvable:
        return None
    return found

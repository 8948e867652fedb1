"""Exact answers where a game is small enough, with proofs that a separate check verifies."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from brettwerk.solve.solution import LimitReached, NotSolvable, Solution

if TYPE_CHECKING:
    from brettwerk.games.core import Position

__all__ = ["NotSolvable", "Solution", "solve"]

# The games that have a solver: `solve_<game>` in the module of its name.
SOLVED = ("bedraengnis", "drei", "schlacht")
NODES = 20_000_000


def solve(position: Position, *, nodes: int = NODES, every: bool = True) -> Solution | None:
    """The exact result of a position; None where there is no exact answer, or not in good time.

    `nodes` is how many positions may be looked at. With `every=False` the solution may name one
    best move only, which can be several times quicker.

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
        found: Solution | None = solver(position, nodes=nodes, every=every)
    except (NotSolvable, LimitReached):
        return None
    return found

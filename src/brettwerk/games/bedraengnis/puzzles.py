"""Puzzles of Das Bedrängnis: the only placement that wins, or that wins most."""

from brettwerk.core.game import Move, Position
from brettwerk.games.bedraengnis.solver import values_after
from brettwerk.puzzles.source import SolverSource


class BedraengnisSource(SolverSource):
    """On all tableaus."""

    name = "bedraengnis"
    levels = (1, 2, 3, 4, 5, 6, 7)
    opening = 4
    gap = 4
    apart = 3
    colours = False

    def values(self, position: Position) -> dict[Move, int]:
        """By the table of all positions."""
        return values_after(position)

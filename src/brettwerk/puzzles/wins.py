"""Forced wins as puzzles: found by the engine's prover, with exactly one first move in time."""

from brettwerk.core.game import Position
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.source import Found, PerGameCache
from brettwerk.search.forced_win import soonest_win
from brettwerk.search.objectives import WIN, Objective
from brettwerk.search.prover import Prover, TooHard


class Wins:
    """Looks for forced wins in positions of one game after the other."""

    def __init__(self, plies: int, nodes: int) -> None:
        self.plies, self.nodes = plies, nodes
        self._prover = PerGameCache(Prover)

    def find(self, position: Position) -> Found | None:
        """Return the soonest win of the player to move, if only one first move is as quick."""
        prover, player = self._prover(position.game), position.turn
        plies = soonest_win(prover, position, player, self.plies, self.nodes)
        if plies is None:
            return None
        prover.allow(20 * self.nodes, position)
        try:
            winning = list(prover.good_moves(position, Objective(WIN, player), plies))
        except TooHard:
            return None
        if len(winning) != 1:
            return None
        return Found(Goal("win", plies=plies), winning[0])

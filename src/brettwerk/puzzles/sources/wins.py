"""Forced wins as puzzles: found by the engine's prover, with exactly one first move in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.engine.forced import Prover
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.sources.base import Found

if TYPE_CHECKING:
    from brettwerk.games.core import Game, Position


class Wins:
    """Looks for forced wins in positions of one game after the other."""

    def __init__(self, plies: int, nodes: int) -> None:
        self.plies, self.nodes = plies, nodes
        self._prover: tuple[Game, Prover] | None = None

    def _prover_of(self, game: Game) -> Prover:
        if not self._prover or self._prover[0] is not game:
            self._prover = game, Prover(game)
        return self._prover[1]

    def find(self, position: Position) -> Found | None:
        """The soonest win of the player to move, if one first move alone wins as soon."""
        prover, player = self._prover_of(position.game), position.turn
        prover.allow(position, self.nodes)
        plies = prover.soonest(position, player, self.plies)
        if plies is None:
            return None
        prover.allow(position, 20 * self.nodes)
        winning = [
            move
            for move in position.moves
            if prover.wins(position.play_unchecked(move.code), player, plies - 1, 1)
        ]
        if prover.gave_up or len(winning) != 1:
            return None
        return Found(Goal("win", plies=plies), winning[0])

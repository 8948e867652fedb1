"""The least that a definition says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bare_game import rules
from bare_game.rules import BareState
from brettwerk.boards.square import SMALL
from brettwerk.core.effects import Effects
from brettwerk.core.two_players import TwoPlayerDefinition
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.boards.board import Board
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options


class BareGame(TwoPlayerDefinition[BareState]):
    """Two players, no options, no texts."""

    name = "bare_game"
    seats = ("white", "black")
    kernels = GameKernels("bare_game", BareState, rules)

    def start(self, options: Options) -> BareState:
        """The empty board."""
        return BareState(0, 0)

    def board(self, options: Options) -> Board:
        """Sixteen cells."""
        return SMALL

    def format_move(self, move: int) -> str:
        """The cell."""
        return SMALL.names[move]

    def effects(self, position: Position, move: int) -> Effects:
        """One new piece."""
        return Effects(placed=((SMALL.names[move], self.seats[position.turn]),))

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, int], options: Options
    ) -> BareState:
        """Any pieces."""
        sides = self.masks(pieces, 8)
        return BareState(sides[to_move], sides[1 - to_move])


GAME = BareGame()

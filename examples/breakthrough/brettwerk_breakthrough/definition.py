"""Breakthrough as people meet it: names, the board, moves and positions as they are read."""

from collections.abc import Mapping

from brettwerk.boards.board import Board
from brettwerk.boards.square import WHOLE
from brettwerk.core.options import Options
from brettwerk.core.parts import EncodingPart
from brettwerk.core.two_players import TwoPlayerDefinition
from brettwerk.kernels.description import GameKernels
from brettwerk_breakthrough import rules
from brettwerk_breakthrough.evaluation import EVALUATION
from brettwerk_breakthrough.play import PLAY, SENTENCES
from brettwerk_breakthrough.rules import BreakthroughState, goal


class Breakthrough(TwoPlayerDefinition[BreakthroughState]):
    """Two players, sixteen pawns each, no options."""

    name = "breakthrough"
    aliases = ("durchbruch",)
    seats = ("white", "black")
    sentences = SENTENCES
    kernels = GameKernels("breakthrough", BreakthroughState, rules, EVALUATION, play=PLAY)

    @property
    def encoding(self) -> EncodingPart:
        from brettwerk_breakthrough import encoding

        return encoding.BreakthroughEncoding(encoding)

    def board(self, options: Options) -> Board:
        """Return the board of 8 × 8 cells."""
        return WHOLE

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> BreakthroughState:
        """Return the state; raise if the player to move has already won."""
        sides = self.masks(pieces, 16)
        me, opp = sides[to_move], sides[1 - to_move]
        self.check_not_won(not opp or bool(me & goal(to_move)), to_move)
        return BreakthroughState(me, opp, to_move)


GAME = Breakthrough()

"""Breakthrough as people meet it: names, the board, texts."""

from brettwerk.boards.board import Board
from brettwerk.boards.square import WHOLE
from brettwerk.core.options import Options
from brettwerk.core.parts import EncodingPart
from brettwerk.core.two_players import TwoPlayerDefinition
from brettwerk.kernels.description import GameKernels
from brettwerk_breakthrough import rules
from brettwerk_breakthrough.evaluation import EVALUATION
from brettwerk_breakthrough.play import PLAY, SENTENCES
from brettwerk_breakthrough.rules import BreakthroughState


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


GAME = Breakthrough()

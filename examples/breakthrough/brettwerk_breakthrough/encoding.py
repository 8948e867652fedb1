"""Breakthrough as numbers: an action is 64 * from + to."""

from brettwerk.boards.square import WHOLE
from brettwerk.core.options import Options
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.types import Floats32, Words
from brettwerk.research.encoding.base import Cells, Encoding
from brettwerk.research.encoding.moves import act as act
from brettwerk.research.encoding.moves import gen_actions as gen_actions
from brettwerk.research.encoding.planes import fill, mark
from brettwerk_breakthrough.rules import BreakthroughState, move_from, move_to, pack_move, to_move


def observe(state: BreakthroughState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write the pawns, whose turn it is, and who goes up the board."""
    mine = to_move(state) == seen.player
    mark(out, 0, 64, state.me if mine else state.opp)
    mark(out, 1, 64, state.opp if mine else state.me)
    fill(out, 2, 64, 1.0 if mine else 0.0)
    fill(out, 3, 64, 1.0 if seen.player == 0 else 0.0)


class BreakthroughEncoding(Encoding):
    """4096 moves from cell to cell."""

    name = "breakthrough"
    board = WHOLE
    shape = (8, 8)
    num_actions = 64 * 64
    max_legal = 48
    planes = ("own-pawns", "other-pawns", "own-turn", "own-up")

    def max_actions(self, options: Options, limit: int) -> int:
        """Return the steps of all pawns up to the last rank but one, and the winning step."""
        return 2 * (8 * 6 + 8 * 5) + 1

    def cell_symmetries(self) -> tuple[Cells, ...]:
        """Return the identity and the mirror image, in which file a becomes file h."""
        return WHOLE.symmetries[0], WHOLE.symmetries[4]

    def map_action(self, action: int, cells: Cells) -> int:
        """Map both cells."""
        return pack_move(cells[move_from(action)], cells[move_to(action)])

"""Das Bedrängnis as numbers: an action is the field to place on."""

from __future__ import annotations

from brettwerk.boards.square import SMALL
from brettwerk.core.options import Options
from brettwerk.games.bedraengnis.lines import all_lines
from brettwerk.games.bedraengnis.rules import BedraengnisState
from brettwerk.games.katarenga_family.encoding import FieldEncoding, board_planes, observe_board
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.primitives import bit, number
from brettwerk.kernels.types import Floats32, Words
from brettwerk.research.encoding.benchmark import Benchmark, Phase
from brettwerk.research.encoding.moves import act as act
from brettwerk.research.encoding.moves import gen_actions as gen_actions
from brettwerk.research.encoding.planes import mark

SIZE = 16


def observe(state: BedraengnisState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, the last one, colours of fields, whose turn it is."""
    observe_board(state, ctx, seen, out, SIZE, 3)
    if state.me | state.opp:
        mark(out, 2, SIZE, bit(number(state.last)))


class BedraengnisEncoding(FieldEncoding):
    """Sixteen fields."""

    name = "bedraengnis"
    benchmark = Benchmark(
        train=tuple({"board": f"{number}a0"} for number in range(1, 5)),
        test=tuple({"board": f"{number}b0"} for number in range(1, 5)),
        phases=(Phase("early", 0), Phase("middle", 4), Phase("late", 8)),
        everything=all_lines,
    )
    num_actions = max_legal = SIZE
    planes = board_planes("last")
    board = SMALL
    shape = (4, 4)

    def max_actions(self, options: Options, limit: int) -> int:
        """Return one placement per field."""
        return SIZE

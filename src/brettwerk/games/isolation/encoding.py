"""Isolation as numbers: an action is the field to place on."""

from __future__ import annotations

from brettwerk.core.options import Options
from brettwerk.games.isolation.rules import PIECES, IsolationState
from brettwerk.games.katarenga_family.encoding import (
    SIZE,
    FieldEncoding,
    board_planes,
    observe_board,
)
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.primitives import popcount
from brettwerk.kernels.types import Floats32, Words
from brettwerk.research.encoding.benchmark import Benchmark, Phase
from brettwerk.research.encoding.moves import act as act
from brettwerk.research.encoding.moves import gen_actions as gen_actions
from brettwerk.research.encoding.planes import fill_share, mark


def observe(state: IsolationState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write pieces, open fields, colours of fields, whose turn it is, how many pieces stand."""
    observe_board(state, ctx, seen, out, SIZE, 3)
    mark(out, 2, SIZE, state.free)
    fill_share(out, 8, SIZE, popcount(state.me | state.opp), PIECES)


class IsolationEncoding(FieldEncoding):
    """64 fields."""

    name = "isolation"
    benchmark = Benchmark(
        train=tuple({"board": f"random:{seed}"} for seed in range(8)),
        test=tuple({"board": f"random:{seed}"} for seed in range(1000, 1008)),
        phases=(Phase("early", 2), Phase("middle", 5), Phase("late", 8)),
    )
    planes = (*board_planes("open"), "placed")

    def max_actions(self, options: Options, limit: int) -> int:
        """Return eight pieces each."""
        return PIECES

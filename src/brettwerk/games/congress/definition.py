"""Congress as people meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.core.details import Detail
from brettwerk.core.options import Integer, Option, boolean, repetition_count
from brettwerk.games.congress import evaluation, rules
from brettwerk.games.congress.play import PLAY
from brettwerk.games.congress.rules import CongressState
from brettwerk.games.katarenga_family.base import board_option
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.games.katarenga_family.moving import MovingDefinition
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from collections.abc import Hashable

    from brettwerk.core.options import Options
    from brettwerk.findings.exact import ExactFindings
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding


class Congress(MovingDefinition[CongressState]):
    """Two players, the whole board."""

    name = "congress"
    order = 80
    aliases = ("kongress", "quebec")
    option_specs = (
        board_option(),
        Option("captures", False, boolean("captures"), control="switch"),
        Option("repetition", 3, repetition_count, control="count"),
        Option("ply_limit", 0, Integer("ply_limit"), control="count"),
    )
    words = ("ply=",)
    detail_specs = (Detail("ply", "number"),)
    sentences = (*SENTENCES, ("congress-no-captures", "field"), ("congress-position-empty",))

    kernels = GameKernels("congress", CongressState, rules, evaluation.EVALUATION, play=PLAY)

    def identity(self, state: CongressState, options: Options) -> Hashable:
        """Plies count only where they are limited."""
        return state if options["ply_limit"] else state._replace(ply=state.ply % 2)

    @property
    def encoding(self) -> Encoding:
        from brettwerk.games.congress import encoding

        return encoding.CongressEncoding(encoding)

    @property
    def findings(self) -> ExactFindings:
        from brettwerk.games.katarenga_family.fair_boards import fair_boards

        return fair_boards(self.name)

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.congress.puzzles import CongressSource

        return CongressSource()


GAME = Congress()

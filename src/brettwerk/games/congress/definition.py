"""Congress as people meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.core.options import Option, boolean, integer, repetition_count
from brettwerk.errors import BadPosition
from brettwerk.games.congress import evaluation, rules
from brettwerk.games.congress.play import PLAY
from brettwerk.games.congress.rules import CongressState, is_connected
from brettwerk.games.katarenga_family.base import board_option
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.games.katarenga_family.moving import MovingDefinition
from brettwerk.games.katarenga_family.play import EACH
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from brettwerk.core.options import Options
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
        Option("ply_limit", 0, integer("ply_limit"), control="count"),
    )
    words = ("ply=",)
    detail_numbers = ("ply",)
    sentences = (*SENTENCES, ("congress-no-captures", "field"))

    kernels = GameKernels("congress", CongressState, rules, evaluation.EVALUATION, play=PLAY)

    def identity(self, state: CongressState, options: Options) -> Hashable:
        """Plies count only where they are limited."""
        return state if options["ply_limit"] else state._replace(ply=state.ply % 2)

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> CongressState:
        """One to eight each; only a capture can have connected the player to move."""
        sides = self.masks(pieces, EACH)
        if not all(sides):
            raise BadPosition("congress-position-empty")
        ply = self.ply_of(details, to_move, to_move)
        self.check_not_won(is_connected(sides[to_move]) and not options["captures"], to_move)
        return CongressState(sides[to_move], sides[1 - to_move], ply)

    @property
    def encoding(self) -> Encoding:
        from brettwerk.games.congress import encoding

        return encoding.CongressEncoding(encoding)

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.congress.puzzles import CongressSource

        return CongressSource()


GAME = Congress()

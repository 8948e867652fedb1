"""Das Bedrängnis as people meet it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from brettwerk.boards.square import SMALL
from brettwerk.boards.tableaus import board_text, different_tableau
from brettwerk.core.details import Detail
from brettwerk.errors import MatchError
from brettwerk.games.bedraengnis import evaluation, rules
from brettwerk.games.bedraengnis.play import PLAY
from brettwerk.games.bedraengnis.rules import BedraengnisState
from brettwerk.games.katarenga_family.base import EnPriseDefinition, board_option
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.findings.exact import ExactFindings
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding
    from brettwerk.solving.solver import GameSolver


class Bedraengnis(EnPriseDefinition[BedraengnisState]):
    """Two players, one tableau."""

    name = "bedraengnis"
    order = 30
    aliases = ("das-bedraengnis", "cornered")
    size = 4
    cells = SMALL
    option_specs = (board_option(4, "1a0"),)
    words = ("last=",)
    detail_specs = (Detail("last", "cell"),)
    scores = True
    target = 15
    kernels = GameKernels("bedraengnis", BedraengnisState, rules, evaluation.EVALUATION, play=PLAY)

    @cached_property
    def encoding(self) -> Encoding:
        from brettwerk.games.bedraengnis import encoding

        return encoding.BedraengnisEncoding(encoding)

    def next_round(self, options: Options, seed: int) -> dict[str, Any]:
        """The next tableau that the seed gives, and that is not this one turned or turned over."""
        return {**options, "board": board_text(different_tableau(options["board"], seed).rows)}

    def check_resignation(self, position: Position, player: int) -> None:
        """Only the player to move, and once a piece stands."""
        super().check_resignation(position, player)
        if not position.pieces:
            raise MatchError("bedraengnis-resign-empty")
        if player != position.to_move:
            raise MatchError("match-resign-turn")

    @property
    def solver(self) -> GameSolver:
        from brettwerk.games.bedraengnis.solver import SOLVER

        return SOLVER

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.bedraengnis.puzzles import BedraengnisSource

        return BedraengnisSource()

    @property
    def findings(self) -> ExactFindings:
        from brettwerk.findings.exact import ExactFindings
        from brettwerk.games.bedraengnis import findings, findings_report

        return ExactFindings(findings.facts, findings_report.sections)


GAME = Bedraengnis()

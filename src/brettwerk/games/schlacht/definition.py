"""Die Schlacht as people meet it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from brettwerk.core.details import Detail
from brettwerk.games.katarenga_family.base import PlacingDefinition
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.games.schlacht import evaluation, rules
from brettwerk.games.schlacht.play import PLAY
from brettwerk.games.schlacht.rules import PASS, PIECES, SchlachtState
from brettwerk.kernels.description import GameKernels
from brettwerk.notation.typed_text import normalize_move

if TYPE_CHECKING:
    from collections.abc import Hashable

    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.findings.exact import ExactFindings
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding
    from brettwerk.solving.solver import GameSolver


class Schlacht(PlacingDefinition[SchlachtState]):
    """Two players, the whole board; Black begins."""

    name = "schlacht"
    order = 50
    aliases = ("die-schlacht", "battle-stations")
    seats = ("black", "white")
    signs = "x-"
    words = ("passes=", "phase=placing", "phase=battle", "pass")
    sentences = (
        *SENTENCES,
        ("schlacht-place",),
        ("schlacht-must-capture",),
        ("schlacht-battle",),
        ("schlacht-no-prey", "field"),
    )
    detail_specs = (Detail("phase", "choice", ("placing", "battle")), Detail("passes", "switch"))
    scores = True
    target = 7
    kernels = GameKernels("schlacht", SchlachtState, rules, evaluation.EVALUATION, play=PLAY)

    @cached_property
    def encoding(self) -> Encoding:
        from brettwerk.games.schlacht import encoding

        return encoding.SchlachtEncoding(encoding)

    def identity(self, state: SchlachtState, options: Options) -> Hashable:
        """In the battle only whose turn it is matters of the plies."""
        ply = state.ply if state.ply < PIECES else PIECES + state.ply % 2
        return state._replace(ply=ply)

    def parse_move(self, text: str, position: Position) -> int:
        """A field, two for a capture, or the pass."""
        passes = normalize_move(text) in ("pass", "passe", "passen")
        return PASS if passes else super().parse_move(text, position)

    @property
    def solver(self) -> GameSolver:
        from brettwerk.games.schlacht.solver import SOLVER

        return SOLVER

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.schlacht.puzzles import SchlachtSource

        return SchlachtSource()

    @property
    def findings(self) -> ExactFindings:
        from brettwerk.findings.exact import ExactFindings
        from brettwerk.games.schlacht import findings, findings_report

        return ExactFindings(findings.facts, findings_report.sections)


GAME = Schlacht()

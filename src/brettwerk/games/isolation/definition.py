"""Isolation as people meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.games.isolation import evaluation, rules
from brettwerk.games.isolation.play import PLAY
from brettwerk.games.isolation.rules import IsolationState
from brettwerk.games.katarenga_family.base import PlacingDefinition
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from typer import Typer

    from brettwerk.findings.exact import ExactFindings
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding
    from brettwerk.solving.solver import GameSolver


class Isolation(PlacingDefinition[IsolationState]):
    """Two players, the whole board."""

    name = "isolation"
    order = 70
    sentences = (
        *SENTENCES,
        ("isolation-attacked", "field", "other"),
        ("isolation-attacks", "field", "other"),
        ("isolation-position-attack", "field", "other"),
    )
    kernels = GameKernels("isolation", IsolationState, rules, evaluation.EVALUATION, play=PLAY)

    @property
    def solver(self) -> GameSolver:
        from brettwerk.games.isolation.solver import SOLVER

        return SOLVER

    @property
    def encoding(self) -> Encoding:
        from brettwerk.games.isolation import encoding

        return encoding.IsolationEncoding(encoding)

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.isolation.puzzles import IsolationSource

        return IsolationSource()

    @property
    def findings(self) -> ExactFindings:
        from brettwerk.findings.exact import ExactFindings
        from brettwerk.games.isolation import findings, findings_report

        return ExactFindings(findings.facts, findings_report.sections)

    def commands(self) -> Typer:
        from brettwerk.games.isolation.commands import census_app

        return census_app


GAME = Isolation()

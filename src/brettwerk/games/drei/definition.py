"""Die Drei as people meet it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from brettwerk.core.details import Detail
from brettwerk.core.options import Integer, Option, boolean, choice
from brettwerk.games.drei import evaluation, rules
from brettwerk.games.drei.play import PLAY
from brettwerk.games.drei.rules import DreiState
from brettwerk.games.katarenga_family.base import EnPriseDefinition, board_option
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from collections.abc import Hashable

    from starlette.routing import Route
    from typer import Typer

    from brettwerk.core.options import Options
    from brettwerk.findings.exact import ExactFindings
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding
    from brettwerk.solving.solver import GameSolver


LINES = ("straight", "any")


class Drei(EnPriseDefinition[DreiState]):
    """Two players, the whole board."""

    name = "drei"
    order = 40
    aliases = ("die-drei", "troika")
    option_specs = (
        board_option(),
        Option("continuation", False, boolean("continuation"), control="switch"),
        Option("continuation_limit", 0, Integer("continuation_limit"), control="count"),
        Option("lines", "straight", choice("lines", *LINES), control="choice", choices=LINES),
    )
    signs = "-"
    words = ("last=", "turns=")
    sentences = (
        *SENTENCES,
        ("drei-relocate",),
        ("drei-place",),
        ("drei-strands", "field"),
        ("drei-same-field", "field"),
        ("drei-strands-relocation", "field"),
        ("drei-position-turns",),
    )
    site_pages = ("/known/drei/atlas",)
    site_files = ("/known/drei/atlas.bin",)
    continuation_after = ("all-placed", "continuation")
    detail_specs = (Detail("last", "cell"), Detail("turns", "number"))
    kernels = GameKernels(
        "drei", DreiState, rules, evaluation.EVALUATION, prepare=rules.prepare, play=PLAY
    )

    @cached_property
    def encoding(self) -> Encoding:
        from brettwerk.games.drei import encoding

        return encoding.DreiEncoding(encoding)

    def identity(self, state: DreiState, options: Options) -> Hashable:
        """The turns of a continuation count only where they are limited."""
        turns = state.turns if options["continuation_limit"] else state.turns % 2
        return state._replace(turns=turns)

    @property
    def solver(self) -> GameSolver:
        from brettwerk.games.drei.game_solver import SOLVER

        return SOLVER

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.drei.puzzles import DreiSource

        return DreiSource()

    @property
    def findings(self) -> ExactFindings:
        from brettwerk.findings.exact import ExactFindings
        from brettwerk.games.drei import findings, findings_report

        return ExactFindings(findings.facts, findings_report.sections)

    def routes(self) -> tuple[Route, ...]:
        from brettwerk.games.drei.pages import ROUTES

        return ROUTES

    def commands(self) -> Typer:
        from brettwerk.games.drei.commands import atlas_app

        return atlas_app


GAME = Drei()

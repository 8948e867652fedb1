"""Die Drei as people meet it."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from brettwerk.boards.board import cells_of
from brettwerk.core.options import Option, boolean, choice, integer
from brettwerk.errors import BadPosition
from brettwerk.games.drei import evaluation, rules
from brettwerk.games.drei.play import PLAY
from brettwerk.games.drei.rules import PIECES, DreiState, completes
from brettwerk.games.katarenga_family.base import EnPriseDefinition, board_option
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

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
        Option("continuation_limit", 0, integer("continuation_limit"), control="count"),
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
    )
    continuation_after = ("all-placed", "continuation")
    detail_words = ("last",)
    detail_numbers = ("turns",)
    detail_controls = MappingProxyType({"last": "cell"})
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

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> DreiState:
        """Pieces in turn, at most eight each, and the last one named."""
        turns = int(details.get("turns", "0"))
        if turns and (len(pieces) < PIECES or not options["continuation"]):
            raise BadPosition("drei-position-turns")
        sides = self.masks(pieces, PIECES // 2)
        self.counts(sides, (to_move + turns) % 2)
        last = self.last_of(pieces, to_move, details)
        state = DreiState(sides[to_move], sides[1 - to_move], last, turns)
        self.check_not_won(self._has_drei(state.me, options), to_move)
        self.check_not_won(self._has_drei(state.opp & ~(1 << last), options), 1 - to_move)
        return state

    def _has_drei(self, pieces: int, options: Options) -> bool:
        """Whether three of these pieces make a Drei."""
        words = self.context(options)
        return any(completes(cell, pieces, words) for cell in cells_of(pieces))

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

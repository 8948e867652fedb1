"""Isolation as people meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.boards.board import cells_of
from brettwerk.errors import BadPosition
from brettwerk.games.isolation import evaluation, rules
from brettwerk.games.isolation.play import PLAY
from brettwerk.games.isolation.rules import (
    ALL_FIELDS,
    PIECES,
    IsolationState,
    closed_by,
)
from brettwerk.games.katarenga_family.base import PlacingDefinition
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.core.options import Options
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
    )
    kernels = GameKernels("isolation", IsolationState, rules, evaluation.EVALUATION, play=PLAY)

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> IsolationState:
        """Pieces in turn, at most eight each, none attacking another."""
        sides = self.masks(pieces, PIECES // 2)
        self.counts(sides, to_move)
        words, occupied, free = self.context(options), sides[0] | sides[1], ALL_FIELDS
        for cell in sorted(pieces):
            closed = closed_by(cell, words)
            if others := closed & occupied ^ 1 << cell:
                field, other = (self.cells.names[at] for at in (cell, cells_of(others)[0]))
                raise BadPosition("isolation-position-attack", field=field, other=other)
            free &= ~closed
        return IsolationState(sides[to_move], sides[1 - to_move], free)

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


GAME = Isolation()

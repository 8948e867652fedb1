"""Abalone as people meet it."""

from __future__ import annotations

import re
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from brettwerk.boards.hexagon import HEXAGON
from brettwerk.core.details import Detail
from brettwerk.core.options import Integer, Option, repetition_count
from brettwerk.core.two_players import TwoPlayerDefinition
from brettwerk.errors import InvalidMove
from brettwerk.games.abalone import counts, evaluation, rules
from brettwerk.games.abalone.explain import SENTENCES
from brettwerk.games.abalone.play import PLAY
from brettwerk.games.abalone.rules import AbaloneState, move_axis, move_count
from brettwerk.games.abalone.setups import read_setup, setup_masks, setup_texts, setups
from brettwerk.i18n import truncate
from brettwerk.kernels.description import GameKernels
from brettwerk.notation.typed_text import normalize_move

if TYPE_CHECKING:
    from collections.abc import Hashable

    from brettwerk.boards.board import Board
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.core.parts import DialectPart
    from brettwerk.findings.exact import ExactFindings
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding

_CELLS = re.compile(r"[a-i][1-9]")


class Abalone(TwoPlayerDefinition[AbaloneState]):
    """Two players, the hexagon."""

    name = "abalone"
    order = 10
    seats = ("black", "white")
    option_specs = (
        Option(
            "setup",
            "standard",
            read_setup,
            control="pictures",
            choices=tuple(setups()),
            texts=setup_texts(),
        ),
        Option("repetition", 0, repetition_count, control="count"),
        Option("ply_limit", 0, Integer("ply_limit"), control="count"),
    )
    engine_overrides = MappingProxyType({"repetition": 3})
    cell_sets = 2
    words = ("ply=",)
    sentences = SENTENCES
    line_kinds = ("push",)
    context_words = 4
    detail_specs = (Detail("ply", "number"),)
    kernels = GameKernels(
        "abalone", AbaloneState, rules, evaluation.EVALUATION, counts=counts, play=PLAY
    )

    @cached_property
    def encoding(self) -> Encoding:
        from brettwerk.games.abalone import encoding

        return encoding.AbaloneEncoding(encoding)

    def identity(self, state: AbaloneState, options: Options) -> Hashable:
        """Plies count only where they are limited."""
        return state if options["ply_limit"] else state._replace(ply=state.ply % 2)

    def board(self, options: Options) -> Board:
        """The hexagon."""
        return HEXAGON

    def joined_options(self, options: Options) -> dict[str, object]:
        """Of a set-up, the numbers of marbles: it matters no more where they began."""
        counts = [bits.bit_count() for bits in setup_masks(options["setup"])]
        return {"setup": counts}

    # -- moves ------------------------------------------------------------------------------
    def parse_move(self, text: str, position: Position) -> int:
        """Two cells in line, three broadside with the ends in either order."""
        plain = normalize_move(text).replace("-", "")
        names = _CELLS.findall(plain)
        if "".join(names) != plain or len(names) not in (2, 3):
            raise InvalidMove("abalone-not-a-move", move=truncate(text))
        for name in names:
            if name not in HEXAGON.index:
                raise InvalidMove("abalone-off-board", cell=name, move=truncate(text))
        found = self.read_steps(position, [(" ", name) for name in names])
        assert found is not None  # two or three cells of the board
        return found

    def move_tags(self, position: Position, move: int) -> frozenset[str]:
        """How many go, in line or broadside; a sumito and its numbers."""
        count, pushed = move_count(move), rules.move_pushed(move)
        way = "in-line" if move_axis(move) < 0 else "broadside"
        found = {("one", "two", "three")[count - 1], way}
        found |= {"sumito", f"sumito-{count}-{pushed}"} if pushed else set()
        return super().move_tags(position, move) | found

    @property
    def findings(self) -> ExactFindings:
        from brettwerk.findings.exact import ExactFindings
        from brettwerk.games.abalone import findings

        return ExactFindings(findings.facts, findings.sections)

    @property
    def dialects(self) -> tuple[DialectPart, ...]:
        from brettwerk.games.abalone.dialect import DIALECTS

        return DIALECTS

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.abalone.puzzles import AbaloneSource

        return AbaloneSource()


GAME = Abalone()

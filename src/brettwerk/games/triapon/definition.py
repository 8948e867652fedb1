"""Triapon as people meet it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.details import Detail
from brettwerk.core.game import GameDefinition
from brettwerk.core.options import Option, boolean, choice
from brettwerk.errors import InvalidMove
from brettwerk.games.triapon import counts, evaluation, moves, rules
from brettwerk.games.triapon.explain import SENTENCES
from brettwerk.games.triapon.play import PLAY
from brettwerk.games.triapon.rows import LINE_KINDS
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.i18n import truncate
from brettwerk.kernels.description import GameKernels
from brettwerk.notation.typed_text import normalize_move

if TYPE_CHECKING:
    from brettwerk.boards.board import Board
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding

NAMES = TRIANGLE.names
_MOVE = re.compile(r"([a-i][1-9])(?:-?([a-i][1-9]))?(?:x([a-i][1-9]))?(?:\+([a-i][1-9]))?")


WHOSE = ("any", "others")


class Triapon(GameDefinition[TriaponState]):
    """Three players, the triangle."""

    name = "triapon"
    order = 20
    seats = ("one", "two", "three")
    option_specs = (
        Option("barricades", False, boolean("barricades"), control="switch"),
        Option("crossing", "any", choice("crossing", *WHOSE), control="choice", choices=WHOSE),
    )
    cell_sets = 4
    words = ("hands=", "taken=", "quiet=", "out=", "built=", "–")
    sentences = SENTENCES
    line_kinds = LINE_KINDS
    context_words = 3
    detail_specs = (
        Detail("hands", "counts"),
        Detail("taken", "table"),
        Detail("out", "seats"),
        Detail("built", "counts"),
        Detail("quiet", "number"),
    )
    kernels = GameKernels(
        "triapon", TriaponState, rules, evaluation.EVALUATION, counts=counts, play=PLAY
    )

    @cached_property
    def encoding(self) -> Encoding:
        from brettwerk.games.triapon import encoding

        return encoding.TriaponEncoding(encoding)

    def board(self, options: Options) -> Board:
        """The triangle."""
        return TRIANGLE

    # -- moves ------------------------------------------------------------------------------
    def parse_move(self, text: str, position: Position) -> int:
        """One or two holes, a capture, a barricade."""
        match = _MOVE.fullmatch(normalize_move(text))
        if not match:
            raise InvalidMove("triapon-not-a-move", move=truncate(text))
        for name in filter(None, match.groups()):
            if name not in TRIANGLE.index:
                raise InvalidMove("triapon-off-board", cell=name, move=truncate(text))
        first, second, taken, barricade = (
            -1 if name is None else TRIANGLE.index[name] for name in match.groups()
        )
        move = moves.pack_move(second, first) if second >= 0 else moves.pack_move(first, -1)
        return moves.with_barricade(moves.with_taken(move, taken), barricade)

    def move_tags(self, position: Position, move: int) -> frozenset[str]:
        """The kinds of triads that it closes; a jump; a barricade."""
        hole, origin = moves.move_hole(move), moves.move_from(move)
        triads = {f"triad-{kind}" for kind, *_ in self.lines(position, move)}
        found = triads | ({"triad"} if triads else set())
        if origin >= 0 and hole not in TRIANGLE.neighbours[origin]:
            found.add("jump")
        if moves.puts_barricade(move):
            found.add("barricade")
        return super().move_tags(position, move) | found

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.triapon.puzzles import TriaponSource

        return TriaponSource()


GAME = Triapon()

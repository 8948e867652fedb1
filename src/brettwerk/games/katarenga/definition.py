"""Katarenga as people meet it."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from brettwerk.core.details import Detail
from brettwerk.errors import IllegalMove
from brettwerk.games.katarenga import evaluation, rules
from brettwerk.games.katarenga.play import PLAY
from brettwerk.games.katarenga.rules import CAMP, KatarengaState, pack_camp_move
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.games.katarenga_family.moving import MovingDefinition
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from collections.abc import Hashable

    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.findings.exact import ExactFindings
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding

CAMPS = ("left", "right")
CAMPERS = ("w-left", "w-right", "b-left", "b-right")
_WORDS = {"left": 0, "links": 0, "l": 0, "right": 1, "rechts": 1, "r": 1}


class Katarenga(MovingDefinition[KatarengaState]):
    """Two players, the whole board."""

    name = "katarenga"
    order = 60
    words = ("ply=", "camps=", *CAMPS, *CAMPERS)
    # As White sees the board.
    off_board = MappingProxyType(
        {
            "black-left": (-1.0, 8.0),
            "black-right": (8.0, 8.0),
            "white-left": (-1.0, -1.0),
            "white-right": (8.0, -1.0),
        }
    )
    detail_specs = (Detail("camps", "names", CAMPERS), Detail("ply", "number"))
    sentences = (
        *SENTENCES,
        ("katarenga-first", "field"),
        ("katarenga-own-camp", "rank"),
        ("katarenga-baseline", "field", "rank"),
        ("katarenga-camp-full", "camp"),
        ("katarenga-position-camp-own",),
    )
    kernels = GameKernels("katarenga", KatarengaState, rules, evaluation.EVALUATION, play=PLAY)

    @cached_property
    def encoding(self) -> Encoding:
        from brettwerk.games.katarenga import encoding

        return encoding.KatarengaEncoding(encoding)

    def identity(self, state: KatarengaState, options: Options) -> Hashable:
        """Of the plies it matters whose turn it is, and whether captures are allowed yet."""
        return state._replace(ply=state.ply if state.ply < 2 else 2 + state.ply % 2)

    def parse_move(self, text: str, position: Position) -> int:
        """Two fields, or a field and a camp; a capture need not be marked."""
        origin, sign, target = self.split(text)
        owner, _, camp = target.rpartition("-")
        if owner == self.seats[position.turn] and camp in CAMPS:
            raise IllegalMove("katarenga-own-camp", rank=1 if position.turn else 8)
        if camp in _WORDS and sign != "x" and owner in ("", *self.seats):
            return pack_camp_move(self.cell(origin), _WORDS[camp])
        return super().parse_move(text, position)

    def move_tags(self, position: Position, move: int) -> frozenset[str]:
        """A move into a camp is one of its own."""
        return super().move_tags(position, move) | ({"camp"} if move & CAMP else set())

    @property
    def findings(self) -> ExactFindings:
        from brettwerk.games.katarenga_family.fair_boards import fair_boards

        return fair_boards(self.name)

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.katarenga.puzzles import KatarengaSource

        return KatarengaSource()


GAME = Katarenga()

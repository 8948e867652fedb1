"""Katarenga as people meet it."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from brettwerk.errors import BadPosition, IllegalMove
from brettwerk.games.katarenga import evaluation, rules
from brettwerk.games.katarenga.play import PLAY
from brettwerk.games.katarenga.rules import CAMP, KatarengaState, pack_camp_move
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.games.katarenga_family.moving import MovingDefinition
from brettwerk.games.katarenga_family.play import EACH
from brettwerk.i18n import truncate
from brettwerk.kernels.description import GameKernels

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
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
    detail_words = ("camps",)
    detail_numbers = ("ply",)
    sentences = (
        *SENTENCES,
        ("katarenga-first", "field"),
        ("katarenga-own-camp", "rank"),
        ("katarenga-baseline", "field", "rank"),
        ("katarenga-camp-full", "camp"),
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

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> KatarengaState:
        """At most eight each, camps included."""
        camps = 0
        for name in filter(None, details.get("camps", "").split(",")):
            if name not in CAMPERS:
                raise BadPosition("katarenga-position-camps", given=truncate(name))
            camps |= 1 << CAMPERS.index(name)
        sides = self.masks(pieces, EACH)
        for player in range(2):
            count = sides[player].bit_count() + _campers(camps, player)
            if count > EACH:
                raise BadPosition("position-too-many", count=count, most=EACH)
        ply = self.ply_of(details, to_move, 2 + to_move)
        other = 1 - to_move
        few = sides[other].bit_count() + _campers(camps, other) < 2
        self.check_not_won(few or _campers(camps, to_move) == 2, to_move)
        return KatarengaState(sides[to_move], sides[other], camps, ply)

    def off_board_details(self, off_board: Mapping[str, str]) -> dict[str, str]:
        """Pieces in the other's camps."""
        found = []
        for name, piece in off_board.items():
            owner, _, which = name.partition("-")
            if owner == piece:
                raise BadPosition("katarenga-position-camp-own")
            found.append(f"{self.letters()[piece]}-{which}")
        return {"camps": ",".join(found)} if found else {}

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.katarenga.puzzles import KatarengaSource

        return KatarengaSource()


def _campers(camps: int, player: int) -> int:
    """How many pieces of a player stand in camps."""
    return (camps >> 2 * player & 3).bit_count()


GAME = Katarenga()

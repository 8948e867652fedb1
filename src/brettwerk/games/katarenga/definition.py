"""Katarenga as people meet it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from brettwerk.core.effects import Effects
from brettwerk.errors import BadPosition, IllegalMove
from brettwerk.games.katarenga import evaluation, rules
from brettwerk.games.katarenga.rules import (
    CAMP,
    RANK_1,
    RANK_8,
    REPETITION,
    KatarengaState,
    move_camp,
    pack_camp_move,
)
from brettwerk.games.katarenga_family.moves import move_from
from brettwerk.games.katarenga_family.moving import EACH, MovingDefinition
from brettwerk.i18n import truncate
from brettwerk.kernels.description import GameKernels
from brettwerk.notation.board_view import BoardView, OffBoardCell

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding

CAMPS = ("left", "right")
_WORDS = {"left": 0, "links": 0, "l": 0, "right": 1, "rechts": 1, "r": 1}
# Black's camps lie beyond a8 and h8, White's beyond a1 and h1, as White sees the board.
_CAMP_PLACES = ((-1.0, 8.0), (8.0, 8.0), (-1.0, -1.0), (8.0, -1.0))


class Katarenga(MovingDefinition[KatarengaState]):
    """Two players, the whole board."""

    name = "katarenga"
    order = 60
    detail_words = ("camps",)
    detail_numbers = ("ply",)
    no_capture = "katarenga-first"
    kernels = GameKernels("katarenga", KatarengaState, rules, evaluation.EVALUATION)

    @cached_property
    def encoding(self) -> Encoding:
        from brettwerk.games.katarenga import encoding

        return encoding.KatarengaEncoding(encoding)

    def switches(self, options: Options) -> list[int]:
        """The third occurrence of a position is a draw."""
        return [REPETITION, 0, 0, 0, 0]

    def start(self, options: Options) -> KatarengaState:
        """White on rank 1, Black on rank 8."""
        return KatarengaState(RANK_1, RANK_8, 0, 0)

    def identity(self, state: KatarengaState, options: Options) -> Hashable:
        """Of the plies it matters whose turn it is, and whether captures are allowed yet."""
        return state._replace(ply=state.ply if state.ply < 2 else 2 + state.ply % 2)

    def format_move(self, move: int) -> str:
        """`b1-b4`, `b1xb4`, `c8-left`."""
        if not move & CAMP:
            return super().format_move(move)
        return f"{self.cells.names[move_from(move)]}-{CAMPS[move_camp(move)]}"

    def parse_move(self, text: str, position: Position) -> int:
        """Two fields, or a field and a camp; a capture need not be marked."""
        origin, sign, target = self.split(text)
        if target in _WORDS and sign != "x":
            return pack_camp_move(self.cell(origin), _WORDS[target])
        return super().parse_move(text, position)

    def explain_illegal(self, position: Position, move: int) -> IllegalMove:
        """Besides: not on the baseline, or the camp is full."""
        origin, camp = move_from(move), move_camp(move)
        if camp >= 0 and self.state_of(position).me >> origin & 1:
            return self._why_not_camp(position, origin, camp)
        return super().explain_illegal(position, move)

    def _why_not_camp(self, position: Position, origin: int, camp: int) -> IllegalMove:
        baseline = RANK_1 if position.turn else RANK_8
        if not baseline >> origin & 1:
            rank = 1 if position.turn else 8
            return IllegalMove("katarenga-baseline", rank=rank, field=self.cells.names[origin])
        return IllegalMove("katarenga-camp-full", camp=CAMPS[camp])

    def effects(self, position: Position, move: int) -> Effects:
        """As for a move; camps are named as in the view of the board."""
        if not move & CAMP:
            return super().effects(position, move)
        camp = _camp_name(1 - position.turn, move_camp(move))
        return Effects(moved=((self.cells.names[move_from(move)], camp),))

    def move_tags(self, position: Position, move: int) -> frozenset[str]:
        """A move into a camp is one of its own."""
        return super().move_tags(position, move) | ({"camp"} if move & CAMP else set())

    def board_view(self, position: Position) -> BoardView:
        """The camps beyond the corners, and the captured pieces."""
        board_view, camps = super().board_view(position), self.state_of(position).camps
        off_board = tuple(
            OffBoardCell(_camp_name(1 - at // 2, at % 2), place, self._camper(camps, at))
            for at, place in enumerate(_CAMP_PLACES)
        )
        sides = self.sides(self.state_of(position))
        lost = tuple(
            EACH - bits.bit_count() - _campers(camps, player) for player, bits in enumerate(sides)
        )
        return replace(board_view, off_board=off_board, trays=self.taken(lost))

    def _camper(self, camps: int, at: int) -> str | None:
        return self.seats[at // 2] if camps >> at & 1 else None

    def details(self, state: KatarengaState, options: Options) -> dict[str, str]:
        """The camps that are taken, and the plies while captures are restricted."""
        found = {"ply": str(state.ply)} if state.ply < 2 else {}
        camps = [f"{'wb'[at // 2]}-{CAMPS[at % 2]}" for at in range(4) if state.camps >> at & 1]
        return found | ({"camps": ",".join(camps)} if camps else {})

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> KatarengaState:
        """At most eight each, camps included."""
        camps = 0
        for name in filter(None, details.get("camps", "").split(",")):
            owner, _, which = name.partition("-")
            if owner not in ("w", "b") or which not in CAMPS:
                raise BadPosition("katarenga-position-camps", given=truncate(name))
            camps |= 1 << 2 * "wb".index(owner) + CAMPS.index(which)
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


def _camp_name(owner: int, side: int) -> str:
    """The name of a camp in pictures: `black-left`."""
    return f"{('white', 'black')[owner]}-{CAMPS[side]}"


GAME = Katarenga()

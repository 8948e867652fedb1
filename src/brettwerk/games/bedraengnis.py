"""Das Bedrängnis as people meet it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from brettwerk.boards.tableaus import another_tableau, board_text
from brettwerk.errors import IllegalMove, MatchError
from brettwerk.games.square import SMALL, PlacingFace, board_option
from brettwerk.rules.bedraengnis import BedraengnisState

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from brettwerk.games.core import Position
    from brettwerk.games.face import Effects
    from brettwerk.games.options import Options


class Bedraengnis(PlacingFace):
    """Two players, one tableau."""

    name = "bedraengnis"
    aliases = ("das-bedraengnis", "cornered")
    size = 4
    cells = SMALL
    known = (board_option(4, "1a0"),)
    state_class = BedraengnisState
    detail_words = ("last",)
    detail_controls = MappingProxyType({"last": "cell"})
    scores = True
    target = 15

    def start(self, options: Options) -> BedraengnisState:
        """The empty tableau."""
        return BedraengnisState(0, 0, 64)

    def identity(self, state: BedraengnisState, options: Options) -> Hashable:
        """The whole state."""
        return state

    def write(self, move: int) -> str:
        """The field."""
        return self.cells.names[move]

    def read(self, text: str, position: Position) -> int:
        """A field."""
        return self.placement(text)

    def why_not(self, position: Position, move: int) -> IllegalMove:
        """Occupied, or not en prise."""
        return self.why_not_here(position, move) or IllegalMove("not-legal", move=self.write(move))

    def effects(self, position: Position, move: int) -> Effects:
        """One new piece."""
        return self.placing(position, move)

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> BedraengnisState:
        """Pieces in turn, and the last one named."""
        sides = self.masks(pieces, len(self.cells) // 2)
        self.counts(sides, to_move)
        last = self.last_of(pieces, to_move, details)
        return BedraengnisState(sides[to_move], sides[1 - to_move], last)

    def next_round(self, options: Options, seed: int) -> dict[str, Any]:
        """The next tableau that the seed gives, and that is not this one turned or turned over."""
        return {**options, "board": board_text(another_tableau(options["board"], seed).rows)}

    def may_resign(self, position: Position, player: int) -> None:
        """Only the player to move, and once a piece stands."""
        super().may_resign(position, player)
        if not position.state.me | position.state.opp:
            raise MatchError("match-resign-empty")
        if player != position.to_move:
            raise MatchError("match-resign-turn")

    def points_of_giving_up(self, position: Position, player: int) -> int:
        """The pieces now on the board."""
        count: int = (position.state.me | position.state.opp).bit_count()
        return count

    def solvable(self, position: Position) -> bool:
        """Always: all positions are known."""
        return True

"""The definition of a game for two."""

from collections.abc import Mapping

from brettwerk.boards.board import cells_of, mask
from brettwerk.core.game import GameDefinition
from brettwerk.core.spec import S
from brettwerk.errors import BadPosition
from brettwerk.notation.board_view import Tray


class TwoPlayerDefinition(GameDefinition[S]):
    """A two-player game whose state begins with the bitboard of the player to move."""

    def sees_flipped(self, player: int) -> bool:
        """Return whether a player sits on the far side of the board."""
        return player == 1

    def sides(self, state: S) -> tuple[int, int]:
        """Return the bitboards of player 0 and player 1."""
        return (state[1], state[0]) if self.rules.to_move(state) else (state[0], state[1])

    def pieces(self, state: S) -> dict[int, str]:
        """Return the pieces by cell."""
        both = zip(self.seats, self.sides(state), strict=True)
        return {cell: seat for seat, bits in both for cell in cells_of(bits)}

    def masks(self, pieces: Mapping[int, str], most: int) -> tuple[int, int]:
        """Return the bitboards of both players; raise if one has more than `most` pieces."""
        first, second = (
            mask(cell for cell, piece in pieces.items() if piece == seat) for seat in self.seats
        )
        for bits in (first, second):
            if bits.bit_count() > most:
                raise BadPosition("position-too-many", count=bits.bit_count(), most=most)
        return first, second

    def taken(self, lost: tuple[int, ...]) -> tuple[Tray, ...]:
        """Return the trays of captured pieces, given the number that each player has lost."""
        first, second = self.seats
        return Tray(first, "taken", second, lost[1]), Tray(second, "taken", first, lost[0])

"""What Katarenga and Congress share: pieces move within the reach of their field, and capture."""

from brettwerk.core.game import Position
from brettwerk.core.spec import S
from brettwerk.games.katarenga_family.base import SquareBoardDefinition
from brettwerk.games.katarenga_family.moves import CAPTURE, pack_move
from brettwerk.kernels.repetition import key_of


class MovingDefinition(SquareBoardDefinition[S]):
    """A game whose moves are those of `gen_reaching`."""

    def parse_move(self, text: str, position: Position) -> int:
        """Two fields; a capture need not be marked."""
        origin, sign, target = self.split(text)
        start, goal = self.cell(origin), self.cell(target)
        captures = sign == "x" or key_of(position.state)[1] >> goal & 1
        return pack_move(start, goal) | (CAPTURE if captures else 0)

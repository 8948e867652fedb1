"""What Katarenga and Congress share: pieces move within the reach of their field, and capture."""

from typing import ClassVar

from brettwerk.core.definition import S
from brettwerk.core.game import Position
from brettwerk.errors import IllegalMove
from brettwerk.games.katarenga_family.base import SquareBoardDefinition, colour_reach
from brettwerk.games.katarenga_family.moves import CAPTURE, move_from, move_to, pack_move
from brettwerk.kernels.repetition import key_of


class MovingDefinition(SquareBoardDefinition[S]):
    """A game whose moves are those of `gen_reaching`."""

    no_capture: ClassVar[str]  # the sentence for an enemy piece that may not be captured

    def parse_move(self, text: str, position: Position) -> int:
        """Two fields; a capture need not be marked."""
        origin, sign, target = self.split(text)
        start, goal = self.cell(origin), self.cell(target)
        captures = sign == "x" or key_of(position.state)[1] >> goal & 1
        return pack_move(start, goal) | (CAPTURE if captures else 0)

    def explain_illegal(self, position: Position, move: int) -> IllegalMove:
        """No own piece, onto an own piece, out of reach, or a capture that is not one."""
        (me, opp), names = key_of(position.state), self.cells.names
        origin, target = move_from(move), move_to(move)
        if not me >> origin & 1:
            return IllegalMove("not-your-piece", field=names[origin])
        if me >> target & 1:
            return IllegalMove("own-piece", field=names[target])
        if not colour_reach(position, origin, me | opp) >> target & 1:
            return self.out_of_reach(position, target, origin)
        held = opp >> target & 1
        return IllegalMove(self.no_capture if held else "nothing-to-capture", field=names[target])

"""Breakthrough as people meet it: names, texts of moves, reasons, positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.boards.square import WHOLE
from brettwerk.core.effects import Effects
from brettwerk.core.two_players import TwoPlayerDefinition
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.i18n import truncate
from brettwerk.kernels.description import GameKernels
from brettwerk.notation.typed_text import normalize_move
from brettwerk_breakthrough import evaluation, rules
from brettwerk_breakthrough.rules import BreakthroughState, goal, move_from, move_to, pack_move

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.boards.board import Board
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.research.encoding.base import Encoding


class Breakthrough(TwoPlayerDefinition[BreakthroughState]):
    """Two players, sixteen pawns each, no options."""

    name = "breakthrough"
    aliases = ("durchbruch",)
    seats = ("white", "black")
    kernels = GameKernels("breakthrough", BreakthroughState, rules, evaluation.EVALUATION)

    @property
    def encoding(self) -> Encoding:
        from brettwerk_breakthrough import encoding

        return encoding.BreakthroughEncoding(encoding)

    def board(self, options: Options) -> Board:
        """Return the board of 8 × 8 cells."""
        return WHOLE

    def start(self, options: Options) -> BreakthroughState:
        """Return the state with White on ranks 1 and 2, Black on ranks 7 and 8."""
        return BreakthroughState(0xFFFF, 0xFFFF << 48, 0)

    def format_move(self, move: int) -> str:
        """Return a text such as `b2-b3`."""
        return f"{WHOLE.names[move_from(move)]}-{WHOLE.names[move_to(move)]}"

    def parse_move(self, text: str, position: Position) -> int:
        """Parse two cells; the sign between them may be `x` or missing."""
        cells = normalize_move(text).replace("-", "").replace("x", "")
        origin, target = WHOLE.index.get(cells[:2]), WHOLE.index.get(cells[2:])
        if origin is None or target is None:
            raise InvalidMove("breakthrough-not-a-move", move=truncate(text))
        return pack_move(origin, target)

    def explain_illegal(self, position: Position, move: int) -> IllegalMove:
        """Return why: not a pawn of the player, one in the way, or not a step of a pawn."""
        state, origin, target = self.state_of(position), move_from(move), move_to(move)
        if not state.me >> origin & 1:
            return IllegalMove("not-your-piece", field=WHOLE.names[origin])
        if state.me >> target & 1:
            return IllegalMove("own-piece", field=WHOLE.names[target])
        return IllegalMove("breakthrough-no-step", field=WHOLE.names[target])

    def effects(self, position: Position, move: int) -> Effects:
        """Return a pawn that changes place, and the one that it captures."""
        origin, target = WHOLE.names[move_from(move)], WHOLE.names[move_to(move)]
        captured = self.state_of(position).opp >> move_to(move) & 1
        return Effects(moved=((origin, target),), taken=(target,) if captured else ())

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> BreakthroughState:
        """Return the state; raise if the player to move has already won."""
        sides = self.masks(pieces, 16)
        me, opp = sides[to_move], sides[1 - to_move]
        self.check_not_won(not opp or bool(me & goal(to_move)), to_move)
        return BreakthroughState(me, opp, to_move)


GAME = Breakthrough()

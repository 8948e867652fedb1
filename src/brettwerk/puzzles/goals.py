"""What a puzzle asks for: to win, to hold, to take or keep pieces, within a number of plies."""

import msgspec

from brettwerk.core.game import Position
from brettwerk.search import objectives as at
from brettwerk.search.objectives import Objective
from brettwerk.search.prover import Prover

# What can be asked for, and the kind of objective that is proven.
KINDS = {
    "win": at.WIN,  # to win alone
    "points": at.WIN,  # to win the round with at least `amount` points
    "draw": at.HOLD,  # not to lose, to the end of the game
    "hold": at.HOLD,  # not to lose within the plies
    "take": at.TAKE,  # to take `amount` pieces
    "keep": at.KEEP,  # to take `amount` pieces, perhaps none, and to lose none
    "out": at.ELIMINATE,  # that another player is out
}
TO_THE_END = at.MAX_PLIES
BEYOND = 6  # plies for which a move that holds is proven to hold after those that were asked for


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """`kind` as in `KINDS`, within `plies`, or to the end of the game if that is 0."""

    kind: str
    plies: int = 0
    amount: int = 0

    @property
    def left(self) -> int:
        """The plies within which it is to be reached."""
        return self.plies or TO_THE_END

    @property
    def has_speed(self) -> bool:
        """Whether it can be reached sooner or later, and not only at the end of all plies."""
        return KINDS[self.kind] in (at.WIN, at.TAKE, at.ELIMINATE)


def objective_of(goal: Goal, start: Position, prover: Prover) -> Objective:
    """Return the objective of the player to move in the puzzle's first position."""
    return prover.objective(start, KINDS[goal.kind], goal.amount)

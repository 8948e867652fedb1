"""How hard a puzzle is: how deep its solution goes, and how surprising its first move is.

`depth` is the number of moves to find: those in whose place another would miss the goal. Surprise
is what a shallow look makes of the first move (`rank`, 1 if it looks best), how many moves look
about as good (`plausible`), how many plies it takes to refute the wrong move that looks best
(`refuted`), how many positions our search must see before it prefers the right move for good
(`nodes`), how often the eye falls on it (`glances`, as computer players notice moves), whether it
takes nothing though something could be taken (`quiet`) and whether a piece is given for it
(`gives`). Their sum is the difficulty; where on a scale of five grades that lies depends on the
game. What one move solves is always of the first.
"""

from collections.abc import Sequence
from math import log2

import msgspec

GRADES = range(1, 6)
STEPS = tuple(64 * 4**n for n in range(6))  # 64 to 65,536 positions
_MISSED = 0.7  # of the glances


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What makes a puzzle hard; `nodes` is 0 without a search, -1 if it never found the move."""

    depth: int
    choices: int
    rank: int
    nodes: int = 0
    quiet: bool = False
    gives: bool = False
    plausible: int = 1
    refuted: int = 1
    glances: int = 1

    @property
    def difficulty(self) -> float:
        """The sum of all of these, weighted."""
        found = 4.0 * (self.depth - 1) + log2(self.choices) / 4 + 2 * self.quiet + 3 * self.gives
        found += min(log2(self.rank), 5.0) + log2(self.plausible) + (self.refuted - 1) / 2
        found += 4 * _MISSED**self.glances
        steps = len(STEPS) + 1 if self.nodes < 0 else 0
        if self.nodes > 0:
            steps = STEPS.index(self.nodes)
        return round(found + steps, 2)


def grade_of(difficulty: float, cuts: Sequence[float]) -> int:
    """Return the grade, 1 to 5, of a difficulty, given where the grades 2 to 5 begin."""
    return 1 + sum(difficulty >= cut for cut in cuts)

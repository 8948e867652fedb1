"""Sets of cells of the hexagon, moved one step as a whole.

Cells are numbered row by row, and the rows of a hexagon have different lengths: a step along a row
is one shift, a slanting step one of four, by the row that it leaves.
"""

from brettwerk.boards.board import mask
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.kernels.primitives import constant
from brettwerk.kernels.types import Word

CELLS = constant((1 << 61) - 1)
W1, W5, W6, W7, W8, W9 = (constant(n) for n in (1, 5, 6, 7, 8, 9))


def _leaving(direction: int, by: int) -> int:
    """The cells whose neighbour in this direction has a number higher or lower by so much."""
    steps = [(c, HEXAGON.step(c, HEXAGON.steps[direction])) for c in range(61)]
    return mask(c for c, then in steps if then is not None and abs(then - c) == by)


def _edge(direction: int) -> int:
    """The cells from which this direction leads off the board."""
    return mask(c for c in range(61) if HEXAGON.step(c, HEXAGON.steps[direction]) is None)


ON_0, BACK_0 = constant(_leaving(0, 1)), constant(_leaving(3, 1))
ON_1_6, ON_1_7, ON_1_8, ON_1_9 = (constant(_leaving(1, by)) for by in (6, 7, 8, 9))
ON_2_5, ON_2_6, ON_2_7, ON_2_8 = (constant(_leaving(2, by)) for by in (5, 6, 7, 8))
BACK_1_6, BACK_1_7, BACK_1_8, BACK_1_9 = (constant(_leaving(4, by)) for by in (6, 7, 8, 9))
BACK_2_5, BACK_2_6, BACK_2_7, BACK_2_8 = (constant(_leaving(5, by)) for by in (5, 6, 7, 8))
EDGE_0, EDGE_1, EDGE_2, EDGE_3, EDGE_4, EDGE_5 = (constant(_edge(d)) for d in range(6))


def on_0(x: Word) -> Word:
    """One step on along the first axis."""
    return (x & ON_0) << W1


def on_1(x: Word) -> Word:
    """One step on along the second axis."""
    return (x & ON_1_6) << W6 | (x & ON_1_7) << W7 | (x & ON_1_8) << W8 | (x & ON_1_9) << W9


def on_2(x: Word) -> Word:
    """One step on along the third axis."""
    return (x & ON_2_5) << W5 | (x & ON_2_6) << W6 | (x & ON_2_7) << W7 | (x & ON_2_8) << W8


def back_0(x: Word) -> Word:
    """One step back along the first axis."""
    return (x & BACK_0) >> W1


def back_1(x: Word) -> Word:
    """One step back along the second axis."""
    return (x & BACK_1_6) >> W6 | (x & BACK_1_7) >> W7 | (x & BACK_1_8) >> W8 | (x & BACK_1_9) >> W9


def back_2(x: Word) -> Word:
    """One step back along the third axis."""
    return (x & BACK_2_5) >> W5 | (x & BACK_2_6) >> W6 | (x & BACK_2_7) >> W7 | (x & BACK_2_8) >> W8


def behind(x: Word, direction: int) -> Word:
    """The cells from which one step in this direction leads to one of these."""
    if direction == 0:
        return back_0(x)
    if direction == 1:
        return back_1(x)
    if direction == 2:
        return back_2(x)
    if direction == 3:
        return on_0(x)
    return on_1(x) if direction == 4 else on_2(x)

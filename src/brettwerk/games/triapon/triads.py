"""Rows and triads of Triapon: which holes close one, and which balls they hold fast.

A *window* is three consecutive holes of a line; a row of n balls is a run of n - 2 full windows.
Two rows cross exactly if two of their windows do, since the windows of a row overlap.
"""

from brettwerk.boards.board import Coordinate, mask
from brettwerk.boards.triangle import KINDS, TRIANGLE
from brettwerk.kernels.primitives import ctz, drop, inlined, small_table, table, word

HOLES = len(TRIANGLE)
_STEPS: tuple[Coordinate, ...] = tuple(step for kind in KINDS for step in kind)
DIRECTIONS = len(_STEPS)


def _windows() -> list[tuple[int, bool, tuple[int, ...]]]:
    """All windows in order of kind and line: kind, whether the line goes on, the three holes."""
    found = []
    for kind, steps in enumerate(KINDS):
        lines = [line for step in steps for line in TRIANGLE.lines(step)]
        for line in lines:
            last = len(line) - 3
            found += [(kind, at < last, line[at : at + 3]) for at in range(last + 1)]
    return found


WINDOW_HOLES = _windows()


def _side(a: Coordinate, b: Coordinate, c: Coordinate) -> int:
    """On which side of the line through a and b the point c lies: -1, 0 or 1."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def _cross(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether the segments of two windows in different directions meet inside both."""
    a, b = TRIANGLE.coordinates[one[0]], TRIANGLE.coordinates[one[2]]
    c, d = TRIANGLE.coordinates[other[0]], TRIANGLE.coordinates[other[2]]
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


_CROSSINGS = [
    [mask(other) for longer, _, other in WINDOW_HOLES if longer > kind and _cross(holes, other)]
    for kind, _, holes in WINDOW_HOLES
]


_KIND_OF = {mask(holes): kind for kind, _, holes in WINDOW_HOLES}


def _starts(lists: list[list[int]]) -> list[int]:
    """Where each list starts when they are joined, and the end."""
    starts = [0]
    for entries in lists:
        starts.append(starts[-1] + len(entries))
    return starts


def _completions() -> list[int]:
    """For each two holes those that fill a window with them."""
    found = [0] * (HOLES * HOLES)
    for _, _, holes in WINDOW_HOLES:
        for a in holes:
            for b in holes:
                if a != b:
                    found[a * HOLES + b] |= mask(holes) & ~(1 << a | 1 << b)
    return found


def _rays() -> list[int]:
    found = []
    for hole in range(HOLES):
        for a, b in _STEPS:
            for step in ((a, b), (-a, -b)):
                cells = (TRIANGLE.step(hole, step, k) for k in (1, 2, 3))
                found += [0 if cell is None else 1 << cell for cell in cells]
    return found


WINDOW_CELLS = small_table([hole for _, _, holes in WINDOW_HOLES for hole in holes])
DIRECTION_KIND = small_table([kind for kind, steps in enumerate(KINDS) for _ in steps])
WINDOW = table([mask(holes) for _, _, holes in WINDOW_HOLES])
GOES_ON = small_table([int(goes_on) for _, goes_on, _ in WINDOW_HOLES])
WINDOWS = len(WINDOW_HOLES)
# CROSSING[CROSSING_FROM[w] : CROSSING_FROM[w + 1]]: the longer windows that cross window w.
CROSSING = table([window for windows in _CROSSINGS for window in windows])
CROSSING_FROM = small_table(_starts(_CROSSINGS))
CROSSING_KIND = small_table([_KIND_OF[window] for windows in _CROSSINGS for window in windows])
COMPLETES = table(_completions())
# RAY[(hole * DIRECTIONS + direction) * 6 + k]: one, two, three steps on, then the same back.
RAY = table(_rays())


@inlined
def near_triads(mine: int) -> int:
    """The holes that fill a window with two of these balls: no others can close a triad."""
    found = word(0)
    while mine:
        row = ctz(mine) * HOLES
        mine = drop(mine)
        rest = mine
        while rest:
            found |= COMPLETES[row + ctz(rest)]
            rest = drop(rest)
    return found


def closes(hole: int, mine: int) -> bool:
    """Whether a ball put on this hole closes a triad with the others in `mine`."""
    for direction in range(DIRECTIONS):
        ray = (hole * DIRECTIONS + direction) * 6
        ahead = 0
        while ahead < 3 and RAY[ray + ahead] & mine:
            ahead += 1
        behind = 0
        while behind < 3 and RAY[ray + 3 + behind] & mine:
            behind += 1
        if ahead < 3 and behind < 3 and ahead + behind >= 2:
            return True
    return False


def _crossed(window: int, a: int, b: int, c: int) -> bool:
    """Whether a longer row of one of these sets of balls crosses this window."""
    for at in range(CROSSING_FROM[window], CROSSING_FROM[window + 1]):
        longer = CROSSING[at]
        if longer & a == longer or longer & b == longer or longer & c == longer:
            return True
    return False


def held_fast(balls: int, a: int, b: int, c: int) -> int:
    """Those of one player's balls that some row holds fast, so that they cannot be taken.

    `a`, `b` and `c` are the balls of those whose rows count as crossing. A row that is not
    crossed holds the balls that lie in all its windows: three of three, the inner two of four,
    the middle of five, none of six.
    """
    held = word(0)
    at = 0
    while at < WINDOWS:
        if WINDOW[at] & balls == WINDOW[at]:
            common = WINDOW[at]
            crossed = _crossed(at, a, b, c)
            while GOES_ON[at] and WINDOW[at + 1] & balls == WINDOW[at + 1]:
                at += 1
                common &= WINDOW[at]
                crossed = crossed or _crossed(at, a, b, c)
            if not crossed:
                held |= common
        at += 1
    return held

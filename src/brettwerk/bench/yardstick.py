"""A fixed kernel to compare speeds with.

Rows of marbles that push each other, without options, two words per state, written in the shortest
way that Numba compiles well. It is never tuned.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from brettwerk.boards.hexagon import ray_sets, row_set
from brettwerk.kernels.numba_primitives import ctz, popcount

kernel = njit(nogil=True, _nrt=False)  # compiled in each run: the bench takes longer than that
ONE = np.uint64(1)
STRIDE = 256
Moves = NDArray[np.int32]


class YardstickState(NamedTuple):
    """The marbles of the player to move, and of the other."""

    me: np.uint64
    opp: np.uint64


RAY = np.array(ray_sets(), np.uint64)
LINE = np.array([row_set(c, a, n) for c in range(61) for a in range(3) for n in (2, 3)], np.uint64)
SIDE = np.array(
    [
        row_set(c, a, n, d) if d % 3 != a else 0
        for c in range(61)
        for a in range(3)
        for n in (2, 3)
        for d in range(6)
    ],
    np.uint64,
)


def start() -> YardstickState:
    """Return the start: two rows and three marbles on each side."""
    cells = [cell for cell in range(16) if cell not in (11, 12)]
    mine, theirs = sum(1 << c for c in cells), sum(1 << 60 - c for c in cells)
    return YardstickState(np.uint64(mine), np.uint64(theirs))


@kernel
def gen_moves(s: YardstickState, buf: Moves, base: int) -> int:
    """Generate the legal moves in one plain loop."""
    me, opp = s[0], s[1]
    occ = me | opp
    n = base
    b = me
    while b:
        c = ctz(b)
        b &= b - ONE
        for d in range(6):
            r = (c * 6 + d) * 6
            k = 1
            while k < 4 and RAY[r + k] & me:
                k += 1
            front = RAY[r + k]
            if k == 4 or not front:
                continue
            if not front & opp:
                buf[n] = c | d << 6 | k << 9
                n += 1
            elif k > 1:
                m = 1
                while m < k and RAY[r + k + m] & opp:
                    m += 1
                if m < k and not RAY[r + k + m] & occ:
                    buf[n] = c | d << 6 | k << 9 | m << 11
                    n += 1
        for axis in range(3):
            for num in range(2, 4):
                line = (c * 3 + axis) * 2 + num - 2
                if not LINE[line] or LINE[line] & ~me:
                    break
                for d in range(6):
                    t = SIDE[line * 6 + d]
                    if t and not t & occ:
                        buf[n] = c | d << 6 | num << 9 | (axis + 1) << 13
                        n += 1
    return n - base


@kernel
def make_move(s: YardstickState, mv: int) -> YardstickState:
    """Return the state after a move."""
    me, opp = s[0], s[1]
    c, d, k, m, axis = mv & 63, mv >> 6 & 7, mv >> 9 & 3, mv >> 11 & 3, mv >> 13
    if axis:
        line = (c * 3 + axis - 1) * 2 + k - 2
        me ^= LINE[line] | SIDE[line * 6 + d]
    else:
        r = (c * 6 + d) * 6
        me ^= RAY[r] | RAY[r + k]
        if m:
            opp ^= RAY[r + k] | RAY[r + k + m]
    return YardstickState(opp, me)


@kernel
def perft(s: YardstickState, depth: int, buf: Moves, base: int) -> int:
    """Return the number of sequences of legal moves."""
    cnt: int = gen_moves(s, buf, base)
    if depth == 1:
        return cnt
    n = 0
    for i in range(base, base + cnt):
        n += perft(make_move(s, buf[i]), depth - 1, buf, base + STRIDE)
    return n


@kernel
def playouts(s0: YardstickState, n: int, x: np.uint64, limit: int, buf: Moves) -> int:
    """Play random games and return the number of plies."""
    plies = 0
    for _ in range(n):
        s = s0
        for _ in range(limit):
            if popcount(s[0]) <= 8:
                break
            cnt = gen_moves(s, buf, 0)
            if cnt == 0:
                break
            x ^= x << np.uint64(13)
            x ^= x >> np.uint64(7)
            x ^= x << np.uint64(17)
            pick = np.int64((x >> np.uint64(33)) * np.uint64(cnt) >> np.uint64(31))
            s = make_move(s, buf[pick])
            plies += 1
    return plies

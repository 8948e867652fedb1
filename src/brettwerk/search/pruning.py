"""What a search may leave out, shorten or lengthen, and the estimates by which it decides."""

from __future__ import annotations

from brettwerk.kernels.description import evaluation
from brettwerk.kernels.primitives import judged, points_of, winners_of
from brettwerk.kernels.types import Numbers, State, Words
from brettwerk.search import memory_layout as m
from brettwerk.search.ordering import MOST_HISTORY
from brettwerk.search.table import LOWER, from_table

_LATE_DEPTH = 5  # up to which late quiet moves are left out
_MUCH_HISTORY = 16384  # worth a ply


def worth(end: int, side: int, ply: int) -> int:
    """Return the value of an outcome code to a player: sooner wins and more points are better."""
    winners, points = winners_of(end), points_of(end)
    if not winners:
        return 0
    value = m.POINTS_BASE + m.POINT * points if points else m.WIN - ply
    return value if winners >> side & 1 else -value


def evaluate(state: State, ctx: Words, mem: Numbers) -> int:
    """Return the static evaluation for the player to move.

    That is the features times their weights, and what a network adds if there is one.
    """
    found = evaluation.features(state, ctx, mem)
    total = 0
    if evaluation.SETS and mem[m.HAS_NETWORK]:
        total = judged(mem, m.NETWORK, evaluation.sets(state, ctx, mem))
    for k in range(len(found)):
        total += found[k] * mem[m.WEIGHTS + k]
    return max(-m.HIGHEST, min(m.HIGHEST, total))


def is_plain(alpha: int, beta: int, ply: int) -> bool:
    """Return whether estimates may decide: in a narrow window that is not about forced wins."""
    return beta - alpha == 1 and ply > 0 and abs(beta) < m.SURE and abs(alpha) < m.SURE


def is_improving(mem: Numbers, static: int, ply: int) -> bool:
    """Return whether the evaluation is better than at the last move of the same player."""
    return ply < 2 or static > mem[m.STATICS + ply - 2]


def is_good_enough(mem: Numbers, static: int, depth: int, beta: int, ply: int) -> bool:
    """Return whether the evaluation is so far above the window that a search will be, too."""
    margin = mem[m.MARGIN] * depth
    if is_improving(mem, static, ply):
        margin -= mem[m.MARGIN] // 2
    return depth <= 4 and static - margin >= beta


def may_pass(state: State, mem: Numbers, depth: int) -> bool:
    """Return whether a null move may be tried to this depth."""
    return depth >= mem[m.NULL_DEPTH] and evaluation.may_pass(state)


def less_by_null_move(depth: int) -> int:
    """Return the depth to which the position after a null move is searched."""
    return max(1, depth - 3 - depth // 4)


def reduced(mem: Numbers, depth: int, tried: int, window: int, entry: int, improving: bool) -> int:
    """Return the depth to which a quiet move is searched first: less for those that come late.

    What was good elsewhere, as the history in its entry says, is looked at more closely.
    """
    if depth < 3 or tried == 1:
        return depth - 1
    less = depth - 1 - mem[m.REDUCTIONS + min(depth, 63) * 64 + min(tried, 63)]
    past = (entry >> m.MOVE_BITS) - MOST_HISTORY
    less += max(-2, min(2, past // _MUCH_HISTORY))
    if not improving:
        less -= 1
    return max(1, min(less if window == 1 else less + 1, depth - 1))


def is_late(
    mem: Numbers, static: int, depth: int, alpha: int, tried: int, best: int, improving: bool
) -> bool:
    """Return whether the remaining quiet moves need not be tried."""
    if depth > _LATE_DEPTH or tried == 0 or best <= -m.SURE:
        return False
    most = mem[m.LATE_FROM] + 2 * depth * depth
    if not improving:
        most = most * 2 // 3
    return tried >= most or static + mem[m.MARGIN] * (depth + 1) <= alpha


def singular_bound(mem: Numbers, known: int, depth: int, ply: int) -> int:
    """Return the value that no other move must reach for the table's move to be searched deeper.

    It is -WIN if the table does not know enough, or the line is long already.
    """
    if depth < mem[m.SINGULAR_FROM] or not 0 < ply < 2 * mem[m.ROOT_DEPTH] or not known:
        return -m.WIN
    told = from_table(known, ply)
    is_known = (known >> 36 & 255) >= depth - 3 and known >> 44 & LOWER and abs(told) < m.HIGHEST
    return told - depth * mem[m.MARGIN] // 40 if is_known else -m.WIN

"""The search for two players, compiled once for each game: principal-variation search.

`search` returns v with, as far as the depth lets it see, for the value of the state to who moves:

    v <= alpha: value <= v;    v >= beta: value >= v;    otherwise value == v.

Scores beyond `SURE` are proofs: a win in `WIN - v` plies from the root, whatever the other does.
What is skipped or shortened may hide such a win but never invents one: a null move is not tried
for them, moves that are left out count as no worse than what they were estimated at, and a
repetition, of the game's past or of the line looked at, counts as a draw.
"""

from __future__ import annotations

from typing import Any

from brettwerk.engine.layout import (
    DRAW,
    EXCLUDED,
    GENERATION,
    HIGHEST,
    LATE_FROM,
    LENGTHS,
    LINES,
    MARGIN,
    MAX_PLY,
    MOST_NODES,
    MOVE_BITS,
    MOVE_MASK,
    NODES,
    NULL_DEPTH,
    PAST_LENGTH,
    PATH,
    POINT,
    POINTS_BASE,
    REDUCTIONS,
    ROOT_FIRST,
    SEEN,
    SEEN_PLACES,
    SHUT_OUT,
    STOP,
    SURE,
    WEIGHTS,
    WIN,
)

from .dispatch import (
    features,
    make_move,
    may_pass,
    may_repeat,
    noisy,
    passed,
    rank,
    search_key,
    status,
    stuck,
    to_move,
)
from .kit import kernel, number, prefetch, word
from .ordering import KILLER_FIRST, TABLE_FIRST, listed, pick, reward
from .table import LOWER, SAME, SHALLOW, UPPER, from_table, keep, look_up, place, settles


@kernel
def worth(end: Any, side: Any, ply: Any) -> Any:
    """What the end of a game is worth to this player: sooner wins are better, more points too."""
    winners, points = end & 7, end >> 10
    if not winners:
        return 0
    value = POINTS_BASE + POINT * points if points else WIN - ply
    return value if winners >> side & 1 else -value


@kernel
def evaluate(state: Any, ctx: Any, mem: Any) -> Any:
    """The estimate for the player to move: the features times their weights."""
    found = features(state, ctx, mem)
    total = 0
    for k in range(len(found)):
        total += found[k] * mem[WEIGHTS + k]
    return max(-HIGHEST, min(HIGHEST, total))


@kernel
def seen_at(a: Any, b: Any) -> Any:
    """Where it is counted that a position of these two words has been seen."""
    mixed = a ^ b >> word(5) ^ a >> word(21) ^ b >> word(33) ^ a >> word(43)
    return SEEN + number(mixed & word(SEEN_PLACES - 1))


@kernel
def came_back(state: Any, mem: Any, ply: Any) -> Any:
    """Whether this position stood on the board before, in the game or on the way to here."""
    here = PATH + 2 * (mem[PAST_LENGTH] + ply)
    a, b = number(state[0]), number(state[1])
    mem[here] = a
    mem[here + 1] = b
    if not mem[seen_at(state[0], state[1])]:
        return False
    at = here - 4
    while at >= PATH:
        if mem[at] == a and mem[at + 1] == b:
            return True
        at -= 4
    return False


@kernel
def leaf(state: Any, ctx: Any, mem: Any, alpha: Any, beta: Any, ply: Any, base: Any) -> Any:
    """What `quiesce` says; most positions at the end of a line are settled without calling it."""
    end = status(state, ctx)
    if end:
        mem[NODES] += 1
        return worth(end, to_move(state), ply)
    static = evaluate(state, ctx, mem)
    last = base
    if static < beta and ply < MAX_PLY - 1:
        last = base + noisy(state, ctx, mem, base)
    if last == base:
        mem[NODES] += 1
        return static
    return quiesce(state, ctx, mem, static, alpha, beta, ply, base, last)


@kernel
def quiesce(
    state: Any,
    ctx: Any,
    mem: Any,
    static: Any,
    alpha: Any,
    beta: Any,
    ply: Any,
    base: Any,
    last: Any,
) -> Any:
    """The estimate once nothing loud can be gained any more: a lower bound of the value.

    `static` is the estimate as it stands, and the loud moves are at `mem[base:last]`.
    """
    mem[NODES] += 1
    best = static
    for at in range(base, last):
        mem[at] |= rank(state, ctx, mem[at]) << MOVE_BITS
    floor = max(alpha, best)
    for at in range(base, last):
        move = pick(mem, at, last) & MOVE_MASK
        after = make_move(state, ctx, move)
        end = status(after, ctx)
        if end:
            mem[NODES] += 1
            value = -worth(end, to_move(after), ply + 1)
        else:
            value = -evaluate(after, ctx, mem)
            then = last
            if value > floor and ply < MAX_PLY - 2:
                then = last + noisy(after, ctx, mem, last)
            if then == last:
                mem[NODES] += 1
            else:
                value = -quiesce(after, ctx, mem, -value, -beta, -floor, ply + 1, last, then)
        if value > best:
            best = value
            if best >= beta:
                break
            floor = max(floor, best)
    return best


@kernel
def note_line(mem: Any, ply: Any, move: Any) -> Any:
    """The best line from here: this move, and the best line after it."""
    here, after = LINES + MAX_PLY * ply, LINES + MAX_PLY * (ply + 1)
    length = min(mem[LENGTHS + ply + 1], MAX_PLY - 1)
    mem[here] = move
    for k in range(length):
        mem[here + 1 + k] = mem[after + k]
    mem[LENGTHS + ply] = length + 1


@kernel
def shut_out(mem: Any, move: Any) -> Any:
    """Whether this move at the root is left out: it has had its line, or nobody noticed it."""
    for k in range(mem[EXCLUDED]):  # noqa: SIM110 - Numba knows no generators
        if mem[SHUT_OUT + k] == move:
            return True
    return False


@kernel
def search(
    state: Any,
    ctx: Any,
    mem: Any,
    tt: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    ply: Any,
    base: Any,
    null: Any,
) -> Any:
    """The value of a state, or a bound of it; moves go to `mem[base:]`. Void once STOP is set.

    `null` says whether a null move may be tried. Numba works out the types of a function that
    calls itself once more for every such call, which takes seconds: so there are only two.
    """
    mem[NODES] += 1
    mem[LENGTHS + ply] = 0
    if mem[NODES] >= mem[MOST_NODES]:
        mem[STOP] = 1
    if mem[STOP]:
        return 0
    key = search_key(state, ctx)
    kept_at = place(key, tt, depth)
    prefetch(tt, kept_at)
    side = to_move(state)
    ended = status(state, ctx)
    if ended:
        return worth(ended, side, ply)
    if may_repeat(state) and came_back(state, mem, ply) and ply:
        return mem[DRAW]
    if ply >= MAX_PLY - 8:
        return evaluate(state, ctx, mem)
    narrow = beta - alpha == 1
    plain = narrow and ply and abs(beta) < SURE and abs(alpha) < SURE
    static = evaluate(state, ctx, mem) if plain else 0  # while the table's entry comes near
    known = look_up(key, tt, kept_at)
    if not known and depth > SHALLOW:
        known = look_up(key, tt, place(key, tt, SHALLOW))
    first = -1
    if known:
        first = known & MOVE_MASK
        value = from_table(known, ply)
        if ply and narrow and settles(known, value, depth, alpha, beta, mem[GENERATION]):
            return value
    elif depth >= 4 and ply:
        depth -= 1  # without a move to begin with, a shallower search finds one first
    if ply == 0 and mem[EXCLUDED]:
        first = mem[ROOT_FIRST]

    if plain:
        if depth <= 4:
            if static - mem[MARGIN] * depth >= beta:
                return static
            if depth == 1 and static + 2 * mem[MARGIN] <= alpha:
                return leaf(state, ctx, mem, alpha, beta, ply, base)
        if null and may_pass(state) and depth >= mem[NULL_DEPTH] and static >= beta:
            less = max(1, depth - 3 - depth // 4)
            value = -search(
                passed(state), ctx, mem, tt, less, -beta, 1 - beta, ply + 1, base, number(0)
            )
            if mem[STOP]:
                return 0
            if value >= beta:
                return min(value, HIGHEST)

    # The table's move is tried before the others are even found: it often suffices.
    waiting = first >= 0 and ply > 0
    middle, end = base, base
    if not waiting:
        middle, end = listed(state, ctx, mem, base, first, ply)
    best, best_move, floor, tried, at = -WIN - 1, 0, alpha, 0, base
    here = seen_at(state[0], state[1])
    mem[here] += 1
    while waiting or at < end:
        entry = TABLE_FIRST << MOVE_BITS | first
        if not waiting:
            entry = pick(mem, at, middle) if at < middle else mem[at]
            at += 1
            if (ply and entry & MOVE_MASK == first) or (
                ply == 0 and mem[EXCLUDED] and shut_out(mem, entry & MOVE_MASK)
            ):
                continue
        move = entry & MOVE_MASK
        quiet = entry >> MOVE_BITS < KILLER_FIRST
        late = tried >= mem[LATE_FROM] * depth or static + mem[MARGIN] * (depth + 1) <= alpha
        if late and plain and quiet and tried and depth <= 3 and best > -SURE:
            best = max(best, min(static, alpha))
            break
        tried += 1
        after = make_move(state, ctx, move)
        ceiling = beta if tried == 1 else floor + 1
        less = depth - 1
        if quiet and depth >= 3 and tried > 1:
            less -= mem[REDUCTIONS + min(depth, 63) * 64 + min(tried, 63)]
            less = max(1, less if narrow else min(less + 1, depth - 1))
        while True:
            if less <= 0:
                mem[LENGTHS + ply + 1] = 0
                value = -leaf(after, ctx, mem, -ceiling, -floor, ply + 1, end)
            else:
                value = -search(
                    after, ctx, mem, tt, less, -ceiling, -floor, ply + 1, end, number(1)
                )
            # Better than thought: once more in full depth, then in the full window.
            if value > floor and less < depth - 1:
                less = depth - 1
            elif value >= ceiling and ceiling < beta:
                ceiling = beta
            else:
                break
        if mem[STOP]:
            break
        if value > best:
            best, best_move = value, move
        if value > floor:
            floor = value
            note_line(mem, ply, move)
            if value >= beta:
                if not rank(state, ctx, move):
                    reward(state, mem, move, at, base, depth, ply)
                break
        if waiting:
            waiting = False
            middle, end = listed(state, ctx, mem, base, first, ply)
    mem[here] -= 1
    if mem[STOP]:
        return best
    if tried == 0 and end == base:
        return worth(stuck(state, ctx), side, ply)
    if ply or not mem[EXCLUDED]:
        bound = LOWER if best >= beta else UPPER if best <= alpha else SAME
        keep(key, tt, best, ply, depth, bound, best_move, mem[GENERATION])
    return best

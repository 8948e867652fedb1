"""Principal-variation search for games of two players.

`search` returns v with, as far as the depth reaches, for the value of the state to its mover:

    v <= alpha: value <= v;    v >= beta: value >= v;    otherwise value == v.

Scores beyond `SURE` are proofs: a win in `WIN - v` plies from the root, whatever the opponent does.
Pruning may hide such a win but never invents one: null moves are not tried for them, moves that
are left out count as no worse than their estimate, and a position that repeats one of the game or
of the current line counts as a draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.kernels.contract import evaluation, rules
from brettwerk.kernels.primitives import number, points_of, prefetch, winners_of, word
from brettwerk.search.memory_layout import (
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
from brettwerk.search.ordering import KILLER_FIRST, TABLE_FIRST, listed, pick, reward
from brettwerk.search.table import bound_of, from_table, keep, place, probe, settles

if TYPE_CHECKING:
    from brettwerk.kernels.types import Numbers, State, Word, Words

OPEN = 1 << 40  # instead of a value: not known yet


def worth(end: int, side: int, ply: int) -> int:
    """Return the value of an outcome code to a player: sooner wins and more points are better."""
    winners, points = winners_of(end), points_of(end)
    if not winners:
        return 0
    value = POINTS_BASE + POINT * points if points else WIN - ply
    return value if winners >> side & 1 else -value


def evaluate(state: State, ctx: Words, mem: Numbers) -> int:
    """Return the static evaluation for the player to move: the features times their weights."""
    found = evaluation.features(state, ctx, mem)
    total = 0
    for k in range(len(found)):
        total += found[k] * mem[WEIGHTS + k]
    return max(-HIGHEST, min(HIGHEST, total))


def seen_at(a: Word, b: Word) -> int:
    """Return the place that counts how often positions with these two words have been seen."""
    mixed = a ^ b >> word(5) ^ a >> word(21) ^ b >> word(33) ^ a >> word(43)
    return SEEN + number(mixed & word(SEEN_PLACES - 1))


def came_back(state: State, mem: Numbers, ply: int) -> bool:
    """Return whether this position occurred before, in the game or in the current line."""
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


def count_path(state: State, mem: Numbers, change: int) -> None:
    """Count that this position is on the path to the one looked at, or no longer."""
    mem[seen_at(state[0], state[1])] += change


def leaf(state: State, ctx: Words, mem: Numbers, alpha: int, beta: int, ply: int, base: int) -> int:
    """Return what `quiesce` finds; most positions at the end of a line need no call of it."""
    mem[LENGTHS + ply] = 0
    end = rules.status(state, ctx)
    if end:
        mem[NODES] += 1
        return worth(end, rules.to_move(state), ply)
    static = evaluate(state, ctx, mem)
    last = base
    if static < beta and ply < MAX_PLY - 1:
        last = base + evaluation.noisy(state, ctx, mem, base)
    if last == base:
        mem[NODES] += 1
        return static
    return quiesce(state, ctx, mem, static, alpha, beta, ply, base, last)


def quiesce(
    state: State,
    ctx: Words,
    mem: Numbers,
    static: int,
    alpha: int,
    beta: int,
    ply: int,
    base: int,
    last: int,
) -> int:
    """Return the evaluation after all noisy moves that gain something: a lower bound.

    `static` is the evaluation before them, and the noisy moves are at `mem[base:last]`.
    """
    mem[NODES] += 1
    best = static
    for at in range(base, last):
        mem[at] |= evaluation.rank(state, ctx, mem[at]) << MOVE_BITS
    floor = max(alpha, best)
    for at in range(base, last):
        move = pick(mem, at, last) & MOVE_MASK
        after = rules.make_move(state, ctx, move)
        end = rules.status(after, ctx)
        if end:
            mem[NODES] += 1
            value = -worth(end, rules.to_move(after), ply + 1)
        else:
            value = -evaluate(after, ctx, mem)
            then = last
            if value > floor and ply < MAX_PLY - 2:
                then = last + evaluation.noisy(after, ctx, mem, last)
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


def note_line(mem: Numbers, ply: int, move: int) -> None:
    """Store the best line from here: this move, and the best line after it."""
    here, after = LINES + MAX_PLY * ply, LINES + MAX_PLY * (ply + 1)
    length = min(mem[LENGTHS + ply + 1], MAX_PLY - 1)
    mem[here] = move
    for k in range(length):
        mem[here + 1 + k] = mem[after + k]
    mem[LENGTHS + ply] = length + 1


def shut_out(mem: Numbers, move: int) -> bool:
    """Return whether this move is left out at the root."""
    for k in range(mem[EXCLUDED]):  # noqa: SIM110 - Numba knows no generators
        if mem[SHUT_OUT + k] == move:
            return True
    return False


def is_stopped(mem: Numbers, ply: int) -> bool:
    """Count a node, and return whether the search is to end."""
    mem[NODES] += 1
    mem[LENGTHS + ply] = 0
    if mem[NODES] >= mem[MOST_NODES]:
        mem[STOP] = 1
    return mem[STOP] != 0


def value_at_end(state: State, ctx: Words, mem: Numbers, ply: int) -> int:
    """Return the value of a position that need not be searched, or OPEN."""
    end = rules.status(state, ctx)
    if end:
        return worth(end, rules.to_move(state), ply)
    if evaluation.may_repeat(state, ctx) and came_back(state, mem, ply) and ply:
        return mem[DRAW]
    return OPEN if ply < MAX_PLY - 8 else evaluate(state, ctx, mem)


def is_plain(alpha: int, beta: int, ply: int) -> bool:
    """Return whether estimates may decide: in a narrow window that is not about forced wins."""
    return beta - alpha == 1 and ply > 0 and abs(beta) < SURE and abs(alpha) < SURE


def without_moves(
    state: State,
    ctx: Words,
    mem: Numbers,
    tt: Words,
    key: Word,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    base: int,
) -> tuple[int, int, int, int]:
    """Return what is known before any move is tried.

    That is the value or OPEN, the static evaluation, the depth, and the move to try first or -1.
    """
    entry_at = place(key, tt, depth)
    prefetch(tt, entry_at)
    if is_stopped(mem, ply):
        return 0, 0, depth, -1
    value = value_at_end(state, ctx, mem, ply)
    if value != OPEN:
        return value, 0, depth, -1
    plain = is_plain(alpha, beta, ply)
    static = evaluate(state, ctx, mem) if plain else 0  # while the table's entry is fetched
    known = probe(key, tt, entry_at, depth)
    if known and ply and beta - alpha == 1:
        value = from_table(known, ply)
        if settles(known, value, depth, alpha, beta, mem[GENERATION]):
            return value, static, depth, -1
    if not known and depth >= 4 and ply:
        depth -= 1  # without a move to begin with, a shallower search finds one first
    first = known & MOVE_MASK if known else -1
    if ply == 0 and mem[EXCLUDED]:
        first = mem[ROOT_FIRST]
    if plain and depth <= 4:
        if static - mem[MARGIN] * depth >= beta:
            return static, static, depth, first
        if depth == 1 and static + 2 * mem[MARGIN] <= alpha:
            return leaf(state, ctx, mem, alpha, beta, ply, base), static, depth, first
    return OPEN, static, depth, first


def may_pass(state: State, mem: Numbers, depth: int) -> bool:
    """Return whether a null move may be tried to this depth."""
    return depth >= mem[NULL_DEPTH] and evaluation.may_pass(state)


def reduced(mem: Numbers, depth: int, tried: int, window: int) -> int:
    """Return the depth to which a late quiet move is searched first."""
    if depth < 3:
        return depth - 1
    less = depth - 1 - mem[REDUCTIONS + min(depth, 63) * 64 + min(tried, 63)]
    return max(1, less if window == 1 else min(less + 1, depth - 1))


def is_late(mem: Numbers, static: int, depth: int, alpha: int, tried: int) -> bool:
    """Return whether the remaining quiet moves need not be tried."""
    if depth > 3:
        return False
    return tried >= mem[LATE_FROM] * depth or static + mem[MARGIN] * (depth + 1) <= alpha


def is_skipped(mem: Numbers, move: int, first: int, ply: int) -> bool:
    """Return whether a move has been tried already, or is left out at the root."""
    return move == first if ply else mem[EXCLUDED] != 0 and shut_out(mem, move)


def search(
    state: State,
    ctx: Words,
    mem: Numbers,
    tt: Words,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    base: int,
    null: int,
) -> int:
    """Return the value of a state, or a bound of it; moves go to `mem[base:]`. Void after STOP.

    `null` says whether a null move may be tried. Numba works out the types of a function that
    calls itself once more for every such call, which takes seconds: so there are only two.
    """
    key = evaluation.search_key(state, ctx)
    value, static, depth, first = without_moves(
        state, ctx, mem, tt, key, depth, alpha, beta, ply, base
    )
    if value != OPEN:
        return value
    plain = is_plain(alpha, beta, ply)
    if plain and null and static >= beta and may_pass(state, mem, depth):
        less, after = max(1, depth - 3 - depth // 4), evaluation.passed(state)
        value = -search(after, ctx, mem, tt, less, -beta, 1 - beta, ply + 1, base, number(0))
        if mem[STOP] or value >= beta:
            return min(value, HIGHEST)
    # The table's move is tried before the others are generated: it often suffices.
    waiting = first >= 0 and ply > 0
    middle, end = (base, base) if waiting else listed(state, ctx, mem, base, first, ply)
    best, best_move, low, tried, at = -WIN - 1, 0, alpha, 0, base
    count_path(state, mem, 1)
    while waiting or at < end:
        entry = TABLE_FIRST << MOVE_BITS | first
        if not waiting:
            entry = pick(mem, at, middle) if at < middle else mem[at]
            at += 1
            if is_skipped(mem, entry & MOVE_MASK, first, ply):
                continue
        move, quiet = entry & MOVE_MASK, entry >> MOVE_BITS < KILLER_FIRST
        if plain and quiet and tried and best > -SURE and is_late(mem, static, depth, alpha, tried):
            best = max(best, min(static, alpha))
            break
        tried += 1
        after = rules.make_move(state, ctx, move)
        high = beta if tried == 1 else low + 1
        less = reduced(mem, depth, tried, beta - alpha) if quiet and tried > 1 else depth - 1
        while True:
            if less <= 0:
                value = -leaf(after, ctx, mem, -high, -low, ply + 1, end)
            else:
                value = -search(after, ctx, mem, tt, less, -high, -low, ply + 1, end, number(1))
            # Better than expected: once more in full depth, then in the full window.
            if value > low and less < depth - 1:
                less = depth - 1
            elif value >= high and high < beta:
                high = beta
            else:
                break
        if mem[STOP]:
            break
        if value > best:
            best, best_move = value, move
        if value > low:
            low = value
            note_line(mem, ply, move)
            if value >= beta:
                reward(state, ctx, mem, move, at, base, depth, ply)
                break
        if waiting:
            waiting = False
            middle, end = listed(state, ctx, mem, base, first, ply)
    count_path(state, mem, -1)
    if tried == 0 and end == base and not mem[STOP]:
        return worth(rules.no_moves_outcome(state, ctx), rules.to_move(state), ply)
    if not mem[STOP] and (ply or not mem[EXCLUDED]):
        keep(key, tt, best, ply, depth, bound_of(best, alpha, beta), best_move, mem[GENERATION])
    return best

"""Principal-variation search for games of two players.

`search` returns v, a bound on the value of the state for the player to move, to the given depth:

    v <= alpha: value <= v;    v >= beta: value >= v;    otherwise value == v.

Scores beyond `SURE` are proofs, up to the table's hash of 64 bits: a win in `WIN - v` plies from
the root, whatever the opponent does.
Pruning may hide such a win but never invents one: null moves are not tried for them, moves that
are left out count as no worse than their estimate, and a position that repeats one of the current
line, or of the game as often as the rules want it, counts as a draw.
"""

from __future__ import annotations

from brettwerk.kernels.contract import rules
from brettwerk.kernels.description import evaluation
from brettwerk.kernels.primitives import number, prefetch
from brettwerk.kernels.types import Numbers, State, Word, Words
from brettwerk.search import memory_layout as m
from brettwerk.search.ordering import (
    KILLER_FIRST,
    TABLE_FIRST,
    listed,
    pick,
    reward,
)
from brettwerk.search.pruning import (
    evaluate,
    is_good_enough,
    is_improving,
    is_late,
    is_plain,
    less_by_null_move,
    may_pass,
    reduced,
    singular_bound,
    worth,
)
from brettwerk.search.recurrence import count_path, draw, is_draw, reluctance
from brettwerk.search.table import from_table, keep, place, probe, settles

OPEN = 1 << 40  # instead of a value: not known yet


def leaf(state: State, ctx: Words, mem: Numbers, alpha: int, beta: int, ply: int, base: int) -> int:
    """Return what `quiesce` finds; most positions at the end of a line need no call."""
    mem[m.LENGTHS + ply] = 0
    end = rules.status(state, ctx)
    if end:
        mem[m.NODES] += 1
        return worth(end, rules.to_move(state), ply)
    static = evaluate(state, ctx, mem)
    last = base
    if static < beta and ply < m.MAX_PLY - 1:
        last = base + evaluation.noisy(state, ctx, mem, base)
    if last == base:
        mem[m.NODES] += 1
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
    mem[m.NODES] += 1
    best = static
    for at in range(base, last):
        mem[at] |= evaluation.rank(state, ctx, mem[at]) << m.MOVE_BITS
    floor = max(alpha, best)
    for at in range(base, last):
        move = pick(mem, at, last) & m.MOVE_MASK
        after = rules.make_move(state, ctx, move)
        end = rules.status(after, ctx)
        if end:
            mem[m.NODES] += 1
            value = -worth(end, rules.to_move(after), ply + 1)
        else:
            value = -evaluate(after, ctx, mem)
            then = last
            if value > floor and ply < m.MAX_PLY - 2:
                then = last + evaluation.noisy(after, ctx, mem, last)
            if then == last:
                mem[m.NODES] += 1
            else:
                value = -quiesce(after, ctx, mem, -value, -beta, -floor, ply + 1, last, then)
        if value > best:
            best = value
            if best >= beta:
                break
            floor = max(floor, best)
    return best


def raised(mem: Numbers, ply: int, low: int, value: int, move: int) -> int:
    """Return the greater value; if it is the new one, store this move and the line after it."""
    if value <= low:
        return low
    here, after = m.LINES + m.MAX_PLY * ply, m.LINES + m.MAX_PLY * (ply + 1)
    length = min(mem[m.LENGTHS + ply + 1], m.MAX_PLY - 1)
    mem[here] = move
    for k in range(length):
        mem[here + 1 + k] = mem[after + k]
    mem[m.LENGTHS + ply] = length + 1
    return value


def shut_out(mem: Numbers, move: int) -> bool:
    """Return whether this move is left out at the root."""
    for k in range(mem[m.EXCLUDED]):  # noqa: SIM110 - Numba knows no generators
        if mem[m.SHUT_OUT + k] == move:
            return True
    return False


def is_stopped(mem: Numbers, ply: int) -> bool:
    """Count a node, and return whether the search is to end."""
    mem[m.NODES] += 1
    mem[m.LENGTHS + ply] = 0
    if mem[m.NODES] >= mem[m.MOST_NODES]:
        mem[m.STOP] = 1
    return mem[m.STOP] != 0


def value_at_end(state: State, ctx: Words, mem: Numbers, ply: int) -> int:
    """Return the value of a position that need not be searched, or OPEN."""
    end = rules.status(state, ctx)
    if end:
        return worth(end, rules.to_move(state), ply)
    if evaluation.may_repeat(state, ctx) and is_draw(state, ctx, mem, ply) and ply:
        return draw(mem, ply)
    return OPEN if ply < m.MAX_PLY - 8 else evaluate(state, ctx, mem)


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

    That is the value or OPEN, the static evaluation, the depth, and the table's entry or 0.
    """
    entry_at = place(key, tt, depth)
    prefetch(tt, entry_at)
    if is_stopped(mem, ply):
        return 0, 0, depth, 0
    value = value_at_end(state, ctx, mem, ply)
    if value != OPEN:
        return value, 0, depth, 0
    static = evaluate(state, ctx, mem)  # while the table's entry is fetched
    mem[m.STATICS + ply] = static
    if mem[m.SKIPPED + ply] >= 0:
        return OPEN, static, depth, 0
    known = probe(key, tt, entry_at, depth)
    if known and ply and beta - alpha == 1:
        value = from_table(known, ply)
        if settles(known, value, depth, alpha, beta, mem[m.GENERATION]):
            return value, static, depth, 0
    if not known and depth >= 4 and ply:
        depth -= 1  # without a move to begin with, a shallower search finds one first
    if is_plain(alpha, beta, ply):
        if is_good_enough(mem, static, depth, beta, ply):
            return static, static, depth, known
        if depth == 1 and static + 2 * mem[m.MARGIN] <= alpha:
            return leaf(state, ctx, mem, alpha, beta, ply, base), static, depth, known
    return OPEN, static, depth, known


def next_entry(mem: Numbers, at: int, middle: int, first: int, ply: int) -> int:
    """Return the next move with its order; -1 if it has been tried, or is left out."""
    entry = pick(mem, at, middle) if at < middle else mem[at]
    move = entry & m.MOVE_MASK
    if ply:
        return -1 if move in (first, mem[m.SKIPPED + ply]) else entry
    return -1 if mem[m.EXCLUDED] and shut_out(mem, move) else entry


def first_move(mem: Numbers, known: int, ply: int) -> int:
    """Return the move to try first, -1 if none is known."""
    if ply == 0 and mem[m.EXCLUDED]:
        return mem[m.ROOT_FIRST]
    return known & m.MOVE_MASK if known else -1


def next_try(value: int, low: int, high: int, beta: int, less: int, full: int) -> tuple[int, int]:
    """Return to which depth and below which bound to search a move again; -1 if that is not needed.

    A move that is better than expected is searched to the full depth, then in the full window.
    """
    if value > low and less < full:
        return full, high
    return (less, beta) if value >= high and high < beta else (-1, high)


def finished(
    state: State,
    ctx: Words,
    mem: Numbers,
    tt: Words,
    key: Word,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    best: int,
    best_move: int,
    has_moves: bool,
) -> int:
    """Store what was found after all moves that had to be tried, and return it."""
    if not has_moves and not mem[m.STOP]:
        return worth(rules.no_moves_outcome(state, ctx), rules.to_move(state), ply)
    if mem[m.SKIPPED + ply] < 0:
        keep(key, tt, mem, ply, depth, alpha, beta, best, best_move)
    return best


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
    calls itself once more for every such call, which takes seconds: so there are only three.
    """
    key = evaluation.search_key(state, ctx)
    value, static, depth, known = without_moves(
        state, ctx, mem, tt, key, depth, alpha, beta, ply, base
    )
    if value != OPEN:
        return value
    plain, first, deepest = is_plain(alpha, beta, ply), first_move(mem, known, ply), depth - 1
    if plain and null and static >= beta and may_pass(state, mem, depth):
        less, after = less_by_null_move(depth), evaluation.passed(state)
        mem[m.MOVED + ply + 1] = -1
        value = -search(after, ctx, mem, tt, less, -beta, 1 - beta, ply + 1, base, number(0))
        if mem[m.STOP] or value >= beta:
            return min(value, m.HIGHEST)
    bound = singular_bound(mem, known, depth, ply)
    if bound > -m.WIN:
        mem[m.SKIPPED + ply], less = first, (depth - 1) // 2
        value = search(state, ctx, mem, tt, less, bound - 1, bound, ply, base, number(0))
        mem[m.SKIPPED + ply] = -1
        if plain and value >= bound >= beta:  # two moves are good enough
            return bound
        deepest += 1 if value < bound else 0
    # The table's move is tried before the others are generated: it often suffices.
    waiting, improving = first >= 0 and ply > 0, is_improving(mem, static, ply)
    middle, end = (base, base) if waiting else listed(state, ctx, mem, base, first, ply)
    best, best_move, low, tried, at = -m.WIN - 1, 0, alpha, 0, base
    count_path(state, mem, 1)
    while waiting or at < end:
        table_move = TABLE_FIRST << m.MOVE_BITS | first
        entry = table_move if waiting else next_entry(mem, at, middle, first, ply)
        at += 0 if waiting else 1
        if entry < 0:
            continue
        move, quiet = entry & m.MOVE_MASK, entry >> m.MOVE_BITS < KILLER_FIRST
        if plain and quiet and is_late(mem, static, depth, alpha, tried, best, improving):
            best = max(best, min(static, alpha))
            break
        tried += 1
        high, full = beta if tried == 1 else low + 1, deepest if waiting else depth - 1
        less = reduced(mem, depth, tried, beta - alpha, entry, improving) if quiet else full
        after = rules.make_move(state, ctx, move)
        mem[m.MOVED + ply + 1] = evaluation.slot(move)
        shy = 0 if ply else reluctance(after, ctx, mem)
        while less >= 0:
            value = -(
                search(after, ctx, mem, tt, less, -high - shy, -low - shy, ply + 1, end, number(1))
                if less > 0
                else leaf(after, ctx, mem, -high - shy, -low - shy, ply + 1, end)
            )
            value -= shy if abs(value) < m.HIGHEST else 0
            less, high = next_try(value, low, high, beta, less, full)
        if mem[m.STOP]:
            break
        best, best_move = (value, move) if value > best else (best, best_move)
        low = raised(mem, ply, low, value, move)
        if low >= beta:
            reward(state, ctx, mem, move, at, base, depth, ply)
            break
        if waiting:
            waiting = False
            middle, end = listed(state, ctx, mem, base, first, ply)
    count_path(state, mem, -1)
    has_moves = tried > 0 or end > base
    return finished(state, ctx, mem, tt, key, depth, alpha, beta, ply, best, best_move, has_moves)

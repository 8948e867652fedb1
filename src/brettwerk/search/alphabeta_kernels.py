"""Principal-variation search for games of two players.

`search` returns v with, as far as the depth reaches, for the value of the state to its mover:

    v <= alpha: value <= v;    v >= beta: value >= v;    otherwise value == v.

Scores beyond `SURE` are proofs, up to the table's hash of 64 bits: a win in `WIN - v` plies from
the root, whatever the opponent does.
Pruning may hide such a win but never invents one: null moves are not tried for them, moves that
are left out count as no worse than their estimate, and a position that repeats one of the game or
of the current line counts as a draw.
"""

from __future__ import annotations

from brettwerk.kernels.contract import rules
from brettwerk.kernels.description import evaluation
from brettwerk.kernels.primitives import number, points_of, prefetch, winners_of, word
from brettwerk.kernels.repetition import key_of
from brettwerk.kernels.types import Numbers, State, Word, Words
from brettwerk.search import memory_layout as m
from brettwerk.search.ordering import KILLER_FIRST, TABLE_FIRST, listed, pick, reward
from brettwerk.search.table import from_table, keep, place, probe, settles

OPEN = 1 << 40  # instead of a value: not known yet


def worth(end: int, side: int, ply: int) -> int:
    """Return the value of an outcome code to a player: sooner wins and more points are better."""
    winners, points = winners_of(end), points_of(end)
    if not winners:
        return 0
    value = m.POINTS_BASE + m.POINT * points if points else m.WIN - ply
    return value if winners >> side & 1 else -value


def evaluate(state: State, ctx: Words, mem: Numbers) -> int:
    """Return the static evaluation for the player to move: the features times their weights."""
    found = evaluation.features(state, ctx, mem)
    total = 0
    for k in range(len(found)):
        total += found[k] * mem[m.WEIGHTS + k]
    return max(-m.HIGHEST, min(m.HIGHEST, total))


def seen_at(a: Word, b: Word) -> int:
    """Return the place that counts how often positions with these two words have been seen."""
    mixed = a ^ b >> word(5) ^ a >> word(21) ^ b >> word(33) ^ a >> word(43)
    return m.SEEN + number(mixed & word(m.SEEN_PLACES - 1))


def came_back(state: State, mem: Numbers, ply: int) -> bool:
    """Return whether this position occurred before, in the game or in the current line.

    Once is enough here, however often the rules want it: who can repeat can do so again. And most
    positions occur for the first time, which the counts at `seen_at` tell without a comparison.
    """
    here = m.PATH + 2 * (mem[m.PAST_LENGTH] + ply)
    key = key_of(state)
    a, b = number(key[0]), number(key[1])
    mem[here] = a
    mem[here + 1] = b
    if not mem[seen_at(*key)]:
        return False
    at = here - 4
    while at >= m.PATH:
        if mem[at] == a and mem[at + 1] == b:
            return True
        at -= 4
    return False


def count_path(state: State, mem: Numbers, change: int) -> None:
    """Count that this position is on the path to the one looked at, or no longer."""
    mem[seen_at(*key_of(state))] += change


def leaf(state: State, ctx: Words, mem: Numbers, alpha: int, beta: int, ply: int, base: int) -> int:
    """Return what `quiesce` finds; most positions at the end of a line need no call of it."""
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
    if evaluation.may_repeat(state, ctx) and came_back(state, mem, ply) and ply:
        return mem[m.DRAW]
    return OPEN if ply < m.MAX_PLY - 8 else evaluate(state, ctx, mem)


def is_plain(alpha: int, beta: int, ply: int) -> bool:
    """Return whether estimates may decide: in a narrow window that is not about forced wins."""
    return beta - alpha == 1 and ply > 0 and abs(beta) < m.SURE and abs(alpha) < m.SURE


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
        if settles(known, value, depth, alpha, beta, mem[m.GENERATION]):
            return value, static, depth, -1
    if not known and depth >= 4 and ply:
        depth -= 1  # without a move to begin with, a shallower search finds one first
    first = known & m.MOVE_MASK if known else -1
    if ply == 0 and mem[m.EXCLUDED]:
        first = mem[m.ROOT_FIRST]
    if plain and depth <= 4:
        if static - mem[m.MARGIN] * depth >= beta:
            return static, static, depth, first
        if depth == 1 and static + 2 * mem[m.MARGIN] <= alpha:
            return leaf(state, ctx, mem, alpha, beta, ply, base), static, depth, first
    return OPEN, static, depth, first


def may_pass(state: State, mem: Numbers, depth: int) -> bool:
    """Return whether a null move may be tried to this depth."""
    return depth >= mem[m.NULL_DEPTH] and evaluation.may_pass(state)


def reduced(mem: Numbers, depth: int, tried: int, window: int) -> int:
    """Return the depth to which a late quiet move is searched first."""
    if depth < 3:
        return depth - 1
    less = depth - 1 - mem[m.REDUCTIONS + min(depth, 63) * 64 + min(tried, 63)]
    return max(1, less if window == 1 else min(less + 1, depth - 1))


def is_late(mem: Numbers, static: int, depth: int, alpha: int, tried: int, best: int) -> bool:
    """Return whether the remaining quiet moves need not be tried."""
    if depth > 3 or tried == 0 or best <= -m.SURE:
        return False
    return tried >= mem[m.LATE_FROM] * depth or static + mem[m.MARGIN] * (depth + 1) <= alpha


def next_entry(mem: Numbers, at: int, middle: int, first: int, ply: int) -> int:
    """Return the next move with its order; -1 if it has been tried, or is left out at the root."""
    entry = pick(mem, at, middle) if at < middle else mem[at]
    move = entry & m.MOVE_MASK
    skipped = move == first if ply else mem[m.EXCLUDED] != 0 and shut_out(mem, move)
    return -1 if skipped else entry


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
        if mem[m.STOP] or value >= beta:
            return min(value, m.HIGHEST)
    # The table's move is tried before the others are generated: it often suffices.
    waiting = first >= 0 and ply > 0
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
        if plain and quiet and is_late(mem, static, depth, alpha, tried, best):
            best = max(best, min(static, alpha))
            break
        tried += 1
        after = rules.make_move(state, ctx, move)
        high = beta if tried == 1 else low + 1
        less = reduced(mem, depth, tried, beta - alpha) if quiet and tried > 1 else depth - 1
        while True:
            value = -(
                search(after, ctx, mem, tt, less, -high, -low, ply + 1, end, number(1))
                if less > 0
                else leaf(after, ctx, mem, -high, -low, ply + 1, end)
            )
            # Better than expected: once more in full depth, then in the full window.
            if value > low and less < depth - 1:
                less = depth - 1
            elif value >= high and high < beta:
                high = beta
            else:
                break
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
    if tried == 0 and end == base and not mem[m.STOP]:
        return worth(rules.no_moves_outcome(state, ctx), rules.to_move(state), ply)
    keep(key, tt, mem, ply, depth, alpha, beta, best, best_move)
    return best

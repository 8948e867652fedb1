"""What runs any game's kernels, written once: counting move sequences, and random games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dispatch import gen_moves, make_move, status, stuck
from .kit import choose, kernel, number, popcount, xorshift

if TYPE_CHECKING:
    from .kit import Words


@kernel
def fewer(state: Any, before: Any) -> bool:
    """Whether pieces left the board in this move: earlier positions cannot come back then."""
    after = popcount(state[0]) + popcount(state[1])
    return after != popcount(before[0]) + popcount(before[1])


@kernel
def repeated(state: Any, ctx: Words, seen: Words, first: int, last: int) -> bool:
    """Whether this position, after those in `seen[first:last]`, is drawn by repetition.

    `seen` holds two words a ply, as seen by the player to move; the players alternate, so only
    every other entry can be the same position.
    """
    count = 1
    at = last - 2
    while at >= first:
        if seen[2 * at] == state[0] and seen[2 * at + 1] == state[1]:
            count += 1
        at -= 2
    return count >= number(ctx[0])


@kernel
def perft(
    state: Any,
    ctx: Words,
    depth: int,
    buf: Words,
    base: int,
    seen: Words,
    first: int,
    last: int,
    work: Words,
) -> int:
    """The number of sequences of `depth` legal moves, at least one.

    `seen[first:last]` are the positions before this one that may still come back. `work[0]` adds
    up the moves met; once that is over `work[1]` the counting stops, and its result is void.
    """
    if ctx[0]:
        if repeated(state, ctx, seen, first, last):
            return 0
        seen[2 * last] = state[0]
        seen[2 * last + 1] = state[1]
        work[0] += last - first  # looking through a long past is work, too
    if status(state, ctx):
        return 0
    count = gen_moves(state, ctx, buf, base)
    work[0] += count
    if depth == 1 or work[0] > work[1]:
        return count
    total = 0
    for at in range(base, base + count):
        after = make_move(state, ctx, buf[at])
        since = last + 1 if ctx[0] and fewer(after, state) else first
        total += perft(after, ctx, depth - 1, buf, base + count, seen, since, last + 1, work)
    return total


@kernel
def playouts(
    start: Any, ctx: Words, games: int, limit: int, random: int, buf: Words, seen: Words
) -> tuple[int, int, int]:
    """Random games of at most `limit` plies: the plies, games that ended, and a checksum."""
    plies = 0
    finished = 0
    checksum = 0
    for _ in range(games):
        state = start
        first = 0
        for ply in range(limit):
            if ctx[0]:
                if repeated(state, ctx, seen, first, ply):
                    finished += 1
                    break
                seen[2 * ply] = state[0]
                seen[2 * ply + 1] = state[1]
            end = status(state, ctx)
            if end:
                finished += 1
                checksum += end
                break
            count = gen_moves(state, ctx, buf, 0)
            if count == 0:
                finished += 1
                checksum += stuck(state, ctx)
                break
            random = xorshift(random)
            after = make_move(state, ctx, buf[choose(random, count)])
            if ctx[0] and fewer(after, state):
                first = ply + 1
            state = after
            plies += 1
    return plies, finished, checksum

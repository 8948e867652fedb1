"""Counting move sequences and playing random games, for any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from brettwerk.kernels.contract import rules, states
from brettwerk.kernels.game import KernelRunner
from brettwerk.kernels.primitives import choose, word, xorshift
from brettwerk.kernels.repetition import REPEATED, first_after, note, outcome_of
from brettwerk.kernels.types import Numbers, S, State, Word, Words

WORK, MOST = 0, 1  # places in `work`: moves met so far, and how many may be
FINISHED, CHECKSUM = 0, 1  # places in `found`


class Playouts(NamedTuple):
    """Random games: the plies played, how many games ended, and a checksum of their ends."""

    plies: int
    finished: int
    checksum: int


def count_lines(
    state: State,
    ctx: Words,
    depth: int,
    buf: Numbers,
    base: int,
    seen: Words,
    first: int,
    last: int,
    work: Numbers,
) -> int:
    """Return the number of sequences of `depth` legal moves, at least one.

    `seen[first:last]` are the positions before this one that may still come back. Once the work
    is more than allowed, counting stops and its result is void.
    """
    if outcome_of(state, ctx, seen, first, last):
        return 0
    if ctx[0]:
        note(state, seen, last)
        work[WORK] += last - first  # looking through a long past is work, too
    count = rules.gen_moves(state, ctx, buf, base)
    work[WORK] += count
    if depth == 1 or work[WORK] > work[MOST]:
        return count
    total = 0
    for at in range(base, base + count):
        after = rules.make_move(state, ctx, buf[at])
        since = first_after(after, state, ctx, first, last)
        total += count_lines(after, ctx, depth - 1, buf, base + count, seen, since, last + 1, work)
    return total


def count(
    rows: Words, ctx: Words, buf: Numbers, seen: Words, work: Numbers, depth: int, past: int
) -> int:
    """Count from the state in the first row, with `past` positions before it in `seen`."""
    return count_lines(states.load(rows, 0), ctx, depth, buf, 0, seen, 0, past, work)


def random_game(
    state: State,
    ctx: Words,
    buf: Numbers,
    seen: Words,
    first: int,
    ply: int,
    limit: int,
    random: Word,
) -> tuple[int, int, Word]:
    """Play random moves; return the outcome code, the plies played and the next random word.

    `seen[first:ply]` are the positions before this one that may still come back. The code is 0 if
    the game goes on at the ply `limit`.
    """
    start = ply
    while ply < limit:
        end = outcome_of(state, ctx, seen, first, ply)
        if end:
            return end, ply - start, random
        if ctx[0]:
            note(state, seen, ply)
        count = rules.gen_moves(state, ctx, buf, 0)
        if count == 0:
            return rules.no_moves_outcome(state, ctx), ply - start, random
        random = xorshift(random)
        after = rules.make_move(state, ctx, buf[choose(random, count)])
        state, first = after, first_after(after, state, ctx, first, ply)
        ply += 1
    return 0, ply - start, random


def play_out(
    rows: Words,
    ctx: Words,
    buf: Numbers,
    seen: Words,
    found: Numbers,
    games: int,
    limit: int,
    seed: int,
) -> int:
    """Play random games of at most `limit` plies from the first row; return the plies."""
    random = word(seed)
    total = 0
    for _ in range(games):
        code, plies, random = random_game(states.load(rows, 0), ctx, buf, seen, 0, 0, limit, random)
        total += plies
        found[FINISHED] += 1 if code else 0
        found[CHECKSUM] += code if code != REPEATED else 0
    return total


def perft(
    kernels: KernelRunner[S], state: S, past: Sequence[tuple[int, int]], depth: int, most: int
) -> int | None:
    """Return the number of sequences of `depth` legal moves after `past`.

    None if more than `most` moves would have to be found.
    """
    buf = kernels.numbers(kernels.game.rules.MAX_MOVES * depth)
    seen = kernels.words(2 * (len(past) + depth + 1))
    seen[: 2 * len(past)] = [word for pair in past for word in pair]
    work = kernels.numbers(2)
    work[MOST] = most
    rows = kernels.rows(state)
    found = kernels.run(count, rows, kernels.ctx, buf, seen, work, depth, len(past))
    return found if work[WORK] <= most else None


def playouts(kernels: KernelRunner[S], state: S, games: int, limit: int, seed: int) -> Playouts:
    """Play random games from a state."""
    buf, found = kernels.numbers(kernels.game.rules.MAX_MOVES), kernels.numbers(2)
    seen, rows = kernels.words(2 * limit), kernels.rows(state)
    plies = kernels.run(play_out, rows, kernels.ctx, buf, seen, found, games, limit, seed * 2 + 1)
    return Playouts(plies, int(found[FINISHED]), int(found[CHECKSUM]))

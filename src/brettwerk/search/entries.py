"""Entries to the alpha-beta search: set up its memory, begin a search, list the root's features."""

from __future__ import annotations

from brettwerk.kernels.contract import states
from brettwerk.kernels.description import evaluation
from brettwerk.kernels.elementary import log
from brettwerk.kernels.primitives import number
from brettwerk.kernels.types import Numbers, Words
from brettwerk.search import memory_layout as m
from brettwerk.search.recurrence import seen_at


def set_up(ctx: Words, mem: Numbers) -> int:
    """Work out what stays the same: facts of the board, and how late moves are reduced."""
    evaluation.board_facts(ctx, mem)
    for depth in range(1, 64):
        for tried in range(1, 64):
            less = mem[m.REDUCE] / 100 * log(depth) * log(tried)
            mem[m.REDUCTIONS + depth * 64 + tried] = int(0.4 + less)
    return 0


def begin(mem: Numbers, past: Words, length: int, nodes: int, generation: int) -> int:
    """Forget the last search except for an eighth of the history; note the game's past.

    The first search of a table begins with no history.
    """
    for at in range(m.WITHOUT + 1):
        mem[at] = 0
    mem[m.FOUND_COUNT] = 0
    mem[m.MOST_NODES] = nodes
    mem[m.GENERATION] = generation
    mem[m.PAST_LENGTH] = length
    for at in range(m.KILLERS, m.HISTORY):
        mem[at] = -1
    for at in range(m.HISTORY, m.LINES):
        mem[at] = mem[at] // 8 if generation > 1 else 0
    for at in range(m.SKIPPED, m.PATH):
        mem[at] = -1
    for at in range(m.SEEN, m.SEEN + m.SEEN_PLACES):
        mem[at] = 0
    for k in range(length):
        a, b = past[2 * k], past[2 * k + 1]
        mem[m.PATH + 2 * k] = number(a)
        mem[m.PATH + 2 * k + 1] = number(b)
        mem[seen_at(a, b)] += 1
    return 0


def root_features(rows: Words, ctx: Words, mem: Numbers, found: Numbers) -> int:
    """Write the features of the state in the first row; return how many there are.

    Behind them is the number of noisy moves.
    """
    state = states.load(rows, 0)
    features = evaluation.features(state, ctx, mem)
    for k in range(len(features)):
        found[k] = features[k]
    found[len(features)] = evaluation.noisy(state, ctx, mem, m.MOVES)
    return len(features)

"""Iterative deepening: the best lines of a position, found anew to each depth.

Lines are listed best first, each with its value, its length and its moves. There are two lists: a
search that is stopped may have found less than the one to the depth before.
"""

from __future__ import annotations

from brettwerk.kernels.contract import rules, states
from brettwerk.kernels.types import Numbers, State, Words
from brettwerk.search import memory_layout as m
from brettwerk.search.alphabeta_kernels import OPEN, search, shut_out

ASPIRATION = (
    60  # how far from the last value a search looks at first, and beyond which it looks everywhere
)
WIDEST = 3000


def line_at(which: int, at: int) -> int:
    """Return where a line of one of the two lists is."""
    return m.FOUND_LINES + (which * m.MOST_LINES + at) * m.LINE


def insert_line(mem: Numbers, which: int, count: int, value: int) -> None:
    """Insert the line of the last search behind all of the list that are as good."""
    at = count
    while at > 0 and mem[line_at(which, at - 1) + m.VALUE] < value:
        better = line_at(which, at - 1)
        for k in range(m.LINE):
            mem[better + m.LINE + k] = mem[better + k]
        at -= 1
    here, length = line_at(which, at), mem[m.LENGTHS]
    mem[here + m.VALUE], mem[here + m.LENGTH] = value, length
    for k in range(length):
        mem[here + m.FIRST + k] = mem[m.LINES + k]


def likely_line(mem: Numbers, which: int, count: int) -> int:
    """Return where the best line is whose move is not left out; -1 if there is none."""
    for at in range(count):
        if not shut_out(mem, mem[line_at(which, at) + m.FIRST]):
            return line_at(which, at)
    return -1


def first_left(state: State, ctx: Words, mem: Numbers) -> tuple[int, int]:
    """Return the first move that the caller does not leave out, and how many there are."""
    mem[m.EXCLUDED] = mem[m.WITHOUT]
    first, count = -1, 0
    for at in range(m.MOVES, m.MOVES + rules.gen_moves(state, ctx, mem, m.MOVES)):
        if not shut_out(mem, mem[at]):
            first = mem[at] if count == 0 else first
            count += 1
    return first, count


def aspire(state: State, ctx: Words, mem: Numbers, tt: Words, depth: int, likely: int) -> int:
    """Return the value at this depth, beginning with a narrow window around that of a likely line.

    OPEN if the search was stopped before it knew of a move that is as good.
    """
    low, high, wider = -m.WIN, m.WIN, ASPIRATION
    mem[m.ROOT_DEPTH] = depth
    if likely >= 0 and depth > 3 and abs(mem[likely + m.VALUE]) < m.HIGHEST:
        low, high = mem[likely + m.VALUE] - wider, mem[likely + m.VALUE] + wider
    while True:
        value = search(state, ctx, mem, tt, depth, low, high, 0, m.MOVES, 0)
        if mem[m.STOP]:
            # That one move loses does not mean that all do.
            is_known = value > max(low, -m.HIGHEST) and mem[m.LENGTHS] > 0
            return value if is_known else OPEN
        wider *= 3
        if value <= low and low > -m.WIN:
            low = value - wider if wider < WIDEST else -m.WIN
        elif value >= high and high < m.WIN:
            high = value + wider if wider < WIDEST else m.WIN
        else:
            return value


def is_settled(mem: Numbers, wanted: int) -> bool:
    """Return whether looking deeper changes nothing: every line wanted goes to the end."""
    for at in range(mem[m.FOUND_COUNT]):
        if abs(mem[line_at(mem[m.FOUND], at) + m.VALUE]) <= m.HIGHEST:
            return False
    return mem[m.FOUND_COUNT] >= wanted


def deepen(rows: Words, ctx: Words, mem: Numbers, tt: Words, depth: int, lines: int) -> int:
    """List the best lines to this depth; return whether looking deeper changes nothing.

    A search that is stopped leaves the lines of the one before unless it has found as many.
    """
    state = states.load(rows, 0)
    before, count = mem[m.FOUND], mem[m.FOUND_COUNT]
    first, left = first_left(state, ctx, mem)
    wanted, found = min(lines, left, m.MOST_LINES - 1 - mem[m.WITHOUT]), 0
    while found < wanted and not mem[m.STOP]:
        likely = likely_line(mem, before, count)
        mem[m.ROOT_FIRST] = mem[likely + m.FIRST] if likely >= 0 else -1
        value = aspire(state, ctx, mem, tt, depth, likely)
        if value == OPEN:
            break
        insert_line(mem, 1 - before, found, value)
        mem[m.SHUT_OUT + mem[m.EXCLUDED]] = mem[m.LINES]
        mem[m.EXCLUDED] += 1
        found += 1
    if found == wanted or count == 0:
        if found == 0:  # stopped before anything was known
            mem[m.LENGTHS], mem[m.LINES] = 1, first
            insert_line(mem, 1 - before, 0, 0)
            found = 1
        mem[m.FOUND], mem[m.FOUND_COUNT] = 1 - before, found
    return 1 if is_settled(mem, wanted) else 0

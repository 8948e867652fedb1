"""Positions that come back: in the line that is looked at, or from the game before the search."""

from __future__ import annotations

from brettwerk.kernels.primitives import number, word
from brettwerk.kernels.repetition import key_of
from brettwerk.kernels.types import Numbers, State, Word, Words
from brettwerk.search import memory_layout as m


def seen_at(a: Word, b: Word) -> int:
    """Return the place that counts how often positions with these two words have been seen."""
    mixed = a ^ b >> word(5) ^ a >> word(21) ^ b >> word(33) ^ a >> word(43)
    return m.SEEN + number(mixed & word(m.SEEN_PLACES - 1))


def count_path(state: State, mem: Numbers, change: int) -> None:
    """Count that this position is on the path to the one looked at, or no longer."""
    mem[seen_at(*key_of(state))] += change


def is_draw(state: State, ctx: Words, mem: Numbers, ply: int) -> bool:
    """Return whether this position ends the line as a draw.

    In the line it must have occurred once, however often the rules want it: who can repeat can do
    so again. In the game, as often as the rules want it. Most positions occur for the first time,
    which the counts at `seen_at` tell without a comparison.
    """
    here = m.PATH + 2 * (mem[m.PAST_LENGTH] + ply)
    key = key_of(state)
    a, b = number(key[0]), number(key[1])
    mem[here] = a
    mem[here + 1] = b
    if not mem[seen_at(*key)]:
        return False
    root = m.PATH + 2 * mem[m.PAST_LENGTH]
    at = here - 4
    while at >= root:
        if mem[at] == a and mem[at + 1] == b:
            return True
        at -= 4
    most = number(ctx[0])
    return most > 0 and occurrences(mem, a, b, at) + 1 >= most


def occurrences(mem: Numbers, a: int, b: int, at: int) -> int:
    """Return how often a position occurred at this place of the past, or whole rounds before."""
    count = 0
    while at >= m.PATH:
        if mem[at] == a and mem[at + 1] == b:
            count += 1
        at -= 4
    return count


def reluctance(after: State, ctx: Words, mem: Numbers) -> int:
    """Return what is subtracted from a move at the root after which the game stands still.

    That a position of the game comes back is no draw before the rules say so, but it is no
    progress.
    """
    key = key_of(after)
    if not mem[seen_at(*key)]:
        return 0
    a, b = number(key[0]), number(key[1])
    last = m.PATH + 2 * mem[m.PAST_LENGTH] - 2
    most, count = number(ctx[0]), occurrences(mem, a, b, last)
    return m.RELUCTANCE if count and (most == 0 or count + 1 < most) else 0


def draw(mem: Numbers, ply: int) -> int:
    """Return what a draw is worth to the player to move: DRAW to the one at the root."""
    return -mem[m.DRAW] if ply & 1 else mem[m.DRAW]

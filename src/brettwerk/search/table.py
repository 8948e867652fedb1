"""The transposition table, which several threads may share.

An entry is two words: what is known, and the position's key XORed with it. Of the two entries in a
bucket the first is for the result that took most work in this search.
"""

from __future__ import annotations

from brettwerk.kernels.primitives import number, word
from brettwerk.kernels.types import Numbers, Word, Words
from brettwerk.search.memory_layout import EXCLUDED, GENERATION, STOP, SURE

LOWER, UPPER, SAME = 1, 2, 3
SHALLOW = 1
_NEAR_PLACES = 1 << 14


def place(key: Word, tt: Words, depth: int) -> int:
    """Return where in the table a position is stored.

    Shallow results are hardly worth storing, and fetching them from memory took a quarter of the
    time: so these share a few buckets that stay in the processor's cache.
    """
    last = len(tt) // 4 - 1
    if depth <= SHALLOW:
        last = min(last, _NEAR_PLACES - 1)
    return number(key & word(last)) * 4


def look_up(key: Word, tt: Words, at: int) -> int:
    """Return the entry of a position in this bucket, 0 if there is none."""
    if tt[at] ^ tt[at + 1] == key:
        return number(tt[at + 1])
    if tt[at + 2] ^ tt[at + 3] == key:
        return number(tt[at + 3])
    return 0


def probe(key: Word, tt: Words, at: int, depth: int) -> int:
    """Return what the table knows of a position, found for this depth or a shallow one."""
    known = look_up(key, tt, at)
    if not known and depth > SHALLOW:
        known = look_up(key, tt, place(key, tt, SHALLOW))
    return known


def keep(
    key: Word,
    tt: Words,
    mem: Numbers,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    value: int,
    move: int,
) -> None:
    """Store what a search in this window found, unless it was stopped or some moves left out.

    Another thread may write at the same time: the two words then do not fit together, and
    `look_up` finds nothing.
    """
    if mem[STOP] or (ply == 0 and mem[EXCLUDED]):
        return
    bound = LOWER if value >= beta else UPPER if value <= alpha else SAME
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    at, gen = place(key, tt, depth), mem[GENERATION]
    data = word(move | (value + 32768) << 20 | depth << 36 | bound << 44 | gen << 46)
    old = number(tt[at + 1])
    if tt[at] ^ tt[at + 1] != key and old >> 46 == gen and (old >> 36 & 255) > depth:
        at += 2
    tt[at] = key ^ data
    tt[at + 1] = data


def from_table(known: int, ply: int) -> int:
    """Return the value of an entry, with wins counted from the root of this search."""
    value = (known >> 20 & 65535) - 32768
    if value > SURE:
        return value - ply
    return value + ply if value < -SURE else value


def settles(known: int, value: int, depth: int, alpha: int, beta: int, gen: int) -> bool:
    """Return whether an entry tells that the value is above or below the window.

    What an earlier search proved may rest on positions that count as repetitions now.
    """
    if (known >> 36 & 255) < depth or (abs(value) > SURE and known >> 46 != gen):
        return False
    bound = known >> 44 & 3
    return (bound & LOWER != 0 and value >= beta) or (bound & UPPER != 0 and value <= alpha)

"""The table of positions that a search has looked at, which several threads may share.

An entry is two words: what is known, and the position's key mixed with it. Of the two entries at a
place the first is for what took most work in this search.
"""

from __future__ import annotations

from typing import Any

from brettwerk.engine.layout import SURE

from .kit import kernel, number, word

LOWER, UPPER, SAME = 1, 2, 3
SHALLOW = 1
_NEAR_PLACES = 1 << 14


@kernel
def place(key: Any, tt: Any, depth: Any) -> Any:
    """Where in the table a position is kept.

    Most are hardly worth keeping, and fetching them from far memory took a quarter of the time: so
    these share a few places that stay near.
    """
    last = len(tt) // 4 - 1
    if depth <= SHALLOW:
        last = min(last, _NEAR_PLACES - 1)
    return number(key & word(last)) * 4


@kernel
def look_up(key: Any, tt: Any, at: Any) -> Any:
    """What the table knows of a position at this place, 0 if nothing."""
    if tt[at] ^ tt[at + 1] == key:
        return number(tt[at + 1])
    if tt[at + 2] ^ tt[at + 3] == key:
        return number(tt[at + 3])
    return 0


@kernel
def keep(
    key: Any, tt: Any, value: Any, ply: Any, depth: Any, bound: Any, move: Any, gen: Any
) -> Any:
    """Keep a result; of two places the first is for what took most work in this search.

    Another thread may write at the same time: a word and its partner then do not fit together,
    and `look_up` finds nothing.
    """
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    at = place(key, tt, depth)
    data = word(move | (value + 32768) << 20 | depth << 36 | bound << 44 | gen << 46)
    old = number(tt[at + 1])
    if tt[at] ^ tt[at + 1] != key and old >> 46 == gen and (old >> 36 & 255) > depth:
        at += 2
    tt[at] = key ^ data
    tt[at + 1] = data


@kernel
def from_table(known: Any, ply: Any) -> Any:
    """The value that an entry holds, with wins counted from the root of this search."""
    value = (known >> 20 & 65535) - 32768
    if value > SURE:
        return value - ply
    return value + ply if value < -SURE else value


@kernel
def settles(known: Any, value: Any, depth: Any, alpha: Any, beta: Any, gen: Any) -> Any:
    """Whether an entry answers the question whether the value is above or below the window.

    What an earlier search proved may rest on positions that count as repeated now.
    """
    if (known >> 36 & 255) < depth or (abs(value) > SURE and known >> 46 != gen):
        return False
    bound = known >> 44 & 3
    return (bound & LOWER and value >= beta) or (bound & UPPER and value <= alpha)

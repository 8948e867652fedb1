"""Every position of Das Bedrängnis on a tableau at once: what it is worth, whether it comes about.

A position is the set of occupied fields and the field of the piece placed last; tables have a byte
for each, at `last << 16 | occupied`. A placement makes the number of the set larger: so sets are
gone through from the largest on for what follows, and from the smallest on for what came before.
"""

from __future__ import annotations

from brettwerk.games.bedraengnis.rules import ALL_FIELDS
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.primitives import ctz, drop, popcount, word
from brettwerk.kernels.types import Bytes, Word, Words

FIELDS = 16
SETS = 1 << FIELDS
ENTRIES = FIELDS * SETS
BIAS = 64  # makes values positive


def place(last: int, occupied: int) -> int:
    """Return where a table has a position."""
    return last * SETS + occupied


def targets_of(last: int, occupied: int, ctx: Words) -> Word:
    """Return the empty fields en prise to the piece placed last."""
    pieces = word(occupied)
    return reach(last, pieces, ctx) & ~pieces & word(ALL_FIELDS)


def value_of(last: int, occupied: int, ctx: Words, table: Bytes) -> int:
    """Return W of a position, given those with one piece more."""
    targets = targets_of(last, occupied, ctx)
    if targets == word(0):
        return -popcount(word(occupied))
    best = -BIAS
    while targets:
        cell = ctz(targets)
        best = max(best, BIAS - table[place(cell, occupied | 1 << cell)])
        targets = drop(targets)
    return best


# -- entries --------------------------------------------------------------------------------------
def fill_values(ctx: Words, table: Bytes) -> int:
    """Write W of every position, plus `BIAS`."""
    for occupied in range(SETS - 1, 0, -1):
        pieces = word(occupied)
        while pieces:
            last = ctz(pieces)
            table[place(last, occupied)] = BIAS + value_of(last, occupied, ctx, table)
            pieces = drop(pieces)
    return 0


def mark_reachable(ctx: Words, seen: Bytes) -> int:
    """Write 1 for every position that can come about from the empty tableau."""
    for first in range(FIELDS):
        seen[place(first, 1 << first)] = 1
    for occupied in range(1, SETS):
        pieces = word(occupied)
        while pieces:
            last = ctz(pieces)
            pieces = drop(pieces)
            targets = targets_of(last, occupied, ctx)
            while seen[place(last, occupied)] and targets:
                cell = ctz(targets)
                seen[place(cell, occupied | 1 << cell)] = 1
                targets = drop(targets)
    return 0

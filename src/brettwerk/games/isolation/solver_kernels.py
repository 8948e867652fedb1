"""The search that solves Isolation: Node Kayles on the graph of which fields close which.

Whose pieces stand does not matter, only the fields still open and how many pieces are left to
place, `left`; 0 where even the largest number of placements uses no more. Then a position
that falls into parts is the sum of these, and their Grundy values say who wins it.

The table has two words an entry: the open fields, and `tag << 16 | low << 8 | high`, where the tag
says what else the entry is about. Both are compared in full.
"""

from __future__ import annotations

from brettwerk.games.isolation.rules import PIECES, closed_by
from brettwerk.kernels.primitives import bit, ctz, drop, mix, number, popcount, word
from brettwerk.kernels.types import Numbers, Word, Words
from brettwerk.solving.limited import MOST_NODES, NODES

ROOM = 64 * (PIECES + 1)  # for the moves of all positions on the way to the end
GRUNDY, WINS, WITHIN = 1, 2, 32  # tags; the latter two grow by what is left
# Small positions are taken apart, and even smaller ones though they are in one piece.
_PARTS, _PIECE = 16, 10
_NEVER = 99


def _entry(fields: Word, tag: int, table: Words) -> int:
    """Where the table has its entry on these fields."""
    return 2 * number(mix(fields, word(tag)) & word(len(table) // 2 - 1))


def _known(fields: Word, tag: int, table: Words, at: int) -> bool:
    return table[at] == fields and number(table[at + 1]) >> 16 == tag


def _store(fields: Word, tag: int, low: int, high: int, table: Words, at: int) -> None:
    table[at] = fields
    table[at + 1] = word(tag << 16 | low << 8 | high)


def fits(fields: Word, most: int, ctx: Words) -> bool:
    """Whether surely no more than `most` pieces can be placed: `most` cliques hold all fields."""
    count = 0
    while fields:
        count += 1
        if count > most:
            return False
        clique = fields & closed_by(ctz(fields), ctx)
        fields = drop(fields)
        clique &= fields
        while clique:
            cell = ctz(clique)
            fields &= ~bit(cell)
            clique = drop(clique) & closed_by(cell, ctx)
    return True


def part_of(fields: Word, ctx: Words) -> Word:
    """The part that the lowest of these fields belongs to."""
    part = fields & (word(0) - fields)
    edge = part
    while edge:
        found = closed_by(ctz(edge), ctx) & fields & ~part
        part |= found
        edge = drop(edge) | found
    return part


def nim_sum(fields: Word, ctx: Words, table: Words, work: Numbers) -> int:
    """The Grundy value of a position that may have several parts."""
    total = 0
    while fields:
        part = part_of(fields, ctx)
        fields &= ~part
        total ^= grundy(part, ctx, table, work)
    return total


def grundy(part: Word, ctx: Words, table: Words, work: Numbers) -> int:
    """The least number that is not the Grundy value of a position one placement further."""
    if drop(part) == word(0):
        return 1
    at = _entry(part, GRUNDY, table)
    if _known(part, GRUNDY, table, at):
        return number(table[at + 1]) & 255
    work[NODES] += 1
    met = word(0)
    rest = part
    while rest:
        fields = part & ~closed_by(ctz(rest), ctx)
        rest = drop(rest)
        total = 0
        while fields:
            inner = part_of(fields, ctx)
            fields &= ~inner
            total ^= grundy(inner, ctx, table, work)
        met |= bit(total)
    value = ctz(~met)
    _store(part, GRUNDY, 0, value, table, at)
    return value


def _gen_ordered(fields: Word, ctx: Words, buf: Numbers, base: int) -> int:
    """Write `open fields after << 6 | move` of each move, and return the end."""
    n = base
    rest = fields
    while rest:
        cell = ctz(rest)
        buf[n] = popcount(fields & ~closed_by(cell, ctx)) << 6 | cell
        rest = drop(rest)
        n += 1
    return n


def _pick(buf: Numbers, at: int, end: int) -> int:
    """Bring the move that leaves fewest fields to `at`, and return it."""
    best = at
    for other in range(at + 1, end):
        if buf[other] < buf[best]:
            best = other
    buf[at], buf[best] = buf[best], buf[at]
    return buf[at] & 63


def wins(
    fields: Word, left: int, ctx: Words, table: Words, buf: Numbers, base: int, work: Numbers
) -> bool:
    """Whether the player to move wins."""
    work[NODES] += 1
    if fields == word(0) or work[NODES] > work[MOST_NODES]:
        return False
    count = popcount(fields)
    if left and (count <= left or fits(fields, left, ctx)):
        left = 0
    at = _entry(fields, WINS + left, table)
    if _known(fields, WINS + left, table, at):
        return (table[at + 1] & word(1)) != word(0)
    if left == 0 and (count <= _PIECE or (count <= _PARTS and part_of(fields, ctx) != fields)):
        won = nim_sum(fields, ctx, table, work) != 0
        _store(fields, WINS, 0, 1 if won else 0, table, at)
        return won
    end = _gen_ordered(fields, ctx, buf, base)
    won = left == 1
    for move in range(base, end):
        if won:
            break
        after = fields & ~closed_by(_pick(buf, move, end), ctx)
        won = not wins(after, max(0, left - 1), ctx, table, buf, end, work)
    if work[NODES] <= work[MOST_NODES]:
        _store(fields, WINS + left, 0, 1 if won else 0, table, at)
    return won


def within(
    fields: Word,
    left: int,
    plies: int,
    mine: bool,
    ctx: Words,
    table: Words,
    buf: Numbers,
    base: int,
    work: Numbers,
) -> bool:
    """Whether one player wins, and no more placements are needed for it than `plies`.

    It is the player to move if `mine`, else the other.
    """
    work[NODES] += 1
    if fields == word(0):
        return not mine
    if plies <= 0 or work[NODES] > work[MOST_NODES]:
        return False
    if left and fits(fields, left, ctx):
        left = 0
    if wins(fields, left, ctx, table, buf, base, work) is not mine:
        return False
    if 0 < left <= plies or fits(fields, plies, ctx):
        return True
    tag = WITHIN + 2 * left + (1 if mine else 0)
    at = _entry(fields, tag, table)
    fails, holds = 0, _NEVER
    if _known(fields, tag, table, at):
        fails, holds = number(table[at + 1]) >> 8 & 255, number(table[at + 1]) & 255
    if plies <= fails or plies >= holds:
        return plies >= holds
    end = _gen_ordered(fields, ctx, buf, base)
    found = not mine
    for move in range(base, end):
        after = fields & ~closed_by(_pick(buf, move, end), ctx)
        if within(after, max(0, left - 1), plies - 1, not mine, ctx, table, buf, end, work) is mine:
            found = mine
            break
    if found:
        holds = plies
    else:
        fails = plies
    if work[NODES] <= work[MOST_NODES]:
        _store(fields, tag, fails, holds, table, at)
    return found


def can_win(rows: Words, ctx: Words, table: Words, buf: Numbers, work: Numbers, left: int) -> int:
    """Whether the player to move wins, with `left` pieces to place."""
    return 1 if wins(rows[2], left, ctx, table, buf, 0, work) else 0


def can_end(
    rows: Words,
    ctx: Words,
    table: Words,
    buf: Numbers,
    work: Numbers,
    left: int,
    plies: int,
    mine: int,
) -> int:
    """Whether the player to move, or else the other, wins within `plies`."""
    return 1 if within(rows[2], left, plies, mine == 1, ctx, table, buf, 0, work) else 0


def has_room(fields: Word, count: int, ctx: Words) -> bool:
    """Whether `count` more pieces fit, none attacking another.

    Of a field and those that it closes, a largest set has one; so the field with the fewest of them
    leaves the fewest to try.
    """
    if count == 0:
        return True
    if popcount(fields) < count or fits(fields, count - 1, ctx):
        return False
    fewest, tries, rest = 65, word(0), fields
    while rest:
        closed = fields & closed_by(ctz(rest), ctx)
        rest = drop(rest)
        if popcount(closed) < fewest:
            fewest, tries = popcount(closed), closed
    while tries:
        cell = ctz(tries)
        tries = drop(tries)
        if has_room(fields & ~closed_by(cell, ctx), count - 1, ctx):
            return True
        fields &= ~bit(cell)
    return False


def can_fit(rows: Words, ctx: Words, count: int) -> int:
    """Whether this number of pieces fits on the open fields."""
    return 1 if has_room(rows[2], count, ctx) else 0

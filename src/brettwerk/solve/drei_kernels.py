"""The search of Die Drei, compiled: yes-or-no questions about what a player can force.

A score says how a game ends, seen by the player to move: `17 - n` for a Drei of one's own with
`n` pieces standing, the opposite for one of the opponent, 0 for a draw. So a shorter win is
worth more, a longer loss too, and the score of a position does not depend on how it was reached.

`forces` must be called with the very types with which it calls itself, and a literal `0` in another
kernel is a type of its own: otherwise Numba's cache loses the inner call, and the next process
crashes (numba issues 6061 and 6713). So it is called from Python.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from brettwerk.compiled.kit import bit, ctz, drop, kernel, mix, number, popcount, word

# Found when running, because these modules are the rules' files loaded a second time.
_drei: Any = import_module("brettwerk.compiled.drei")
_reach: Any = import_module("brettwerk.compiled.reach")
THIRD, PIECES, CTX_LINES = _drei.THIRD, _drei.PIECES, _drei.CTX_LINES
winning, strolls, leaves_reply = _drei._winning, _drei._strolls, _drei._leaves_reply
reach = _reach.reach

CTX_AIMS = _reach.CTX_BOARD + 64 * _reach.WORDS
ENTRY = 3  # words of the table for a position: own pieces, the other's, and what is known
LEAST, GREATEST = 8, 16  # what is known: the last field, and from these bits on the bounds + 16
ROOM = 64 * PIECES  # for the moves of all positions on the way to a last one


@kernel
def add_aims(ctx: Any) -> None:
    """Note behind the rules' words from where each field is reached on an empty board."""
    for cell in range(64):
        fields = reach(cell, bit(cell), ctx)
        while fields:
            ctx[CTX_AIMS + ctz(fields)] |= bit(cell)
            fields = drop(fields)


@kernel
def aims_at(fields: int, ctx: Any) -> Any:
    """The fields from which one of these would be reached on an empty board."""
    found = word(0)
    while fields:
        found |= ctx[CTX_AIMS + ctz(fields)]
        fields = drop(fields)
    return found


@kernel
def completing(mine: int, ctx: Any) -> Any:
    """The fields on which one more own piece makes a Drei."""
    return winning(mine, ctx)


@kernel
def thirds(cell: int, mine: int, ctx: Any) -> Any:
    """The fields that make a Drei with a piece on `cell` and another of these."""
    row = (number(ctx[CTX_LINES]) * 64 + cell) * 64
    found = word(0)
    while mine:
        found |= THIRD[row + ctz(mine)]
        mine = drop(mine)
    return found


@kernel
def leaves_play(mine: int, theirs: int, cell: int, ctx: Any) -> Any:
    """Whether the piece put on `cell`, not winning, leaves the opponent a legal placement."""
    return strolls(mine, theirs, cell, ctx) or leaves_reply(mine, theirs, cell, ctx)


@kernel
def safe_replies(occupied: int, cell: int, threats: int, ctx: Any) -> Any:
    """The opponent's answers to a piece on `cell`, and whether none of them completes a Drei."""
    after = occupied | bit(cell)
    replies = reach(cell, after, ctx) & ~after
    return replies, (replies & threats) == word(0)


@kernel
def is_held(me: int, opp: int, last: int, threats: int, ctx: Any) -> Any:
    """Whether some legal placement does not let the opponent win at once."""
    occupied = me | opp
    targets = reach(last, occupied, ctx) & ~occupied
    while targets:
        cell = ctz(targets)
        targets = drop(targets)
        _, safe = safe_replies(occupied, cell, threats, ctx)
        if safe and leaves_play(me | bit(cell), opp, cell, ctx):
            return True
    return False


@kernel
def gen_safe(
    me: int, opp: int, last: int, wins: int, threats: int, ctx: Any, buf: Any, base: int
) -> Any:
    """Write the placements that do not let the opponent win at once, and return their end.

    Whether they are legal is left open. Best come first: those with few answers that do not
    stand where a win is aimed at, then those that aim at wins from many fields.
    """
    occupied = me | opp
    targets = reach(last, occupied, ctx) & ~occupied
    aims = aims_at(wins & ~occupied, ctx)
    end = base
    while targets:
        cell = ctz(targets)
        targets = drop(targets)
        replies, safe = safe_replies(occupied, cell, threats, ctx)
        if not safe:
            continue
        bad = aims | aims_at(thirds(cell, me, ctx) & ~(occupied | wins), ctx)
        rank = 64 + 8 * popcount(replies & ~bad) - popcount(bad & ~occupied)
        at = end
        while at > base and buf[at - 1] > rank << 6 | cell:
            buf[at] = buf[at - 1]
            at -= 1
        buf[at] = rank << 6 | cell
        end += 1
    return end


@kernel
def slot_of(me: int, opp: int, last: int, table: Any) -> Any:
    """Where the table, whose size is a power of two of entries, keeps a position."""
    key = mix(me ^ word(last) << word(58), opp)
    return number(key & word(table.shape[0] // ENTRY - 1)) * ENTRY


@kernel
def recall(slot: int, me: int, opp: int, last: int, table: Any) -> Any:
    """The least and the greatest score that the position can have, as far as is known."""
    if table[slot] == me and table[slot + 1] == opp:
        known = number(table[slot + 2])
        if known & 255 == last:
            return (known >> LEAST & 255) - 16, (known >> GREATEST & 255) - 16
    return -16, 16


@kernel
def forces(
    me: int,
    opp: int,
    last: int,
    wins: int,
    threats: int,
    score: int,
    ctx: Any,
    table: Any,
    work: Any,
    buf: Any,
    base: int,
) -> Any:
    """Whether the player to move can get at least `score`; one to fifteen pieces stand.

    With S the score of a position of n pieces: S >= s exactly if a placement wins at once and
    16 - n >= s, or if for some legal placement, leading to p, not S(p) >= 1 - s. `wins` and
    `threats` are the fields that complete a Drei of one's own and of the opponent. `work[0]`
    counts the calls; once there are over `work[1]`, answers are void.
    """
    work[0] += 1
    occupied = me | opp
    standing = popcount(occupied)
    if reach(last, occupied, ctx) & ~occupied & wins:
        return 16 - standing >= score
    # Now one's next Drei would be the third piece from here, and the opponent's the second.
    if score > max(14 - standing, 0) or work[0] > work[1]:
        return False
    if score <= standing - 15:
        return True
    slot = slot_of(me, opp, last, table)
    least, greatest = recall(slot, me, opp, last, table)
    if least >= score:
        return True
    if greatest < score:
        return False
    if 1 - score > max(13 - standing, 0):  # only a win at once would be soon enough for them
        found = is_held(me, opp, last, threats, ctx)
    else:
        found = False
        end = gen_safe(me, opp, last, wins, threats, ctx, buf, base)
        for at in range(base, end):
            cell = number(buf[at]) & 63
            mine = me | bit(cell)
            aims = wins | thirds(cell, me, ctx)
            if leaves_play(mine, opp, cell, ctx) and not forces(
                opp, mine, cell, threats, aims, 1 - score, ctx, table, work, buf, end
            ):
                found = True
                break
    if work[0] <= work[1]:
        bounds = (score, greatest) if found else (least, score - 1)
        table[slot] = me
        table[slot + 1] = opp
        table[slot + 2] = word(last | (bounds[0] + 16) << LEAST | (bounds[1] + 16) << GREATEST)
    return found

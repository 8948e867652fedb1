"""The search that solves Die Drei: yes-or-no questions about what a player can force.

A score says how a game ends, seen by the player to move: `17 - n` for a Drei of one's own with
`n` pieces standing, the opposite for one of the opponent, 0 for a draw. So a shorter win is
worth more, a longer loss too, and the score of a position does not depend on how it was reached.
"""

from __future__ import annotations

from brettwerk.games.drei.rules import CTX_LINES, PIECES, THIRD, leaves_reply, strolls, winning
from brettwerk.games.katarenga_family.reach import CTX_BOARD, WORDS, reach
from brettwerk.kernels.primitives import bit, ctz, drop, mix, number, popcount, word
from brettwerk.kernels.types import Numbers, Word, Words
from brettwerk.solving.limited import MOST_NODES, NODES

CTX_AIMS = CTX_BOARD + 64 * WORDS  # behind the rules' words
ENTRY = 3  # words of the table for a position: own pieces, the other's, and what is known
LEAST, GREATEST = 8, 16  # what is known: the last field, and from these bits on the bounds + 16
ROOM = 64 * PIECES  # for the moves of all positions on the way to the last one


# -- entries --------------------------------------------------------------------------------------
def add_aims(ctx: Words) -> int:
    """Note behind the rules' words from where each field is reached on an empty board."""
    for cell in range(64):
        fields = reach(cell, bit(cell), ctx)
        while fields:
            ctx[CTX_AIMS + ctz(fields)] |= bit(cell)
            fields = drop(fields)
    return 0


def can_force(
    rows: Words, ctx: Words, table: Words, work: Numbers, buf: Numbers, score: int
) -> int:
    """Return whether the player to move in the first row gets at least this score.

    One to fifteen pieces stand, and the game goes on.
    """
    me, opp, last = rows[0], rows[1], number(rows[2])
    wins, threats = winning(me, ctx), winning(opp, ctx)
    return int(forces(me, opp, last, wins, threats, score, ctx, table, work, buf, 0))


# -- what a placement leads to --------------------------------------------------------------------
def aims_at(fields: Word, ctx: Words) -> Word:
    """Return the fields from which one of these would be reached on an empty board."""
    found = word(0)
    while fields:
        found |= ctx[CTX_AIMS + ctz(fields)]
        fields = drop(fields)
    return found


def thirds(cell: int, mine: Word, ctx: Words) -> Word:
    """Return the fields that make a Drei with a piece on `cell` and another of these."""
    row = (number(ctx[CTX_LINES]) * 64 + cell) * 64
    found = word(0)
    while mine:
        found |= THIRD[row + ctz(mine)]
        mine = drop(mine)
    return found


def leaves_play(mine: Word, theirs: Word, cell: int, ctx: Words) -> bool:
    """Return whether the piece put on `cell`, not winning, leaves the opponent a placement."""
    return strolls(mine, theirs, cell, ctx) or leaves_reply(mine, theirs, cell, ctx)


def replies_to(occupied: Word, cell: int, ctx: Words) -> Word:
    """Return the fields on which the opponent may answer a piece on `cell`."""
    after = occupied | bit(cell)
    return reach(cell, after, ctx) & ~after


def is_held(me: Word, opp: Word, last: int, threats: Word, ctx: Words) -> bool:
    """Return whether some legal placement does not let the opponent win at once."""
    occupied = me | opp
    targets = reach(last, occupied, ctx) & ~occupied
    while targets:
        cell = ctz(targets)
        targets = drop(targets)
        safe = (replies_to(occupied, cell, ctx) & threats) == word(0)
        if safe and leaves_play(me | bit(cell), opp, cell, ctx):
            return True
    return False


def gen_safe(
    me: Word, opp: Word, last: int, wins: Word, threats: Word, ctx: Words, buf: Numbers, base: int
) -> int:
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
        replies = replies_to(occupied, cell, ctx)
        if replies & threats:
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


# -- the table ------------------------------------------------------------------------------------
def slot_of(me: Word, opp: Word, last: int, table: Words) -> int:
    """Return where the table, whose size is a power of two of entries, keeps a position."""
    key = mix(me ^ word(last) << word(58), opp)
    return number(key & word(len(table) // ENTRY - 1)) * ENTRY


def recall(slot: int, me: Word, opp: Word, last: int, table: Words) -> tuple[int, int]:
    """Return the least and the greatest score that the position can have, as far as known."""
    if table[slot] == me and table[slot + 1] == opp:
        known = number(table[slot + 2])
        if known & 255 == last:
            return (known >> LEAST & 255) - 16, (known >> GREATEST & 255) - 16
    return -16, 16


def remember(
    slot: int, me: Word, opp: Word, last: int, least: int, greatest: int, table: Words
) -> None:
    """Store the bounds of a score, replacing the entry that was there."""
    table[slot] = me
    table[slot + 1] = opp
    table[slot + 2] = word(last | (least + 16) << LEAST | (greatest + 16) << GREATEST)


# -- the search -----------------------------------------------------------------------------------
def forces(
    me: Word,
    opp: Word,
    last: int,
    wins: Word,
    threats: Word,
    score: int,
    ctx: Words,
    table: Words,
    work: Numbers,
    buf: Numbers,
    base: int,
) -> bool:
    """Return whether the player to move can get at least `score`; one to fifteen pieces stand.

    With S the score of a position of n pieces: S >= s exactly if a placement wins at once and
    16 - n >= s, or if for some legal placement, leading to p, not S(p) >= 1 - s. `wins` and
    `threats` are the fields that complete a Drei of one's own and of the opponent.
    """
    work[NODES] += 1
    occupied = me | opp
    standing = popcount(occupied)
    if reach(last, occupied, ctx) & ~occupied & wins:
        return 16 - standing >= score
    # Now one's next Drei would be the third piece from here, and the opponent's the second.
    if score > max(14 - standing, 0) or work[NODES] > work[MOST_NODES]:
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
            cell = buf[at] & 63
            mine = me | bit(cell)
            aims = wins | thirds(cell, me, ctx)
            if leaves_play(mine, opp, cell, ctx) and not forces(
                opp, mine, cell, threats, aims, 1 - score, ctx, table, work, buf, end
            ):
                found = True
                break
    if work[NODES] <= work[MOST_NODES]:
        if found:
            least = score
        else:
            greatest = score - 1
        remember(slot, me, opp, last, least, greatest, table)
    return found

"""Proves what a player can force, for any number of players: one of them against all the others.

`proves` returns whether the player of the objective reaches it within `left` plies whatever the
others do: one move must do when that player is to move, every move when another is. (If nobody is
HELPED, every move of everybody must do: then the objective cannot be missed any more.) Nothing is
estimated and no move is left out, so both answers hold. The table compares positions in full.

Repetition: who plays for the soonest win comes nearer to it with every ply, so no position comes
twice on the way. Only those positions can be drawn that have been on the board as often as is
allowed before the first move: these are listed at `DRAWN`.
"""

from __future__ import annotations

from brettwerk.kernels.contract import counts, rules, states
from brettwerk.kernels.description import evaluation
from brettwerk.kernels.primitives import mix, number, word
from brettwerk.kernels.types import Numbers, State, Word, Words
from brettwerk.search import objectives as m
from brettwerk.search.ordering import pick

_KILLER = 1 << 20
_MOVE_BITS = 40
_MOVE_MASK = (1 << _MOVE_BITS) - 1


def entry_of(state: State, question: Word, tt: Words) -> int:
    """Return where the table, of a power of two of entries, has this position and question."""
    width = len(state) + 1
    key = mix(rules.hash_state(state), question)
    return number(key & word(len(tt) // width - 1)) * width


def recall(state: State, question: Word, tt: Words, at: int) -> int:
    """Return the answer that the table has: YES, NO, or OPEN for none."""
    if tt[at + len(state)] >> word(2) != question:
        return m.OPEN
    for k in range(len(state)):
        if tt[at + k] != state[k]:
            return m.OPEN
    return number(tt[at + len(state)] & word(3))


def remember(state: State, question: Word, tt: Words, at: int, answer: int) -> None:
    """Store an answer, replacing the entry that was there."""
    for k in range(len(state)):
        tt[at + k] = state[k]
    tt[at + len(state)] = question << word(2) | word(answer)


def ordered_moves(state: State, ctx: Words, mem: Numbers, base: int, ply: int) -> tuple[int, int]:
    """Write the moves, promising ones first with their order; return where these and all end."""
    end = base + rules.gen_moves(state, ctx, mem, base)
    killer = mem[m.KILLERS + ply]
    middle = base
    for at in range(base, end):
        move = mem[at]
        order = _KILLER if move == killer else evaluation.rank(state, ctx, move)
        if order:
            mem[at] = mem[middle]
            mem[middle] = order << _MOVE_BITS | move
            middle += 1
    return middle, end


def proves(
    state: State, ctx: Words, mem: Numbers, tt: Words, left: int, ply: int, base: int
) -> bool:
    """Return whether the objective is reached within `left` plies; void once STOP is set."""
    mem[m.NODES] += 1
    if mem[m.NODES] > mem[m.MOST] or base > mem[m.ROOM]:
        mem[m.STOP] = 1
    if mem[m.STOP]:
        return False
    end = rules.status(state, ctx)
    if end:
        return m.is_reached_at_end(state, ctx, mem, end)
    already = m.reached_already(state, ctx, mem)
    if already != m.OPEN:
        return already == m.YES
    if left <= 0:
        return m.is_reached_in_time(state, ctx, mem, base)
    if m.is_too_far(state, ctx, mem, left):
        return False
    if mem[m.DRAWN_COUNT] and ply and m.is_drawn(state, mem, ply):
        return m.is_reached_at_end(state, ctx, mem, 0)
    # Repetition depends on whether the number of plies since the root is even.
    question = word(mem[m.QUESTION] << 16 | (ply & 1) << 8 | left)
    entry = entry_of(state, question, tt)
    known = recall(state, question, tt, entry)
    if known != m.OPEN:
        return known == m.YES
    middle, last = ordered_moves(state, ctx, mem, base, ply)
    if last == base:
        return m.is_reached_at_end(state, ctx, mem, rules.no_moves_outcome(state, ctx))
    mine = rules.to_move(state) == mem[m.HELPED]
    found = not mine
    for at in range(base, last):
        move = (pick(mem, at, middle) if at < middle else mem[at]) & _MOVE_MASK
        after = rules.make_move(state, ctx, move)
        if proves(after, ctx, mem, tt, left - 1, ply + 1, last) == mine:
            mem[m.KILLERS + ply] = move
            found = mine
            break
    if not mem[m.STOP]:
        remember(state, question, tt, entry, m.YES if found else m.NO)
    return found


def prove(rows: Words, ctx: Words, mem: Numbers, tt: Words, left: int, above: int) -> int:
    """Return whether the objective is reached from the first row, `above` plies after the root."""
    return 1 if proves(states.load(rows, 0), ctx, mem, tt, left, above, m.MOVES) else 0


def set_objective(rows: Words, ctx: Words, mem: Numbers, kind: int, amount: int) -> int:
    """Make this the objective of the player to move in the first row, who is returned.

    The amount is counted from now on.
    """
    state = states.load(rows, 0)
    player = rules.to_move(state)
    mem[m.KIND], mem[m.PLAYER], mem[m.AMOUNT] = kind, player, amount
    if kind in (m.TAKE, m.KEEP):
        mem[m.AMOUNT] += counts.taken(state, ctx, player)
    mem[m.LOST] = counts.lost(state, ctx, player)
    mem[m.OUT] = counts.out(state) & ~(1 << player)
    return player

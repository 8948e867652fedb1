"""Move ordering: the table's move, noisy moves, killers, then by history."""

from __future__ import annotations

from brettwerk.kernels.contract import rules
from brettwerk.kernels.description import evaluation
from brettwerk.kernels.types import Numbers, State, Words
from brettwerk.search.memory_layout import (
    FOLLOWING,
    FOLLOWING_PLACES,
    HISTORY,
    HISTORY_SLOTS,
    KILLERS,
    MOVE_BITS,
    MOVE_MASK,
    MOVED,
)

TABLE_FIRST = 1 << 40
_NOISY_FIRST = 1 << 34
KILLER_FIRST = 1 << 33
MOST_HISTORY = 1 << 30


def following(before: int, slot: int) -> int:
    """Return the place that counts how good a move is after the opponent's one before it."""
    mixed = (before * 4096 + slot) * 40503
    return FOLLOWING + ((mixed >> 8 ^ mixed) & FOLLOWING_PLACES - 1)


def put_in_order(
    state: State, ctx: Words, mem: Numbers, base: int, end: int, first: int, ply: int
) -> int:
    """Add its order to each move and put promising moves first; return where these end.

    Only these are worth sorting: most moves have never caused a cut-off anywhere.
    """
    middle = base
    past = HISTORY + HISTORY_SLOTS * rules.to_move(state)
    killer, other = mem[KILLERS + 2 * ply], mem[KILLERS + 2 * ply + 1]
    before = mem[MOVED + ply]
    for at in range(base, end):
        move = mem[at]
        if move == first:
            order = TABLE_FIRST
        else:
            noise = evaluation.rank(state, ctx, move)
            order = noise * _NOISY_FIRST
            if not noise:
                if move in (killer, other):
                    order = KILLER_FIRST
                slot = evaluation.slot(move)
                order += mem[past + slot] + MOST_HISTORY
                if before >= 0:
                    order += mem[following(before, slot)]
        entry = order << MOVE_BITS | move
        if order > MOST_HISTORY:
            mem[at] = mem[middle]
            mem[middle] = entry
            middle += 1
        else:
            mem[at] = entry
    return middle


def pick(mem: Numbers, at: int, end: int) -> int:
    """Bring the best of the remaining moves to `at`, and return it with its order."""
    best = at
    top = mem[at]
    for other in range(at + 1, end):
        if mem[other] > top:
            best, top = other, mem[other]
    mem[best] = mem[at]
    mem[at] = top
    return top


def reward(
    state: State, ctx: Words, mem: Numbers, move: int, tried: int, base: int, depth: int, ply: int
) -> None:
    """Note that a quiet move was too good for the opponent, and that those before it were not."""
    if evaluation.rank(state, ctx, move):
        return
    if mem[KILLERS + 2 * ply] != move:
        mem[KILLERS + 2 * ply + 1] = mem[KILLERS + 2 * ply]
        mem[KILLERS + 2 * ply] = move
    side, before = rules.to_move(state), mem[MOVED + ply]
    past, bonus = HISTORY + HISTORY_SLOTS * side, depth * depth * 64
    for at in range(base, tried):
        if mem[at] >> MOVE_BITS < _NOISY_FIRST and mem[at] & MOVE_MASK != move:
            note(mem, past, before, evaluation.slot(mem[at] & MOVE_MASK), -bonus, depth)
    note(mem, past, before, evaluation.slot(move), bonus, depth)


def note(mem: Numbers, past: int, before: int, slot: int, bonus: int, depth: int) -> None:
    """Note in the history that a move was good or bad here, and after the one before it."""
    mem[past + slot] += bonus - mem[past + slot] * depth // 256
    if before >= 0:
        here = following(before, slot)
        mem[here] += bonus - mem[here] * depth // 256


def listed(
    state: State, ctx: Words, mem: Numbers, base: int, first: int, ply: int
) -> tuple[int, int]:
    """Write all moves from `base` on with their order; return where promising ones and all end."""
    end = base + rules.gen_moves(state, ctx, mem, base)
    return put_in_order(state, ctx, mem, base, end, first, ply), end

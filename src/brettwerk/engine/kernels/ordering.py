"""In which order a search tries moves: those that were good before, in the table or elsewhere."""

from __future__ import annotations

from typing import Any

from brettwerk.engine.layout import HISTORY, HISTORY_SLOTS, KILLERS, MOVE_BITS, MOVE_MASK

from .dispatch import gen_moves, rank, slot, to_move
from .kit import kernel

TABLE_FIRST = 1 << 40
_NOISY_FIRST = 1 << 34
KILLER_FIRST = 1 << 33
_MOST_HISTORY = 1 << 30


@kernel
def put_in_order(state: Any, ctx: Any, mem: Any, base: Any, end: Any, first: Any, ply: Any) -> Any:
    """Write before each move how early to try it; those that look good come first, up to where.

    Only they are worth sorting: most moves have never been good anywhere, and come as they come.
    """
    middle = base
    past = HISTORY + HISTORY_SLOTS * to_move(state)
    killer, other = mem[KILLERS + 2 * ply], mem[KILLERS + 2 * ply + 1]
    for at in range(base, end):
        move = mem[at]
        if move == first:
            order = TABLE_FIRST
        else:
            noise = rank(state, ctx, move)
            order = noise * _NOISY_FIRST
            if not noise:
                if move in (killer, other):
                    order = KILLER_FIRST
                order += mem[past + slot(state, move)] + _MOST_HISTORY
        entry = order << MOVE_BITS | move
        if order > _MOST_HISTORY:
            mem[at] = mem[middle]
            mem[middle] = entry
            middle += 1
        else:
            mem[at] = entry
    return middle


@kernel
def pick(mem: Any, at: Any, end: Any) -> Any:
    """Bring the best of the remaining moves to `at`, and return it with its order."""
    best = at
    top = mem[at]
    for other in range(at + 1, end):
        if mem[other] > top:
            best, top = other, mem[other]
    mem[best] = mem[at]
    mem[at] = top
    return top


@kernel
def reward(state: Any, mem: Any, move: Any, tried: Any, base: Any, depth: Any, ply: Any) -> Any:
    """Note that a quiet move was too good for the other, and that those before it were not."""
    if mem[KILLERS + 2 * ply] != move:
        mem[KILLERS + 2 * ply + 1] = mem[KILLERS + 2 * ply]
        mem[KILLERS + 2 * ply] = move
    past = HISTORY + HISTORY_SLOTS * to_move(state)
    bonus = depth * depth * 64
    for at in range(base, tried):
        if mem[at] >> MOVE_BITS >= _NOISY_FIRST:
            continue
        here = past + slot(state, mem[at] & MOVE_MASK)
        mem[here] -= bonus + mem[here] * depth // 256
    here = past + slot(state, move)
    mem[here] += bonus - mem[here] * depth // 256


@kernel
def listed(state: Any, ctx: Any, mem: Any, base: Any, first: Any, ply: Any) -> Any:
    """Write all moves from `base` on with their order; where the good ones end, and all."""
    end = base + gen_moves(state, ctx, mem, base)
    return put_in_order(state, ctx, mem, base, end, first, ply), end

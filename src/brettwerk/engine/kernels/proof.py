"""Proves forced wins, for any number of players: one of them against all the others.

`proves` says whether the player `attacker` wins alone within `depth` plies whatever the others do:
one move must do when the attacker is to move, every move when another is. Nothing is estimated and
no move is left out, so both answers hold.

Repetition: who plays for the soonest win comes nearer to it with every ply, so no position comes
twice on the way. Only those can be drawn that have been on the board as often as is allowed before
the first move: they are listed at `SHUT_OUT`, and count as no win.
"""

from __future__ import annotations

from typing import Any

from brettwerk.engine.layout import (
    EXCLUDED,
    KILLERS,
    MOST_NODES,
    NODES,
    SHUT_OUT,
    STOP,
)

from .dispatch import (
    gen_moves,
    make_move,
    plies_needed,
    rank,
    search_key,
    status,
    stuck,
    to_move,
)
from .kit import kernel, mix, number, word
from .ordering import pick

YES, NO = 1, 2
_FIRST = 1 << 20


@kernel
def remembered(key: Any, tt: Any) -> Any:
    """What was found for this position and depth: YES, NO, or 0 for nothing."""
    at = number(key & word(len(tt) - 1))
    if tt[at] & word(0xFFFF_FFFF_FFFF_FFFC) == key & word(0xFFFF_FFFF_FFFF_FFFC):
        return number(tt[at] & word(3))
    return 0


@kernel
def remember(key: Any, tt: Any, found: Any) -> Any:
    """Keep an answer, in place of whatever stood there."""
    at = number(key & word(len(tt) - 1))
    tt[at] = key & word(0xFFFF_FFFF_FFFF_FFFC) | word(found)


@kernel
def used_up(state: Any, mem: Any, ply: Any) -> Any:
    """Whether this position draws because it has been on the board often enough."""
    a, b = number(state[0]), number(state[1])
    for at in range(SHUT_OUT, SHUT_OUT + 3 * mem[EXCLUDED], 3):
        if mem[at] == a and mem[at + 1] == b and mem[at + 2] == ply & 1:
            return True
    return False


@kernel
def wins_alone(end: Any, attacker: Any) -> Any:
    """Whether a game that ended so was won by this player and nobody else."""
    return end & 7 == 1 << attacker


@kernel
def ordered(state: Any, ctx: Any, mem: Any, base: Any, ply: Any) -> Any:
    """Write all moves with their order, what answered a position like this first; the end."""
    end = base + gen_moves(state, ctx, mem, base)
    for at in range(base, end):
        move = mem[at]
        order = _FIRST if move == mem[KILLERS + ply] else rank(state, ctx, move)
        mem[at] = order << 40 | move
    return end


@kernel
def proves(
    state: Any,
    ctx: Any,
    mem: Any,
    tt: Any,
    depth: Any,
    attacker: Any,
    ply: Any,
    base: Any,
) -> Any:
    """Whether the attacker wins alone within so many plies. Void once STOP is set."""
    mem[NODES] += 1
    if mem[NODES] >= mem[MOST_NODES]:
        mem[STOP] = 1
    end = status(state, ctx)
    if end:
        return wins_alone(end, attacker)
    if depth <= 0:  # the last move may have left the next player without any
        lost = wins_alone(stuck(state, ctx), attacker)
        return lost and gen_moves(state, ctx, mem, base) == 0
    if mem[STOP] or plies_needed(state, ctx, attacker) > depth:
        return False
    if mem[EXCLUDED] and ply and used_up(state, mem, ply):
        return False
    # The way to here decides how far a limit of plies is away: with the depth it is the same.
    key = mix(search_key(state, ctx), word(depth * 4096 + (depth + ply) * 8 + attacker + 1))
    known = remembered(key, tt)
    if known:
        return known == YES
    last = ordered(state, ctx, mem, base, ply)
    if last == base:
        return wins_alone(stuck(state, ctx), attacker)
    mine = to_move(state) == attacker
    found = not mine
    for at in range(base, last):
        move = pick(mem, at, last) & 0xFF_FFFF_FFFF
        after = make_move(state, ctx, move)
        if proves(after, ctx, mem, tt, depth - 1, attacker, ply + 1, last) == mine:
            mem[KILLERS + ply] = move
            found = mine
            break
    if not mem[STOP]:
        remember(key, tt, YES if found else NO)
    return found

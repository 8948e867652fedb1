"""Proves what a player can force, from the rules alone: every move is looked at, to the end.

`reaches` says whether a player reaches an aim within so many plies whatever the others do, all of
them together: one move must do when that player is to move, every move when another is. (If nobody
is HELPED, every move of everybody must do: then the aim cannot be missed any more.) There is no
table that could take one position for another, no estimate, and nothing is left out but what
cannot matter: who needs two more moves to win does not win with the next.

Repetition: who reaches an aim that a player works for comes nearer to it with every ply, so no
position comes twice on the way. Positions from before the first one are not looked at: a puzzle
has no past.
"""

from __future__ import annotations

from typing import Any

from .aims import (
    AMOUNT,
    ELIMINATE,
    HELPED,
    HOLD,
    KEEP,
    KILLERS,
    KIND,
    LOST,
    MOST,
    NODES,
    OUT,
    PLAYER,
    ROOM,
    STOP,
    TAKE,
    WIN,
)
from .dispatch import (
    gen_moves,
    lost,
    make_move,
    out,
    status,
    stuck,
    taken,
    to_move,
    turns_to_win,
)
from .kit import kernel

YES, NO, OPEN = 1, 0, -1


@kernel
def at_the_end(state: Any, ctx: Any, mem: Any, end: Any) -> Any:
    """Whether a game that ended so has reached the aim."""
    player = mem[PLAYER]
    winners, points = end & 7, end >> 10
    alone = winners == 1 << player
    if mem[KIND] == WIN:
        return alone and points >= mem[AMOUNT]
    beaten = winners != 0 and not winners >> player & 1
    if mem[KIND] == HOLD:
        return not beaten
    if mem[KIND] == KEEP:
        return not beaten and kept(state, ctx, mem)
    return alone or now(state, ctx, mem) == YES


@kernel
def kept(state: Any, ctx: Any, mem: Any) -> Any:
    """Whether enough has been taken and nothing lost."""
    player = mem[PLAYER]
    return taken(state, ctx, player) >= mem[AMOUNT] and lost(state, ctx, player) <= mem[LOST]


@kernel
def now(state: Any, ctx: Any, mem: Any) -> Any:
    """YES or NO if the aim is reached or missed already while the game goes on, else OPEN."""
    kind, player = mem[KIND], mem[PLAYER]
    if kind == TAKE:
        return YES if taken(state, ctx, player) >= mem[AMOUNT] else OPEN
    if kind == KEEP:
        return NO if lost(state, ctx, player) > mem[LOST] else OPEN
    if kind == ELIMINATE:
        others = out(state) & ~(1 << player)
        return YES if others != mem[OUT] else OPEN
    return OPEN


@kernel
def when_over(state: Any, ctx: Any, mem: Any, base: Any) -> Any:
    """Whether the aim is reached once no more plies are left."""
    kind = mem[KIND]
    if kind == KEEP:
        return kept(state, ctx, mem)
    if kind != WIN and kind != HOLD:
        return False
    # The last move may have left the next player without any.
    if gen_moves(state, ctx, mem, base) == 0:
        return at_the_end(state, ctx, mem, stuck(state, ctx))
    return kind == HOLD


@kernel
def too_far(state: Any, ctx: Any, mem: Any, left: Any) -> Any:
    """Whether the player has too few moves left to reach the aim."""
    kind, player = mem[KIND], mem[PLAYER]
    moves = (left + (1 if to_move(state) == player else 0)) // 2  # with three, fewer
    if kind == WIN:
        return moves < turns_to_win(state, ctx, player)
    if kind in (TAKE, KEEP):
        return moves < mem[AMOUNT] - taken(state, ctx, player)
    return False


@kernel
def first_to_try(mem: Any, base: Any, last: Any, left: Any) -> None:
    """Put the move that decided a position like this last before the others."""
    killer = mem[KILLERS + left]
    for at in range(base, last):
        if mem[at] == killer:
            mem[at], mem[base] = mem[base], killer
            return


@kernel
def reaches(state: Any, ctx: Any, mem: Any, left: Any, base: Any) -> Any:
    """Whether the player of the aim reaches it within so many plies. Void once STOP is set."""
    mem[NODES] += 1
    if mem[NODES] > mem[MOST] or base > mem[ROOM]:
        mem[STOP] = 1
    if mem[STOP]:
        return False
    end = status(state, ctx)
    if end:
        return at_the_end(state, ctx, mem, end)
    found = now(state, ctx, mem)
    if found != OPEN:
        return found == YES
    if left <= 0:
        return when_over(state, ctx, mem, base)
    if too_far(state, ctx, mem, left):
        return False
    last = base + gen_moves(state, ctx, mem, base)
    if last == base:
        return at_the_end(state, ctx, mem, stuck(state, ctx))
    first_to_try(mem, base, last, left)
    mine = to_move(state) == mem[HELPED]
    for at in range(base, last):
        move = mem[at]
        after = make_move(state, ctx, move)
        if reaches(after, ctx, mem, left - 1, last) == mine:
            mem[KILLERS + left] = move
            return mine
    return not mine

"""What a proof is about: the objectives, where its memory has what, and the kernels that decide.

An objective has a kind, the player who pursues it, and amounts that are counted from the beginning
of the game. The prover asks three things: is it reached at the end of a game, is it reached or
missed already, and is it reached once no plies are left.
"""

from __future__ import annotations

from typing import NamedTuple

from brettwerk.kernels.contract import counts, rules
from brettwerk.kernels.description import evaluation
from brettwerk.kernels.primitives import number, points_of, winners_of
from brettwerk.kernels.repetition import key_of
from brettwerk.kernels.types import Numbers, State, Words

# -- the memory of a proof ------------------------------------------------------------------------
# positions visited, how many may be, whether that was too few, where the room for moves ends
NODES, MOST, STOP, ROOM = range(4)
# the objective; who plays for it (its player, or nobody); its number in the table
KIND, PLAYER, AMOUNT, LOST, OUT, HELPED, QUESTION = range(4, 11)
DRAWN_COUNT = 11
KILLERS = 16  # for each ply the move that decided last
MAX_PLIES = 64
DRAWN = KILLERS + 2 * MAX_PLIES  # positions that draw if they come back, three numbers each
MAX_DRAWN = 80
MOVES = DRAWN + 3 * MAX_DRAWN

# -- kinds of objectives --------------------------------------------------------------------------
WIN = 1  # win alone, with at least `amount` points where there are any
HOLD = 2  # do not lose
TAKE = 3  # take `amount` pieces
KEEP = 4  # take `amount` pieces and lose none
ELIMINATE = 5  # another player is out

YES, NO, OPEN = 1, 2, 0


class Objective(NamedTuple):
    """What a player pursues; all amounts are counted from the beginning of the game."""

    kind: int
    player: int
    amount: int = 0
    lost: int = 0
    out: int = 0


def is_reached_at_end(state: State, ctx: Words, mem: Numbers, end: int) -> bool:
    """Return whether a game with this outcome code has reached the objective; 0 is a draw."""
    player = mem[PLAYER]
    winners = winners_of(end)
    alone = winners == 1 << player
    if mem[KIND] == WIN:
        return alone and points_of(end) >= mem[AMOUNT]
    beaten = winners != 0 and winners >> player & 1 == 0
    if mem[KIND] == HOLD:
        return not beaten
    if mem[KIND] == KEEP:
        return not beaten and is_kept(state, ctx, mem)
    return alone or reached_already(state, ctx, mem) == YES


def is_kept(state: State, ctx: Words, mem: Numbers) -> bool:
    """Return whether enough has been taken and nothing lost."""
    player = mem[PLAYER]
    enough = counts.taken(state, ctx, player) >= mem[AMOUNT]
    return enough and counts.lost(state, ctx, player) <= mem[LOST]


def reached_already(state: State, ctx: Words, mem: Numbers) -> int:
    """Return YES or NO if the objective is reached or missed while the game goes on, else OPEN."""
    kind, player = mem[KIND], mem[PLAYER]
    if kind == TAKE:
        return YES if counts.taken(state, ctx, player) >= mem[AMOUNT] else OPEN
    if kind == KEEP:
        return NO if counts.lost(state, ctx, player) > mem[LOST] else OPEN
    if kind == ELIMINATE:
        others = counts.out(state) & ~(1 << player)
        return YES if others != mem[OUT] else OPEN
    return OPEN


def is_reached_in_time(state: State, ctx: Words, mem: Numbers, base: int) -> bool:
    """Return whether the objective is reached now that no plies are left."""
    kind = mem[KIND]
    if kind == KEEP:
        return is_kept(state, ctx, mem)
    if kind not in (WIN, HOLD):
        return False
    # The last move may have left the next player without any.
    end = is_reached_at_end(state, ctx, mem, rules.no_moves_outcome(state, ctx))
    if end == (kind == HOLD):
        return end
    return end == (rules.gen_moves(state, ctx, mem, base) == 0)


def is_too_far(state: State, ctx: Words, mem: Numbers, left: int) -> bool:
    """Return whether the player has too few moves left to reach the objective."""
    kind, player = mem[KIND], mem[PLAYER]
    if kind == WIN:
        return evaluation.plies_needed(state, ctx, player) > left
    if kind in (TAKE, KEEP):
        own = (left + (1 if rules.to_move(state) == player else 0)) // 2  # with three, fewer
        return own < mem[AMOUNT] - counts.taken(state, ctx, player)
    return False


def is_drawn(state: State, mem: Numbers, ply: int) -> bool:
    """Return whether this position has been on the board so often that it is a draw."""
    key = key_of(state)
    a, b = number(key[0]), number(key[1])
    for at in range(DRAWN, DRAWN + 3 * mem[DRAWN_COUNT], 3):
        if mem[at] == a and mem[at + 1] == b and mem[at + 2] == ply & 1:
            return True
    return False

"""Kernels of encodings whose actions are the moves themselves.

The rules of such a game write their moves in ascending order.
"""

from __future__ import annotations

from brettwerk.kernels.contract import rules
from brettwerk.kernels.primitives import word
from brettwerk.kernels.types import Numbers, State, Word, Words


def gen_actions(state: State, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write the legal moves."""
    return rules.gen_moves(state, ctx, acts, 0)


def act(state: State, ctx: Words, part: Word, action: int, buf: Numbers) -> tuple[State, Word]:
    """Make the move."""
    return rules.make_move(state, ctx, action), word(0)

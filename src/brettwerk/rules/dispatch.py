"""The game's kernels by the type of the state, for code that is written once for all games."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brettwerk.rules.kit import Words

State = Any


def _rules(state: State) -> Any:
    return sys.modules[type(state).__module__]


def gen_moves(state: State, ctx: Words, buf: Words, base: int) -> int:
    """Write the legal moves into `buf` from `base` on; how many there are."""
    count: int = _rules(state).gen_moves(state, ctx, buf, base)
    return count


def make_move(state: State, ctx: Words, move: int) -> State:
    """The state after a legal move."""
    return _rules(state).make_move(state, ctx, move)


def status(state: State, ctx: Words) -> int:
    """0 while the game goes on, else how it ended."""
    code: int = _rules(state).status(state, ctx)
    return code


def stuck(state: State, ctx: Words) -> int:
    """How the game ends for want of a legal move."""
    code: int = _rules(state).stuck(state, ctx)
    return code


def to_move(state: State) -> int:
    """The player to move."""
    player: int = _rules(state).to_move(state)
    return player


def hash_state(state: State) -> int:
    """A well-mixed word for tables."""
    mixed: int = _rules(state).hash_state(state)
    return mixed

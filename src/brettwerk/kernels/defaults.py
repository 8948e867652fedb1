"""Kernels for games that bring none of their own: an evaluation that knows nothing, no counts."""

from __future__ import annotations

from brettwerk.kernels.contract import rules
from brettwerk.kernels.primitives import number, word
from brettwerk.kernels.types import Numbers, S, State, Word, Words


def board_facts(ctx: Words, mem: Numbers) -> int:
    """Note nothing."""
    return 0


def features(state: State, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """Return only that the player is to move."""
    return (number(1),)


def sets(state: State, ctx: Words, mem: Numbers) -> tuple[Word, ...]:
    """Return no cells; never called, since there is no network."""
    return (word(0),)


def noisy(state: State, ctx: Words, mem: Numbers, base: int) -> int:
    """Find no noisy moves."""
    return 0


def rank(state: State, ctx: Words, move: int) -> int:
    """Rank all moves alike."""
    return 0


def glances(state: State, ctx: Words, move: int) -> int:
    """Look at every move once."""
    return 1


def slot(move: int) -> int:
    """Use the lowest bits of the move."""
    return move & 4095


def search_key(state: State, ctx: Words) -> Word:
    """Hash all of the position."""
    return rules.hash_state(state)


def may_pass(state: State) -> bool:
    """Try no null moves."""
    return False


def passed(state: S) -> S:
    """Return the state unchanged; never called, since no null move is tried."""
    return state


def may_repeat(state: State, ctx: Words) -> bool:
    """Look for repetition where the rules count it."""
    return ctx[0] != word(0)


def plies_needed(state: State, ctx: Words, player: int) -> int:
    """Assume that the next move may win."""
    return 1


def taken(state: State, ctx: Words, player: int) -> int:
    """Count nothing."""
    return 0


def lost(state: State, ctx: Words, player: int) -> int:
    """Count nothing."""
    return 0


def out(state: State) -> int:
    """Return the empty set: no player is ever out."""
    return 0

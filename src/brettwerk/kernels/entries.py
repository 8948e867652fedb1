"""Entries to the rules: legal moves, playing, outcomes, and whose turn it is."""

from __future__ import annotations

from brettwerk.kernels.contract import rules, states
from brettwerk.kernels.types import Numbers, Words


def legal_moves(rows: Words, ctx: Words, buf: Numbers) -> int:
    """Write the legal moves of the state in the first row, whose game goes on."""
    return rules.gen_moves(states.load(rows, 0), ctx, buf, 0)


def play(rows: Words, ctx: Words, move: int) -> int:
    """Put the state after a legal move into the first row."""
    states.store(rows, 0, rules.make_move(states.load(rows, 0), ctx, move))
    return 0


def status(rows: Words, ctx: Words) -> int:
    """Return the outcome code of the first row, ignoring 'no legal moves'; 0 if it goes on."""
    return rules.status(states.load(rows, 0), ctx)


def no_moves_outcome(rows: Words, ctx: Words) -> int:
    """Return the outcome code of the first row, whose player to move has no legal move."""
    return rules.no_moves_outcome(states.load(rows, 0), ctx)


def to_move(rows: Words) -> int:
    """Return the player to move in the first row."""
    return rules.to_move(states.load(rows, 0))


ENTRIES = (legal_moves, play, status, no_moves_outcome, to_move)

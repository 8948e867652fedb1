"""Entries to the rules: the legal moves of positions."""

from __future__ import annotations

from brettwerk.kernels.contract import rules, states
from brettwerk.kernels.types import Numbers, Words


def legal_moves(rows: Words, ctx: Words, buf: Numbers) -> int:
    """Write the legal moves of the state in the first row, whose game goes on."""
    return rules.gen_moves(states.load(rows, 0), ctx, buf, 0)

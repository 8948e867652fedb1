"""Draws by repetition: the one place that says when two positions are the same.

They are if the same pieces stand there with the same player to move: `key_of` gives the pieces, and
players alternate, so only positions an even number of plies apart are compared. Kernels write the
positions before the current one into an array `seen`, two words each; `first` is the first of
them that can still come back. `core.history` counts the same keys for single positions.

Two searches ask something simpler, in their own memory: alpha-beta whether a position has occurred
at all, and the prover whether it is one of those that the game before the proof makes draws.
"""

from __future__ import annotations

from brettwerk.kernels.contract import rules
from brettwerk.kernels.primitives import number, pack_outcome, popcount
from brettwerk.kernels.types import State, Word, Words

REPEATED = pack_outcome(0, 0, 14, 0)  # the outcome code; no rules use this reason


def key_of(state: State) -> tuple[Word, Word]:
    """Return what is compared of a position: the pieces of the player to move and of the next."""
    return state[0], state[1]


def is_irreversible(state: State, before: State) -> bool:
    """Return whether pieces left the board in this move: earlier positions cannot come back."""
    after = popcount(state[0]) + popcount(state[1])
    return after != popcount(before[0]) + popcount(before[1])


def note(state: State, seen: Words, at: int) -> None:
    """Write what repetition compares of a position."""
    seen[2 * at], seen[2 * at + 1] = key_of(state)


def first_after(state: State, before: State, ctx: Words, first: int, ply: int) -> int:
    """Return the first position that can come back, after a move that was played at `ply`."""
    return ply + 1 if ctx[0] and is_irreversible(state, before) else first


def occurrence(state: State, seen: Words, first: int, last: int) -> int:
    """Return which occurrence of a position this is, after those in `seen[first:last]`."""
    a, b = key_of(state)
    count = 1
    at = last - 2
    while at >= first:
        if seen[2 * at] == a and seen[2 * at + 1] == b:
            count += 1
        at -= 2
    return count


def outcome_of(state: State, ctx: Words, seen: Words, first: int, last: int) -> int:
    """Return the outcome code of a position after those in `seen[first:last]`.

    It is 0 while the game goes on; 'no legal moves' is ignored.
    """
    if ctx[0] and occurrence(state, seen, first, last) >= number(ctx[0]):
        return REPEATED
    return rules.status(state, ctx)

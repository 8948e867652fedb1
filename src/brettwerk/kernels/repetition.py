"""Draws by repetition, decided by the pieces of the player to move and of the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.kernels.primitives import number, pack_outcome, popcount

if TYPE_CHECKING:
    from brettwerk.kernels.types import State, Words

REPEATED = pack_outcome(0, 0, 14, 0)  # the outcome code; no rules use this reason


def is_irreversible(state: State, before: State) -> bool:
    """Return whether pieces left the board in this move: earlier positions cannot come back."""
    after = popcount(state[0]) + popcount(state[1])
    return after != popcount(before[0]) + popcount(before[1])


def note(state: State, seen: Words, at: int) -> None:
    """Write what repetition compares of a position."""
    seen[2 * at] = state[0]
    seen[2 * at + 1] = state[1]


def occurrence(state: State, seen: Words, first: int, last: int) -> int:
    """Return which occurrence of a position this is, after those in `seen[first:last]`.

    The players alternate, so only every other entry can be the same position.
    """
    count = 1
    at = last - 2
    while at >= first:
        if seen[2 * at] == state[0] and seen[2 * at + 1] == state[1]:
            count += 1
        at -= 2
    return count


def repeated(state: State, ctx: Words, seen: Words, first: int, last: int) -> bool:
    """Return whether this position, after those in `seen[first:last]`, is a draw."""
    return occurrence(state, seen, first, last) >= number(ctx[0])

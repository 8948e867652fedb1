"""How often a person looks at a move on a Katarenga board: what is near catches the eye."""

from __future__ import annotations

from brettwerk.kernels.primitives import inlined


@inlined
def steps_between(one: int, other: int, side: int) -> int:
    """Return how many steps of a king two cells of a board with this side are apart."""
    ranks, files = abs(one // side - other // side), abs(one % side - other % side)
    return max(ranks, files)


@inlined
def glances_at(one: int, other: int, side: int) -> int:
    """Return three for a move to a neighbour, two for a short one, one for a long one."""
    steps = steps_between(one, other, side)
    return 3 if steps <= 1 else 2 if steps <= 2 else 1

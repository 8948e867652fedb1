"""Why a move of Congress is not legal, and the group that won."""

from __future__ import annotations

from brettwerk.games.congress.rules import CONNECTED, CongressState, is_connected, make_move, status
from brettwerk.games.katarenga_family.explain import OWN, WON, why_not_moving
from brettwerk.kernels.play_primitives import write_line
from brettwerk.kernels.primitives import bit, ctz, drop
from brettwerk.kernels.types import Numbers, Words

NO_CAPTURES, EMPTY = OWN, OWN + 1


def refusal(state: CongressState, ctx: Words, move: int, out: Numbers) -> int:
    """As on all boards; captures are an option."""
    return why_not_moving(state, ctx, move, NO_CAPTURES, out)


def lines(state: CongressState, ctx: Words, move: int, out: Numbers) -> int:
    """The group that won, neighbour by neighbour."""
    after = make_move(state, ctx, move)
    if status(after, ctx) >> 6 & 15 != CONNECTED:
        return 0
    group = after.opp if is_connected(after.opp) else after.me
    rest, n = group, 0
    while rest:
        cell = ctz(rest)
        rest = drop(rest)
        if cell % 8 < 7 and group & bit(cell + 1):
            n = write_line(WON, bit(cell) | bit(cell + 1), out, n)
        if cell < 56 and group & bit(cell + 8):
            n = write_line(WON, bit(cell) | bit(cell + 8), out, n)
    return n

"""The evaluation of Isolation: whether an odd number of placements seems to be left."""

from __future__ import annotations

from brettwerk.games.isolation.rules import IsolationState, closed_by
from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import ctz, drop, mix, number, popcount, word
from brettwerk.kernels.types import Numbers, Word, Words

FEATURES: tuple[str, ...] = (
    "odd-if-short",
    "odd-if-long",
    "odd-alone",
    "can-end",
    "open-fields",
    "to-move",
)


def _alone(free: Word, ctx: Words) -> tuple[int, bool]:
    """How many open fields no other one touches, and whether one of them all closes the rest."""
    alone, ends = 0, False
    rest = free
    while rest:
        closed = free & closed_by(ctz(rest), ctx)
        alone += 1 if closed & (closed - word(1)) == word(0) else 0
        ends = ends or closed == free
        rest = drop(rest)
    return alone, ends


def _to_come(free: Word, ctx: Words, sign: int) -> int:
    """How many more pieces are placed if always the field that closes most is taken.

    With a `sign` of -1 it is the one that closes least.
    """
    count = 0
    while free:
        best, after = sign * 65, free
        rest = free
        while rest:
            left = free & ~closed_by(ctz(rest), ctx)
            if sign * (popcount(left) - best) < 0:
                best, after = popcount(left), left
            rest = drop(rest)
        free = after
        count += 1
    return count


def _sign(count: int) -> int:
    """1 for an odd number, -1 for an even one."""
    return number(1) if count & 1 else number(-1)


def features(state: IsolationState, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """What is listed in FEATURES."""
    alone, ends = _alone(state.free, ctx)
    return (
        _sign(_to_come(state.free, ctx, 1)),
        _sign(_to_come(state.free, ctx, -1)),
        _sign(alone),
        number(1) if ends else number(0),
        popcount(state.free),
        number(1),
    )


def search_key(state: IsolationState, ctx: Words) -> Word:
    """The open fields, and how many pieces stand: whose they are does not matter."""
    return mix(state.free, word(popcount(state.me | state.opp)))


EVALUATION = Evaluation(FEATURES, features, search_key=search_key)

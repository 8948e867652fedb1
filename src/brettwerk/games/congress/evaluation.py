"""The evaluation of Congress: how many groups the pieces form, and how far apart they stand."""

from __future__ import annotations

from collections.abc import Mapping

from brettwerk.games.congress.rules import (
    CTX_LIMIT,
    CongressState,
    beside,
    group_of,
    hash_state,
)
from brettwerk.games.katarenga_family.glances import glances_at
from brettwerk.games.katarenga_family.moves import CAPTURE, move_from, move_to
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import ctz, drop, mix, number, popcount, table, word
from brettwerk.kernels.types import Numbers, Word, Words

FEATURES: tuple[str, ...] = (
    "groups",
    "largest-group",
    "apart",
    "neighbours",
    "steps-to-neighbours",
    "fields-in-reach",
    "pieces",
    "to-move",
)
STARTS: tuple[Mapping[str, object], ...] = ({}, {"captures": True})
# The fields left of a file, below a rank.
LEFT_OF = table([0x0101_0101_0101_0101 * ((1 << file) - 1) for file in range(8)])
BELOW = table([(1 << 8 * rank) - 1 for rank in range(8)])


def _groups(pieces: Word) -> tuple[int, int]:
    """How many groups there are, and the pieces of the largest."""
    count, largest = 0, 0
    while pieces:
        group = group_of(pieces & (word(0) - pieces), pieces)
        pieces ^= group
        largest = max(largest, popcount(group))
        count += 1
    return count, largest


def _apart(pieces: Word) -> int:
    """The sum of the distances between all pairs, along files and ranks."""
    total, all_of_them = 0, popcount(pieces)
    for line in range(1, 8):
        left, below = popcount(pieces & LEFT_OF[line]), popcount(pieces & BELOW[line])
        total += left * (all_of_them - left) + below * (all_of_them - below)
    return total


def _in_reach(pieces: Word, occupied: Word, ctx: Words) -> tuple[int, int]:
    """How many empty fields the pieces reach, and how many of these are next to another piece."""
    fields, steps = 0, 0
    rest = pieces
    while rest:
        cell = ctz(rest)
        found = reach(cell, occupied, ctx) & ~occupied
        fields += popcount(found)
        steps += popcount(found & beside(pieces ^ (rest & (word(0) - rest))))
        rest = drop(rest)
    return fields, steps


def features(state: CongressState, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """What is listed in FEATURES, mine less theirs."""
    me, opp = state.me, state.opp
    my_groups, my_largest = _groups(me)
    their_groups, their_largest = _groups(opp)
    my_fields, my_steps = _in_reach(me, me | opp, ctx)
    their_fields, their_steps = _in_reach(opp, me | opp, ctx)
    return (
        their_groups - my_groups,
        my_largest - their_largest,
        _apart(opp) - _apart(me),
        popcount(me & beside(me)) - popcount(opp & beside(opp)),
        my_steps - their_steps,
        my_fields - their_fields,
        popcount(me) - popcount(opp),
        number(1),
    )


def rank(state: CongressState, ctx: Words, move: int) -> int:
    """Captures."""
    return 1 if move & CAPTURE else 0


def search_key(state: CongressState, ctx: Words) -> Word:
    """The position, and the plies where they are limited."""
    key = hash_state(state)
    return mix(key, state.ply) if ctx[CTX_LIMIT] else key


def may_pass(state: CongressState) -> bool:
    """Having to move is seldom a burden."""
    return True


def passed(state: CongressState) -> CongressState:
    """The same with the other to move."""
    return CongressState(state.opp, state.me, state.ply + word(1))


def glances(state: CongressState, ctx: Words, move: int) -> int:
    """Short moves are seen, those across the board are not."""
    return glances_at(move_from(move), move_to(move), 8)


EVALUATION = Evaluation(
    FEATURES,
    features,
    STARTS=STARTS,
    rank=rank,
    glances=glances,
    search_key=search_key,
    may_pass=may_pass,
    passed=passed,
)

"""The search that solves Die Schlacht, compiled: alpha-beta over the rules' own kernels.

The value of a state for the player to move is +p if best play wins p points, -p if it loses p: more
own points are better, and fewer for the other. It is never 0, and lies between -o and +m where m
and o are the pieces, in hand too, of the player to move and of the other, since nobody gains any.

`search` returns v with these bounds on the value, whatever it is:

    v <= alpha: value <= v;    v >= beta: value >= v;    otherwise value == v.

The table keeps, for a state, a lower and an upper bound of its value and the move that did best.
A state is its pieces, whether the other has just passed, and whether pieces are still placed: all
of that is compared, not a hash of it, so that no two states are ever taken for each other.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from brettwerk.compiled.kit import bit, ctz, drop, kernel, mix, number, popcount, word

_rules = import_module("brettwerk.compiled.schlacht")
_reach = import_module("brettwerk.compiled.reach")

State = _rules.SchlachtState
gen_moves, make_move = _rules.gen_moves, _rules.make_move
status, to_move, reach = _rules.status, _rules.to_move, _reach.reach
MAX_MOVES: int = _rules.MAX_MOVES
MAX_PLIES = 64  # 16 placements, 15 captures, and a pass after each at most
PASS: int = _rules.PASS
PIECES: int = _rules.PIECES
EACH = PIECES // 2
PLACING = 2
ENTRY_BYTES = 24
_MOVE_BITS = 14
_MOVES = (1 << _MOVE_BITS) - 1
_SHIFT = 16  # in a buffer of moves the order stands above the move
_OFTEN = 10_000
_BIAS = 16  # makes bounds positive


@kernel
def outcome(state: Any, ctx: Any) -> Any:
    """The value of a round that has ended, 0 while it goes on."""
    end = status(state, ctx)
    points = end >> 10
    return points if end & 3 == 1 + to_move(state) else -points


@kernel
def kind_of(state: Any) -> Any:
    """What of a state its pieces do not tell: placing, battle, or battle after a pass."""
    return PLACING if state.ply < word(PIECES) else number(state.passes)


@kernel
def slot(state: Any, kind: Any, table: Any) -> Any:
    """Where the table keeps a state: three words from here."""
    last = len(table) // 3 - 1
    return 3 * number(mix(state.me ^ word(kind), state.opp) & word(last))


@kernel
def known_of(state: Any, kind: Any, table: Any) -> Any:
    """Bounds of the value, and the move to try first or -1: by the table, and by the pieces."""
    lower, upper, move = -EACH, EACH, -1
    if kind != PLACING:
        lower, upper = -popcount(state.opp), popcount(state.me)
    at = slot(state, kind, table)
    entry: Any = number(table[at + 2])
    if table[at] == state.me and table[at + 1] == state.opp and entry >> 26 == kind + 1:
        lower = max(lower, (entry >> 14 & 63) - _BIAS)
        upper = min(upper, (entry >> 20 & 63) - _BIAS)
        move = entry & _MOVES
    return lower, upper, move


@kernel
def remembered(state: Any, table: Any) -> Any:
    """The move that did best when the state was last searched, or -1."""
    return known_of(state, kind_of(state), table)[2]


@kernel
def store(state: Any, kind: Any, lower: Any, upper: Any, move: Any, table: Any) -> Any:
    """Keep what was found, in place of whatever stood there."""
    at = slot(state, kind, table)
    table[at] = state.me
    table[at + 1] = state.opp
    table[at + 2] = (kind + 1) << 26 | (upper + _BIAS) << 20 | (lower + _BIAS) << 14 | move


@kernel
def attacked_by(pieces: Any, occupied: Any, ctx: Any) -> Any:
    """All fields in reach of these pieces."""
    fields = word(0)
    while pieces:
        fields |= reach(ctz(pieces), occupied, ctx)
        pieces = drop(pieces)
    return fields


@kernel
def put_in_order(
    state: Any, first: Any, ctx: Any, buf: Any, base: Any, end: Any, notes: Any
) -> Any:
    """Write before each move how early to try it; `first` goes before all others.

    Good are moves to safe fields, captures of attackers and placements that attack, escapes; but
    above all placements that were too good for the other to allow elsewhere.
    """
    occupied = state.me | state.opp
    threats = attacked_by(state.opp, occupied, ctx)
    placing = kind_of(state) == PLACING
    prey = state.opp if placing else state.me
    for at in range(base, end):
        move = buf[at]
        target, origin = move & 63, (move >> 6) - 1
        order = 2 * popcount(reach(target, occupied, ctx) & prey)
        if not threats & bit(target):
            order += 3 if placing else 8
        if placing:
            order += min(notes[refuting(state, target)], _OFTEN)
        elif threats & bit(origin):
            order += 1
        if move == first:
            order = 2 * _OFTEN
        buf[at] = order << _SHIFT | move


@kernel
def refuting(state: Any, cell: Any) -> Any:
    """Where is noted how often a placement was too good for the other to allow."""
    return 2 + (to_move(state) << 6 | cell)


@kernel
def pick(buf: Any, at: Any, end: Any) -> Any:
    """Bring the best of the remaining moves to `at`, and return it."""
    best = at
    for other in range(at + 1, end):
        if buf[other] > buf[best]:
            best = other
    buf[at], buf[best] = buf[best], buf[at]
    return buf[at] & _MOVES


@kernel
def search(
    state: Any, alpha: Any, beta: Any, ctx: Any, buf: Any, base: Any, table: Any, notes: Any
) -> Any:
    """The value of a state, or a bound of it, as the module says; moves go to `buf[base:]`.

    `notes[0]` counts states; once it is over `notes[1]` the search stops, and its result is void.
    """
    if state.passes == word(2):
        return outcome(state, ctx)
    notes[0] += 1
    if notes[0] > notes[1]:
        return 0
    kind = kind_of(state)
    lower, upper, first = known_of(state, kind, table)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    alpha, beta = max(alpha, lower), min(beta, upper)
    end = base + gen_moves(state, ctx, buf, base)
    if buf[base] != PASS:
        put_in_order(state, first, ctx, buf, base, end, notes)
    best, best_move, floor = -EACH - 1, 0, alpha
    for at in range(base, end):
        move = pick(buf, at, end)
        after = make_move(state, ctx, move)
        # All but the first are only asked whether they are better; if so, by how much.
        ceiling = beta if at == base else floor + 1
        value = -search(after, -ceiling, -floor, ctx, buf, end, table, notes)
        if ceiling <= value < beta:
            value = -search(after, -beta, -value, ctx, buf, end, table, notes)
        if notes[0] > notes[1]:
            return 0
        if value > best:
            best, best_move = value, move
        if best >= beta:
            break
        floor = max(floor, best)
    keep(state, kind, best, best_move, alpha, beta, lower, upper, table, notes)
    return best


@kernel
def keep(
    state: Any,
    kind: Any,
    best: Any,
    move: Any,
    alpha: Any,
    beta: Any,
    lower: Any,
    upper: Any,
    table: Any,
    notes: Any,
) -> Any:
    """Keep what `best`, found between alpha and beta, says of the value."""
    if best >= beta and kind == PLACING:
        notes[refuting(state, move)] += 1
    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    store(state, kind, lower, upper, move, table)


def make_table(megabytes: int, most: int) -> Any:
    """A table of no more than so many megabytes and `most` entries, but at least one."""
    entries = max(1, min((megabytes << 20) // ENTRY_BYTES, most))
    return np.zeros(3 << entries.bit_length() - 1, np.uint64)  # a power of two, for `slot`


def make_buffer() -> Any:
    """Room for all moves on the way to any end."""
    return np.zeros(MAX_MOVES * MAX_PLIES, np.int32)


def make_notes() -> Any:
    """Nothing counted, nothing allowed yet."""
    return np.zeros(2 + 2 * 64, np.int64)

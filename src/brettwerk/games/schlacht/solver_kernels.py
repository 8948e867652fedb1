"""The search that solves Die Schlacht: alpha-beta over the rules' own kernels.

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

from brettwerk.games.katarenga_family.moves import move_to, relocated_from
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.games.schlacht.rules import (
    MAX_MOVES,
    PASS,
    PIECES,
    SchlachtState,
    gen_moves,
    make_move,
    status,
    to_move,
)
from brettwerk.kernels.primitives import (
    bit,
    ctz,
    drop,
    mix,
    number,
    points_of,
    popcount,
    wins_alone,
    word,
)
from brettwerk.kernels.types import Numbers, Word, Words
from brettwerk.solving.limited import MOST_NODES, NODES

MAX_PLIES = 64  # 16 placements, 15 captures, and a pass after each at most
ROOM = MAX_MOVES * MAX_PLIES  # for the moves of all positions on the way to any end
EACH = PIECES // 2
PLACING = 2
ENTRY = 3  # words of the table for a state
REFUTING = 2  # the first place in `notes` after the count of nodes and its limit
NOTES = REFUTING + 2 * 64
_MOVES = (1 << 14) - 1
_SHIFT = 16  # in a buffer of moves the order stands above the move
_OFTEN = 10_000
_BIAS = 16  # makes bounds positive


# -- entries --------------------------------------------------------------------------------------
def value_between(
    rows: Words, ctx: Words, buf: Numbers, table: Words, notes: Numbers, alpha: int, beta: int
) -> int:
    """Return the value of the state in the first row, or a bound of it."""
    return search(_state(rows), alpha, beta, ctx, buf, 0, table, notes)


def remembered_move(rows: Words, table: Words) -> int:
    """Return the move that did best when the state was last searched, or -1."""
    state = _state(rows)
    return known_of(state, kind_of(state), table)[2]


def _state(rows: Words) -> SchlachtState:
    return SchlachtState(rows[0], rows[1], rows[2], rows[3])


# -- the table ------------------------------------------------------------------------------------
def kind_of(state: SchlachtState) -> int:
    """Return what the pieces do not tell of a state: placing, battle, or battle after a pass."""
    return PLACING if state.ply < word(PIECES) else number(state.passes)


def slot(state: SchlachtState, kind: int, table: Words) -> int:
    """Return where the table, whose size is a power of two of entries, keeps a state."""
    last = len(table) // ENTRY - 1
    return ENTRY * number(mix(state.me ^ word(kind), state.opp) & word(last))


def known_of(state: SchlachtState, kind: int, table: Words) -> tuple[int, int, int]:
    """Return bounds of the value by table and pieces, and the move to try first or -1."""
    lower, upper, move = -EACH, EACH, -1
    if kind != PLACING:
        lower, upper = -popcount(state.opp), popcount(state.me)
    at = slot(state, kind, table)
    entry = number(table[at + 2])
    if table[at] == state.me and table[at + 1] == state.opp and entry >> 26 == kind + 1:
        lower = max(lower, (entry >> 14 & 63) - _BIAS)
        upper = min(upper, (entry >> 20 & 63) - _BIAS)
        move = entry & _MOVES
    return lower, upper, move


def store(state: SchlachtState, kind: int, lower: int, upper: int, move: int, table: Words) -> None:
    """Store what was found, replacing the entry that was there."""
    at = slot(state, kind, table)
    table[at] = state.me
    table[at + 1] = state.opp
    bounds = (upper + _BIAS) << 20 | (lower + _BIAS) << 14
    table[at + 2] = word((kind + 1) << 26 | bounds | move)


# -- the order of moves ---------------------------------------------------------------------------
def attacked_by(pieces: Word, occupied: Word, ctx: Words) -> Word:
    """Return all fields in reach of these pieces."""
    fields = word(0)
    while pieces:
        fields |= reach(ctz(pieces), occupied, ctx)
        pieces = drop(pieces)
    return fields


def put_in_order(
    state: SchlachtState, first: int, ctx: Words, buf: Numbers, base: int, end: int, notes: Numbers
) -> None:
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
        target, origin = move_to(move), relocated_from(move)
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


def refuting(state: SchlachtState, cell: int) -> int:
    """Return where it is noted how often a placement was too good for the other to allow."""
    return REFUTING + (to_move(state) << 6 | cell)


def pick(buf: Numbers, at: int, end: int) -> int:
    """Bring the best of the remaining moves to `at`, and return it."""
    best = at
    for other in range(at + 1, end):
        if buf[other] > buf[best]:
            best = other
    buf[at], buf[best] = buf[best], buf[at]
    return buf[at] & _MOVES


# -- the search -----------------------------------------------------------------------------------
def outcome(state: SchlachtState, ctx: Words) -> int:
    """Return the value of a round that has ended."""
    end = status(state, ctx)
    return points_of(end) if wins_alone(end, to_move(state)) else -points_of(end)


def search(
    state: SchlachtState,
    alpha: int,
    beta: int,
    ctx: Words,
    buf: Numbers,
    base: int,
    table: Words,
    notes: Numbers,
) -> int:
    """Return the value of a state, or a bound of it, as the module says.

    Moves go to `buf[base:]`. Once there are more nodes than allowed, the result is void.
    """
    if state.passes == word(2):
        return outcome(state, ctx)
    notes[NODES] += 1
    if notes[NODES] > notes[MOST_NODES]:
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
        if notes[NODES] > notes[MOST_NODES]:
            return 0
        if value > best:
            best, best_move = value, move
        if best >= beta:
            break
        floor = max(floor, best)
    if best >= beta and kind == PLACING:
        notes[refuting(state, best_move)] += 1
    lower = max(lower, best) if best > alpha else lower
    upper = min(upper, best) if best < beta else upper
    store(state, kind, lower, upper, best_move, table)
    return best

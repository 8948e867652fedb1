"""The evaluation of Abalone: standing in the middle, keeping together, pushing off.

Sets of marbles are shifted as a whole (`games/abalone/hexes.py`): so neighbours of all marbles are
found together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from brettwerk.boards.board import mask
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.games.abalone import rules
from brettwerk.games.abalone.hexes import back_0, back_1, back_2, on_0, on_1, on_2
from brettwerk.games.abalone.rules import AbaloneState
from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import (
    constant,
    ctz,
    drop,
    mix,
    number,
    popcount,
    small_table,
    table,
    word,
)
from brettwerk.kernels.types import Numbers, Word, Words

FEATURES: tuple[str, ...] = (
    "in-the-middle",
    "first-ring",
    "second-ring",
    "third-ring",
    "at-the-edge",
    "pairs",
    "rows-of-three",
    "lost-squared",
    "flanked",
    "kept-together",
    "can-push-off",
    "can-be-pushed-off",
    "to-move",
)
# what the weights are tuned on: the set-ups that are played most, and some that are sharper
STARTS: tuple[Mapping[str, object], ...] = tuple(
    {"setup": s} for s in ("standard", "belgian-daisy", "german-daisy", "dutch-daisy")
)
_NEAR_LIMIT = 100  # plies: so close to a limit the ply decides, too


def _distance(cell: int) -> int:
    row, place = HEXAGON.coordinates[cell]
    row, place = row - 4, place - 5
    return max(abs(row), abs(place), abs(row - place))


def _ring(distance: int) -> int:
    return mask(cell for cell in range(61) if _distance(cell) == distance)


RING_0, RING_1, RING_2, RING_3, RING_4 = (constant(_ring(n)) for n in range(5))


def _line(cell: int, direction: int, steps: Iterable[int]) -> int:
    """The cells this many steps back from here, as a set; 0 unless all are on the board."""
    cells = [HEXAGON.step(cell, HEXAGON.steps[(direction + 3) % 6], k) for k in steps]
    return 0 if None in cells else mask(c for c in cells if c is not None)


def _ways_off(cell: int) -> list[int]:
    """The directions that lead off the board from here."""
    return [d for d in range(6) if HEXAGON.step(cell, HEXAGON.steps[d]) is None]


# For each cell up to three ways off the board, six words a way: whether there is one, the direction
# and who must stand where: two behind, three behind, the second victim, three behind that.
_WAY = 6
_FULL = (1 << 64) - 1
WAYS = table(
    [
        number_
        for cell in range(61)
        for k in range(3)
        for number_ in (
            (
                1,
                _ways_off(cell)[k],
                _line(cell, _ways_off(cell)[k], (1, 2)) or _FULL,
                _line(cell, _ways_off(cell)[k], (1, 2, 3)) or _FULL,
                _line(cell, _ways_off(cell)[k], (1,)) or _FULL,
                _line(cell, _ways_off(cell)[k], (2, 3, 4)) or _FULL,
            )
            if k < len(_ways_off(cell))
            else (0, 0, _FULL, _FULL, _FULL, _FULL)
        )
    ]
)
# BACKWARDS[(cell * 6 + direction) * 5 + k]: the cell k steps back.
BACKWARDS = small_table(
    [
        HEXAGON.step(c, HEXAGON.steps[(d + 3) % 6], k) or 0
        for c in range(61)
        for d in range(6)
        for k in range(5)
    ]
)


def _steps(x: Word) -> tuple[Word, Word, Word, Word, Word, Word]:
    """The cells one step on, and one step back, along each of the three axes."""
    return on_0(x), on_1(x), on_2(x), back_0(x), back_1(x), back_2(x)


def _near(x: Word) -> Word:
    """The cells beside these."""
    a, b, c, d, e, f = _steps(x)
    return a | b | c | d | e | f


def _pushable(mine: Word, theirs: Word, touched: Word) -> int:
    """How many of their marbles could be pushed off the board at once.

    The marble at the edge is beside one of mine, or beside one of theirs that is.
    """
    found = 0
    if not touched:
        return found
    edge = theirs & RING_4 & (touched | _near(touched))
    while edge:
        cell = ctz(edge)
        edge = drop(edge)
        for k in range(3):
            at = (cell * 3 + k) * _WAY
            if mine & WAYS[at + 2] == WAYS[at + 2] or (
                theirs & WAYS[at + 4] and mine & WAYS[at + 5] == WAYS[at + 5]
            ):
                found += 1
                break
    return found


def features(state: AbaloneState, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """What is listed in FEATURES, mine less theirs."""
    me, opp = state.me, state.opp
    a, b, c, d, e, f = _steps(me)
    u, v, w, x, y, z = _steps(opp)
    pairs = popcount(me & a) + popcount(me & b) + popcount(me & c)
    their_pairs = popcount(opp & u) + popcount(opp & v) + popcount(opp & w)
    threes = popcount(me & a & d) + popcount(me & b & e) + popcount(me & c & f)
    their_threes = popcount(opp & u & x) + popcount(opp & v & y) + popcount(opp & w & z)
    flanked = popcount(me & (u & x | v & y | w & z)) - popcount(opp & (a & d | b & e | c & f))
    side = rules.to_move(state)
    lost = number(ctx[rules.CTX_MARBLES + side]) - popcount(me)
    taken = number(ctx[rules.CTX_MARBLES + 1 - side]) - popcount(opp)
    near, far = a | b | c | d | e | f, u | v | w | x | y | z
    return (
        popcount(me & RING_0) - popcount(opp & RING_0),
        popcount(me & RING_1) - popcount(opp & RING_1),
        popcount(me & RING_2) - popcount(opp & RING_2),
        popcount(me & RING_3) - popcount(opp & RING_3),
        popcount(me & RING_4) - popcount(opp & RING_4),
        pairs - their_pairs,
        threes - their_threes,
        taken * taken - lost * lost,
        flanked,
        popcount(me & near) - popcount(opp & far),
        _pushable(me, opp, opp & near),
        _pushable(opp, me, me & far),
        number(1),
    )


def sets(state: AbaloneState, ctx: Words, mem: Numbers) -> tuple[Word, ...]:
    """My marbles and theirs."""
    return state.me, state.opp


def noisy(state: AbaloneState, ctx: Words, mem: Numbers, base: int) -> int:
    """The moves that push a marble off the board."""
    me, opp = state.me, state.opp
    n = base
    edge = opp & RING_4
    while edge:
        cell = ctz(edge)
        edge = drop(edge)
        for k in range(3):
            at = (cell * 3 + k) * _WAY
            if not WAYS[at]:
                break
            direction = number(WAYS[at + 1])
            behind = (cell * 6 + direction) * 5
            if me & WAYS[at + 3] == WAYS[at + 3]:
                mem[n] = rules.pack_in_line(BACKWARDS[behind + 3], direction, 3, 1)
                n += 1
            elif me & WAYS[at + 2] == WAYS[at + 2]:
                mem[n] = rules.pack_in_line(BACKWARDS[behind + 2], direction, 2, 1)
                n += 1
            elif opp & WAYS[at + 4] and me & WAYS[at + 5] == WAYS[at + 5]:
                mem[n] = rules.pack_in_line(BACKWARDS[behind + 4], direction, 3, 2)
                n += 1
    return n - base


def rank(state: AbaloneState, ctx: Words, move: int) -> int:
    """Pushing off, then pushing; rows of three in line before smaller groups."""
    count, pushed = rules.move_count(move), rules.move_pushed(move)
    if not pushed:
        return 0
    ray = (rules.move_cell(move) * 6 + rules.move_direction(move)) * 6
    return 8 + pushed if not rules.RAY[ray + count + pushed] else pushed


def glances(state: AbaloneState, ctx: Words, move: int) -> int:
    """Pushing off is seen, then pushing; a step sideways is overlooked most."""
    strength = rank(state, ctx, move)
    if strength:
        return 5 if strength > 8 else 3
    return 1 if rules.move_axis(move) >= 0 else 2


def slot(move: int) -> int:
    """By cell, direction and number of marbles, in line or broadside."""
    row = rules.pack_in_line(
        rules.move_cell(move), rules.move_direction(move), rules.move_count(move), 0
    )
    return row | (2048 if rules.move_axis(move) >= 0 else 0)


def search_key(state: AbaloneState, ctx: Words) -> Word:
    """The marbles; shortly before a limit of plies also how many have been played."""
    key = rules.hash_state(state)
    if ctx[rules.CTX_LIMIT] and state.ply + word(_NEAR_LIMIT) > ctx[rules.CTX_LIMIT]:
        return mix(key, state.ply)
    return key


def may_pass(state: AbaloneState) -> bool:
    """Return True: having to move is hardly ever a burden."""
    return True


def passed(state: AbaloneState) -> AbaloneState:
    """The same with the other to move."""
    return AbaloneState(state.opp, state.me, state.ply + word(1))


def may_repeat(state: AbaloneState, ctx: Words) -> bool:
    """Return True: marbles can move back."""
    return True


def plies_needed(state: AbaloneState, ctx: Words, player: int) -> int:
    """A marble a move at most; or the limit of plies, if there is one."""
    side = rules.to_move(state)
    theirs = state.opp if player == side else state.me
    missing = rules.TO_WIN - (number(ctx[rules.CTX_MARBLES + 1 - player]) - popcount(theirs))
    plies = 2 * missing - (1 if player == side else 0)
    if ctx[rules.CTX_LIMIT]:
        plies = min(plies, number(ctx[rules.CTX_LIMIT]) - number(state.ply))
    return max(1, plies)


EVALUATION = Evaluation(
    FEATURES,
    features,
    SETS=2,
    sets=sets,
    STARTS=STARTS,
    noisy=noisy,
    rank=rank,
    glances=glances,
    slot=slot,
    search_key=search_key,
    may_pass=may_pass,
    passed=passed,
    may_repeat=may_repeat,
    plies_needed=plies_needed,
)

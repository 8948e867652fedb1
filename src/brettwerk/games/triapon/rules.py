"""Triapon: three players, nine balls each; closing a triad takes a ball."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from brettwerk.boards.board import mask
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.games.triapon.moves import (
    is_capture,
    is_placement,
    move_barricade,
    move_from,
    move_hole,
    move_taken,
    pack_move,
    puts_barricade,
    with_barricade,
    with_taken,
)
from brettwerk.games.triapon.triads import HOLES, closes, held_fast, near_triads
from brettwerk.kernels.primitives import (
    bit,
    ctz,
    drop,
    list_cells,
    mix,
    number,
    pack_outcome,
    popcount,
    table,
    word,
)
from brettwerk.kernels.types import Numbers, Words

# Nine balls to at most six neighbours, 18 balls to take, 41 holes for a barricade or none: 39,852.
# Three balls jump further, but only a few holes close a triad with the other two.
MAX_MOVES = 40_000
BALLS = 9
QUIET_ROUNDS = 15
LAST_IN, NO_CAPTURES, NO_MOVE = 1, 2, 3
# ctx: no repetition, whether only rows of others cross, barricades
CTX_OTHERS, CTX_BARRICADES = 1, 2
ALL_HOLES = (1 << HOLES) - 1
NEAR = table([mask(cells) for cells in TRIANGLE.neighbours])


class TriaponReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    LAST_ONE_IN = "last-one-in"
    NO_CAPTURES = "no-captures"
    NO_MOVE = "no-move"


REASONS = TriaponReason


class TriaponState(NamedTuple):
    """Balls of the player to move, of the next and of the one after, and what belongs to a turn.

    `barricades` lie on the board; `side` is the player to move and `out` the set of players who
    are out; `quiet` counts the turns without a capture in the moving phase. Four bits each:
    `hands`, the balls that players 0, 1, 2 have still to place; `taken`, at 3 * i + j the balls
    that player i took from j; `built`, the barricades that each has put.
    """

    me: int
    second: int
    third: int
    barricades: int
    side: int
    out: int
    quiet: int
    hands: int
    taken: int
    built: int


def other_balls(state: TriaponState, move: int) -> int:
    """The mover's balls without the one that moves."""
    return state.me if is_placement(move) else state.me ^ bit(move_from(move))


def may_jump(balls: int) -> bool:
    """Whether these balls of a player, all placed, may move anywhere."""
    return popcount(balls) == 3


def destinations(origin: int, balls: int, free: int) -> int:
    """The free holes to which one of a player's balls may move."""
    return free if may_jump(balls) else free & NEAR[origin]


def nibble(packed: int, at: int) -> int:
    """The number in the four bits at this place."""
    return number(packed >> word(4 * at) & word(15))


def _one(at: int) -> int:
    """One, to be added at this place of four bits."""
    return word(1) << word(4 * at)


def in_game(state: TriaponState, player: int) -> int:
    """The balls this player has in the game: nine less those lost."""
    lost = (
        nibble(state.taken, player)
        + nibble(state.taken, 3 + player)
        + nibble(state.taken, 6 + player)
    )
    return BALLS - lost


def _is_out(state: TriaponState, player: int) -> bool:
    return (state.out >> word(player) & word(1)) != word(0)


def free_holes(state: TriaponState) -> int:
    """The holes on which nothing lies."""
    return word(ALL_HOLES) & ~(state.me | state.second | state.third | state.barricades)


def takeable(state: TriaponState, mine: int, ctx: Words) -> int:
    """The balls that may be taken, after the mover's balls have come to lie as `mine`."""
    others = ctx[CTX_OTHERS] != word(0)
    side = number(state.side)
    second, third = (side + 1) % 3, (side + 2) % 3
    a, b = word(0), word(0)
    if not _is_out(state, second):
        own = word(0) if others else state.second
        a = state.second & ~held_fast(state.second, mine, own, state.third)
    if not _is_out(state, third):
        own = word(0) if others else state.third
        b = state.third & ~held_fast(state.third, mine, state.second, own)
    if a and b:
        lead = in_game(state, second) - in_game(state, third)
        if lead > 0:
            return a
        if lead < 0:
            return b
    return a | b


def may_build(state: TriaponState, after: TriaponState, ctx: Words) -> bool:
    """Whether the mover may put a barricade, `after` being how ball and capture left the board."""
    if ctx[CTX_BARRICADES] == word(0) or state.hands or popcount(after.out) != 1:
        return False
    side = number(state.side)
    return nibble(after.built, side) < nibble(after.taken, 3 * side + ctz(after.out))


def _gen_barricades(state: TriaponState, ctx: Words, move: int, buf: Numbers, n: int) -> int:
    """The move, and the move with each barricade that may follow it."""
    buf[n] = move
    n += 1
    if ctx[CTX_BARRICADES] == word(0):
        return n
    after = play_ball(state, move)
    if not may_build(state, after, ctx):
        return n
    free = free_holes(after)
    while free:
        buf[n] = with_barricade(move, ctz(free))
        free = drop(free)
        n += 1
    return n


def _gen_ball(
    state: TriaponState, ctx: Words, move: int, mine: int, near: int, buf: Numbers, n: int
) -> int:
    """All moves with this ball on this hole; `mine` are the others, `near` can close triads."""
    hole = move_hole(move)
    if near & bit(hole) and closes(hole, mine):
        balls = takeable(state, mine | bit(hole), ctx)
        if balls:
            while balls:
                taking = with_taken(move, ctz(balls))
                balls = drop(balls)
                n = _gen_barricades(state, ctx, taking, buf, n)
            return n
    return _gen_barricades(state, ctx, move, buf, n)


def gen_moves(state: TriaponState, ctx: Words, buf: Numbers, base: int) -> int:
    """All legal placements or, when all balls have been placed, moves."""
    me = state.me
    near = near_triads(me)
    free = free_holes(state)
    n = base
    if state.hands:
        n = list_cells(free & ~near, 0, buf, n)
        targets = free & near
        while targets:
            n = _gen_ball(state, ctx, ctz(targets), me, near, buf, n)
            targets = drop(targets)
        return n - base
    plain = word(0)
    if ctx[CTX_BARRICADES] == word(0) or not state.out:
        plain = free & ~near
    rest = me
    while rest:
        origin = ctz(rest)
        rest = drop(rest)
        reached = destinations(origin, me, free)
        n = list_cells(reached & plain, pack_move(0, origin), buf, n)
        targets = reached & ~plain
        while targets:
            move = pack_move(ctz(targets), origin)
            targets = drop(targets)
            n = _gen_ball(state, ctx, move, me ^ bit(origin), near, buf, n)
    return n - base


def _after_taking(state: TriaponState, ball: int) -> TriaponState:
    """The state with this ball of an opponent taken by the player to move."""
    me, second, third, barricades, side, out, _, hands, taken, built = state
    victim = (number(side) + (1 if second & ball else 2)) % 3
    taken += _one(3 * number(side) + victim)
    second, third = second & ~ball, third & ~ball
    return TriaponState(me, second, third, barricades, side, out, word(0), hands, taken, built)


def settle_out(state: TriaponState) -> TriaponState:
    """The state with everyone out who has two balls or fewer, once the moving phase is on."""
    me, second, third, barricades, side, out, quiet, hands, taken, built = state
    if hands:
        return state
    for ahead in range(3):
        balls = me if ahead == 0 else second if ahead == 1 else third
        if popcount(balls) <= 2:
            out |= bit((number(side) + ahead) % 3)
    return TriaponState(me, second, third, barricades, side, out, quiet, hands, taken, built)


def play_ball(state: TriaponState, move: int) -> TriaponState:
    """The state after the ball and the capture, before barricade and the next player's turn."""
    me, second, third, barricades, side, out, quiet, hands, taken, built = state
    me |= bit(move_hole(move))
    if is_placement(move):
        hands -= _one(number(side))
    else:
        me ^= bit(move_from(move))
        quiet += word(1)
    after = TriaponState(me, second, third, barricades, side, out, quiet, hands, taken, built)
    if is_capture(move):
        after = _after_taking(after, bit(move_taken(move)))
    if is_capture(move) or is_placement(move):
        after = settle_out(after)
    return after


def pass_on(state: TriaponState) -> TriaponState:
    """The same with the next player still in to move; nobody else left: the same player."""
    me, second, third, barricades, side, out, quiet, hands, taken, built = state
    player = number(side)
    ahead = 1
    while ahead < 3 and _is_out(state, (player + ahead) % 3):
        ahead += 1
    if ahead == 1:
        me, second, third = second, third, me
    elif ahead == 2:
        me, second, third = third, me, second
    side = word((player + ahead) % 3)
    return TriaponState(me, second, third, barricades, side, out, quiet, hands, taken, built)


def make_move(state: TriaponState, ctx: Words, move: int) -> TriaponState:
    """The state after a legal move."""
    me, second, third, barricades, side, out, quiet, hands, taken, built = play_ball(state, move)
    if puts_barricade(move):
        barricades |= bit(move_barricade(move))
        built += _one(number(side))
    return pass_on(
        TriaponState(me, second, third, barricades, side, out, quiet, hands, taken, built)
    )


def taken_by(state: TriaponState, player: int) -> int:
    """How many balls this player has taken."""
    at = 3 * player
    return nibble(state.taken, at) + nibble(state.taken, at + 1) + nibble(state.taken, at + 2)


def most_taken(state: TriaponState) -> int:
    """The players who win if the game ends now, by agreement or after too long without captures."""
    best, winners, tied = -1, 0, 0
    out = number(state.out)
    for player in range(3):
        if out >> player & 1:
            continue
        score = 32 * taken_by(state, player)
        if out in (1, 2, 4):  # with two in, those taken from the third break a tie
            score += nibble(state.taken, 3 * player + (out >> 1))
        if score > best:
            best, winners, tied = score, 0, 0
        if score == best:
            winners |= 1 << player
            tied += 1
    return 0 if tied == 3 - popcount(state.out) and tied > 1 else winners


def status(state: TriaponState, ctx: Words) -> int:
    """One player left; or fifteen rounds without a capture."""
    inside = number(word(7) & ~state.out)
    players = popcount(word(inside))
    if players <= 1:
        return pack_outcome(inside, inside, LAST_IN, 0)
    if not state.hands and number(state.quiet) >= QUIET_ROUNDS * players:
        return pack_outcome(most_taken(state), inside, NO_CAPTURES, 0)
    return 0


def no_moves_outcome(state: TriaponState, ctx: Words) -> int:
    """Return a draw among all still in: the player to move cannot move."""
    return pack_outcome(0, number(word(7) & ~state.out), NO_MOVE, 0)


def to_move(state: TriaponState) -> int:
    """Player 0, 1 or 2."""
    return number(state.side)


def hash_state(state: TriaponState) -> int:
    """All of it: who took what decides the end."""
    balls = mix(
        state.me ^ mix(state.barricades, state.side), state.second ^ mix(state.third, state.out)
    )
    counts = mix(state.taken ^ state.built << word(40), state.hands ^ state.quiet << word(16))
    return mix(balls, counts)

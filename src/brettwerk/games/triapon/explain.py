"""Why a move of Triapon is not legal, and why a ball may or may not be taken."""

from __future__ import annotations

from brettwerk.games.triapon.moves import (
    move_barricade,
    move_from,
    move_hole,
    move_taken,
    pack_move,
    with_barricade,
    with_taken,
    without_barricade,
)
from brettwerk.games.triapon.rows import (
    crosser_of,
    holding_row,
    mine_after,
    row_end,
    row_with,
    write_holes,
    write_row,
)
from brettwerk.games.triapon.rules import (
    CTX_BARRICADES,
    TriaponState,
    destinations,
    free_holes,
    other_balls,
    play_ball,
    takeable,
)
from brettwerk.games.triapon.triads import CROSSING, CROSSING_KIND, closes
from brettwerk.kernels.play_primitives import (
    ADD,
    CROSS,
    DASH,
    GAP,
    PICK,
    PUT,
    TAKE,
    write_cell,
    write_char,
    write_detail,
    write_sentence,
)
from brettwerk.kernels.primitives import bit, ctz, drop, number, word
from brettwerk.kernels.types import Numbers, Word, Words

SENTENCES: tuple[tuple[str, ...], ...] = (
    ("triapon-place",),
    ("triapon-move",),
    ("triapon-held", "hole"),
    ("triapon-not-your-ball", "hole"),
    ("triapon-far", "origin", "hole"),
    ("triapon-must-take", "move"),
    ("triapon-no-triad", "hole"),
    ("triapon-no-prey", "hole"),
    ("triapon-owner-out", "ball"),
    ("triapon-held-fast", "ball", "row"),
    ("triapon-from-other", "ball"),
    ("triapon-no-barricades",),
    ("triapon-no-barricade-now",),
    ("triapon-note-free", "ball"),
    ("triapon-note-outer", "ball", "row"),
    ("triapon-note-crossed-medium", "ball", "row", "by"),
    ("triapon-note-crossed-long", "ball", "row", "by"),
    ("triapon-position-nine", "player", "count"),
    ("triapon-position-own-taken", "player"),
    ("triapon-position-out-to-move", "player"),
    ("triapon-position-hands", "first", "second", "third"),
    ("triapon-position-quiet",),
    ("triapon-position-barricades", "count", "built"),
    ("triapon-position-built", "player"),
)
PLACE, MOVE, HELD, NOT_YOURS, FAR, MUST_TAKE, NO_TRIAD, NO_PREY, OWNER_OUT = range(9)
HELD_FAST, FROM_OTHER, NO_BARRICADES, NOT_NOW, FREE, OUTER, CROSSED = range(9, 16)
NINE, OWN_TAKEN, OUT_TO_MOVE, HANDS, QUIET, WALLS, BUILT = range(17, 24)


# -- texts ----------------------------------------------------------------------------------------
def text(move: int, out: Numbers, n: int) -> int:
    """`e5`, `e4-e5`, then `xg3` for a capture and `+b2` for a barricade."""
    if move_from(move) >= 0:
        n = write_char(DASH, out, write_cell(move_from(move), out, n))
    n = write_cell(move_hole(move), out, n)
    if move_taken(move) >= 0:
        n = write_cell(move_taken(move), out, write_char(CROSS, out, n))
    if move_barricade(move) >= 0:
        n = write_cell(move_barricade(move), out, write_char(ADD, out, n))
    return n


def read(state: TriaponState, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """One or two holes, a capture, a barricade."""
    first, second, taken, barricade = -1, -1, -1, -1
    for at in range(count):
        sign, hole = steps[2 * at], steps[2 * at + 1]
        if hole < 0:
            return -1
        if sign in (TAKE, CROSS):
            taken = hole
        elif sign == ADD:
            barricade = hole
        elif first < 0:
            first = hole
        elif sign in (PUT, DASH):
            second = hole
        else:
            return -1
    if first < 0 or (second < 0 and steps[0] == PICK):
        return -1
    move = pack_move(second, first) if second >= 0 else pack_move(first, -1)
    return with_barricade(with_taken(move, taken), barricade)


# -- why not --------------------------------------------------------------------------------------
def refusal(state: TriaponState, ctx: Words, move: int, out: Numbers) -> int:
    """The first thing that is wrong with this move."""
    n = _why_not_ball(state, move_hole(move), move_from(move), out)
    if not n:
        n = _why_not_taken(state, ctx, move, out)
    return n or _why_not_barricade(state, ctx, move, out)


def _why_not_ball(state: TriaponState, hole: int, origin: int, out: Numbers) -> int:
    """The phase, the hole, the ball, the distance."""
    placing = state.hands != word(0)
    if placing != (origin < 0):
        out[0] = PLACE if placing else MOVE
        return 1
    if not free_holes(state) & bit(hole):
        return write_sentence(HELD, hole, out, 0)
    if placing:
        return 0
    if not state.me & bit(origin):
        return write_sentence(NOT_YOURS, origin, out, 0)
    if not destinations(origin, state.me, bit(hole)):
        return write_detail(hole, out, write_sentence(FAR, origin, out, 0))
    return 0


def _why_not_taken(state: TriaponState, ctx: Words, move: int, out: Numbers) -> int:
    """A capture that must be made, or may not."""
    hole, taken = move_hole(move), move_taken(move)
    mine = other_balls(state, move)
    closing = closes(hole, mine)
    free = takeable(state, mine | bit(hole), ctx) if closing else word(0)
    if taken < 0:
        if not free:
            return 0
        out[0] = MUST_TAKE
        return text(with_taken(without_barricade(move), ctz(free)), out, 1)
    if not closing:
        return write_sentence(NO_TRIAD, hole, out, 0)
    if free & bit(taken):
        return 0
    if not (state.second | state.third) & bit(taken):
        return write_sentence(NO_PREY, taken, out, 0)
    ahead = 1 if state.second & bit(taken) else 2
    return _why_safe(state, ctx, mine | bit(hole), ahead, taken, out)


def _why_safe(
    state: TriaponState, ctx: Words, mine: Word, ahead: int, ball: int, out: Numbers
) -> int:
    """Why this ball of an opponent may not be taken: its owner, a row, or the other has more."""
    if state.out & bit((number(state.side) + ahead) % 3):
        return write_sentence(OWNER_OUT, ball, out, 0)
    balls = state.second if ahead == 1 else state.third
    row = holding_row(state, ctx, mine, balls, ahead, ball)
    if row < 0:
        return write_sentence(FROM_OTHER, ball, out, 0)
    n = write_sentence(HELD_FAST, ball, out, 0)
    out[n] = GAP
    return write_row(row, row_end(balls, row), out, n + 1)


def _why_not_barricade(state: TriaponState, ctx: Words, move: int, out: Numbers) -> int:
    """A barricade that may not be put, or not there."""
    barricade = move_barricade(move)
    if barricade < 0:
        return 0
    if not ctx[CTX_BARRICADES]:
        out[0] = NO_BARRICADES
        return 1
    if free_holes(play_ball(state, without_barricade(move))) & bit(barricade):
        out[0] = NOT_NOW
        return 1
    return write_sentence(HELD, barricade, out, 0)


# -- about the opponents' balls -------------------------------------------------------------------
def notes(state: TriaponState, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """A sentence for every ball of an opponent, the mover's own lying as after these steps."""
    mine = mine_after(state.me, steps, count)
    free = takeable(state, mine, ctx)
    n = 0
    for ahead in range(1, 3):
        balls = state.second if ahead == 1 else state.third
        rest = balls
        while rest:
            ball = ctz(rest)
            rest = drop(rest)
            end = _write_note(state, ctx, mine, ahead, ball, free, out, n + 2)
            out[n], out[n + 1] = ball, end - n - 2
            n = end
    return n


def _write_note(
    state: TriaponState,
    ctx: Words,
    mine: Word,
    ahead: int,
    ball: int,
    free: Word,
    out: Numbers,
    n: int,
) -> int:
    """Why a ball may or may not be taken."""
    if state.out & bit((number(state.side) + ahead) % 3):
        return write_sentence(OWNER_OUT, ball, out, n)
    balls = state.second if ahead == 1 else state.third
    row = holding_row(state, ctx, mine, balls, ahead, ball)
    if row < 0 and not free & bit(ball):
        return write_sentence(FROM_OTHER, ball, out, n)
    sentence, crosser = HELD_FAST, -1
    if row < 0:
        row = row_with(balls, ball)
        if row < 0:
            return write_sentence(FREE, ball, out, n)
        crosser = crosser_of(state, ctx, mine, ahead, row, row_end(balls, row))
        sentence = OUTER if crosser < 0 else CROSSED + CROSSING_KIND[crosser] - 1
    n = write_sentence(sentence, ball, out, n)
    out[n] = GAP
    n = write_row(row, row_end(balls, row), out, n + 1)
    if crosser < 0:
        return n
    out[n] = GAP
    return write_holes(CROSSING[crosser], out, n + 1)

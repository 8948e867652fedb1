"""What the games on Katarenga boards say about moves that are not legal, and what a move achieves.

A game's own sentences have numbers after those here.
"""

from __future__ import annotations

from brettwerk.games.katarenga_family.moves import (
    CAPTURE,
    move_from,
    move_to,
    pack_relocation,
)
from brettwerk.games.katarenga_family.reach import CTX_BOARD, LEAPS, RAYS, WORDS, reach
from brettwerk.kernels.contract import rules
from brettwerk.kernels.play_primitives import (
    PICK,
    PUT,
    SPACE,
    read_pair,
    write_detail,
    write_line,
    write_sentence,
)
from brettwerk.kernels.primitives import bit, ctz, drop, number, word
from brettwerk.kernels.types import Numbers, State, Word, Words

SENTENCES: tuple[tuple[str, ...], ...] = (
    ("field-held", "field"),
    ("not-your-piece", "field"),
    ("own-piece", "field"),
    ("nothing-to-capture", "field"),
    ("out-of-reach-red", "field", "origin"),
    ("out-of-reach-yellow", "field", "origin"),
    ("out-of-reach-blue", "field", "origin"),
    ("out-of-reach-green", "field", "origin"),
    ("position-alternate", "white", "black"),
    ("position-last", "field"),
)
FIELD_HELD, NOT_YOURS, OWN_PIECE, NOTHING_THERE, OUT_OF_REACH = 0, 1, 2, 3, 4
ALTERNATE, NOT_LAST, OWN = 8, 9, 10
WON = 0  # the kind of line
FIELDS = 64
_LATER = 64  # where moves are listed, behind what is written


def _colour(cell: int, ctx: Words) -> int:
    """The colour of a field: red, yellow, blue, green."""
    at = CTX_BOARD + WORDS * cell
    small = len(ctx) < CTX_BOARD + WORDS * FIELDS
    field = cell if small else 16 + cell
    if ctx[at]:
        return 2 if ctx[at] == LEAPS[2 * field] else 3
    rays = 8 * field
    straight = RAYS[rays] | RAYS[rays + 1] | RAYS[rays + 2] | RAYS[rays + 3]
    return 0 if ctx[at + 5] & straight else 1


def out_of_reach(cell: int, origin: int, ctx: Words, out: Numbers) -> int:
    """Why a piece on `origin` does not reach a field, by the colour it stands on."""
    n = write_sentence(OUT_OF_REACH + _colour(origin, ctx), cell, out, 0)
    return write_detail(origin, out, n)


# -- pieces that are placed -----------------------------------------------------------------------
def read_placed(state: State, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """A field."""
    if count == 1 and (steps[0] == PUT or steps[0] == SPACE) and steps[1] >= 0:
        return steps[1]
    return -1


def read_placing(state: State, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """A field, or two for a piece that changes place."""
    if count != 2:
        return read_placed(state, ctx, steps, count, out)
    if (steps[0] != PICK and steps[0] != SPACE) or steps[1] < 0 or steps[3] < 0:
        return -1
    return pack_relocation(steps[1], steps[3])


def why_not_here(state: State, ctx: Words, cell: int, out: Numbers) -> int:
    """Why a piece cannot be placed en prise here for its own sake; 0 if it can."""
    occupied = state[0] | state[1]
    if occupied & bit(cell):
        return write_sentence(FIELD_HELD, cell, out, 0)
    last = number(state[2])
    if occupied and not reach(last, occupied, ctx) & bit(cell):
        return out_of_reach(cell, last, ctx, out)
    return 0


def refused_fields(state: State, ctx: Words, out: Numbers) -> Word:
    """The fields en prise to the last piece on which none may be placed."""
    occupied = state[0] | state[1]
    if not occupied:
        return word(0)
    prise = reach(number(state[2]), occupied, ctx) & ~occupied
    count = rules.gen_moves(state, ctx, out, _LATER)
    for at in range(_LATER, _LATER + count):
        prise &= ~bit(out[at])
    return prise


def winners_after(state: State, ctx: Words, move: int, out: Numbers) -> int:
    """The set of players who have won after a move."""
    after = rules.make_move(state, ctx, move)
    code = rules.status(after, ctx)
    if not code and not rules.gen_moves(after, ctx, out, _LATER):
        code = rules.no_moves_outcome(after, ctx)
    return code & 7


def winning_piece(state: State, ctx: Words, move: int, out: Numbers) -> int:
    """The piece that leaves the opponent no answer."""
    if not winners_after(state, ctx, move, out):
        return 0
    return write_line(WON, bit(move_to(move)), out, 0)


# -- pieces from field to field -------------------------------------------------------------------
def read_moving(state: State, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """Two fields; a capture need not be marked."""
    move = read_pair(state, ctx, steps, count, out)
    if move < 0 or steps[1] >= FIELDS or steps[3] >= FIELDS:
        return -1
    return move | (CAPTURE if state[1] & bit(move_to(move)) else 0)


def why_not_moving(state: State, ctx: Words, move: int, no_capture: int, out: Numbers) -> int:
    """No own piece, onto an own piece, out of reach, or a capture that is not one."""
    origin, target = move_from(move), move_to(move)
    if not state[0] & bit(origin):
        return write_sentence(NOT_YOURS, origin, out, 0)
    if state[0] & bit(target):
        return write_sentence(OWN_PIECE, target, out, 0)
    if not reach(origin, state[0] | state[1], ctx) & bit(target):
        return out_of_reach(target, origin, ctx, out)
    held = state[1] & bit(target)
    return write_sentence(no_capture if held else NOTHING_THERE, target, out, 0)


def first_hit(cells: Word, target: Word, occupied: Word, ctx: Words) -> int:
    """The first of these cells from which a piece reaches the target; -1 if there is none."""
    while cells:
        if reach(ctz(cells), occupied, ctx) & target:
            return ctz(cells)
        cells = drop(cells)
    return -1

"""What players of Die Schlacht need besides the rules."""

from __future__ import annotations

from brettwerk.games.katarenga_family.explain import ALTERNATE, read_placing
from brettwerk.games.katarenga_family.moves import move_to, relocated_from
from brettwerk.games.katarenga_family.play import (
    CROSS,
    EACH,
    SPACE,
    placing_effects,
    placing_text,
    reach_of,
)
from brettwerk.games.katarenga_family.reach import write_board
from brettwerk.games.schlacht import explain
from brettwerk.games.schlacht.rules import PASS, PIECES, SchlachtState
from brettwerk.kernels.description import Play
from brettwerk.kernels.play_primitives import (
    HAND,
    ROW,
    TAKEN,
    needs,
    side_count,
    write_captured,
    write_char,
    write_counts,
    write_effect,
    write_number,
    write_sides,
    write_tray,
    write_word,
)
from brettwerk.kernels.primitives import number, popcount, word
from brettwerk.kernels.types import Bytes, Numbers, Words

PHASE, PASSES = 0, 1  # the details
PASSES_WORD, PLACING_WORD, BATTLE_WORD, PASS_WORD = 0, 1, 2, 3


def begin(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """The empty board."""
    return write_board(text, 8, ctx)


def text(move: int, out: Numbers, n: int) -> int:
    """`d4`, `b2xd4` or `pass`."""
    if move == PASS:
        return write_word(PASS_WORD, out, n)
    return placing_text(move, CROSS, out, n)


def effects(state: SchlachtState, ctx: Words, move: int, out: Numbers, base: int) -> int:
    """A new piece, a capture, or nothing."""
    if move == PASS:
        return 0
    placing_effects(state, ctx, move, out, base)
    if relocated_from(move) < 0:
        return 1
    write_effect(TAKEN, move_to(move), 0, out, base + ROW)
    return 2


def trays(state: SchlachtState, ctx: Words, out: Numbers) -> int:
    """What is still to be placed, or has been captured."""
    first, second = EACH - side_count(state, 0), EACH - side_count(state, 1)
    if state.ply < word(PIECES):
        n = write_tray(0, HAND, 0, first, out, 0)
        write_tray(1, HAND, 1, second, out, n)
    else:
        write_captured(first, second, out, 0)
    return 2


def details(state: SchlachtState, ctx: Words, out: Numbers) -> int:
    """The phase, and a pass that has just been made."""
    placing = state.ply < word(PIECES)
    n = write_word(PLACING_WORD if placing else BATTLE_WORD, out, write_char(SPACE, out, 0))
    if state.passes:
        n = write_word(PASSES_WORD, out, write_char(SPACE, out, n))
        n = write_number(number(state.passes), out, n)
    return n


def build(
    board: Numbers, ctx: Words, details: Numbers, turn: int, state: Words, out: Numbers
) -> int:
    """Placing: pieces in turn. Battle: at most eight each."""
    phase, passes = details[PHASE], max(details[PASSES], 0)
    if phase < 0 or passes > 2:
        return needs(PHASE)
    fault = write_sides(board, turn, EACH, state, out)
    if fault:
        return fault
    black, white = popcount(state[turn]), popcount(state[1 - turn])
    full = black + white == PIECES or passes > 0
    if phase == 0 and (full or black - white != turn):
        return write_counts(ALTERNATE, white, black, out)
    state[2] = word(PIECES + turn if phase else black + white)
    state[3] = word(passes)
    return 0


def resignation_points(state: SchlachtState, player: int) -> int:
    """All pieces that the other still has, in hand too: giving up never costs the other one."""
    return EACH if state.ply < word(PIECES) else side_count(state, 1 - player)


PLAY: Play[SchlachtState] = Play(
    begin=begin,
    text=text,
    effects=effects,
    build=build,
    trays=trays,
    reach=reach_of,
    details=details,
    read=read_placing,
    refusal=explain.refusal,
    lines=explain.lines,
    resignation_points=resignation_points,
)

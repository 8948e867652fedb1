"""What players of Katarenga need besides the rules."""

from __future__ import annotations

from brettwerk.games.katarenga import explain
from brettwerk.games.katarenga.explain import CAMP_OWN
from brettwerk.games.katarenga.rules import (
    CAMP,
    RANK_1,
    RANK_8,
    REPETITION,
    KatarengaState,
    move_camp,
)
from brettwerk.games.katarenga_family.building import letter
from brettwerk.games.katarenga_family.moves import move_from
from brettwerk.games.katarenga_family.play import (
    DASH,
    EACH,
    SPACE,
    moving_effects,
    moving_text,
    reach_of,
)
from brettwerk.games.katarenga_family.reach import write_board
from brettwerk.kernels.contract import rules
from brettwerk.kernels.description import Play
from brettwerk.kernels.play_primitives import (
    CHAR,
    MOVED,
    TOO_MANY,
    WORD,
    has_won,
    pieces,
    side_count,
    write_captured,
    write_char,
    write_counts,
    write_effect,
    write_number,
    write_sides,
    write_word,
    wrong_ply,
)
from brettwerk.kernels.primitives import bit, number, popcount, word
from brettwerk.kernels.types import Bytes, Numbers, Word, Words

CELLS = 64  # camps come after them: Black's left and right one, then White's
CAMPS, PLY = 0, 1  # the details
PLY_WORD, CAMPS_WORD, LEFT_WORD, CAMPERS = 0, 1, 2, 4


def begin(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """White on rank 1, Black on rank 8; the third occurrence of a position is a draw."""
    ctx[0] = word(REPETITION)
    start[0], start[1] = word(RANK_1), word(RANK_8)
    return write_board(text, 8, ctx)


def text(move: int, out: Numbers, n: int) -> int:
    """`b1-b4`, `b1xb4`, `c8-left`."""
    if not move & CAMP:
        return moving_text(move, out, n)
    out[n], out[n + 1], out[n + 2] = (
        move_from(move),
        CHAR + DASH,
        WORD + LEFT_WORD + move_camp(move),
    )
    return n + 3


def effects(state: KatarengaState, ctx: Words, move: int, out: Numbers, base: int) -> int:
    """As for a move; into a camp of the other player."""
    if not move & CAMP:
        return moving_effects(state, ctx, move, out, base)
    camp = CELLS + 2 * rules.to_move(state) + move_camp(move)
    write_effect(MOVED, move_from(move), camp, out, base)
    return 1


def camp_pieces(state: KatarengaState, out: Numbers) -> int:
    """The pieces on the board and in camps."""
    pieces(state, out)
    for camp in range(4):
        if state.camps >> word(camp) & word(1):
            out[CELLS + camp] = 1 + camp // 2
    return 0


def campers(camps: Word, player: int) -> int:
    """How many pieces of a player stand in camps."""
    return popcount(camps >> word(2 * player) & word(3))


def _lost(state: KatarengaState, player: int) -> int:
    """How many pieces a player has lost."""
    return EACH - side_count(state, player) - campers(state.camps, player)


def trays(state: KatarengaState, ctx: Words, out: Numbers) -> int:
    """The captured pieces."""
    write_captured(_lost(state, 0), _lost(state, 1), out, 0)
    return 2


def details(state: KatarengaState, ctx: Words, out: Numbers) -> int:
    """The camps that are taken, and the plies while captures are restricted."""
    n = 0
    if state.ply < word(2):
        n = write_word(PLY_WORD, out, write_char(SPACE, out, n))
        n = write_number(number(state.ply), out, n)
    named = 0
    for camp in range(4):
        if state.camps >> word(camp) & word(1):
            n = write_char(44 if named else SPACE, out, n)
            if not named:
                n = write_word(CAMPS_WORD, out, n)
            n = write_word(CAMPERS + camp, out, n)
            named += 1
    return n


def build(
    board: Numbers, ctx: Words, details: Numbers, turn: int, state: Words, out: Numbers
) -> int:
    """At most eight each, camps included; nobody has lost or won before."""
    fault = write_sides(board, turn, EACH, state, out) or _write_camps(board, details, state, out)
    if fault:
        return fault
    mine = popcount(state[0]) + campers(state[2], turn)
    theirs = popcount(state[1]) + campers(state[2], 1 - turn)
    if max(mine, theirs) > EACH:
        return write_counts(TOO_MANY, max(mine, theirs), EACH, out)
    ply = 2 + turn if details[PLY] < 0 else details[PLY]
    if ply % 2 != turn:
        return wrong_ply(out)
    state[3] = word(ply)
    won = theirs < 2 or campers(state[2], turn) == 2
    return has_won(letter(turn), out) if won else 0


def _write_camps(board: Numbers, details: Numbers, state: Words, out: Numbers) -> int:
    """Write the camps that are taken, by pieces of the other player only."""
    state[2] = word(max(details[CAMPS], 0))
    for camp in range(4):
        piece = board[CELLS + camp]
        if piece and piece != 1 + camp // 2:
            out[0] = CAMP_OWN
            return 1
        if piece:
            state[2] |= bit(camp)
    return 0


PLAY: Play[KatarengaState] = Play(
    begin=begin,
    text=text,
    effects=effects,
    build=build,
    pieces=camp_pieces,
    trays=trays,
    reach=reach_of,
    details=details,
    read=explain.read,
    refusal=explain.refusal,
    lines=explain.lines,
)

"""What players of Triapon need besides the rules."""

from __future__ import annotations

from brettwerk.games.triapon import building, explain, rows
from brettwerk.games.triapon.moves import move_barricade, move_from, move_hole, move_taken
from brettwerk.games.triapon.rules import (
    CTX_BARRICADES,
    CTX_OTHERS,
    TriaponState,
    most_taken,
    nibble,
    pass_on,
    settle_out,
)
from brettwerk.kernels.description import Play
from brettwerk.kernels.play_primitives import (
    CAPTURED,
    HAND,
    MOVED,
    PLACED,
    TAKEN,
    write_char,
    write_effect,
    write_number,
    write_pieces,
    write_tray,
    write_word,
)
from brettwerk.kernels.primitives import bit, number, word
from brettwerk.kernels.types import Bytes, Numbers, Words

BARRICADES, CROSSING = 0, 1  # the options
NINE_EACH = 0x999
BARRICADE = 3  # the piece after those of the players
HANDS_WORD, TAKEN_WORD, QUIET_WORD, OUT_WORD, BUILT_WORD = 0, 1, 2, 3, 4
SPACE, SLASH = map(ord, " /")


def begin(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """The empty triangle, nine balls in each hand."""
    ctx[CTX_OTHERS], ctx[CTX_BARRICADES] = word(options[CROSSING]), word(options[BARRICADES])
    start[7] = word(NINE_EACH)
    return 1


def effects(state: TriaponState, ctx: Words, move: int, out: Numbers, base: int) -> int:
    """The ball, the barricade, the one taken."""
    if move_from(move) >= 0:
        n = write_effect(MOVED, move_from(move), move_hole(move), out, base)
    else:
        n = write_effect(PLACED, move_hole(move), number(state.side), out, base)
    if move_barricade(move) >= 0:
        n = write_effect(PLACED, move_barricade(move), BARRICADE, out, n)
    if move_taken(move) >= 0:
        n = write_effect(TAKEN, move_taken(move), 0, out, n)
    return (n - base) // 3


def pieces(state: TriaponState, out: Numbers) -> int:
    """Balls and barricades."""
    side = number(state.side)
    write_pieces(state.me, side, out)
    write_pieces(state.second, (side + 1) % 3, out)
    write_pieces(state.third, (side + 2) % 3, out)
    write_pieces(state.barricades, BARRICADE, out)
    return 0


def trays(state: TriaponState, ctx: Words, out: Numbers) -> int:
    """Balls in hand, and the balls each has taken from each."""
    n = 0
    for player in range(3):
        n = write_tray(player, HAND, player, nibble(state.hands, player), out, n)
    for player in range(3):
        for victim in range(3):
            if player != victim:
                count = nibble(state.taken, 3 * player + victim)
                n = write_tray(player, CAPTURED, victim, count, out, n)
    return 9


def _write_digits(packed: int, first: int, out: Numbers, n: int) -> int:
    for player in range(3):
        n = write_number(nibble(packed, first + player), out, n)
    return n


def details(state: TriaponState, ctx: Words, out: Numbers) -> int:
    """Hands, balls taken (from 1, 2, 3 by each), quiet turns, who is out, barricades put."""
    n = write_word(HANDS_WORD, out, write_char(SPACE, out, 0))
    n = _write_digits(state.hands, 0, out, n)
    n = write_word(TAKEN_WORD, out, write_char(SPACE, out, n))
    for player in range(3):
        n = write_char(SLASH, out, n) if player else n
        n = _write_digits(state.taken, 3 * player, out, n)
    n = write_word(QUIET_WORD, out, write_char(SPACE, out, n))
    n = write_number(number(state.quiet), out, n)
    if state.out:
        n = write_word(OUT_WORD, out, write_char(SPACE, out, n))
        for player in range(3):
            if state.out >> word(player) & word(1):
                n = write_number(player + 1, out, n)
    if state.built:
        n = write_word(BUILT_WORD, out, write_char(SPACE, out, n))
        n = _write_digits(state.built, 0, out, n)
    return n


def leave(state: TriaponState, player: int) -> TriaponState:
    """The player is out; the balls stay, those in hand are not placed."""
    me, second, third, barricades, side, out, quiet, hands, taken, built = state
    out |= bit(player)
    hands &= ~(word(15) << word(4 * player))
    left = settle_out(
        TriaponState(me, second, third, barricades, side, out, quiet, hands, taken, built)
    )
    return pass_on(left) if left.out >> left.side & word(1) else left


def agreed(state: TriaponState) -> int:
    """The players who have taken most win."""
    return most_taken(state)


PLAY: Play[TriaponState] = Play(
    begin=begin,
    text=explain.text,
    effects=effects,
    build=building.build,
    pieces=pieces,
    trays=trays,
    details=details,
    read=explain.read,
    refusal=explain.refusal,
    lines=rows.lines,
    notes=explain.notes,
    cell_lines=rows.cell_lines,
    leave=leave,
    agreed=agreed,
)

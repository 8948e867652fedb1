"""What a position of Triapon that is read or set up must be: nine balls each, everybody in turn."""

from __future__ import annotations

from brettwerk.games.triapon.explain import (
    BUILT,
    HANDS,
    NINE,
    OUT_TO_MOVE,
    OWN_TAKEN,
    QUIET,
    WALLS,
)
from brettwerk.games.triapon.rules import BALLS, TriaponState, in_game, nibble, settle_out
from brettwerk.kernels.play_primitives import GAP, cells_held, write_counts, write_number
from brettwerk.kernels.primitives import number, popcount, word
from brettwerk.kernels.types import Numbers, Word, Words

HANDS_DETAIL, TAKEN_DETAIL, OUT_DETAIL, BUILT_DETAIL, QUIET_DETAIL = range(5)
BARRICADE = 3  # the piece after those of the players


def build(
    board: Numbers, ctx: Words, details: Numbers, turn: int, state: Words, out: Numbers
) -> int:
    """Nine balls each: on the board, in hand or taken."""
    for ahead in range(3):
        state[ahead] = cells_held(board, (turn + ahead) % 3)
    state[3], state[4] = cells_held(board, BARRICADE), word(turn)
    state[5], state[6] = _given(details, OUT_DETAIL), _given(details, QUIET_DETAIL)
    state[7], state[8] = _given(details, HANDS_DETAIL), _given(details, TAKEN_DETAIL)
    state[9] = _given(details, BUILT_DETAIL)
    if details[HANDS_DETAIL] < 0:
        state[7] = _hands(_loaded(state))
    built = _loaded(state)
    fault = (
        _wrong_balls(built, out)
        or _wrong_player(built, out)
        or _wrong_turn(built, out)
        or _wrong_barricades(built, out)
    )
    state[5] = settle_out(built).out
    return fault


def _given(details: Numbers, detail: int) -> Word:
    """A detail; 0 if it is not given."""
    return word(max(details[detail], 0))


def _loaded(words: Words) -> TriaponState:
    a, b, c, d, e = words[0], words[1], words[2], words[3], words[4]
    return TriaponState(a, b, c, d, e, words[5], words[6], words[7], words[8], words[9])


def _hands(state: TriaponState) -> Word:
    """Balls that neither stand nor were taken are still in hand, but for those who are out."""
    hands = word(0)
    for player in range(3):
        if not _is_out(state, player):
            held = in_game(state, player) - popcount(_balls(state, player))
            hands |= word(max(held, 0)) << word(4 * player)
    return hands


def _is_out(state: TriaponState, player: int) -> bool:
    return (state.out >> word(player) & word(1)) != word(0)


def _balls(state: TriaponState, player: int) -> Word:
    """The balls of a player on the board."""
    ahead = (player - number(state.side) + 3) % 3
    return state.me if ahead == 0 else state.second if ahead == 1 else state.third


def _about_player(sentence: int, player: int, out: Numbers) -> int:
    out[0] = sentence
    return write_number(player + 1, out, 1)


def _wrong_balls(state: TriaponState, out: Numbers) -> int:
    """Write that somebody has more or fewer than nine balls, or took own ones."""
    for player in range(3):
        hand = nibble(state.hands, player)
        count = popcount(_balls(state, player)) + hand + BALLS - in_game(state, player)
        is_out = _is_out(state, player)
        if count > BALLS or (count < BALLS and not is_out) or (is_out and hand):
            return write_counts(NINE, player + 1, count, out)
        if nibble(state.taken, 4 * player):
            return _about_player(OWN_TAKEN, player, out)
    return 0


def _wrong_player(state: TriaponState, out: Numbers) -> int:
    """Write that an eliminated player is to move, while the game goes on."""
    side = number(state.side)
    wrong = _is_out(state, side) and popcount(state.out) < 2
    return _about_player(OUT_TO_MOVE, side, out) if wrong else 0


def _wrong_turn(state: TriaponState, out: Numbers) -> int:
    """Write what is wrong while placing: one ball less in hand after a turn, no quiet turns."""
    if not state.hands:
        return 0
    side = number(state.side)
    mine = nibble(state.hands, side)
    fits = mine > 0
    for player in range(3):
        wanted = mine - (1 if player < side else 0)
        fits = fits and (_is_out(state, player) or nibble(state.hands, player) == wanted)
    if not fits:
        n = write_counts(HANDS, nibble(state.hands, 0), nibble(state.hands, 1), out)
        out[n] = GAP
        return write_number(nibble(state.hands, 2), out, n + 1)
    if state.quiet:
        out[0] = QUIET
        return 1
    return 0


def _wrong_barricades(state: TriaponState, out: Numbers) -> int:
    """Write that more or fewer stand than were put, or more than were taken from a player out."""
    count, put = popcount(state.barricades), 0
    for player in range(3):
        put += nibble(state.built, player)
    if count != put or (count and not state.out):
        return write_counts(WALLS, count, put, out)
    for player in range(3):
        taken = 0
        for victim in range(3):
            if _is_out(state, victim):
                taken += nibble(state.taken, 3 * player + victim)
        if nibble(state.built, player) > taken:
            return _about_player(BUILT, player, out)
    return 0

"""What the games on Katarenga boards ask of a position that is read or set up."""

from __future__ import annotations

from brettwerk.games.katarenga_family.explain import ALTERNATE, NOT_LAST
from brettwerk.kernels.play_primitives import needs, write_counts, write_sentence
from brettwerk.kernels.primitives import bit, popcount, word
from brettwerk.kernels.types import Numbers, Words

WHITE, BLACK = map(ord, "wb")
LAST = 0  # the first detail of games with a last piece
NO_LAST = 64


def letter(player: int) -> int:
    """The letter of a player, White being the first."""
    return BLACK if player else WHITE


def placed_in_turn(state: Words, turn: int, ahead: int, out: Numbers) -> int:
    """Write that players do not place in turn, unless White is this many pieces ahead."""
    white, black = popcount(state[turn]), popcount(state[1 - turn])
    return 0 if white - black == ahead else write_counts(ALTERNATE, white, black, out)


def write_last_piece(details: Numbers, state: Words, out: Numbers) -> int:
    """Write the field of the piece placed last, an enemy piece; none on an empty board."""
    if not state[0] | state[1]:
        state[2] = word(NO_LAST)
        return 0
    if details[LAST] < 0:
        return needs(LAST)
    if not state[1] & bit(details[LAST]):
        return write_sentence(NOT_LAST, details[LAST], out, 0)
    state[2] = word(details[LAST])
    return 0

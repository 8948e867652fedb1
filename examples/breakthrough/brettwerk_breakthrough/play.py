"""What players need besides the rules, as kernels: with these the game runs on their devices."""

from brettwerk.kernels.description import Play
from brettwerk.kernels.play_primitives import MOVED, TAKEN, read_pair, write_effect, write_pair
from brettwerk.kernels.play_primitives import has_won as won_before
from brettwerk.kernels.play_primitives import write_sentence as write
from brettwerk.kernels.play_primitives import write_sides as write_pawns
from brettwerk.kernels.primitives import bit, word
from brettwerk.kernels.types import Bytes, Numbers, Words
from brettwerk_breakthrough.rules import BreakthroughState, goal, move_from, move_to

SENTENCES = (("not-your-piece", "field"), ("own-piece", "field"), ("breakthrough-no-step", "field"))
NOT_YOURS, OWN_PIECE, NO_STEP = 0, 1, 2


def begin(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """White stands on ranks 1 and 2, Black on ranks 7 and 8."""
    start[0], start[1] = word(0xFFFF), word(0xFFFF << 48)
    return 1


def text(move: int, out: Numbers, n: int) -> int:
    """Write a text such as `b2-b3`."""
    return write_pair(move_from(move), 45, move_to(move), out, n)  # -


def effects(state: BreakthroughState, ctx: Words, move: int, out: Numbers, base: int) -> int:
    """Write a pawn that changes place, and the one that it captures."""
    n = write_effect(MOVED, move_from(move), move_to(move), out, base)
    write_effect(TAKEN, move_to(move), 0, out, n)
    return 2 if state.opp & bit(move_to(move)) else 1


def refusal(state: BreakthroughState, ctx: Words, move: int, out: Numbers) -> int:
    """Say why: not a pawn of the player, one in the way, or not a step of a pawn."""
    if not state.me & bit(move_from(move)):
        return write(NOT_YOURS, move_from(move), out, 0)
    held = state.me & bit(move_to(move))
    return write(OWN_PIECE if held else NO_STEP, move_to(move), out, 0)


def build(
    board: Numbers, ctx: Words, details: Numbers, turn: int, state: Words, out: Numbers
) -> int:
    """Write a state with at most sixteen pawns each; the player to move has not won yet."""
    fault = write_pawns(board, turn, 16, state, out)
    state[2] = word(turn)
    if not fault and (not state[1] or state[0] & goal(turn)):
        return won_before(98 if turn else 119, out)  # b, w
    return fault


PLAY: Play[BreakthroughState] = Play(
    begin=begin,
    text=text,
    effects=effects,
    build=build,
    read=read_pair,
    refusal=refusal,
    fixed_effects=False,
)

"""Breakthrough judged: pawns, how far they have come, and which of them stand safely."""

from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import bit, ctz, highest, number, popcount, word
from brettwerk.kernels.types import Numbers, Word, Words
from brettwerk_breakthrough import rules
from brettwerk_breakthrough.rules import BreakthroughState

FEATURES: tuple[str, ...] = ("pawns", "steps", "foremost", "guarded", "hanging", "to-move")


def steps_made(pawns: Word, side: int) -> int:
    """Return how many steps a player's pawns have made from the first rank, all together."""
    total = 0
    for rank in range(8):
        on_rank = popcount(pawns >> word(8 * rank) & word(0xFF))
        total += on_rank * (7 - rank if side else rank)
    return total


def steps_to_go(pawns: Word, side: int) -> int:
    """Return how many steps a player's foremost pawn still has to make."""
    return ctz(pawns) >> 3 if side else 7 - (highest(pawns) >> 3)


def features(state: BreakthroughState, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """Return what FEATURES lists, mine less theirs."""
    me, opp, side = state.me, state.opp, rules.to_move(state)
    mine, theirs = rules.diagonal(me, side), rules.diagonal(opp, 1 - side)
    return (
        popcount(me) - popcount(opp),
        steps_made(me, side) - steps_made(opp, 1 - side),
        steps_to_go(opp, 1 - side) - steps_to_go(me, side),
        popcount(me & mine) - popcount(opp & theirs),
        popcount(opp & mine & ~theirs) - popcount(me & theirs & ~mine),
        number(1),
    )


def noisy(state: BreakthroughState, ctx: Words, mem: Numbers, base: int) -> int:
    """Write the captures."""
    return rules.write_moves(state, word(0), state.opp, mem, base) - base


def rank(state: BreakthroughState, ctx: Words, move: int) -> int:
    """Rank a winning step first, then captures."""
    target = bit(rules.move_to(move))
    if target & rules.goal(rules.to_move(state)):
        return 2
    return 1 if target & state.opp else 0


EVALUATION = Evaluation(FEATURES, features, noisy=noisy, rank=rank)

"""Why a move of Die Schlacht is not legal, and the pieces that the winner has left."""

from __future__ import annotations

from brettwerk.games.katarenga_family.explain import (
    FIELD_HELD,
    NOT_YOURS,
    OWN,
    WON,
    out_of_reach,
    winners_after,
)
from brettwerk.games.katarenga_family.moves import move_to, relocated_from
from brettwerk.games.schlacht.rules import PASS, PIECES, SchlachtState, make_move, to_move
from brettwerk.kernels.play_primitives import write_line, write_sentence
from brettwerk.kernels.primitives import bit, ctz, drop, word
from brettwerk.kernels.types import Numbers, Words

PLACE, MUST_CAPTURE, BATTLE, NO_PREY = range(OWN, OWN + 4)


def refusal(state: SchlachtState, ctx: Words, move: int, out: Numbers) -> int:
    """Wrong phase, a pass although one can capture, nothing to capture, or out of reach."""
    placing, origin, target = state.ply < word(PIECES), relocated_from(move), move_to(move)
    if placing and origin < 0:
        return write_sentence(FIELD_HELD, move, out, 0)
    if placing or move == PASS or origin < 0:
        out[0] = PLACE if placing else MUST_CAPTURE if move == PASS else BATTLE
        return 1
    if not state.me & bit(origin):
        return write_sentence(NOT_YOURS, origin, out, 0)
    if not state.opp & bit(target):
        return write_sentence(NO_PREY, target, out, 0)
    return out_of_reach(target, origin, ctx, out)


def lines(state: SchlachtState, ctx: Words, move: int, out: Numbers) -> int:
    """The pieces that the winner has left."""
    won = winners_after(state, ctx, move, out)
    after = make_move(state, ctx, move)
    side, n = to_move(after), 0
    for player in range(2):
        left = after.me if player == side else after.opp
        while won >> player & 1 and left:
            n = write_line(WON, bit(ctz(left)), out, n)
            left = drop(left)
    return n

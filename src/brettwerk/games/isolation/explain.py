"""Why a piece of Isolation cannot stand on a field."""

from __future__ import annotations

from brettwerk.games.isolation.rules import IsolationState
from brettwerk.games.katarenga_family.explain import FIELD_HELD, OWN, first_hit
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.kernels.play_primitives import write_detail, write_sentence
from brettwerk.kernels.primitives import bit, ctz
from brettwerk.kernels.types import Numbers, Words

ATTACKED, ATTACKS, ATTACK = range(OWN, OWN + 3)


def refusal(state: IsolationState, ctx: Words, move: int, out: Numbers) -> int:
    """Occupied, attacked, or attacking."""
    occupied = state.me | state.opp
    if occupied & bit(move):
        return write_sentence(FIELD_HELD, move, out, 0)
    other = first_hit(occupied, bit(move), occupied, ctx)
    if other >= 0:
        return write_detail(other, out, write_sentence(ATTACKED, move, out, 0))
    hit = reach(move, occupied, ctx) & occupied
    if not hit:
        return 0
    return write_detail(ctz(hit), out, write_sentence(ATTACKS, move, out, 0))

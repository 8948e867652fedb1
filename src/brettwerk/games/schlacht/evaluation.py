"""The evaluation of Die Schlacht: pieces, attacks, and what stands unprotected."""

from __future__ import annotations

from brettwerk.games.katarenga_family.glances import glances_at
from brettwerk.games.katarenga_family.moves import move_to, relocated_from
from brettwerk.games.katarenga_family.reach import reach
from brettwerk.games.schlacht.rules import PIECES, SchlachtState, gen_captures
from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import ctz, drop, number, popcount, word
from brettwerk.kernels.types import Numbers, Word, Words

FEATURES: tuple[str, ...] = (
    "pieces",
    "attacks",
    "attacked",
    "hanging",
    "idle",
    "safe",
    "to-move-placing",
    "to-move-fighting",
    "safe-attackers",
    "protections",
)


def _meeting(mine: Word, theirs: Word, ctx: Words) -> tuple[Word, Word, Word, int]:
    """What these pieces reach of theirs and of their own, how often, and which attack at all."""
    occupied = mine | theirs
    targets, covered, attackers = word(0), word(0), word(0)
    attacks = 0
    rest = mine
    while rest:
        cell = ctz(rest)
        found = reach(cell, occupied, ctx)
        targets |= found & theirs
        covered |= found & mine
        attacks += popcount(found & theirs)
        if found & theirs:
            attackers |= rest & (word(0) - rest)
        rest = drop(rest)
    return targets, covered, attackers, attacks


def features(state: SchlachtState, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """What is listed in FEATURES, mine less theirs."""
    me, opp = state.me, state.opp
    hit, covered, attackers, attacks = _meeting(me, opp, ctx)
    lost, their_covered, their_attackers, their_attacks = _meeting(opp, me, ctx)
    placing = number(1) if state.ply < word(PIECES) else number(0)
    # While pieces are placed, those still to come are not missing.
    ahead = number(0) if placing else popcount(me) - popcount(opp)
    to_come = number_placed(state) if placing else number(0)
    safe = popcount(attackers ^ (attackers & lost))
    return (
        ahead,
        attacks - their_attacks,
        popcount(hit) - popcount(lost),
        popcount(hit ^ (hit & their_covered)) - popcount(lost ^ (lost & covered)),
        popcount(opp ^ their_attackers) - popcount(me ^ attackers) + to_come,
        popcount(me ^ lost) - popcount(opp ^ hit) - to_come,
        placing,
        1 - placing,
        safe - popcount(their_attackers ^ (their_attackers & hit)),
        popcount(covered) - popcount(their_covered),
    )


def number_placed(state: SchlachtState) -> int:
    """By how many pieces the player to move is behind in placing, negative for ahead."""
    return popcount(state.me) - popcount(state.opp)


def noisy(state: SchlachtState, ctx: Words, mem: Numbers, base: int) -> int:
    """The captures of the battle."""
    if state.ply < word(PIECES):
        return 0
    return gen_captures(state, ctx, mem, base) - base


def rank(state: SchlachtState, ctx: Words, move: int) -> int:
    """Captures before all; among placements nothing stands out at once."""
    return 1 if relocated_from(move) >= 0 and state.ply >= word(PIECES) else 0


def glances(state: SchlachtState, ctx: Words, move: int) -> int:
    """A piece next door is seen, one at the end of a long line is not; placements are all alike."""
    origin = relocated_from(move)
    return 1 if origin < 0 else glances_at(origin, move_to(move), 8)


EVALUATION = Evaluation(FEATURES, features, noisy=noisy, rank=rank, glances=glances)

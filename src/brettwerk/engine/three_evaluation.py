"""What a position of Triapon promises each player, from features that a player would name.

Each player gets a score, the features times their weights. The chance that one comes out above
another is the logistic function of the difference of their scores; what a player may expect is
the mean over both others, which is just how the returns of a Triapon game add up: the sole
winner is above two, joint winners are level with each other and above the third.

    expected(p) = 1/2 * sum over q of tanh((score(p) - score(q)) / 2)

With one player out, who is left plays for 1 against -1/2.
"""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

from brettwerk.compiled.kit import (
    bit,
    ctz,
    drop,
    inner,
    kernel,
    number,
    popcount,
    small_table,
    word,
)

_rules = import_module("brettwerk.compiled.triapon")
_triads = import_module("brettwerk.compiled.triads")

State = _rules.TriaponState
closes, nibble = _triads.closes, _rules.nibble
NEAR, COMPLETES = _rules.NEAR, _triads.COMPLETES
HOLES: int = _triads.HOLES
BALLS: int = _rules.BALLS
ALL_HOLES: int = _rules.ALL_HOLES
QUIET_ROUNDS: int = _rules.QUIET_ROUNDS

FEATURES = (
    "moves now",
    "moves next",
    "balls in the game",
    "balls taken",
    "closes a triad now",
    "may close one next turn",
    "two ways, next turn",
    "may close one the turn after",
    "two ways, the turn after",
    "three ways, the turn after",
    "ways that nobody can block",
    "holes that would close a triad, out of reach",
    "balls in rows",
    "balls in rows that can step out and back",
    "moves",
    "balls shut in",
    "loses a ball at once",
    "may lose a ball later",
    "has most balls",
    "balls taken, as the quiet turns run out",
    "three balls, and jumps",
    "four balls",
    "triads that pass through its holes",
)
COUNT = len(FEATURES)
(
    _NOW,
    _NEXT,
    _BALLS,
    _TAKEN,
    _CLOSE_NOW,
    _CLOSE_NEXT,
    _,
    _CLOSE_LATER,
    _,
    _,
    _UNBLOCKED,
    _OPEN,
    _IN_ROWS,
    _SWINGS,
    _MOVES,
    _SHUT_IN,
    _FIRE_NOW,
    _FIRE_LATER,
    _MOST,
    _TAKEN_QUIET,
    _THREE,
    _FOUR,
    _HOLES,
) = range(COUNT)
# Weights of their own for placing, for moving with three in and with two in.
PHASES = ("placing", "moving", "moving, one out")
WEIGHTS = COUNT * len(PHASES)
FACTS = 3 * COUNT
THROUGH = small_table(
    [sum(hole in holes for _, _, holes in _triads.WINDOW_HOLES) for hole in range(HOLES)]
)


@inner
def closing_holes(balls: Any, free: Any, steps: Any) -> Any:
    """Holes that close a triad: at once, and only if a ball could get there; and balls in rows.

    With `steps` the third ball must come from a neighbouring hole, else from anywhere.
    """
    at_once, wanted, rows = word(0), word(0), word(0)
    rest = balls
    while rest:
        a = ctz(rest)
        rest = drop(rest)
        others = rest
        while others:
            b = ctz(others)
            others = drop(others)
            third = COMPLETES[a * HOLES + b]
            if third & balls:
                rows |= third & balls | bit(a) | bit(b)
            third &= free
            wanted |= third
            if not steps:
                continue
            while third:
                if NEAR[ctz(third)] & balls & ~(bit(a) | bit(b)):
                    at_once |= third & ~drop(third)
                third = drop(third)
    if not steps:
        at_once = wanted
    if rows:
        at_once = _not_lengthening(at_once, balls)
    return at_once, wanted & ~at_once, rows


@inner
def _not_lengthening(holes: Any, balls: Any) -> Any:
    """Those of the holes that close a triad rather than lengthen one."""
    found = word(0)
    while holes:
        if closes(ctz(holes), balls):
            found |= bit(ctz(holes))
        holes = drop(holes)
    return found


@inner
def _freedom(balls: Any, free: Any, rows: Any, facts: Any, at: Any) -> Any:
    """Count steps, balls without one, and balls that can leave a row; the holes in reach."""
    reach = word(0)
    rest = balls
    while rest:
        ball = ctz(rest)
        rest = drop(rest)
        open_holes = NEAR[ball] & free
        reach |= open_holes
        steps = popcount(open_holes)
        facts[at + _MOVES] += steps
        facts[at + _HOLES] += THROUGH[ball]
        if steps == 0:
            facts[at + _SHUT_IN] += 1
        elif rows & bit(ball):
            facts[at + _SWINGS] += 1
    return reach


@inner
def _look_at(balls: Any, free: Any, steps: Any, turn: Any, facts: Any, at: Any) -> Any:
    """Write what one player's balls say by themselves; the closing holes, and those in reach."""
    jumps = steps and popcount(balls) == 3
    at_once, wanted, rows = closing_holes(balls, free, steps and not jumps)
    reach = _freedom(balls, free, rows, facts, at)
    ways = popcount(at_once)
    place = _CLOSE_NOW if turn == 0 else _CLOSE_NEXT if turn == 1 else _CLOSE_LATER
    for more in range(turn + 1):
        if ways > more:
            facts[at + place + more] = 1.0
    if turn < 2:
        facts[at + _NOW + turn] = 1.0
    facts[at + _OPEN] = popcount(wanted)
    facts[at + _IN_ROWS] = popcount(rows)
    if jumps:
        facts[at + _THREE] = 1.0
    elif steps and popcount(balls) == 4:
        facts[at + _FOUR] = 1.0
    return at_once, free if jumps else reach


@inner
def _count_balls(taken: Any, out: Any, side: Any, spent: Any, facts: Any) -> Any:
    """Write the balls that each has taken and has in the game; who is out has none to lose."""
    for ahead in range(3):
        facts[ahead * COUNT + _BALLS] = BALLS
    for mover in range(3):
        for victim in range(3):
            balls = nibble(taken, 3 * mover + victim)
            facts[(mover - side + 3) % 3 * COUNT + _TAKEN] += balls
            facts[(victim - side + 3) % 3 * COUNT + _BALLS] -= balls
    most = 0.0
    for ahead in range(3):
        at = ahead * COUNT
        if out >> word((side + ahead) % 3) & word(1):
            facts[at + _BALLS] = 0.0
        most = max(most, facts[at + _BALLS])
        facts[at + _TAKEN_QUIET] = facts[at + _TAKEN] * spent
    for ahead in range(3):
        if facts[ahead * COUNT + _BALLS] == most:
            facts[ahead * COUNT + _MOST] = 1.0


@inner
def _put_under_fire(attacker: Any, turn: Any, facts: Any) -> Any:
    """Note who would lose a ball if this player closed a triad: who has more in the game."""
    a, b = (attacker + 1) % 3 * COUNT, (attacker + 2) % 3 * COUNT
    lead = facts[a + _BALLS] - facts[b + _BALLS]
    fire = _FIRE_NOW if turn == 0 else _FIRE_LATER
    share = 0.5 if lead == 0 else 1.0
    if lead >= 0:
        facts[a + fire] += share
    if lead <= 0:
        facts[b + fire] += share


@kernel
def features(state: Any, facts: Any) -> Any:
    """Write the features of each player, from the one to move on; the phase."""
    facts[:FACTS] = 0.0
    me, second, third, barricades, side_word, out, quiet, hands, taken, _ = state
    steps = hands == word(0)
    side = number(side_word)
    players = 3 - popcount(out)
    free = word(ALL_HOLES) & ~(me | second | third | barricades)
    _count_balls(taken, out, side, number(quiet) / (QUIET_ROUNDS * players), facts)
    turn = 0
    reached = word(0)
    for ahead in range(3):
        if out >> word((side + ahead) % 3) & word(1):
            continue
        balls = me if ahead == 0 else second if ahead == 1 else third
        ways, reach = _look_at(balls, free, steps, turn, facts, ahead * COUNT)
        if ways:
            _put_under_fire(ahead, turn, facts)
            if steps and turn:
                facts[ahead * COUNT + _UNBLOCKED] = min(2, popcount(ways & ~reached))
        reached |= reach
        turn += 1
    return 0 if not steps else 1 if players == 3 else 2


@kernel
def expected(state: Any, weights: Any, facts: Any, values: Any, at: Any) -> Any:
    """Write what players 0, 1 and 2 may expect, between -1 and 1; the sum is 0."""
    phase = features(state, facts)
    a, b, c = 0.0, 0.0, 0.0
    for place in range(COUNT):
        weight = weights[phase * COUNT + place]
        a += weight * facts[place]
        b += weight * facts[COUNT + place]
        c += weight * facts[2 * COUNT + place]
    side = number(state.side)
    second, third = at + (side + 1) % 3, at + (side + 2) % 3
    if phase < 2 and not state.out:
        ab, bc, ca = math.tanh((a - b) / 2), math.tanh((b - c) / 2), math.tanh((c - a) / 2)
        values[at + side] = (ab - ca) / 2
        values[second] = (bc - ab) / 2
        values[third] = (ca - bc) / 2
        return
    if state.out >> word((side + 1) % 3) & word(1):
        second, third = third, second
        b = c
    lead = 0.75 * math.tanh((a - b) / 2)
    values[at + side] = 0.25 + lead
    values[second] = 0.25 - lead
    values[third] = -0.5

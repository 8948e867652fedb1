"""Katarenga judged: pieces, how soon two can be in the enemy camps, and who attacks whom."""

from __future__ import annotations

from typing import Any

from brettwerk.engine.layout import BOARD_FACTS
from brettwerk.rules.reach import reach as plain_reach

from ..kit import bit, ctz, drop, kernel, number, popcount, rules_of, word

_rules = rules_of("katarenga")
_reach = rules_of("reach")
State = _rules.KatarengaState
CAPTURE, CAMP = _rules.CAPTURE, _rules.CAMP
RANK_1, RANK_8 = _rules.RANK_1, _rules.RANK_8
to_move, hash_state, reach = _rules.to_move, _rules.hash_state, _reach.reach

FEATURES = (
    "pieces",
    "in-a-camp",
    "steps-to-camps",
    "at-the-camps",
    "fields-in-reach",
    "attacked",
    "hanging",
    "to-move",
    "few-left",
    "safe-runner",
)
UNIT = "piece"
UNIT_WORTH = ("pieces",)
_FAR = 9


def board_facts(ctx: Any) -> list[int]:
    """How many moves a piece on each field needs to stand on the last rank, White's, then Black's.

    Nothing else is thought to stand on the board.
    """
    words = [int(value) for value in ctx]
    steps = [plain_reach(cell, 0, words) for cell in range(64)]
    return _distances(steps, RANK_8) + _distances(steps, RANK_1)


def _distances(steps: list[int], goal: int) -> list[int]:
    """Moves to the goal from each field; `_FAR` where there is no way, or a longer one."""
    far = [0 if goal >> cell & 1 else _FAR for cell in range(64)]
    for length in range(1, _FAR):
        reached = sum(1 << cell for cell in range(64) if far[cell] == length - 1)
        for cell in range(64):
            if far[cell] == _FAR and steps[cell] & reached:
                far[cell] = length
    return far


@kernel
def _in_reach(pieces: Any, occupied: Any, ctx: Any) -> Any:
    """All fields in reach of these pieces, and how many that are, each piece counted."""
    fields = word(0)
    count = 0
    while pieces:
        found = reach(ctz(pieces), occupied, ctx)
        fields |= found
        count += popcount(found)
        pieces = drop(pieces)
    return fields, count


@kernel
def _way(pieces: Any, camps: Any, side: Any, threats: Any, mem: Any) -> Any:
    """The moves that the pieces still needed have to make, and those of the nearest safe one."""
    nearest, second, safe = _FAR, _FAR, _FAR
    while pieces:
        cell = ctz(pieces)
        pieces = drop(pieces)
        far = mem[BOARD_FACTS + 64 * side + cell]
        if not threats & bit(cell):
            safe = min(safe, far)
        if far < nearest:
            nearest, second = far, nearest
        elif far < second:
            second = far
    return nearest if camps else nearest + second, safe


@kernel
def features(state: Any, ctx: Any, mem: Any) -> Any:
    """What is listed in FEATURES, mine less theirs."""
    me, opp = state.me, state.opp
    occupied = me | opp
    side = to_move(state)
    in_mine = popcount(state.camps >> word(2 * side) & word(3))
    in_theirs = popcount(state.camps >> word(2 - 2 * side) & word(3))
    my_fields, my_count = _in_reach(me, occupied, ctx)
    their_fields, their_count = _in_reach(opp, occupied, ctx)
    my_way, my_safe = _way(me, in_mine, side, their_fields, mem)
    their_way, their_safe = _way(opp, in_theirs, 1 - side, my_fields, mem)
    mine, theirs = popcount(me) + in_mine, popcount(opp) + in_theirs
    goal = word(RANK_1) if side else word(RANK_8)
    home = word(RANK_8) if side else word(RANK_1)
    their_loose = opp & my_fields & (occupied ^ (occupied & their_fields))
    my_loose = me & their_fields & (occupied ^ (occupied & my_fields))
    return (
        mine - theirs,
        in_mine - in_theirs,
        their_way - my_way,
        popcount(me & goal) - popcount(opp & home),
        my_count - their_count,
        popcount(opp & my_fields) - popcount(me & their_fields),
        popcount(their_loose) - popcount(my_loose),
        number(1),
        max(0, 5 - theirs) - max(0, 5 - mine),
        their_safe - my_safe,
    )


@kernel
def noisy(state: Any, ctx: Any, mem: Any, base: Any) -> Any:
    """Captures."""
    n = base
    if state.ply < word(2):
        return 0
    occupied = state.me | state.opp
    mine = state.me
    while mine:
        cell = ctz(mine)
        mine = drop(mine)
        targets = reach(cell, occupied, ctx) & state.opp
        while targets:
            mem[n] = ctz(targets) | cell << 6 | CAPTURE
            targets = drop(targets)
            n += 1
    return n - base


@kernel
def rank(state: Any, ctx: Any, move: Any) -> Any:
    """Into a camp, then captures."""
    return 2 if move & CAMP else 1 if move & CAPTURE else 0


@kernel
def slot(move: Any) -> Any:
    """By field and target."""
    return move & 4095


@kernel
def search_key(state: Any, ctx: Any) -> Any:
    """All of the position."""
    return hash_state(state)


@kernel
def may_pass(state: Any) -> Any:
    """Having to move is seldom a burden."""
    return True


@kernel
def passed(state: Any) -> Any:
    """The same with the other to move."""
    return State(state.opp, state.me, state.camps, state.ply + word(1))


@kernel
def may_repeat(state: Any) -> Any:
    """Pieces can go to and fro."""
    return True


@kernel
def plies_needed(state: Any, ctx: Any, player: Any) -> Any:
    """Nothing better is known: who cannot move loses, too."""
    return 1

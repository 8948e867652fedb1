"""Das Bedrängnis solved completely: what every position on a tableau is worth, and when to resign.

A position is the set S of occupied fields and the field of the piece placed last: colours do not
matter. Let n = |S|, and let the value for the player to move be +p if they will score p points
with best play by both, -p if the other will. Winning is better than losing, a winner wants many
points and a loser few: so the order of the values is that of the numbers, and their sum is zero.

Played out, without resignation, with T the empty fields en prise to the last piece:

    W(S, last) = -n                             if T is empty,
    W(S, last) = max of -W(S + t, t), t in T    otherwise.

Every ply adds one piece, so |W| is also the number of pieces in the end: |W| - n plies remain.

With resignation the player to move may also take -n once n > 0:

    V(S, last) = max(-n, max of -V(S + t, t), t in T).

Playing on in a lost position means to place once more, and the other answers, so it costs
at least n + 2 points: a lost position is resigned at once, and only there, as n points are lost
in no better way. Therefore, for n > 0, V = -n if the position is lost, and if it is won V = n + 1,
by any move after which the other is lost and resigns. On the empty tableau, where no player may
resign yet, V = 1 if White wins, and else -2: White must place, Black answers, White resigns.
Playing on and resigning have the same winners: V > 0 exactly if W > 0.

So resignation decides the points alone, and makes all winning moves worth the same. Best play by
points is therefore: resign when lost; among the winning moves take one with the largest W, which
gains most if the other plays on; and playing on although lost take a move with the largest W.

With best play White wins on each of the four tableaus: 7 points on 1 and 2, 9 on 3 and 4 if the
round is played out, and 1 if Black resigns, as is best, after White's first piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from brettwerk.boards.tableaus import cell_colours
from brettwerk.core.game import Move, Position
from brettwerk.games.bedraengnis.rules import ALL_FIELDS
from brettwerk.games.katarenga_family.reach import CTX_BOARD, board_words, reach
from brettwerk.solve.solution import Solution, by_player, check_game
from brettwerk.solve.solver import GameSolver

FIELDS = 16
_SETS = np.arange(1 << FIELDS)
_COUNTS = np.bitwise_count(_SETS)
_LOWEST = -100  # below every value


@dataclass(frozen=True, slots=True)
class BedraengnisSolution(Solution):
    """`Solution` is the round played out; the rest is what resignation makes of it.

    `winning` are all moves that win, `best` those of them that gain most if the other plays on.
    `resign` says whether the player to move does best to resign; `with_resignation` are the points
    by player when a lost round is resigned as soon as the rules allow it.
    """

    winning: tuple[Move, ...]
    resign: bool
    with_resignation: tuple[int, int]


class BedraengnisSolver(GameSolver):
    """Its own session, without limits: all positions of a tableau are worked out at once."""

    def session(self, position: Position) -> BedraengnisSolver:
        """The same for every game."""
        check_game(position.game, "bedraengnis")
        return self

    def allow(self, nodes: int) -> None:
        """Nothing to limit."""

    def solve(self, position: Position, *, every: bool = True) -> BedraengnisSolution:
        """What `solve_bedraengnis` says; to find every best move takes no longer than one."""
        del every
        return solve_bedraengnis(position)


SOLVER = BedraengnisSolver()


def solve_bedraengnis(position: Position) -> BedraengnisSolution:
    """The position solved, as it is played out and with resignation.

    >>> import brettwerk
    >>> solution = solve_bedraengnis(brettwerk.game("bedraengnis").start())
    >>> solution.points, solution.with_resignation, [move.text for move in solution.best]
    ((7, 0), (1, 0), ['d1'])
    """
    check_game(position.game, "bedraengnis")
    value, after = value_of(position), values_after(position)
    returns, points = by_player(value, position.turn)
    return BedraengnisSolution(
        returns=returns,
        points=points,
        plies=abs(value) - pieces_on(position),
        best=tuple(move for move, worth in after.items() if worth == value),
        line=_line(position),
        winning=tuple(move for move, worth in after.items() if worth > 0),
        resign=bool(after) and should_resign(position),
        with_resignation=by_player(resigned_value(position), position.turn)[1],
    )


def value_of(position: Position) -> int:
    """W for the player to move: the points won or, negative, lost if the round is played out."""
    if not pieces_on(position):
        return max(values_after(position).values())
    state = position.state
    return int(_table(position)[state.last, state.me | state.opp])


def values_after(position: Position) -> dict[Move, int]:
    """What each legal move is worth, played out, to the player who makes it."""
    table = _table(position)
    occupied = position.state.me | position.state.opp
    return {m: -int(table[m.code, occupied | 1 << m.code]) for m in position.moves}


def should_resign(position: Position) -> bool:
    """Whether the round is lost, and may be resigned."""
    return pieces_on(position) > 0 and value_of(position) < 0


def resigned_value(position: Position) -> int:
    """V for the player to move: the points if a lost round is resigned as soon as allowed."""
    count = pieces_on(position)
    if value_of(position) > 0:
        return count + 1
    return -count if count else -2


def pieces_on(position: Position) -> int:
    """How many pieces stand: what resigning costs now."""
    count: int = (position.state.me | position.state.opp).bit_count()
    return count


def _line(position: Position) -> tuple[Move, ...]:
    line = []
    while after := values_after(position):
        line.append(max(after, key=lambda move: after[move]))
        position = position.play_unchecked(line[-1].code)
    return tuple(line)


def _table(position: Position) -> Any:
    return table(cell_colours(tuple(position.game.options["board"].split("/"))))


@lru_cache(maxsize=16)  # a megabyte each
def table(colours: str) -> Any:
    """W of every position of a tableau: `table[last, occupied]`, one byte each.

    All positions with the same number of pieces are worked out together, the fullest first.
    """
    worth = np.zeros((FIELDS, len(_SETS)), np.int8)
    targets = [_targets(colours, last) for last in range(FIELDS)]
    for count in range(FIELDS, 0, -1):
        sets = _SETS[count == _COUNTS]
        for last, free in enumerate(targets):
            standing = sets[sets >> last & 1 == 1]
            worth[last, standing] = _best(worth, standing, free[standing], count)
    worth.flags.writeable = False
    return worth


def reachable(colours: str) -> Any:
    """Which positions of a tableau can come about from the empty one: `reachable[last, occupied]`.

    Colours of pieces do not matter, so that these are all positions of a round but the first.
    """
    seen = np.zeros((FIELDS, len(_SETS)), bool)
    for first in range(FIELDS):
        seen[first, 1 << first] = True
    targets = [_targets(colours, last) for last in range(FIELDS)]
    for count in range(1, FIELDS):
        sets = _SETS[count == _COUNTS]
        for last, free in enumerate(targets):
            standing = sets[seen[last, sets]]
            for target in range(FIELDS):
                from_here = standing[free[standing] >> target & 1 == 1]
                seen[target, from_here | 1 << target] = True
    return seen


def _best(worth: Any, sets: Any, free: Any, count: int) -> Any:
    """W of these sets of `count` pieces, given the fields that can be placed on in each."""
    best = np.full(len(sets), _LOWEST, np.int8)
    for target in range(FIELDS):
        at = np.flatnonzero(free >> target & 1)
        best[at] = np.maximum(best[at], -worth[target, sets[at] | 1 << target])
    best[free == 0] = -count
    return best


def _targets(colours: str, last: int) -> Any:
    """For every set of occupied fields: the empty ones en prise to a piece on `last`.

    Only what stands in the way matters, so the rules are asked once for each set of such fields.
    """
    ctx = [0] * CTX_BOARD + list(board_words(colours))
    way = reach(last, 0, ctx)
    seen = np.zeros(len(_SETS), np.int64)
    blockers = way
    while True:
        seen[blockers] = reach(last, blockers, ctx)
        if not blockers:
            break
        blockers = blockers - 1 & way
    return (seen[_SETS & way] & ~_SETS & ALL_FIELDS).astype(np.uint16)

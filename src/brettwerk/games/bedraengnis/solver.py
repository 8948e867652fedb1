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

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from brettwerk.boards.tableaus import cell_colours
from brettwerk.core.game import Move, Position
from brettwerk.core.registry import definition
from brettwerk.games.bedraengnis import solver_kernels as kernels
from brettwerk.games.bedraengnis.rules import BedraengnisState
from brettwerk.games.bedraengnis.solver_kernels import BIAS, place
from brettwerk.games.katarenga_family.reach import CTX_BOARD, board_words
from brettwerk.kernels.choice import usual_backend
from brettwerk.kernels.game import KernelRunner
from brettwerk.kernels.repetition import key_of
from brettwerk.kernels.types import Bytes, Words
from brettwerk.solving.solution import Solution, by_player, check_game
from brettwerk.solving.solver import GameSolver


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

    entries = (kernels.fill_values, kernels.mark_reachable)

    def session(self, position: Position) -> BedraengnisSolver:
        """The same for every game."""
        check_game(position.game, "bedraengnis")
        return self

    def allow(self, nodes: int) -> None:
        """Nothing to limit."""

    def solve(self, position: Position, *, every: bool = True) -> BedraengnisSolution:
        """The position solved, as it is played out and with resignation.

        To find `every` best move takes no longer than one.

        >>> import brettwerk
        >>> solution = SOLVER.solve(brettwerk.game("bedraengnis").start())
        >>> solution.points, solution.with_resignation, [move.text for move in solution.best]
        ((7, 0), (1, 0), ['d1'])
        """
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


SOLVER = BedraengnisSolver()


def value_of(position: Position) -> int:
    """W for the player to move: the points won or, negative, lost if the round is played out."""
    if not pieces_on(position):
        return max(values_after(position).values())
    state = position.state_as(BedraengnisState)
    return _table(position)[place(state.last, state.me | state.opp)] - BIAS


def values_after(position: Position) -> dict[Move, int]:
    """What each legal move is worth, played out, to the player who makes it."""
    table = _table(position)
    me, opp = key_of(position.state)
    occupied = me | opp
    return {m: BIAS - table[place(m.code, occupied | 1 << m.code)] for m in position.moves}


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
    return len(position.pieces)


def _line(position: Position) -> tuple[Move, ...]:
    line = []
    while after := values_after(position):
        line.append(max(after, key=lambda move: after[move]))
        position = position.play_unchecked(line[-1].code)
    return tuple(line)


def _table(position: Position) -> bytes:
    return table(cell_colours(tuple(position.game.options["board"].split("/"))))


@lru_cache(maxsize=16)  # a megabyte each
def table(colours: str) -> bytes:
    """W of every position of a tableau, as `solver_kernels` stores it."""
    return _filled(kernels.fill_values, colours)


def reachable(colours: str) -> bytes:
    """Which positions of a tableau can come about from the empty one: 1, and 0 for the others.

    Colours of pieces do not matter, so that these are all positions of a round but the first.
    """
    return _filled(kernels.mark_reachable, colours)


def _filled(entry: Callable[[Words, Bytes], int], colours: str) -> bytes:
    """What an entry writes about all positions of a tableau."""
    game = definition("bedraengnis").kernels
    ctx = [0] * CTX_BOARD + list(board_words(colours))
    runner = KernelRunner(game, ctx, usual_backend(game))
    found = runner.bytes(kernels.ENTRIES)
    runner.run(entry, runner.ctx, found)
    return bytes(found[:])

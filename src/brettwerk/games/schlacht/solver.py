"""Die Schlacht solved: the battle from any placement, and placements as far back as time allows.

The value for the player to move is the points won, or minus the points lost, when both want as
many own points and as few for the other as can be. Resigning changes nothing: it gives the other
every piece, so playing on never costs more. Moves of equal value are all best; the line is one
way that best play may go, not the shortest.

From random placements the battle takes about 600 states and 0.3 ms, with one piece still to be
placed 3 ms, with two 30 ms, and each further one about five times as much.
"""

from brettwerk.core.game import Game, Move, Position
from brettwerk.games.schlacht.rules import SchlachtState
from brettwerk.games.schlacht.solver_kernels import (
    ENTRY,
    NOTES,
    ROOM,
    remembered_move,
    value_between,
)
from brettwerk.solving.limited import LimitedSession
from brettwerk.solving.solution import Solution, by_player, check_game
from brettwerk.solving.solver import GameSolver

MEGABYTES = 64
_PLACEMENTS = 16
_PROMISING_FROM = 12  # pieces placed


class SchlachtSolver(LimitedSession):
    """Solves positions of one game with a table that it keeps; for one thread at a time.

    The table takes at most `megabytes`, and has at most `entries`.
    """

    def __init__(self, game: Game, *, megabytes: int = MEGABYTES, entries: int = 2**40) -> None:
        check_game(game, "schlacht")
        self._kernels = kernels = game.kernels.runner(megabytes=megabytes)
        self._table = kernels.words(ENTRY * _power_of_two(megabytes, entries))
        self._buf = kernels.numbers(ROOM)
        super().__init__(kernels.numbers(NOTES))

    def value(self, position: Position, above: int = -9, below: int = 9) -> int:
        """The value for the player to move, exact between the two bounds and else a bound too."""
        row, kernels = self._kernels.rows(position.state), self._kernels
        args = row, kernels.ctx, self._buf, self._table, self._work, above, below
        return self.checked(kernels.run(value_between, *args))

    def reaches(self, position: Position, move: Move, value: int) -> bool:
        """Whether a move is worth at least that much to the player who makes it."""
        return -self.value(position.play_unchecked(move.code), -value, 1 - value) >= value

    def best(self, position: Position, value: int) -> tuple[Move, ...]:
        """All moves that reach the value of the position."""
        return tuple(move for move in position.moves if self.reaches(position, move, value))

    def one_best(self, position: Position, value: int) -> Move:
        """A move that reaches the value of the position, most often the one last found best."""
        row = self._kernels.rows(position.state)
        likely = self._kernels.run(remembered_move, row, self._table)
        moves = sorted(position.moves, key=lambda move: move.code != likely)
        return next(move for move in moves if self.reaches(position, move, value))

    def line(self, position: Position, value: int) -> tuple[Move, ...]:
        """Best play to the end."""
        line: list[Move] = []
        while not position.outcome:
            line.append(self.one_best(position, value))
            position, value = position.play_unchecked(line[-1].code), -value
        return tuple(line)

    def solve(self, position: Position, *, every: bool = True) -> Solution:
        """The points of best play, best moves and a line; `LimitReached` if that takes too long.

        To prove for every best move that it is one can take several times as long as to find the
        value: with `every=False` the solution names only one.
        """
        value = self.value(position)
        returns, points = by_player(value, position.turn)
        line = self.line(position, value)
        best = self.best(position, value) if every else line[:1]
        return Solution(returns, points, len(line), best, line)


def _power_of_two(megabytes: int, most: int) -> int:
    """Return a number of entries that fit into the memory, no more than `most`, at least one."""
    entries = max(1, min((megabytes << 20) // (8 * ENTRY), most))
    return 1 << entries.bit_length() - 1


def solver_for(position: Position, *, megabytes: int = MEGABYTES) -> SchlachtSolver:
    """A solver with a table as large as this position and what follows it may need."""
    entries = 2**16 << 2 * max(0, _PLACEMENTS - position.state_as(SchlachtState).ply)
    return SchlachtSolver(position.game, megabytes=megabytes, entries=entries)


class _SchlachtSolver(GameSolver):
    entries = (remembered_move, value_between)

    def session(self, position: Position) -> SchlachtSolver:
        return solver_for(position)

    def is_promising(self, position: Position) -> bool:
        """The battle, and the last placements."""
        return bool(position.state_as(SchlachtState).ply >= _PROMISING_FROM)


SOLVER = _SchlachtSolver()

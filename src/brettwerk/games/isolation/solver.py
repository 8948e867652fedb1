"""Isolation solved: who wins any position, how soon, and how.

`plies` is how long the game lasts if the winner shortens and the loser lengthens it. A whole board
takes some 60 ms to tell who wins, and half a second more for all best moves and the length.
"""

from collections.abc import Iterator

from brettwerk.core.game import Game, Move, Position
from brettwerk.games.isolation import solver_kernels as kernels
from brettwerk.games.isolation.rules import PIECES
from brettwerk.solving.limited import LimitedSession
from brettwerk.solving.solution import Solution, check_game
from brettwerk.solving.solver import GameSolver

TABLE_BITS = 20


class IsolationSolver(LimitedSession):
    """Solves positions of one game with a table that it keeps; for one thread at a time."""

    def __init__(self, game: Game, *, table_bits: int = TABLE_BITS) -> None:
        check_game(game, "isolation")
        self._game = game.kernels.runner()
        self._table = self._game.words(2 << table_bits)
        self._buf = self._game.numbers(kernels.ROOM)
        super().__init__(self._game.numbers(2))

    def wins(self, position: Position) -> bool:
        """Whether the player to move wins."""
        if position.outcome:
            return False
        rows, left = self._game.rows(position.state), PIECES - len(position.pieces)
        args = rows, self._game.ctx, self._table, self._buf, self._work, left
        return bool(self.checked(self._game.run(kernels.can_win, *args)))

    def wins_within(self, position: Position, plies: int, mine: bool) -> bool:
        """Whether the player to move, or else the other one, wins within `plies`."""
        if position.outcome:
            return not mine
        rows, left = self._game.rows(position.state), PIECES - len(position.pieces)
        args = rows, self._game.ctx, self._table, self._buf, self._work, left, plies, int(mine)
        return bool(self.checked(self._game.run(kernels.can_end, *args)))

    def plies(self, position: Position, won: bool) -> int:
        """How long the game still lasts, `won` for the player to move or not."""
        lengths = range(1 if won else 2, PIECES + 1, 2)
        return next(n for n in lengths if self.wins_within(position, n, won))

    def best(self, position: Position, plies: int, won: bool) -> Iterator[Move]:
        """The moves that win as soon, or lose as late, as can be."""
        for move in position.moves:
            after = position.play_unchecked(move.code)
            if won:
                if self.wins_within(after, plies - 1, False):
                    yield move
            elif not self.wins_within(after, plies - 3, True):
                yield move

    def most_pieces(self, position: Position) -> int:
        """Return how many more pieces fit at most, of either player."""
        rows, most = self._game.rows(position.state), 0
        while self._game.run(kernels.can_fit, rows, self._game.ctx, most + 1):
            most += 1
        return most

    def solve(self, position: Position, *, every: bool = True) -> Solution:
        """Who wins, the length, best moves (with `every=False` one of them) and a line."""
        won = self.wins(position)
        plies = self.plies(position, won)
        winner = position.turn if won else 1 - position.turn
        line = tuple(self._line(position, plies, won))
        best = tuple(self.best(position, plies, won)) if every else line[:1]
        return Solution((-1.0, 1.0) if winner else (1.0, -1.0), None, plies, best, line)

    def _line(self, position: Position, plies: int, won: bool) -> Iterator[Move]:
        """Best play to the end."""
        while not position.outcome:
            move = next(self.best(position, plies, won))
            yield move
            position, plies, won = position.play_unchecked(move.code), plies - 1, not won


class _Solver(GameSolver):
    entries = (kernels.can_win, kernels.can_end, kernels.can_fit)

    def session(self, position: Position) -> IsolationSolver:
        return IsolationSolver(position.game)


SOLVER = _Solver()

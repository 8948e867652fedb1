"""Die Drei solved: what any position is worth, the shortest forced win, and how to play it.

Scores are as in `solver_kernels`: `17 - n` for a win with `n` pieces standing, 0 for a draw.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from brettwerk.core.game import Game, Move, Position
from brettwerk.games.drei.rules import PIECES, DreiState
from brettwerk.games.drei.solver_kernels import (
    ENTRY,
    ROOM,
    add_aims,
    can_force,
)
from brettwerk.solving.limited import LimitedSession
from brettwerk.solving.solution import NotSolvable, Solution, check_game

TABLE_BITS = 20


@dataclass(frozen=True, slots=True)
class DreiSolution(Solution):
    """`value` is +1, 0 or -1 for the player to move.

    `plies` is how long the game lasts if the winner shortens and the loser lengthens it, and in a
    draw until all pieces stand; `best` are the moves that achieve value and length.
    """

    value: int


def sign(score: int) -> int:
    """+1, 0 or -1."""
    return (score > 0) - (score < 0)


def plies_of(score: int, standing: int) -> int:
    """The plies that a game of this score still lasts with this number of pieces."""
    return (17 - abs(score) if score else PIECES) - standing


def standing(position: Position) -> int:
    """How many pieces stand."""
    me, opp, *_ = position.state
    return (me | opp).bit_count()


def settled(position: Position) -> int | None:
    """The score of a game that is over, seen by the player whose turn it would be."""
    if not position.outcome:
        return None
    return standing(position) - 17 if position.outcome.winners else 0


class DreiSolver(LimitedSession):
    """Answers questions about one game; what it learns is kept in a table of fixed size.

    The table has 2 ** `table_bits` entries of 24 bytes. A solver is for one thread at a time.

    >>> import brettwerk
    >>> game = brettwerk.game("drei", board="1a0 3b2 4a1 2b3")
    >>> solution = DreiSolver(game).solve(game.start())
    >>> solution.value, solution.plies
    (1, 13)
    """

    def __init__(self, game: Game, *, table_bits: int = TABLE_BITS) -> None:
        check_game(game, "drei")
        if game.options["continuation"]:
            raise NotSolvable("Die Drei is solved without continuation only.")
        self.game = game
        self._kernels = kernels = game.kernels.runner(megabytes=(8 * ENTRY << table_bits) >> 20)
        self._ctx = kernels.rows(kernels.ctx[:], [0] * 64)
        kernels.run(add_aims, self._ctx)
        self._table = kernels.words(ENTRY << table_bits)
        self._buf = kernels.numbers(ROOM)
        super().__init__(kernels.numbers(2))

    def gets(self, position: Position, score: int) -> bool:
        """Whether the player to move can get at least this score."""
        over = settled(position)
        if over is not None:
            return over >= score
        if not position.state_as(DreiState).opp:
            after = (position.play_unchecked(code) for code in position.legal_codes)
            return any(not self.gets(reply, 1 - score) for reply in after)
        row = self._kernels.rows(position.state)
        args = row, self._ctx, self._table, self._work, self._buf, score
        return bool(self.checked(self._kernels.run(can_force, *args)))

    def score(self, position: Position) -> int:
        """The score of a position, seen by the player to move.

        First who wins, since that spares the loser's searches; then how soon, beginning with
        the shortest win, since short ones are quickly ruled out.
        """
        over = settled(position)
        if over is not None:
            return over
        if self.gets(position, 1):
            sizes = range(16 - standing(position), 1, -1)
            return next((size for size in sizes if self.gets(position, size)), 1)
        if self.gets(position, 0):
            return 0
        sizes = range(15 - standing(position), 1, -1)
        return next((-size for size in sizes if not self.gets(position, 1 - size)), -1)

    def scores(self, position: Position) -> dict[Move, int]:
        """What each legal move brings the player to move, in the order of their texts."""
        return {m: -self.score(position.play_unchecked(m.code)) for m in position.moves}

    def moves(self, position: Position, score: int) -> Iterator[Move]:
        """The legal moves that bring the player to move at least this score."""
        for move in position.moves:
            if not self.gets(position.play_unchecked(move.code), 1 - score):
                yield move

    def solve(self, position: Position, *, every: bool = True) -> DreiSolution:
        """Value, length, best moves (with `every=False` one of them) and a line."""
        score = self.score(position)
        value = sign(score)
        white = float(-value if position.turn else value)
        line = tuple(self._line(position, score))
        best = tuple(self.moves(position, score)) if every else line[:1]
        return DreiSolution((white, 0.0 - white), None, len(line), best, line, value)

    def _line(self, position: Position, score: int) -> Iterator[Move]:
        """Best play to the end."""
        while not position.outcome:
            move = next(self.moves(position, score))
            yield move
            position, score = position.play_unchecked(move.code), -score

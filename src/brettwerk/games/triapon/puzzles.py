"""Puzzles of Triapon, in which one player is right against both others together.

What can be proven of a game for three: that somebody wins, or puts another out, or takes balls
within some turns whatever the others do, even if they work together; and that no player can take
a ball before one's next turn.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.game import Move, Position
from brettwerk.games.triapon.rows import holes_of, next_row, row_end
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.puzzle import Puzzle
from brettwerk.puzzles.source import Found, PerGameCache, PuzzleSource, only
from brettwerk.puzzles.wins import Wins
from brettwerk.search.prover import Prover, TooHard

NODES = 400_000


class TriaponSource(PuzzleSource):
    """Both phases."""

    name = "triapon"
    levels = (2, 3, 4, 5, 6)
    first_ply = 9
    gap = 5
    counts_taken = True
    kinds = (
        frozenset({"win", "out"}),
        frozenset({"take", "win", "out"}),
        frozenset({"win", "out"}),
        frozenset({"keep"}),
    )

    def __init__(self) -> None:
        self._wins = Wins(plies=7, nodes=150_000)
        self._prover = PerGameCache(Prover)

    def themes(self, puzzle: Puzzle, way: Sequence[tuple[Position, Move]]) -> Iterator[str]:
        """Balls taken out of rows, jumps, long triads, and players put out."""
        own = [(at, move) for at, move in way if at.turn == puzzle.start.turn]
        tags = frozenset[str]().union(*(at.move_tags(move) for at, move in own))
        yield from (tag for tag in ("jump", "triad-medium", "triad-long") if tag in tags)
        if puzzle.goal.kind == "out":
            yield "elimination"
        lengths = {found for at, move in own for found in _rows_of_taken(at, move)}
        if 3 in lengths:
            yield "cross"
        if max(lengths, default=0) > 3:
            yield "long-row"

    def find(self, position: Position) -> Iterator[Found]:
        """The rarest first: winning, putting out, taking twice, then safely, then at all."""
        prover = self._prover(position.game)
        won = self._wins.find(position)
        if won:
            yield won
        for goal in _goals(position):
            prover.allow(NODES)
            with suppress(TooHard):
                found = only(position, goal, prover)
                if found:
                    yield found


def _rows_of_taken(position: Position, move: Move) -> Iterator[int]:
    """The lengths of the rows out of which a move takes a ball: one of three must be crossed."""
    state = position.state_as(TriaponState)
    for cell in position.effects(move).taken:
        ball = TRIANGLE.index[cell]
        for balls in (state.second, state.third):
            row = next_row(balls, 0)
            while row >= 0:
                end = row_end(balls, row)
                if holes_of(row, end) >> ball & 1:
                    yield holes_of(row, end).bit_count()
                row = next_row(balls, end + 1)


def _goals(position: Position) -> Iterator[Goal]:
    """What may be asked here: a round is one turn of everybody still in."""
    turns = 3 - position.state_as(TriaponState).out.bit_count()
    takes = any(position.effects(move).taken for move in position.moves)
    yield Goal("out", plies=1 + turns)
    if takes:
        yield Goal("take", plies=1, amount=1)
        yield Goal("take", plies=1 + 2 * turns, amount=3)
        yield Goal("take", plies=1 + turns, amount=2)
        yield Goal("keep", plies=turns, amount=1)
    else:
        yield Goal("take", plies=1 + 2 * turns, amount=2)
        yield Goal("take", plies=1 + turns, amount=1)
        yield Goal("keep", plies=turns)

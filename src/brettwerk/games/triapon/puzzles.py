"""Puzzles of Triapon, in which one player is right against both others together.

What can be proven of a game for three: that somebody wins, or puts another out, or takes balls
within some turns whatever the others do, even if they work together; and that no player can take
a ball before one's next turn.
"""

from collections.abc import Iterator
from contextlib import suppress

from brettwerk.core.game import Position
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.source import Found, PerGame, PuzzleSource, only
from brettwerk.puzzles.wins import Wins
from brettwerk.search.prover import Prover, TooHard

NODES = 400_000


class TriaponSource(PuzzleSource):
    """Both phases."""

    name = "triapon"
    levels = (2, 3, 4, 5, 6)
    first_ply = 9
    gap = 5

    def __init__(self) -> None:
        self._wins = Wins(plies=7, nodes=150_000)
        self._prover = PerGame(Prover)

    def find(self, position: Position) -> Iterator[Found]:
        """The rarest first: winning, putting out, taking twice, then safely, then at all."""
        prover = self._prover(position.game)
        won = self._wins.find(position)
        if won:
            yield won
            return
        for goal in _goals(position):
            prover.allow(NODES)
            with suppress(TooHard):
                found = only(position, goal, prover)
                if found:
                    yield found
                    return


def _goals(position: Position) -> Iterator[Goal]:
    """What may be asked here: a round is one turn of everybody still in."""
    turns = 3 - position.state_as(TriaponState).out.bit_count()
    takes = any(position.effects(move).taken for move in position.moves)
    yield Goal("out", plies=1 + turns)
    if takes:
        yield Goal("take", plies=1 + 2 * turns, amount=3)
        yield Goal("take", plies=1 + turns, amount=2)
        yield Goal("keep", plies=turns, amount=1)
    else:
        yield Goal("take", plies=1 + 2 * turns, amount=2)
        yield Goal("take", plies=1 + turns, amount=1)
        yield Goal("keep", plies=turns)

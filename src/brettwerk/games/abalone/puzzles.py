"""Puzzles of Abalone: to win, to push marbles off whatever the other does, to hold out."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from brettwerk.core.game import Move, Position
from brettwerk.games.abalone.counts import lost, taken
from brettwerk.games.abalone.rules import AbaloneState
from brettwerk.games.abalone.setups import setups
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.puzzle import Puzzle
from brettwerk.puzzles.source import Found, PerGameCache, PuzzleSource, first_held
from brettwerk.puzzles.wins import Wins
from brettwerk.search.prover import Prover

NODES = 300_000
# From this many marbles pushed off on, wins and losses are looked for.
_NEAR_THE_END = 4


class AbaloneSource(PuzzleSource):
    """From every set-up."""

    name = "abalone"
    first_ply = 16
    levels = (2, 3, 4, 5)
    gap = 10
    apart = 7
    counts_taken = True
    kinds = (frozenset({"take"}), frozenset({"win", "hold"}))

    def __init__(self) -> None:
        self._wins = Wins(plies=7, nodes=150_000)
        self._prover = PerGameCache(Prover)

    def options(self, rng: Random) -> dict[str, Any]:
        """Half of the games from the standard set-up."""
        return {"setup": rng.choice([*setups(), *["standard"] * len(setups())])}

    def themes(self, puzzle: Puzzle, way: Sequence[tuple[Position, Move]]) -> Iterator[str]:
        """Pushes, and broadsides to begin with."""
        own = [at.move_tags(move) for at, move in way if at.turn == puzzle.start.turn]
        if any("sumito" in tags for tags in own):
            yield "sumito"
        if "broadside" in own[0]:
            yield "broadside"

    def find(self, position: Position) -> Iterator[Found]:
        """A win; else marbles; else the only way not to lose."""
        prover = self._prover(position.game)
        ctx = position.game.definition.context(position.game.options)
        pushed = taken(position.state_as(AbaloneState), ctx, position.turn)
        if pushed >= _NEAR_THE_END:
            found = self._wins.find(position)
            if found:
                yield found
                return
        if lost(position.state_as(AbaloneState), ctx, position.turn) >= _NEAR_THE_END:
            goals = (Goal("hold", plies=plies) for plies in (4, 2))
            found = first_held(position, goals, prover, NODES)
            if found:
                yield found
                return
        taking = [move for move in position.moves if position.effects(move).taken]
        takes_now = bool(taking)
        goals = (Goal("take", plies=plies, amount=1 + takes_now) for plies in (3, 5))
        found = first_held(position, goals, prover, NODES)
        if found:
            yield found
        elif len(taking) == 1:
            yield Found(Goal("take", plies=1, amount=1), taking[0])

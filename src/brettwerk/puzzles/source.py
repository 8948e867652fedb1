"""What a source of puzzles is: games between computers, and the search for goals in them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from brettwerk.core.game import Game, Move, Position
from brettwerk.core.parts import PuzzlePart
from brettwerk.core.registry import definition
from brettwerk.errors import MissingPart
from brettwerk.puzzles.goals import BEYOND, Goal, objective_of
from brettwerk.puzzles.puzzle import Puzzle
from brettwerk.search.prover import Prover, TooHard

T = TypeVar("T")


class Found(NamedTuple):
    """A goal that exactly one first move reaches."""

    goal: Goal
    move: Move


class PerGameCache(Generic[T]):
    """Caches something made for a game, such as a solver, until another game is asked for."""

    def __init__(self, make: Callable[[Game], T]) -> None:
        self._make = make
        self._latest: tuple[Game, T] | None = None

    def __call__(self, game: Game) -> T:
        if not self._latest or self._latest[0] is not game:
            self._latest = game, self._make(game)
        return self._latest[1]


class PuzzleSource(PuzzlePart, ABC):
    """Plays games of one kind and finds puzzles in them: `GameDefinition.puzzles`."""

    name: ClassVar[str]
    levels: ClassVar[tuple[int, ...]] = (3, 4, 5, 6, 7)  # of the computers that play
    opening: ClassVar[int] = 6  # random plies at most
    most_plies: ClassVar[int] = 250
    first_ply: ClassVar[int] = 0  # before which nothing is looked for
    gap: ClassVar[int] = 6  # plies between two puzzles of one game
    # the kinds of goals that are looked for in one game and the next, in turn; empty for all
    kinds: ClassVar[tuple[frozenset[str], ...]] = (frozenset(),)
    fewest_moves: ClassVar[int] = 4  # with fewer to choose from there is nothing to find
    apart: ClassVar[int] = 6  # cells in which two puzzles differ at least
    colours: ClassVar[bool] = True  # whether it matters whose a piece is
    counts_taken: ClassVar[bool] = False  # whether taking a piece is a goal of its own

    def options(self, rng: Random) -> dict[str, Any]:
        """Random options of a game."""
        return definition(self.name).random_options(rng.randrange(10**6))

    def game(self, rng: Random) -> Game:
        """Return a game to be played."""
        return Game(definition(self.name), self.options(rng))

    def random_levels(self, rng: Random) -> tuple[int, ...]:
        """Return the levels of the computers that play."""
        return tuple(rng.choice(self.levels) for _ in range(definition(self.name).players))

    def positions(self, rng: Random, levels: Sequence[int]) -> Iterator[tuple[int, Position]]:
        """Yield the plies and positions of a game to search for puzzles, without histories."""
        from brettwerk.search import choose

        at = self.game(rng).start()
        random_plies = rng.randrange(self.opening + 1)
        for ply in range(self.most_plies):
            if at.outcome:
                return
            if ply >= self.first_ply and len(at.legal_codes) >= self.fewest_moves:
                yield ply, Position(at.game, at.state)
            code = rng.choice(at.legal_codes)
            if ply >= random_plies:
                code = choose(at, levels[at.turn], rng.randrange(2**31)).code
            at = at.play_unchecked(code)

    def themes(self, puzzle: Puzzle, way: Sequence[tuple[Position, Move]]) -> Iterable[str]:  # noqa: ARG002 — for games
        """Return the game's own themes of a puzzle; `way` is its solution, position by position."""
        return ()

    def one_move_goals(self, position: Position) -> Iterable[Found]:
        """Yield the goal that a single move reaches, if exactly one does: to win, else to take."""
        winning = [move for move in position.moves if _wins(position, move)]
        taking = [move for move in position.moves if position.effects(move).taken]
        if len(winning) == 1:
            yield Found(Goal("win", plies=1), winning[0])
        elif self.counts_taken and not winning and len(taking) == 1:
            yield Found(Goal("take", plies=1, amount=1), taking[0])

    @abstractmethod
    def find(self, position: Position) -> Iterable[Found]:
        """Return the goals that exactly one move reaches here, the most interesting first."""


class SolverSource(PuzzleSource):
    """Finds the only best move, by a solver."""

    @abstractmethod
    def values(self, position: Position) -> Mapping[Move, int]:
        """Return the worth of every legal move: above 0 it wins, below it loses."""

    def best_win(self, position: Position, worth: int) -> Goal:  # noqa: ARG002 — what plies need
        """Return the goal of the best of several winning moves."""
        return Goal("points", amount=worth)

    def one_move_goals(self, position: Position) -> Iterable[Found]:
        """Find what a single move decides, though the game may go on for a while."""
        return self.find(position)

    def find(self, position: Position) -> Iterator[Found]:
        """Yield the only move that wins, or wins best, or saves the draw."""
        values = self.values(position)
        most = max(values.values())
        best = [move for move, value in values.items() if value == most]
        if most < 0 or len(best) > 1:
            return
        winning = sum(value > 0 for value in values.values())
        if winning > 1:
            yield Found(self.best_win(position, most), best[0])
        else:
            yield Found(Goal("win" if winning else "draw"), best[0])


def _wins(position: Position, move: Move) -> bool:
    outcome = position.play_unchecked(move.code).outcome
    return outcome is not None and outcome.winners == (position.turn,)


def source_of(game: str) -> PuzzleSource:
    """Return the source of a game's puzzles; MissingPart if it has none."""
    source = definition(game).puzzles
    if source is None:
        raise MissingPart("missing-puzzle-source", game=game)
    assert isinstance(source, PuzzleSource)
    return source


def only(position: Position, goal: Goal, prover: Prover) -> Found | None:
    """Return the goal if exactly one move reaches it; `TooHard` if the proof takes too long."""
    objective = objective_of(goal, position, prover)
    found: Move | None = None
    for move in prover.good_moves(position, objective, goal.left):
        if found:
            return None
        found = move
    return Found(goal, found) if found else None


def first_held(
    position: Position, goals: Iterable[Goal], prover: Prover, nodes: int
) -> Found | None:
    """Return the first of ever easier goals that can be reached, if by one move only."""
    for goal in goals:
        prover.allow(nodes)
        try:
            if prover.proves(position, objective_of(goal, position, prover), goal.left):
                return only(position, goal, prover)
        except TooHard:
            return None
    return None


def lasting(position: Position, goal: Goal, move: Move, prover: Prover, nodes: int) -> bool:
    """Return whether a defence is more than a delay: it is proven to hold beyond the task."""
    objective = objective_of(goal, position, prover)
    prover.allow(nodes)
    try:
        after = position.play_unchecked(move.code)
        return prover.proves(after, objective, goal.left + BEYOND - 1)
    except TooHard:
        return False

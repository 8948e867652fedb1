"""What a source of puzzles is: games between computers, and the search for goals in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from brettwerk.games.catalogue import face
from brettwerk.games.core import Game, Position
from brettwerk.puzzles.goals import Goal, aim_of
from brettwerk.puzzles.judge import Judge, TooHard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from brettwerk.games.core import Move


class Found(NamedTuple):
    """A goal that exactly one first move reaches."""

    goal: Goal
    move: Move


class Source(ABC):
    """Plays games of one kind and finds puzzles in them."""

    name: ClassVar[str]
    levels: ClassVar[tuple[int, ...]] = (3, 4, 5, 6, 7)  # of the computers that play
    opening: ClassVar[int] = 6  # plies by lot at most
    most_plies: ClassVar[int] = 250
    first_ply: ClassVar[int] = 0  # before which nothing is looked for
    gap: ClassVar[int] = 6  # plies between two puzzles of one game
    fewest_moves: ClassVar[int] = 4  # with fewer to choose from there is nothing to find
    apart: ClassVar[int] = 6  # cells in which two puzzles differ at least
    colours: ClassVar[bool] = True  # whether it matters whose a piece is

    def options(self, rng: Random) -> dict[str, Any]:
        """The options of a game, by lot."""
        return face(self.name).by_lot(rng.randrange(10**6))

    def game(self, rng: Random) -> Game:
        """A game to be played."""
        made = Game(face(self.name), self.options(rng))
        made.compile()
        return made

    def by_lot(self, rng: Random) -> tuple[int, ...]:
        """The levels of the computers that play."""
        return tuple(rng.choice(self.levels) for _ in range(face(self.name).players))

    def positions(self, rng: Random, levels: Sequence[int]) -> Iterator[tuple[int, Position]]:
        """The positions of one game worth looking at, with their plies, each without its past."""
        from brettwerk.engine import choose

        at = self.game(rng).start()
        by_lot = rng.randrange(self.opening + 1)
        for ply in range(self.most_plies):
            if at.outcome:
                return
            if ply >= self.first_ply and len(at.codes) >= self.fewest_moves:
                yield ply, Position(at.game, at.state)
            code = rng.choice(at.codes)
            if ply >= by_lot:
                code = choose(at, levels[at.turn], rng.randrange(2**31)).code
            at = at.play_unchecked(code)

    @abstractmethod
    def find(self, position: Position) -> Iterable[Found]:
        """The goals that exactly one move reaches here, the most interesting first."""


def only(position: Position, goal: Goal, judge: Judge) -> Found | None:
    """The goal with its move, if exactly one reaches it; `TooHard` if that takes too long."""
    aim = aim_of(goal, position)
    found: Move | None = None
    for move in judge.good(position, aim, goal.left):
        if found:
            return None
        found = move
    return Found(goal, found) if found else None


def first_held(position: Position, goals: Iterable[Goal], judge: Judge, nodes: int) -> Found | None:
    """Of goals that are ever easier to reach, the first that can be, if by one move only."""
    for goal in goals:
        judge.allow(nodes)
        try:
            if judge.reaches(position, aim_of(goal, position), goal.left):
                return only(position, goal, judge)
        except TooHard:
            return None
    return None

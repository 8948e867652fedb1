"""Those who play in the arena: random, the yardstick, levels, the engine, programs of others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

from brettwerk import engine
from brettwerk.arena.names import COMMAND, ENGINE, LEVEL, MCTS
from brettwerk.engine.report import Limit
from brettwerk.engine.two import TwoPlayerThinker
from brettwerk.engine.warmth import warm
from brettwerk.engine.weights import weights_of
from brettwerk.engine.yardstick import TreeSearch, at_random
from brettwerk.errors import BrettwerkError

if TYPE_CHECKING:
    from brettwerk.arena.names import Contestant
    from brettwerk.arena.terms import Terms
    from brettwerk.games.core import Game, Move, Position


class Forfeit(BrettwerkError):
    """What a contestant did that loses it the game."""


@dataclass(frozen=True)
class Turn:
    """What a contestant is asked: a move in a position.

    `moves` are all moves from the game's start, or None where moves alone do not tell how it came
    to this. `left` is the time each seat has left where there is a clock, after which a move adds
    `increment`.
    """

    position: Position
    limit: Limit
    seed: int
    moves: tuple[str, ...] | None = None
    left: tuple[float, ...] | None = None
    increment: float = 0.0


class Player(Protocol):
    """Someone who plays game after game; for one caller at a time."""

    def begin(self, game: Game) -> None:
        """Make ready for a game, before any clock runs."""
        ...

    def choose(self, turn: Turn) -> Move:
        """A legal move, or Forfeit."""
        ...

    def close(self) -> None:
        """Leave."""
        ...


class AtRandom:
    """Plays any legal move."""

    def begin(self, game: Game) -> None:
        """Nothing to do."""

    def choose(self, turn: Turn) -> Move:
        """Each legal move is as likely as the others."""
        return at_random(turn.position, Random(turn.seed))

    def close(self) -> None:
        """Nothing to do."""


class Yardstick(AtRandom):
    """Plays by the textbook Monte-Carlo tree search."""

    def __init__(self) -> None:
        self._game: Game | None = None

    def begin(self, game: Game) -> None:
        """Compile the search, if that has not been done."""
        if self._game != game:
            self._game, self._search = game, TreeSearch(game)
            self._search.think(game.start(), Limit(nodes=1))

    def choose(self, turn: Turn) -> Move:
        """The move that was tried most."""
        self._search.seed = turn.seed
        return _a_move(self._search.think(turn.position, turn.limit).best)


class Engine(AtRandom):
    """Plays at full strength within the limit of the match."""

    def begin(self, game: Game) -> None:
        """Load the engine, compiled if need be, and let it forget the last game.

        So it does not matter in which order and by which process games are played.
        """
        from brettwerk.engine.analysis import MEGABYTES
        from brettwerk.engine.thinkers import thinker_of

        engine.analyse(game.start(), nodes=1)
        thinker_of(game, MEGABYTES).forget()

    def choose(self, turn: Turn) -> Move:
        """The best move it finds."""
        limit = turn.limit
        found = engine.analyse(
            turn.position,
            seconds=limit.seconds,
            nodes=limit.nodes,
            depth=limit.depth,
            remember=True,
        )
        return _a_move(found.best)


class Tuned(AtRandom):
    """Plays at full strength with the weights of a file: to find out whether they are better."""

    def __init__(self, file: str) -> None:
        self._weights = weights_of(Path(file).read_text(encoding="utf-8"))

    def begin(self, game: Game) -> None:
        """Make a thinker with these weights."""
        self._thinker = TwoPlayerThinker(game, weights=self._weights)
        self._thinker.think(game.start(), Limit(nodes=1))

    def choose(self, turn: Turn) -> Move:
        """The best move it finds, without asking any solver."""
        return _a_move(self._thinker.think(turn.position, turn.limit).best)


class Level(AtRandom):
    """Plays at one of the ten levels, which have limits of their own."""

    def __init__(self, level: int) -> None:
        self._level = level

    def begin(self, game: Game) -> None:
        """Load the engine and compile it, if that has not been done."""
        warm(game.name)
        engine.choose(game.start(), self._level)

    def choose(self, turn: Turn) -> Move:
        """A move of this level."""
        return _a_move(engine.choose(turn.position, self._level, turn.seed))


def _a_move(found: Move | None) -> Move:
    """The move, which a game that goes on always has."""
    if found is None:
        raise Forfeit("arena-no-move")
    return found


def make_player(contestant: Contestant, terms: Terms) -> Player:
    """The player of a contestant."""
    if contestant.kind == COMMAND:
        from brettwerk.arena.command import Command

        return Command(contestant.argument, terms.grace)
    if contestant.kind == ENGINE and contestant.argument:
        return Tuned(contestant.argument)
    if contestant.kind == LEVEL:
        return Level(int(contestant.argument))
    return {MCTS: Yardstick, ENGINE: Engine}.get(contestant.kind, AtRandom)()

"""A turn in the arena: what a player is asked, and what players are."""

from dataclasses import dataclass
from typing import Protocol

from brettwerk.core.game import Game, Move, Position
from brettwerk.errors import BrettwerkError
from brettwerk.search.report import Limit


class Forfeit(BrettwerkError):
    """The reason why a contestant forfeits the game."""


@dataclass(frozen=True)
class Turn:
    """The request for a move.

    `moves` are all moves from the start, or None if moves alone do not lead to the position.
    With a clock, `left` is the time left of each seat, to which the move adds `increment`.
    """

    position: Position
    limit: Limit
    seed: int
    moves: tuple[str, ...] | None = None
    left: tuple[float, ...] | None = None
    increment: float = 0.0


class Player(Protocol):
    """A player of many games, one at a time."""

    def begin(self, game: Game) -> None:
        """Prepare for a game, before the clock starts."""

    def choose(self, turn: Turn) -> Move:
        """Return a legal move, or raise Forfeit."""

    def close(self) -> None:
        """Release resources."""

"""What a solver says of a position: its exact result, the moves that reach it, and a line."""

from dataclasses import dataclass

from brettwerk.core.game import Game, Move


class NotSolvable(ValueError):
    """A game, or a way to play it, that a solver is not made for."""


class LimitReached(Exception):
    """A search has looked at as many positions as it was allowed; what it learned is kept."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact result with best play by all, as the game's moves alone decide it.

    `returns` and `points` are by player, as in `Outcome`; `points` is None where a game has none.
    `best` are all moves that reach the result, sorted by text, and none when the game has ended.
    `line` is one way that best play may go to the end, and `plies` its length where it is known.

    >>> import brettwerk
    >>> solution = brettwerk.solve("bedraengnis")
    >>> solution.points, solution.best[0].text, len(solution.line) == solution.plies
    ((7, 0), 'd1', True)
    """

    returns: tuple[float, ...]
    points: tuple[int, ...] | None
    plies: int | None
    best: tuple[Move, ...]
    line: tuple[Move, ...]


def by_player(value: int, player: int) -> tuple[tuple[float, float], tuple[int, int]]:
    """Return returns and points of two players, given the points that one wins (or, < 0, loses)."""
    winner = player if value > 0 else 1 - player
    scored = abs(value)
    return (
        (1.0, -1.0) if winner == 0 else (-1.0, 1.0),
        (scored, 0) if winner == 0 else (0, scored),
    )


def check_game(game: Game, name: str) -> None:
    """Raise NotSolvable for a game that a solver is not made for."""
    if game.name != name:
        raise NotSolvable(f"This solver is made for {name}, not for {game.name}.")

"""Openings: a random board where the game has boards, and a few random moves."""

from random import Random
from typing import NamedTuple

from brettwerk.arena.config import MatchConfig
from brettwerk.core.game import Position

_TRIES = 20


class RandomStart(NamedTuple):
    """The position in which the contestants begin, and the moves that lead to it."""

    position: Position
    moves: tuple[str, ...]


def random_start(config: MatchConfig, number: int) -> RandomStart:
    """Return the opening of this number; it depends on the seed of the match alone."""
    random = Random(f"{config.seed}/{number}")
    start = config.make_game(random.randrange(10**6)).start()
    for plies in range(config.opening_plies, 0, -1):
        for _ in range(_TRIES):
            if found := _play_randomly(start, plies, random):
                return found
    return RandomStart(start, ())


def _play_randomly(start: Position, plies: int, random: Random) -> RandomStart | None:
    """Play random moves; return None if they end the game."""
    position, moves = start, []
    for _ in range(plies):
        if position.outcome:
            return None
        move = position.random_move(random)
        moves.append(move.text)
        position = position.play_unchecked(move.code)
    return None if position.outcome else RandomStart(position, tuple(moves))

"""Openings: a board by lot where a game has that, and a few random moves, the same for a seed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.engine.yardstick import at_random

if TYPE_CHECKING:
    from brettwerk.arena.terms import Terms
    from brettwerk.games.core import Position

_TRIES = 20


class Opening(NamedTuple):
    """Where the contestants begin, and the moves that led there."""

    position: Position
    moves: tuple[str, ...]


def opening_of(terms: Terms, number: int) -> Opening:
    """The opening of this number: the same in every seating, in every process."""
    random = Random(f"{terms.seed}/{number}")
    start = terms.make_game(random.randrange(10**6)).start()
    for plies in range(terms.opening_plies, 0, -1):
        for _ in range(_TRIES):
            if found := _played(start, plies, random):
                return found
    return Opening(start, ())


def _played(start: Position, plies: int, random: Random) -> Opening | None:
    """The opening after so many random moves; None if they end the game."""
    position, moves = start, []
    for _ in range(plies):
        if position.outcome:
            return None
        move = at_random(position, random)
        moves.append(move.text)
        position = position.play_unchecked(move.code)
    return None if position.outcome else Opening(position, tuple(moves))

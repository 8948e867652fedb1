"""Openings: a random board where the game has boards, and a few random moves."""

import json
from functools import lru_cache
from random import Random
from typing import NamedTuple

from brettwerk.arena.config import MatchConfig
from brettwerk.core.game import Position

_TRIES = 20
_REDRAWS = 50  # after which an opening may come twice, since there seem to be no others


class RandomStart(NamedTuple):
    """The position in which the contestants begin, and the moves that lead to it."""

    position: Position
    moves: tuple[str, ...]


def random_start(config: MatchConfig, number: int) -> RandomStart:
    """Return the opening of this number; it depends on the seed of the match alone.

    No two numbers have the same opening, as long as there are others.
    """
    return _openings(json.dumps(config.as_json())).at(config, number)


class _Openings:
    """The openings of a match so far: how often each number had to be drawn again."""

    def __init__(self) -> None:
        self._seen: set[Position] = set()
        self._redrawn: list[int] = []

    def at(self, config: MatchConfig, number: int) -> RandomStart:
        """Return the opening of this number, after drawing those before it."""
        while len(self._redrawn) < number:
            self._draw(config, len(self._redrawn))
        if number < len(self._redrawn):
            return _drawn(config, number, self._redrawn[number])
        return self._draw(config, number)

    def _draw(self, config: MatchConfig, number: int) -> RandomStart:
        """Draw the next opening until it is a new one."""
        for again in range(_REDRAWS if config.opening_plies else 1):
            found = _drawn(config, number, again)
            if found.position not in self._seen:
                break
        self._seen.add(found.position)
        self._redrawn.append(again)
        return found


@lru_cache(maxsize=4)
def _openings(_match: str) -> _Openings:
    return _Openings()


def _drawn(config: MatchConfig, number: int, again: int) -> RandomStart:
    """Draw an opening by its number; `again` counts earlier tries."""
    random = Random(f"{config.seed}/{number}" + (f"/{again}" if again else ""))
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

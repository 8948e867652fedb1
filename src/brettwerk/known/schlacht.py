"""Die Schlacht: what exact play of the battle shows, from placements by lot and by the engine."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from brettwerk.engine.yardstick import at_random
from brettwerk.games.catalogue import game
from brettwerk.known.sampling import estimate
from brettwerk.solve.schlacht import SchlachtSolver

if TYPE_CHECKING:
    from collections.abc import Iterable

    from brettwerk.games.core import Position
    from brettwerk.known.facts import Games

PIECES = 16
BATTLES = 2000
SEED = 1
# From so many placed pieces on the engine's own games are solved.
FROM = 13


def facts(games: Games) -> dict[str, Any]:
    """All of it."""
    return {
        "battles": battles(BATTLES, SEED),
        "placed": placed(record.positions() for record in games("start")),
    }


def battles(count: int, seed: int) -> dict[str, Any]:
    """Battles from pieces placed by lot on boards by lot: who wins, and how many points."""
    worths = [value(placed_by_lot(seed, number)) for number in range(count)]
    return {
        "count": count,
        "seed": seed,
        "black": _estimated([worth > 0 for worth in worths]),
        "points": dict(sorted(Counter(worths).items())),
    }


def placed_by_lot(seed: int, number: int) -> Position:
    """A position in which the battle begins, the same for a seed on every machine."""
    random = Random(f"{seed}/{number}")
    position = game("schlacht", board=f"random:{random.randrange(10**6)}").start()
    for _ in range(PIECES):
        position = position.play_unchecked(at_random(position, random).code)
    return position


def value(position: Position) -> int:
    """The points that Black wins, or, negative, loses, with best play by both from here."""
    found = SchlachtSolver(position.game).value(position)
    return found if position.turn == 0 else -found


def placed(games: Iterable[Iterable[Position]]) -> list[dict[str, Any]]:
    """The engine's games after so many placed pieces: how often Black wins from there.

    `turned` counts the games whose winner was another before the last of these pieces was placed.
    """
    values = [
        [value(position) for ply, position in enumerate(positions) if FROM <= ply <= PIECES]
        for positions in games
    ]
    return [
        {
            "pieces": FROM + at,
            "games": len(values),
            "black": _estimated([each[at] > 0 for each in values]),
            "turned": sum((each[at] > 0) != (each[at - 1] > 0) for each in values) if at else None,
        }
        for at in range(PIECES - FROM + 1)
    ]


def _estimated(hits: list[bool]) -> dict[str, float]:
    found = estimate(hits, 0, 1)
    return {"value": found.value, "low": found.low, "high": found.high}

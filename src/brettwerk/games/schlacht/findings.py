"""Die Schlacht: what exact play of the battle shows, from random placements and the engine's."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice
from random import Random
from statistics import fmean
from typing import Any

from brettwerk.core.game import Position
from brettwerk.core.registry import definition, game
from brettwerk.findings.facts import GamesOfPlan
from brettwerk.findings.sampling import share_estimate
from brettwerk.games.schlacht.solver import SchlachtSolver

PIECES = 16
BATTLES = 2000
SEED = 1
# From this many placed pieces on, the engine's own games are solved.
FROM = 13
MEGABYTES = 8


def facts(games: GamesOfPlan) -> dict[str, Any]:
    """All of it."""
    return {
        "battles": battles(BATTLES, SEED),
        "placed": placed(record.positions() for record in games("start")),
        "match": match_chances([record.points or () for record in games("start")]),
    }


def battles(count: int, seed: int) -> dict[str, Any]:
    """Battles from random placements on random boards: who wins, and how many points."""
    worths = [values([random_battle(seed, number)])[0] for number in range(count)]
    return {
        "count": count,
        "seed": seed,
        "black": _estimated([worth > 0 for worth in worths]),
        "points": dict(sorted(Counter(worths).items())),
    }


def random_battle(seed: int, number: int) -> Position:
    """A position in which the battle begins, the same for a seed on every machine."""
    random = Random(f"{seed}/{number}")
    position = game("schlacht", board=f"random:{random.randrange(10**6)}").start()
    for _ in range(PIECES):
        position = position.play_unchecked(position.random_move(random).code)
    return position


def values(positions: Sequence[Position]) -> list[int]:
    """The points that Black wins, or, negative, loses, from positions of one game, best played."""
    solver = SchlachtSolver(positions[0].game, megabytes=MEGABYTES)
    # The later ones first: what is learned of them helps with those before.
    found = [solver.value(position) for position in reversed(positions)]
    signs = [1 if position.turn == 0 else -1 for position in reversed(positions)]
    return [worth * sign for worth, sign in zip(found, signs, strict=True)][::-1]


def placed(games: Iterable[Iterable[Position]]) -> list[dict[str, Any]]:
    """The engine's games by number of placed pieces: how often Black wins from there.

    `turned` counts the games whose winner was another before the last of these pieces was placed.
    """
    found = [values(list(islice(positions, FROM, PIECES + 1))) for positions in games]
    if not found:
        return []
    return [
        {
            "pieces": FROM + at,
            "games": len(found),
            "black": _estimated([each[at] > 0 for each in found]),
            "turned": sum((each[at] > 0) != (each[at - 1] > 0) for each in found) if at else None,
        }
        for at in range(PIECES - FROM + 1)
    ]


def _estimated(hits: list[bool]) -> dict[str, float]:
    found = share_estimate(hits)
    return {"value": found.value, "low": found.low, "high": found.high}


def match_chances(rounds: Sequence[tuple[int, ...]]) -> dict[str, Any]:
    """The chances in a match, if rounds end as these did: Black's and White's points of each.

    Person 0 is Black in the coming round, and colours swap after each. `chances[a][b]` is person
    0's chance with a points against b.
    """
    target = definition("schlacht").target or 0

    @cache
    def chance(mine: int, others: int) -> float:
        """The chance of the person who is Black in the coming round."""
        if max(mine, others) >= target:
            return float(mine >= target)
        after = ((mine + black, others + white) for black, white in rounds)
        return fmean(1 - chance(theirs, own) for own, theirs in after)

    table = [[round(chance(a, b), 4) for b in range(target)] for a in range(target)]
    return {"target": target, "rounds": len(rounds), "chances": table}

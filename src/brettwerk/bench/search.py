"""How fast the engines search: nodes a second and time to a depth, over fixed positions."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from brettwerk.engine.report import Limit
from brettwerk.engine.thinkers import new_thinker
from brettwerk.games.catalogue import game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from brettwerk.games.core import Position

    Clock = Callable[[], float]

# From where: after so many random moves each, the first from the start.
PLIES = (0, 4, 8, 12)
SEED = 20_261_116
NODES = 400_000
MEGABYTES = 64
LADDER = (6, 9, 12)


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """What the searches of one game did; depths are those that deepening has finished."""

    name: str
    threads: int
    nodes_per_second: float
    depth: float  # the mean depth reached within the nodes allowed
    seconds_to: dict[int, float | None]  # from the start of the game, None if not reached
    ratio: float = 1.0  # nodes a second, compared with one thread in the same run


def measure_search(
    clock: Clock, names: Sequence[str], threads: Sequence[int], progress: Callable[[str], None]
) -> list[SearchSpeed]:
    """Every game with every number of threads, one after the other."""
    found: list[SearchSpeed] = []
    for name in names:
        base = 0.0
        for count in threads:
            progress(f"{name}: {count} thread" + "s" * (count > 1))
            speed = _of_game(clock, name, count)
            base = base or speed.nodes_per_second
            found.append(_compared(speed, base))
    return found


def _compared(speed: SearchSpeed, base: float) -> SearchSpeed:
    return SearchSpeed(
        speed.name,
        speed.threads,
        speed.nodes_per_second,
        speed.depth,
        speed.seconds_to,
        speed.nodes_per_second / base,
    )


def _of_game(clock: Clock, name: str, threads: int) -> SearchSpeed:
    positions = fixed_positions(name)
    thinker = new_thinker(positions[0].game, MEGABYTES)
    thinker.think(positions[0], Limit(nodes=100), threads=threads)  # compiles
    nodes, seconds, depths = 0, 0.0, 0
    for position in positions:
        thinker.forget()
        began = clock()
        report = thinker.think(position, Limit(nodes=NODES), threads=threads)
        seconds += clock() - began
        nodes += report.nodes
        depths += report.depth
    thinker.forget()
    reached: dict[int, float | None] = dict.fromkeys(LADDER)

    def note(depth: int, after: float) -> None:
        if depth in reached and reached[depth] is None:
            reached[depth] = after

    thinker.think(
        positions[0],
        Limit(seconds=3.0, depth=LADDER[-1]),
        threads=threads,
        progress=lambda report: note(report.depth, report.seconds),
    )
    return SearchSpeed(name, threads, nodes / max(seconds, 1e-9), depths / len(positions), reached)


def fixed_positions(name: str) -> list[Position]:
    """The positions that every run looks at."""
    rng = Random(SEED)
    found = []
    for plies in PLIES:
        position = game(name).start()
        for _ in range(plies):
            after = position.play_unchecked(rng.choice(position.codes))
            if after.outcome:
                break
            position = after
        found.append(position)
    return found

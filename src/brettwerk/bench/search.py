"""How fast the engines search: nodes a second and time to a depth, over fixed positions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from brettwerk.engine.report import Limit
from brettwerk.engine.thinkers import new_thinker
from brettwerk.games.catalogue import game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from brettwerk.engine.report import Analysis, Thinker
    from brettwerk.games.core import Position

    Clock = Callable[[], float]

# From where: after so many random moves each, the first from the start.
PLIES = (0, 4, 8, 12)
SEED = 20_261_116
NODES = 400_000
MEGABYTES = 64
THREADS = (1, 2)
LADDER = (6, 9, 12)
CLIMB = 3.0  # seconds in which to reach them


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
    clock: Clock,
    names: Sequence[str],
    threads: Sequence[int],
    progress: Callable[[str], None],
    *,
    nodes: int = NODES,
    climb: float = CLIMB,
) -> list[SearchSpeed]:
    """Every game with every number of threads, one after the other."""
    found: list[SearchSpeed] = []
    for name in names:
        base = 0.0
        for count in threads:
            progress(f"{name}: {count} thread" + "s" * (count > 1))
            speed = _of_game(clock, name, count, nodes, climb)
            base = base or speed.nodes_per_second
            found.append(replace(speed, ratio=speed.nodes_per_second / base))
    return found


def _of_game(clock: Clock, name: str, threads: int, nodes: int, climb: float) -> SearchSpeed:
    positions = fixed_positions(name)
    thinker = new_thinker(positions[0].game, MEGABYTES)
    thinker.think(positions[0], Limit(nodes=100), threads=threads)  # compiles
    looked, seconds, depths = 0, 0.0, 0
    for position in positions:
        thinker.forget()
        began = clock()
        report = thinker.think(position, Limit(nodes=nodes), threads=threads)
        seconds += clock() - began
        looked += report.nodes
        depths += report.depth
    reached = _climbed(thinker, positions[0], threads, climb)
    return SearchSpeed(name, threads, looked / max(seconds, 1e-9), depths / len(positions), reached)


def _climbed(
    thinker: Thinker, position: Position, threads: int, climb: float
) -> dict[int, float | None]:
    """After how many seconds each rung of the ladder was reached, if it was."""
    reached: dict[int, float | None] = dict.fromkeys(LADDER)

    def note(report: Analysis) -> None:
        to_the_end = bool(report.lines and report.lines[0].exact)  # nothing deeper is left
        for depth, seconds in reached.items():
            if seconds is None and (report.depth >= depth or to_the_end):
                reached[depth] = report.seconds

    thinker.forget()
    limit = Limit(seconds=climb, depth=LADDER[-1])
    thinker.think(position, limit, threads=threads, progress=note)
    return reached


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

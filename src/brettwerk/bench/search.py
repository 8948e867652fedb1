"""Search speed: nodes per second and time to depth, over fixed positions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from brettwerk.core.game import Position
from brettwerk.core.registry import game
from brettwerk.search.report import Analysis, Limit, Searcher
from brettwerk.search.searchers import new_searcher

Clock = Callable[[], float]

# The numbers of random moves that lead to the positions.
PLIES = (0, 4, 8, 12)
SEED = 20_261_116
NODES = 400_000
MEGABYTES = 64
THREADS = (1, 2)
DEPTHS = (6, 9, 12)
DEPTH_SECONDS = 3.0  # time limit for reaching them


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """Measurements of one game; depths are completed iterations."""

    name: str
    threads: int
    nodes_per_second: float
    depth: float  # the mean depth reached within the node limit
    seconds_to: dict[int, float | None]  # from the start of the game, None if not reached
    ratio: float = 1.0  # nodes per second relative to one thread in the same run


def measure_search(
    clock: Clock,
    names: Sequence[str],
    threads: Sequence[int],
    progress: Callable[[str], None],
    *,
    nodes: int = NODES,
    depth_seconds: float = DEPTH_SECONDS,
) -> Iterator[list[SearchSpeed]]:
    """Measure every game with every number of threads, and yield what is known after each."""
    found: list[SearchSpeed] = []
    for name in names:
        base = 0.0
        for count in threads:
            progress(f"{name}: {count} thread" + "s" * (count > 1))
            speed = _of_game(clock, name, count, nodes, depth_seconds)
            base = base or speed.nodes_per_second
            found.append(replace(speed, ratio=speed.nodes_per_second / base))
            yield found


def _of_game(
    clock: Clock, name: str, threads: int, nodes: int, depth_seconds: float
) -> SearchSpeed:
    positions = fixed_positions(name)
    searcher = new_searcher(positions[0].game, MEGABYTES)
    searcher.think(positions[0], Limit(nodes=100), threads=threads)  # compiles
    nodes_done, seconds, depths = 0, 0.0, 0
    for position in positions:
        searcher.forget()
        start = clock()
        report = searcher.think(position, Limit(nodes=nodes), threads=threads)
        seconds += clock() - start
        nodes_done += report.nodes
        depths += report.depth
    reached = _seconds_to_depths(searcher, positions[0], threads, depth_seconds)
    return SearchSpeed(
        name, threads, nodes_done / max(seconds, 1e-9), depths / len(positions), reached
    )


def _seconds_to_depths(
    searcher: Searcher, position: Position, threads: int, depth_seconds: float
) -> dict[int, float | None]:
    """Return the seconds to each depth, None where it was not reached."""
    reached: dict[int, float | None] = dict.fromkeys(DEPTHS)

    def note(report: Analysis) -> None:
        to_the_end = bool(report.lines and report.lines[0].exact)  # nothing deeper exists
        for depth, seconds in reached.items():
            if seconds is None and (report.depth >= depth or to_the_end):
                reached[depth] = report.seconds

    searcher.forget()
    limit = Limit(seconds=depth_seconds, depth=DEPTHS[-1])
    searcher.think(position, limit, threads=threads, progress=note)
    return reached


def fixed_positions(name: str) -> list[Position]:
    """Return the positions that every run searches."""
    rng = Random(SEED)
    found = []
    for plies in PLIES:
        position = game(name).start()
        for _ in range(plies):
            after = position.play_unchecked(rng.choice(position.legal_codes))
            if after.outcome:
                break
            position = after
        found.append(position)
    return found

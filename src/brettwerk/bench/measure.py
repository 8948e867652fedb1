"""The speed of each game, measured in turns with a fixed kernel, so that noise affects all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, stdev

from brettwerk.core.registry import game
from brettwerk.kernels.perft import perft, playouts

Clock = Callable[[], float]
Work = Callable[[int], int]  # does work of a size and returns the number of operations

YARDSTICK = "kernel example"
MAX_PLIES = 1000
SEED = 20_261_115
MIN_SECONDS = 0.03  # of one turn


@dataclass
class Workload:
    """A kind of work: its size, found by trying, and the rates of all turns."""

    work: Work
    larger: Callable[[int], int] = lambda size: 2 * size
    size: int = 1
    rates: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The rate of the best turn."""
        return max(self.rates, default=0.0)

    @property
    def mean(self) -> float:
        """The mean rate of all turns."""
        return mean(self.rates)

    @property
    def spread(self) -> float:
        """The standard deviation of the rates; 0 of a single turn."""
        return stdev(self.rates) if len(self.rates) > 1 else 0.0

    def prepare(self, clock: Clock) -> None:
        """Compile, then enlarge the work until it takes long enough to measure."""
        self.work(self.size)
        while self.run(clock) < MIN_SECONDS:
            self.size = self.larger(self.size)
        del self.rates[:-1]  # those of sizes that were too small

    def run(self, clock: Clock) -> float:
        """Do the work once and return the seconds it took."""
        start = clock()
        count = self.work(self.size)
        seconds = clock() - start
        self.rates.append(count / max(seconds, 1e-9))
        return seconds


@dataclass
class Speed:
    """Perft nodes and random-playout moves per second of one game."""

    name: str
    perft: Workload
    playout: Workload
    ratios: tuple[float, float] = field(default=(1.0, 1.0))

    @property
    def workloads(self) -> tuple[Workload, Workload]:
        """Both kinds of work."""
        return self.perft, self.playout

    def compare(self, base: "Speed") -> None:
        """Note how many times as fast as another one it is."""
        perft, playout = self.perft.best, self.playout.best
        self.ratios = perft / base.perft.best, playout / base.playout.best


def measure(
    clock: Clock, rounds: int, names: Sequence[str], progress: Callable[[str], None]
) -> Iterator[list[Speed]]:
    """Measure the reference and the games in turns, and yield what is known after each turn.

    The best of all rounds counts.
    """
    speeds = [_yardstick(), *map(_of_game, names)]
    for _ in run_in_turns(clock, rounds, {s.name: s.workloads for s in speeds}, progress):
        known = [speed for speed in speeds if is_measured(speed.workloads)]
        for speed in known:
            speed.compare(speeds[0])
        yield known


def run_in_turns(
    clock: Clock,
    rounds: int,
    workloads: Mapping[str, Sequence[Workload]],
    progress: Callable[[str], None],
) -> Iterator[None]:
    """Find a size for each workload, then run all of them round by round; yield in between."""
    for name, works in workloads.items():
        progress(f"{name}: compiling, finding a size")
        for workload in works:
            workload.prepare(clock)
        yield
    for number in range(1, rounds + 1):
        for name, works in workloads.items():
            progress(f"round {number} of {rounds}: {name}")
            for workload in works:
                workload.run(clock)
            yield


def is_measured(workloads: Iterable[Workload]) -> bool:
    """Return whether each of these has run."""
    return all(workload.best for workload in workloads)


def _of_game(name: str) -> Speed:
    start = game(name).start()
    kernels = start.game.kernels.runner()

    def playout(games: int) -> int:
        return playouts(kernels, start.state, games, MAX_PLIES, SEED).plies

    return Speed(name, counting(name), Workload(playout))


def counting(name: str) -> Workload:
    """Return the counting of move sequences, on the backend that is chosen now."""
    start = game(name).start()
    kernels = start.game.kernels.runner()

    def count(size: int) -> int:
        # Short games are counted to their end several times.
        return sum(perft(kernels, start.state, (), depth, 2**62) or 0 for depth in _depths(size))

    return Workload(count, _deeper)


def _deeper(depth: int) -> int:
    return depth + 1


def _depths(size: int) -> list[int]:
    """Return one depth up to 8, and repeated 8 for larger sizes."""
    return [size] if size <= 8 else [8] * (size - 7)


def _yardstick() -> Speed:
    import numpy as np  # with Numba, which is slow to load

    from brettwerk.bench import yardstick

    start, buf = yardstick.start(), np.zeros(64 * yardstick.STRIDE, np.int32)
    random = np.uint64(SEED)
    return Speed(
        YARDSTICK,
        Workload(lambda depth: int(yardstick.perft(start, depth, buf, 0)), _deeper),
        Workload(lambda games: int(yardstick.playouts(start, games, random, MAX_PLIES, buf))),
    )

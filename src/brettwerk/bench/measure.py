"""The speed of each game, measured in turns with a fixed kernel, so that noise affects all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from brettwerk.core.registry import game
from brettwerk.kernels.perft import playouts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Clock = Callable[[], float]
    Work = Callable[[int], int]  # does work of a size and returns the number of operations

YARDSTICK = "kernel example"
MAX_PLIES = 1000
SEED = 20_261_115
MIN_SECONDS = 0.03  # of one turn


@dataclass
class Workload:
    """A kind of work: its size, found by trying, and the best rate so far."""

    work: Work
    size: int = 1
    best: float = 0.0

    def prepare(self, clock: Clock, larger: Callable[[int], int]) -> None:
        """Compile, then enlarge the work until it takes long enough to measure."""
        self.work(self.size)
        while self.run(clock) < MIN_SECONDS:
            self.size = larger(self.size)

    def run(self, clock: Clock) -> float:
        """Do the work once and return the seconds it took."""
        start = clock()
        count = self.work(self.size)
        seconds = clock() - start
        self.best = max(self.best, count / max(seconds, 1e-9))
        return seconds


@dataclass
class Speed:
    """Perft nodes and random-playout moves per second of one game."""

    name: str
    perft: Workload
    playout: Workload
    ratios: tuple[float, float] = field(default=(1.0, 1.0))


def measure(
    clock: Clock, rounds: int, names: Sequence[str], progress: Callable[[str], None]
) -> list[Speed]:
    """Measure the reference and the games in turns; the best of all rounds counts."""
    speeds = [_yardstick(), *map(_of_game, names)]
    for speed in speeds:
        progress(f"{speed.name}: compiling, finding a size")
        speed.perft.prepare(clock, lambda depth: depth + 1)
        speed.playout.prepare(clock, lambda games: games * 2)
    for number in range(1, rounds + 1):
        for speed in speeds:
            progress(f"round {number} of {rounds}: {speed.name}")
            speed.perft.run(clock)
            speed.playout.run(clock)
    base = speeds[0]
    for speed in speeds:
        perft, playout = speed.perft.best, speed.playout.best
        speed.ratios = perft / base.perft.best, playout / base.playout.best
    return speeds


def _of_game(name: str) -> Speed:
    start = game(name).start()
    kernels = start.game.compile()

    def perft(size: int) -> int:
        # Short games are counted to their end several times.
        return sum(start.perft(depth) for depth in _depths(size))

    def playout(games: int) -> int:
        return playouts(kernels, start.state, games, MAX_PLIES, SEED).plies

    return Speed(name, Workload(perft), Workload(playout))


def _depths(size: int) -> list[int]:
    """Return one depth up to 8, and repeated 8 for larger sizes."""
    return [size] if size <= 8 else [8] * (size - 7)


def _yardstick() -> Speed:
    from brettwerk.bench import yardstick

    start, buf = yardstick.start(), np.zeros(64 * yardstick.STRIDE, np.int32)
    random = np.uint64(SEED)
    return Speed(
        YARDSTICK,
        Workload(lambda depth: int(yardstick.perft(start, depth, buf, 0))),
        Workload(lambda games: int(yardstick.playouts(start, games, random, MAX_PLIES, buf))),
    )

"""How fast each game is, measured in turns with the yardstick so that noise meets all alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from brettwerk.games.catalogue import game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Clock = Callable[[], float]
    Work = Callable[[int], int]  # does work of a size and returns how much it counted

YARDSTICK = "kernel example"
LONGEST_GAME = 1000
SEED = 20_261_115
SLICE = 0.03  # seconds that one turn should take at least


@dataclass
class Contest:
    """One kind of work: its size, found by trying, and the best rate so far."""

    work: Work
    size: int = 1
    best: float = 0.0

    def prepare(self, clock: Clock, larger: Callable[[int], int]) -> None:
        """Compile, then enlarge the work until it takes long enough to measure."""
        self.work(self.size)
        while self.run(clock) < SLICE:
            self.size = larger(self.size)

    def run(self, clock: Clock) -> float:
        """Do the work once; the seconds it took."""
        began = clock()
        count = self.work(self.size)
        seconds = clock() - began
        self.best = max(self.best, count / max(seconds, 1e-9))
        return seconds


@dataclass
class Speed:
    """Perft nodes and random-playout moves a second of one game."""

    name: str
    perft: Contest
    playout: Contest
    ratios: tuple[float, float] = field(default=(1.0, 1.0))


def measure(
    clock: Clock, rounds: int, names: Sequence[str], progress: Callable[[str], None]
) -> list[Speed]:
    """The yardstick and the games, turn and turn about, the best of so many rounds each."""
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
        # Some games are counted to their end in no time; then they are counted again.
        return sum(start.perft(depth) for depth in _depths(size))

    def playout(games: int) -> int:
        return int(kernels.playouts(start.state, games, LONGEST_GAME, SEED)[0])

    return Speed(name, Contest(perft), Contest(playout))


def _depths(size: int) -> list[int]:
    """Depth 1, 2, …, 8, and from there on eight again and again."""
    return [size] if size <= 8 else [8] * (size - 7)


def _yardstick() -> Speed:
    from brettwerk.bench import yardstick

    start, buf = yardstick.start(), np.zeros(64 * yardstick.STRIDE, np.int32)
    random = np.uint64(SEED)
    return Speed(
        YARDSTICK,
        Contest(lambda depth: int(yardstick.perft(start, depth, buf, 0))),
        Contest(lambda games: int(yardstick.playouts(start, games, random, LONGEST_GAME, buf))),
    )

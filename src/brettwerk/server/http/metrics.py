"""Counts and latencies in the text format of Prometheus."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from time import perf_counter

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class Metrics:
    """What was counted since the server started."""

    def __init__(self) -> None:
        self.began = perf_counter()
        self._counts: Counter[str] = Counter()
        self._commands = [0] * (len(STEPS) + 1)
        self._seconds = 0.0

    def count(self, what: str) -> None:
        """Increment a counter."""
        self._counts[what] += 1

    def took(self, seconds: float) -> None:
        """Record how long a command took, from being read to being stored and answered."""
        self._commands[bisect_left(STEPS, seconds)] += 1
        self._seconds += seconds

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return all metrics as text."""
        lines = []
        for name, value in sorted(self._counts.items()):
            lines += [f"# TYPE brettwerk_{name}_total counter", f"brettwerk_{name}_total {value}"]
        for name, level in {**gauges, "uptime_seconds": perf_counter() - self.began}.items():
            lines += [f"# TYPE brettwerk_{name} gauge", f"brettwerk_{name} {level:g}"]
        return "\n".join([*lines, *self._histogram()]) + "\n"

    def _histogram(self) -> list[str]:
        name, so_far = "brettwerk_act_seconds", 0
        lines = [f"# TYPE {name} histogram"]
        for step, count in zip((*STEPS, "+Inf"), self._commands, strict=True):
            so_far += count
            lines.append(f'{name}_bucket{{le="{step}"}} {so_far}')
        return [*lines, f"{name}_sum {self._seconds:.6f}", f"{name}_count {so_far}"]

"""When servers could serve: intervals, worked out from the faults of a run."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property

from brettwerk.torture.history import Disruption, RunHistory

Interval = tuple[float, float]


def union(intervals: Iterable[Interval]) -> list[Interval]:
    """Return the same times as intervals that do not touch, in order."""
    merged: list[Interval] = []
    for first, last in sorted(intervals):
        if merged and first <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], last)
        elif first < last:
            merged.append((first, last))
    return merged


def complement(intervals: Iterable[Interval], end: float) -> list[Interval]:
    """Return the times from 0 to `end` that are in none of the intervals."""
    free, at = [], 0.0
    for first, last in union(intervals):
        free.append((at, first))
        at = max(at, last)
    return [(first, last) for first, last in [*free, (at, end)] if first < last]


def clip(intervals: Sequence[Interval], first: float, last: float) -> list[Interval]:
    """Return the parts between two times of intervals that are in order and do not touch."""
    start = bisect_right(intervals, first, key=lambda interval: interval[1])
    end = bisect_left(intervals, last, key=lambda interval: interval[0])
    return [(max(first, a), min(last, b)) for a, b in intervals[start:end]]


def longest(intervals: Iterable[Interval]) -> float:
    """Return the length of the longest interval."""
    return max((last - first for first, last in intervals), default=0.0)


class Availability:
    """Which servers could serve when."""

    def __init__(self, history: RunHistory) -> None:
        self._servers = range(history.servers)
        self._end = history.ended
        self._faults = history.of(Disruption)

    def _of(self, server: int, down: bool) -> list[Interval]:
        """Return the times of faults that concern a server, or only those in which it was down."""
        return [
            (fault.at, fault.ended)
            for fault in self._faults
            if fault.server in (None, server) and (fault.down or not down)
        ]

    @cached_property
    def served(self) -> list[Interval]:
        """The times in which at least one server may have served."""
        up = (complement(self._of(server, down=True), self._end) for server in self._servers)
        return union(interval for intervals in up for interval in intervals)

    @cached_property
    def outages(self) -> list[Interval]:
        """The times in which no server served."""
        return complement(self.served, self._end)

    @cached_property
    def healthy(self) -> list[list[Interval]]:
        """The times, for each server, in which nothing was wrong with it."""
        return [complement(self._of(server, down=False), self._end) for server in self._servers]

    def served_between(self, first: float, last: float) -> float:
        """Return for how many seconds between two times a server may have served."""
        return sum(b - a for a, b in clip(self.served, first, last))

    def calm(self, first: float, last: float, server: int | None = None) -> float:
        """Return for how long at a stretch one server (or a given one) was healthy."""
        chosen = self.healthy if server is None else [self.healthy[server]]
        return max(longest(clip(intervals, first, last)) for intervals in chosen)

    def faults_between(self, first: float, last: float) -> list[Disruption]:
        """Return the faults that touch the time between two times."""
        return [fault for fault in self._faults if fault.at < last and fault.ended > first]

"""Garbage collection: full collections run only while the server is idle.

A full collection takes longer the more games are in memory: half a second with a thousand, during
which no move is answered. Young objects are still collected automatically, which takes a few
milliseconds at most and finds nearly everything.
"""

import gc
from collections.abc import Callable
from time import monotonic, process_time

SELDOM = 60.0  # seconds between two full collections, at least
LATEST = 1800.0  # and at most, however busy the server is
QUIET = 0.05  # the share of a processor below which the server counts as idle
WATCHED = 2.0  # seconds over which that is measured
_YOUNG, _MIDDLE, _NEVER = 2000, 10, 2**31 - 1


class Collector:
    """Decides when to collect; the clocks and the work are passed in for tests."""

    def __init__(
        self,
        now: Callable[[], float] = monotonic,
        used: Callable[[], float] = process_time,
        collect: Callable[[], object] = gc.collect,
    ) -> None:
        self._now, self._used, self._collect = now, used, collect
        self._last = now()
        self._since, self._spent = now(), used()

    def take_over(self) -> None:
        """Turn automatic full collections off, and never look at what is there already."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)

    def tick(self) -> None:
        """Collect if the server is idle, or has not been for long; call this often."""
        now = self._now()
        if now - self._since < WATCHED:
            return
        quiet = self._used() - self._spent < QUIET * (now - self._since)
        self._since, self._spent = now, self._used()
        if now - self._last > (SELDOM if quiet else LATEST):
            self._collect()
            self._last, self._spent = self._now(), self._used()

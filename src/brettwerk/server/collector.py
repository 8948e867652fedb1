"""When garbage is collected: thoroughly only while nobody waits for the server.

Looking through everything in memory takes the longer the more games there are: half a second with
a thousand, in which nobody's move is answered. What is young is still looked through as it comes,
which takes a few milliseconds at most and finds nearly everything.
"""

from __future__ import annotations

import gc
from time import monotonic, process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SELDOM = 60.0  # seconds between two thorough collections, at least
LATEST = 1800.0  # and at most, however busy the server is
QUIET = 0.05  # of a processor
WATCHED = 2.0  # for so many seconds
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
        """From now on no thorough collection comes by itself; what there is already will stay."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)

    def tick(self) -> None:
        """To be called often: collects if this is a good moment, or if there has long been none."""
        now = self._now()
        if now - self._since < WATCHED:
            return
        quiet = self._used() - self._spent < QUIET * (now - self._since)
        self._since, self._spent = now, self._used()
        if now - self._last > (SELDOM if quiet else LATEST):
            self._collect()
            self._last, self._spent = self._now(), self._used()

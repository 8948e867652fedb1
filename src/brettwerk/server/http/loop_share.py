"""The event loop belongs to moves: requests of a client get a share of it, one after the other."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from functools import partial
from time import monotonic, thread_time
from typing import Any, TypeVar

from cachetools import LRUCache

from brettwerk.server.http.rate_limits import TokenBucket
from brettwerk.server.metrics import limit_hit

T = TypeVar("T")
PIECE = 0.0005  # seconds for which a request keeps the loop, until that is known
SIZE = 10_000
# What is done for a request in threads is noted here, too: they keep the loop from its work.
note_use: ContextVar[Callable[[float], None]] = ContextVar("note_use", default=lambda _: None)


class _Share:
    """The seconds that a client may have, and when its next request begins."""

    def __init__(self, burst: float, rate: float) -> None:
        self._bucket = TokenBucket(burst, rate)
        self._next = 0.0

    def book(self) -> float:
        """Return for how many seconds a request has to wait until it may begin."""
        now = monotonic()
        begins = max(now, self._next)
        self._next = begins + PIECE
        return begins - now

    def note(self, used: float) -> None:
        """Let the next request begin later: after as long again, or longer after too much work."""
        if overdrawn := self._bucket.delay(used):
            limit_hit("loop_seconds")
        self._next = max(self._next + used, monotonic() + max(used, overdrawn))


class LoopShares:
    """The shares of the clients seen last: `burst` seconds at once, and `rate` of every second."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._shares: LRUCache[str, _Share] = LRUCache(SIZE)

    async def run(self, client: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do something for a client when it is its turn."""
        if self._rate >= 1:  # it may have all of it
            return await work()
        share = self._shares.get(client)
        if share is None:
            share = self._shares[client] = _Share(self._burst, self._rate)
        if wait := share.book():
            await asyncio.sleep(wait)
        note_use.set(share.note)
        return await Measured(work(), share.note)


class Measured(Awaitable[T]):
    """Something to wait for, of which each step on the loop is measured, but not the waiting."""

    def __init__(self, work: Awaitable[T], note: Callable[[float], None]) -> None:
        self._work, self._note = work, note

    def __await__(self) -> Generator[Any, Any, T]:
        steps = self._work.__await__()
        step: Callable[[], Any] = partial(next, steps)
        while True:
            began = thread_time()
            try:
                waits_for = step()
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self._note(thread_time() - began)
            try:
                step = partial(steps.send, (yield waits_for))
            except BaseException as error:
                step = partial(steps.throw, error)

"""Fair shares of the event loop: the requests of a client run one after the other."""

import asyncio
from collections import deque
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
    """The seconds that a client may have, and its requests that wait for their turn."""

    def __init__(self, burst: float, rate: float) -> None:
        self._bucket = TokenBucket(burst, rate)
        self._next = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def turn(self) -> None:
        """Wait until a request may begin: when those before it have let others come in between."""
        if not self._waiting and self._begins():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        if len(self._waiting) == 1:
            self._wait()
        await turn

    def _begins(self) -> bool:
        """Note that a request begins; False if it may not yet."""
        now = monotonic()
        if now < self._next:
            return False
        self._next = now + PIECE
        return True

    def _wait(self) -> None:
        asyncio.get_running_loop().call_at(self._next, self._let_one_begin)

    def _let_one_begin(self) -> None:
        """Let the request begin that has waited longest, or wait on: the last one took longer."""
        while self._waiting and self._waiting[0].done():  # its client is gone
            self._waiting.popleft()
        if self._waiting and self._begins():
            self._waiting.popleft().set_result(None)
        if self._waiting:
            self._wait()

    def note(self, used: float) -> None:
        """Delay the next request: by the time just used, or longer after too much work."""
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
        await share.turn()
        note_use.set(share.note)
        return await MeasuredAwaitable(work(), share.note)


class MeasuredAwaitable(Awaitable[T]):
    """An awaitable whose steps on the loop are measured, but not the time it waits."""

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

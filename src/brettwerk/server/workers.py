"""Work that takes long, done beside the server: a few workers, and an order for who waits."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from multiprocessing import get_context
from time import sleep
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
# The server and whatever else runs on the machine go before.
NICE = 15


class Workers:
    """So many things at once; whoever comes later waits, the less urgent behind the urgent.

    With processes nothing that is done here holds the server up; threads are for tests, and for
    what cannot travel to another process.
    """

    def __init__(self, number: int = 2, processes: bool = False) -> None:
        self._free = number
        self._number = number
        self._processes = processes
        self._pool: Executor | None = None
        self._queue: list[tuple[int, int, asyncio.Future[None]]] = []
        self._tickets = count()
        self.waiting = 0  # those who have not got their answer yet

    async def do(self, urgency: int, work: Callable[..., T], *details: object) -> T:
        """What the work gives; urgency 0 goes before 1. Whoever is cancelled waits no longer."""
        self.waiting += 1
        try:
            await self._turn(urgency)
            return await self._done(work, *details)
        finally:
            self.waiting -= 1

    async def _turn(self, urgency: int) -> None:
        """Wait for a free worker."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._queue, (urgency, next(self._tickets), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release()
            raise

    async def _done(self, work: Callable[..., T], *details: object) -> T:
        pool = self._executor()
        # A task of its own begins it: whoever is cancelled meanwhile leaves all others' work alone.
        begun = asyncio.ensure_future(self._begun(pool, work, *details))
        try:
            future = await asyncio.shield(begun)
        except asyncio.CancelledError:
            begun.add_done_callback(_not_needed)
            raise
        try:
            return await asyncio.wrap_future(future)
        except BrokenExecutor:
            # A worker died; whatever comes next gets new ones.
            self._forget(pool)
            raise

    async def _begun(self, pool: Executor, work: Callable[..., T], *details: object) -> Future[T]:
        """The work, handed over to a worker, who is free again when it is done and not before."""
        loop = asyncio.get_running_loop()
        try:
            # The first one starts processes, which takes a moment; nobody else need wait for that.
            future = await asyncio.to_thread(pool.submit, work, *details)
        except RuntimeError:  # the pool is broken or has been stopped
            self._release()
            self._forget(pool)
            raise

        def over(_: object) -> None:
            with suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(self._release)

        future.add_done_callback(over)
        return future

    def _release(self) -> None:
        """A worker is free: for the next who still waits."""
        while self._queue:
            _, _, turn = heappop(self._queue)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _executor(self) -> Executor:
        if self._pool is None and self._processes:
            self._pool = ProcessPoolExecutor(
                self._number, mp_context=get_context("spawn"), initializer=settle_down
            )
        elif self._pool is None:
            self._pool = ThreadPoolExecutor(self._number, "worker")
        return self._pool

    def _forget(self, pool: Executor) -> None:
        """Have no more to do with a pool that is broken."""
        if self._pool is pool:
            self._pool = None
            _end(pool)

    def stop(self) -> None:
        """Let nobody work any more: what processes are at is of no use now."""
        pool, self._pool = self._pool, None
        if pool and _end(pool):
            pool.shutdown(wait=True)


def _end(pool: Executor) -> bool:
    """End a pool without waiting for it; whether it had processes."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    return bool(processes)


def _not_needed(begun: asyncio.Future[Future[T]]) -> None:
    """Nobody waits for this any more: it need not begin if it has not yet."""
    if not begun.cancelled() and not begun.exception():
        begun.result().cancel()


def settle_down(nice: int = NICE) -> None:
    """In a worker process: people's moves go first, and nobody works for a server that is gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1)
    os._exit(0)

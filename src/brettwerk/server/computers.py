"""Computer players: they think in workers of their own, never where people's moves are handled."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from random import Random
from time import sleep
from typing import TYPE_CHECKING, Protocol

from brettwerk.games.core import Move

if TYPE_CHECKING:
    from brettwerk.games.core import Position


class Choose(Protocol):
    """What chooses a move: blocking, the same for the same seed."""

    def __call__(self, position: Position, level: int, seed: int) -> Move: ...


def at_random(position: Position, level: int, seed: int) -> Move:  # noqa: ARG001 — see Choose
    """Any legal move: better than none when thinking has failed."""
    code = Random(seed).choice(position.codes)
    return Move(position.game.text_of(code), code)


def engine_choice(position: Position, level: int, seed: int) -> Move:
    """In a worker: the move that the engine chooses, soon even if nothing has been compiled yet."""
    from brettwerk.engine import choose

    return choose(position, level, seed, at_once=True)


class Computers:
    """A bounded number of workers; whoever comes later waits, and hints only if few do."""

    def __init__(self, choose: Choose | None = None, workers: int = 2, processes: bool = False):
        self._choose = choose
        self._workers = workers
        self._processes = processes
        self._pool: Executor | None = None
        self.waiting = 0

    async def move(self, position: Position, level: int, seed: int) -> str:
        """The text of the move that a computer of this level makes."""
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            choose = self._choose or engine_choice
            made = await loop.run_in_executor(self._executor(), choose, position, level, seed)
            return made.text
        except BrokenExecutor:
            # A worker died; the next move gets new ones.
            self.stop()
            raise
        finally:
            self.waiting -= 1

    def _executor(self) -> Executor:
        """Processes, so that thinking never holds the server up; threads for what cannot travel."""
        if self._pool is None:
            if self._processes and self._choose is None:
                self._pool = ProcessPoolExecutor(
                    self._workers, mp_context=get_context("spawn"), initializer=_settle_down
                )
            else:
                self._pool = ThreadPoolExecutor(self._workers, "computer")
        return self._pool

    def stop(self) -> None:
        """Let nobody think any more."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _settle_down() -> None:
    """In a worker process: people's moves go first, and nobody thinks for a server that is gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1)
    os._exit(0)

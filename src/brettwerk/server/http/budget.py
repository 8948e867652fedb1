"""Limits for study boards: a rate for each address, a price for moves, one thread.

This work shares positions in memory, so it runs in a thread and not in the pool. A second thread
would make it no faster, and moves would wait for both.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, thread_time
from typing import TypeVar

from starlette.requests import Request

from brettwerk.server.errors import ServerError, busy
from brettwerk.server.http.loop_share import PIECE, note_use
from brettwerk.server.http.rate_limits import SharedLimits
from brettwerk.server.settings import Limits

T = TypeVar("T")
THREADS = 1
PAUSE = 4 * PIECE  # between two pieces, for everything else
MOVES_FOR_ONE = 20  # playing this many moves counts as one question


class StudyBudget:
    """The tokens of each client, and the threads in which moves are played."""

    def __init__(self, limits: Limits, shared: SharedLimits, pause: float = PAUSE) -> None:
        self._limits, self._pause = limits, pause
        self._limiter = shared.add("studies", limits.studies_burst, limits.studies_per_second)
        self._threads = ThreadPoolExecutor(THREADS, "study")
        self._unfinished = self._divided = 0
        self._piece = asyncio.Lock()

    def charge(self, client: str, price: float = 1) -> None:
        """Count a question; ServerError if there were too many."""
        self._limiter.charge(client, price)

    def charge_moves(self, client: str, moves: int) -> None:
        """Count moves that have to be played; ServerError if there were too many."""
        if moves:
            self._limiter.charge(client, moves / MOVES_FOR_ONE)

    def check_length(self, count: int) -> None:
        """Refuse more moves than anybody may have played at once."""
        most = self._limits.study_moves
        if count > most:
            raise ServerError(400, "study-many-moves", count=count, most=most)

    async def run(self, work: Callable[[], T]) -> T:
        """Run work in the thread; ServerError if too many wait for it."""
        if self._unfinished - THREADS >= self._limits.waiting_studies:
            raise busy()
        self._unfinished += 1
        try:
            loop = asyncio.get_running_loop()
            result, used = await loop.run_in_executor(self._threads, _timed, work)
            note_use.get()(used)
            return result
        finally:
            self._unfinished -= 1

    async def play_in_pieces(self, steps: Iterable[T]) -> list[T]:
        """Return the results of the steps of a game; ServerError if too many games are played."""
        if self._divided >= self._limits.waiting_studies:
            raise busy()
        self._divided += 1
        try:
            return await self.in_pieces(steps)
        finally:
            self._divided -= 1

    async def in_pieces(self, steps: Iterable[T]) -> list[T]:
        """Return the results of all steps; they run in pieces, between which moves are handled.

        Only one piece of all such work runs at a time. The pause after it also lets the thread that
        stores moves have the interpreter.
        """
        found, left = list[T](), iter(steps)
        while True:
            async with self._piece:
                until = perf_counter() + PIECE
                for one in left:
                    found.append(one)
                    if perf_counter() > until:
                        break
                else:
                    return found
                await asyncio.sleep(self._pause)

    def close(self) -> None:
        """Stop the threads; nothing more is begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return the result of work, and the seconds for which it kept the event loop waiting.

    Only one thread at a time runs Python.
    """
    began = thread_time()
    return work(), thread_time() - began


def budget_of(request: Request) -> StudyBudget:
    """Return the budget of the server that was asked."""
    budget: StudyBudget = request.app.state.budget
    return budget

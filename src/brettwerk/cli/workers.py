"""Processes that play games for a command; Ctrl-C ends them, and keeps what they have found."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any


class Workers:
    """A pool of processes; after Ctrl-C it yields no more, and `interrupted` is true."""

    def __init__(self, spread: Callable[..., Iterator[Any]]) -> None:
        self._spread = spread
        self.interrupted = False

    def play(self, work: Callable[[int], Any], seeds: Iterable[int]) -> Iterator[Any]:
        """Yield what each game says; raise if Ctrl-C comes before the first has ended."""
        found = False
        try:
            for result in self._spread(work, seeds):
                yield result
                found = True
        except KeyboardInterrupt:
            self.interrupted = True
            if not found:
                raise


@contextmanager
def workers(jobs: int) -> Iterator[Workers]:
    """Start processes, and end them at the end of the block."""
    from multiprocessing import get_context

    # Only this process hears Ctrl-C, and ends the others.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    with get_context("spawn").Pool(jobs, signal.signal, ignore) as pool:
        yield Workers(pool.imap)

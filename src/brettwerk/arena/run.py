"""Playing a match: the games that are missing, one after the other or in several processes."""

from __future__ import annotations

import atexit
import os
import signal
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import get_context, parent_process
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any

from brettwerk.arena.game import play_game
from brettwerk.arena.players import Player, Turn, make_player
from brettwerk.arena.terms import BadMatch

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from types import TracebackType
    from typing import Self

    from brettwerk.arena.store import Store
    from brettwerk.arena.terms import Terms
    from brettwerk.games.core import Game, Move
    from brettwerk.records import Record


class Interrupted(Exception):
    """A process was told to end in the middle of a game."""


class Hall:
    """The players of a match in one process, kept from game to game. Use it in a `with`."""

    def __init__(self, terms: Terms, stopped: Callable[[], bool] = lambda: False) -> None:
        self._terms = terms
        self._players: dict[str, Player] = {
            entry.name: _Stoppable(make_player(entry, terms), stopped) for entry in terms.entries
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def play(self, number: int) -> Record:
        """The game of this number."""
        return play_game(self._terms, number, self._players, perf_counter)

    def close(self) -> None:
        """Let all leave."""
        for player in self._players.values():
            player.close()


class _Stoppable:
    """A player that looks before each move whether the match has been ended."""

    def __init__(self, player: Player, stopped: Callable[[], bool]) -> None:
        self._player = player
        self._stopped = stopped
        self.close = player.close

    def begin(self, game: Game) -> None:
        """Make ready, unless all has ended."""
        self._check()
        self._player.begin(game)

    def choose(self, turn: Turn) -> Move:
        """Its move, unless all has ended."""
        self._check()
        return self._player.choose(turn)

    def _check(self) -> None:
        if self._stopped():
            raise Interrupted


def play_match(
    terms: Terms,
    games: int,
    store: Store,
    *,
    jobs: int = 1,
    enough: Callable[[], bool] = lambda: False,
    told: Callable[[Record], object] = lambda _: None,
) -> None:
    """Play the games up to this number that the store lacks, until `enough` says so.

    Every game is in the store before `told` hears of it. An exception, Ctrl-C among them, ends
    all processes first.
    """
    missing = (number for number in range(games) if number not in store.records)
    if enough():
        return
    playing = _alone(terms, missing) if jobs == 1 else _together(terms, missing, jobs)
    with closing(playing) as ended:
        for record in ended:
            store.add(record)
            told(record)
            if enough():
                return


def _alone(terms: Terms, numbers: Iterator[int]) -> Generator[Record]:
    with Hall(terms) as hall:
        for number in numbers:
            yield hall.play(number)


# -- several processes ----------------------------------------------------------------------------
def _together(terms: Terms, numbers: Iterator[int], jobs: int) -> Generator[Record]:
    """Games as they end; only as many are begun as there are processes, and one each to follow."""
    context = get_context("spawn")  # threads and compiled code do not bear being forked
    stop = context.Event()
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_enter_hall, initargs=(terms, stop)
    )
    running: set[Future[Record]] = set()
    try:
        while True:
            while len(running) < 2 * jobs and (number := next(numbers, None)) is not None:
                running.add(pool.submit(_play, number))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool as fault:
        raise BadMatch("arena-process-died") from fault
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


_HALL: Hall | None = None


def _enter_hall(terms: Terms, stop: Any) -> None:
    """What each process does first; Ctrl-C is the business of the one that has begun it."""
    global _HALL  # the way a pool hands something to all its tasks
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _HALL = Hall(terms, stop.is_set)
    atexit.register(_HALL.close)
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """When the process that began this one is killed, nobody else would end it."""
    if parent := parent_process():
        parent.join()
        if _HALL:
            _HALL.close()
        os._exit(1)


def _play(number: int) -> Record:
    assert _HALL
    return _HALL.play(number)

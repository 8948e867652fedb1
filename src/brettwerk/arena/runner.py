"""Playing the missing games of a match, in this process or in several."""

import atexit
import os
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from threading import Thread
from time import perf_counter

from brettwerk.arena.config import BadMatch, MatchConfig
from brettwerk.arena.game import play_game
from brettwerk.arena.match_file import MatchFile
from brettwerk.arena.players import make_player
from brettwerk.arena.turn import Player, Turn
from brettwerk.core.game import Game, Move
from brettwerk.records import Record
from brettwerk.research.cluster import on_ray
from brettwerk.search.report import Stop


class Interrupted(Exception):
    """The match was stopped in the middle of a game."""


class MatchWorker:
    """Plays games of a match in one process, with players that are reused. Close it after use."""

    def __init__(self, config: MatchConfig, stopped: Callable[[], bool] = lambda: False) -> None:
        self.config = config
        self._players: dict[str, Player] = {
            entry.name: _Stoppable(make_player(entry, config), stopped) for entry in config.entries
        }

    def play(self, number: int) -> Record:
        """Play the game of this number."""
        return play_game(self.config, number, self._players, perf_counter)

    def close(self) -> None:
        """Close all players."""
        for player in self._players.values():
            player.close()


class _Stoppable:
    """A player that checks before each move whether the match has been stopped."""

    def __init__(self, player: Player, stopped: Callable[[], bool]) -> None:
        self._player = player
        self._stopped = stopped
        self.close = player.close

    def begin(self, game: Game) -> None:
        """Prepare for a game, unless the match has been stopped."""
        self._check()
        self._player.begin(game)

    def choose(self, turn: Turn) -> Move:
        """Return a move, unless the match has been stopped."""
        self._check()
        return self._player.choose(turn)

    def _check(self) -> None:
        if self._stopped():
            raise Interrupted


def play_match(
    config: MatchConfig,
    games: int,
    file: MatchFile,
    *,
    jobs: int = 1,
    ray: bool = False,
    is_decided: Callable[[], bool] = lambda: False,
    on_game: Callable[[Record], object] = lambda _: None,
) -> None:
    """Play the games up to this number that the file lacks, until `is_decided` returns true.

    With `ray` they are played on a Ray cluster, else in `jobs` processes. Every
    game is in the file before `on_game` is called with it. An exception, also Ctrl-C, ends all
    processes first.
    """
    missing = (number for number in range(games) if number not in file.records)
    if is_decided():
        return
    with closing(_played(config, missing, jobs, ray)) as records:
        for record in records:
            file.add(record)
            on_game(record)
            if is_decided():
                return


def _played(config: MatchConfig, numbers: Iterator[int], jobs: int, ray: bool) -> Generator[Record]:
    """Choose where games are played."""
    if ray:
        return _play_on_ray(config, numbers)
    return _play_here(config, numbers) if jobs == 1 else _play_in_pool(config, numbers, jobs)


def _play_here(config: MatchConfig, numbers: Iterator[int]) -> Generator[Record]:
    with closing(MatchWorker(config)) as worker:
        for number in numbers:
            yield worker.play(number)


# -- several processes ----------------------------------------------------------------------------
def _play_in_pool(config: MatchConfig, numbers: Iterator[int], jobs: int) -> Generator[Record]:
    """Yield games as they end; at most two games per process are running or queued."""
    context = get_context("spawn")  # forking is unsafe with threads and compiled code
    stop, started = context.Event(), context.SimpleQueue()
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_start_worker, initargs=(config, stop, started)
    )
    running: set[Future[Record]] = set()
    patient = True
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
    except KeyboardInterrupt:
        patient = False  # they end by themselves, and with this process at the latest
        raise
    finally:
        stop.set()  # first: this waits until all waiting processes have noticed
        if not patient:
            _kill_others(pool, started)
        pool.shutdown(wait=patient, cancel_futures=True)


def _kill_others(pool: ProcessPoolExecutor, started: SimpleQueue[int]) -> None:
    """Kill the processes that are just starting: they would complain that their parent is gone.

    They have begun no program yet that would have to be ended.
    """
    known = set[int]()
    while not started.empty():
        known.add(started.get())
    for number, process in pool._processes.items():
        if number not in known:
            process.kill()


_worker: MatchWorker | None = None


def _start_worker(config: MatchConfig, stop: Event, started: SimpleQueue[int]) -> None:
    """Initialise a process of the pool; Ctrl-C is handled by its parent."""
    global _worker  # the only way to give an object to all tasks of a pool
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    started.put(os.getpid())
    _worker = MatchWorker(config, stop.is_set)
    atexit.register(_worker.close)
    Thread(target=_exit_with_parent, daemon=True).start()
    Thread(target=_stop_with_match, args=(stop,), daemon=True).start()


def _stop_with_match(stop: Event) -> None:
    """End the search for a move when the match is stopped."""
    stop.wait()
    Stop.ask_all()


def _exit_with_parent() -> None:
    """Exit when the parent process is killed."""
    if parent := parent_process():
        parent.join()
        if _worker:
            _worker.close()
        os._exit(1)


def _play(number: int) -> Record:
    assert _worker
    return _worker.play(number)


# -- a cluster ------------------------------------------------------------------------------------
def _play_on_ray(config: MatchConfig, numbers: Iterator[int]) -> Generator[Record]:
    """Yield games as they end on a Ray cluster, whose machines need Brettwerk too."""
    with closing(on_ray(partial(_play_there, config), numbers)) as played:
        for _, record in played:
            yield record


def _play_there(config: MatchConfig, number: int) -> Record:
    """Play a game in a process of the cluster, which keeps its players for the next one."""
    global _worker
    if _worker is None or _worker.config != config:
        if _worker:
            _worker.close()
        _worker = MatchWorker(config)
    return _worker.play(number)

"""Alpha-beta for games of two players: deepens the compiled search until a limit is reached."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

from brettwerk.core.game import Game, Move, Position
from brettwerk.search import memory_layout as at
from brettwerk.search.patience import Patience
from brettwerk.search.report import Analysis, Exact, Line, Searcher, SearchTask
from brettwerk.search.thread import SearchThread
from brettwerk.search.weights import Weights, read_weights

MEGABYTES = 64
LOGIT = 1000  # how much of a score is one logit
_NO_LIMIT = 2**62
_ENTRY_BYTES = 32  # a pair of entries, two words each
_MOST_DEPTH = 50


class AlphaBetaSearcher(Searcher):
    """Alpha-beta for one game; its table takes `megabytes`, each thread a few more."""

    def __init__(
        self,
        game: Game,
        *,
        megabytes: int = MEGABYTES,
        weights: Weights | None = None,
    ) -> None:
        self._game, self._megabytes = game, megabytes
        self._weights = weights or read_weights(game.name)
        self._set_up()

    def _set_up(self, *, shared: bool = False) -> None:
        """Allocate the memory, for one thread or to be shared by several."""
        self._kernels = self._game.kernels.runner(megabytes=self._megabytes, shared=shared)
        self._threads = [SearchThread(self._kernels, self._weights)]
        self._table = self._threads[0].table((self._megabytes << 20) // _ENTRY_BYTES)
        self._generation = 0

    def forget(self) -> None:
        """Begin anew, as if nothing had been searched yet."""
        self._generation = 0
        self._kernels.backend.clear(self._table)

    def features(self, position: Position) -> list[int]:
        """Return the features of a position, for the player to move."""
        return self._threads[0].features(position)

    def _search(self, task: SearchTask) -> Analysis:
        """Deepen until the limit is reached."""
        if task.threads > 1 and not self._kernels.backend.shared:
            self._set_up(shared=True)
        began = time.perf_counter()
        while len(self._threads) < task.threads:
            self._threads.append(SearchThread(self._kernels, self._weights))
        threads = self._threads[: task.threads]
        self._generation = self._generation % 200 + 1
        for thread in threads:
            thread.begin(task.position, task.limit.nodes or _NO_LIMIT, self._generation)
            thread.mem[at.DRAW] = -task.contempt
        patience = Patience(task.limit)
        with ExitStack() as stack:
            self._watch(threads, task, stack)
            for depth, found in self._deepen(threads[0], task):
                if depth == 1:  # all is compiled now, in a thread that hears Ctrl-C
                    self._help(threads[1:], stack)
                nodes = sum(int(thread.mem[at.NODES]) for thread in threads)
                report = Analysis(task.position, found, depth, nodes, time.perf_counter() - began)
                if task.progress:
                    task.progress(report)
                if patience.is_over(report):
                    break
        return report

    def _watch(self, threads: list[SearchThread], task: SearchTask, stack: ExitStack) -> None:
        """End the search when time is up or a stop is asked for."""

        def end() -> None:
            for thread in threads:
                thread.mem[at.STOP] = 1

        stack.callback(end)
        task.stop.when_asked(end)
        seconds = task.limit.most_seconds or task.limit.seconds
        if seconds is not None:
            timer = threading.Timer(seconds, end)
            timer.daemon = True
            timer.start()
            stack.callback(timer.cancel)

    def _help(self, threads: list[SearchThread], stack: ExitStack) -> None:
        """Let other threads search the same, a little deeper, into the same table."""
        for number, thread in enumerate(threads):
            helper = threading.Thread(
                target=self._deepen_silently, args=(thread, number + 1), daemon=True
            )
            helper.start()
            stack.callback(helper.join)
            # callbacks run last in, first out: the search is stopped before it is waited for
            stack.callback(thread.mem.__setitem__, at.STOP, 1)

    def _deepen_silently(self, thread: SearchThread, ahead: int) -> None:
        for depth in range(1 + ahead, _MOST_DEPTH):
            if thread.deepen(self._table, depth) or thread.mem[at.STOP]:
                return

    def _deepen(
        self, thread: SearchThread, task: SearchTask
    ) -> Iterator[tuple[int, tuple[Line, ...]]]:
        """Yield the best lines depth by depth; the last may come from an interrupted search."""
        thread.leave_out(task.without)
        for depth in range(1, min(task.limit.depth or _MOST_DEPTH, _MOST_DEPTH) + 1):
            is_settled = thread.deepen(self._table, depth, task.lines)
            lines = thread.lines()
            yield depth, tuple(self._line(task.position, value, codes) for value, codes in lines)
            if thread.mem[at.STOP] or is_settled:
                return

    def _line(self, position: Position, value: int, codes: list[int]) -> Line:
        exact = None
        mine = expected(value)
        score = by_turn(mine, position.turn)
        if abs(value) > at.SURE:
            exact = Exact(score, None, at.WIN - abs(value))
        return Line(tuple(moves_of(position, codes)), score, exact, value)


def expected(value: int) -> float:
    """Return the expected result for a score, from -1 to 1."""
    if abs(value) > at.HIGHEST:
        return math.copysign(1.0, value)
    return math.tanh(value / (2 * LOGIT))


def by_turn(mine: float, turn: int) -> tuple[float, float]:
    """Return the expected results of both players, in their order."""
    return (mine, 0.0 - mine) if turn == 0 else (0.0 - mine, mine)


def moves_of(position: Position, codes: list[int]) -> Iterator[Move]:
    """Yield the moves of a line, as far as they are legal and the game goes on."""
    for code in codes:
        if code not in position.legal_codes:
            return
        yield position.game.move_of(code)
        position = position.play_unchecked(code)

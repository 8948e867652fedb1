"""Thinks about positions of games for two: deepens the compiled search until a limit is reached."""

from __future__ import annotations

import math
import threading
import time
from contextlib import ExitStack
from importlib import import_module
from typing import TYPE_CHECKING, Any

from brettwerk.engine import layout as at
from brettwerk.engine.report import Analysis, Exact, Limit, Line, Stop
from brettwerk.engine.weights import read_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from brettwerk.games.core import Game, Move, Position

MEGABYTES = 64
LOGIT = 1000  # how much of a score is one logit
_NO_LIMIT = 2**62
_ASPIRATION = 150
_MOST_DEPTH = 50
_MOST_LINES = 200


class Desk:
    """What one thread of a search works on: its memory, and the game's words."""

    def __init__(self, game: Game, weights: Any) -> None:
        import numpy as np

        self.kernels: Any = import_module("brettwerk.engine.alphabeta")
        self.evaluation: Any = import_module(f"brettwerk.engine.evaluation.{game.name}")
        rules: Any = import_module(f"brettwerk.compiled.{game.name}")
        self._np, self._state = np, getattr(rules, game.face.state_class.__name__)
        self.ctx = np.array(game.face.context(game.options), np.uint64)
        self.mem = np.zeros(at.MOVES + rules.MAX_MOVES * at.MAX_PLY, np.int64)
        if hasattr(rules, "prepare"):
            rules.prepare(self.ctx, np.zeros(rules.MAX_MOVES, np.int32))
        self._settle(weights)

    def _settle(self, weights: Any) -> None:
        """Write what stays the same: weights, steering, reductions, facts of the board."""
        mem = self.mem
        values = weights.in_order(self.evaluation.FEATURES)
        mem[at.WEIGHTS : at.WEIGHTS + len(values)] = values
        steering = weights.steering
        mem[at.MARGIN], mem[at.NULL_DEPTH] = steering["margin"], steering["null-depth"]
        mem[at.LATE_FROM] = steering["late-from"]
        for depth in range(1, 64):
            for tried in range(1, 64):
                less = steering["reduce"] / 100 * math.log(depth) * math.log(tried) + 0.4
                mem[at.REDUCTIONS + depth * 64 + tried] = int(less)
        if hasattr(self.evaluation, "board_facts"):
            facts = self.evaluation.board_facts(self.ctx)
            mem[at.BOARD_FACTS : at.BOARD_FACTS + len(facts)] = facts

    def words(self, position: Position) -> Any:
        """The state of a position as the kernels want it."""
        return self._state(*map(self._np.uint64, position.state))

    def begin(self, position: Position, nodes: int, generation: int) -> None:
        """Forget the last search, but for what its moves have been worth."""
        mem = self.mem
        mem[: at.EXCLUDED + 1] = 0
        mem[at.MOST_NODES], mem[at.GENERATION] = nodes, generation
        mem[at.KILLERS : at.HISTORY] = -1
        mem[at.HISTORY : at.LINES] //= 8
        past = list(position.past or ())[-at.PAST :]
        mem[at.PAST_LENGTH] = len(past)
        if past:
            words = self._np.array(past, self._np.uint64).ravel().view(self._np.int64)
            mem[at.PATH : at.PATH + len(words)] = words

    def search(self, state: Any, table: Any, depth: int, alpha: int, beta: int) -> int:
        """One search of the root."""
        return int(
            self.kernels.search(
                state, self.ctx, self.mem, table, depth, alpha, beta, 0, at.MOVES, 0
            )
        )

    @property
    def line(self) -> list[int]:
        """The best line of the last search."""
        line: list[int] = self.mem[at.LINES : at.LINES + self.mem[at.LENGTHS]].tolist()
        return line


class TwoPlayerThinker:
    """Alpha-beta for one game; its table takes `megabytes`, its desks a few more each."""

    def __init__(self, game: Game, *, megabytes: int = MEGABYTES, weights: Any = None) -> None:
        import numpy as np

        self._game = game
        self._weights = weights or read_weights(game.name)
        self._desks = [Desk(game, self._weights)]
        entries = max(1, (megabytes << 20) // 32)
        self._table = np.zeros(4 << entries.bit_length() - 1, np.uint64)
        self._generation = 0

    def forget(self) -> None:
        """Begin anew, as if nothing had been searched yet."""
        self._generation = 0
        self._table[:] = 0
        for desk in self._desks:
            desk.mem[at.HISTORY : at.LINES] = 0

    def think(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        threads: int = 1,
        stop: Stop | None = None,
        progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """What deepening finds within the limit."""
        began = time.perf_counter()
        if not position.codes:
            return Analysis(position, (), 0, 0, 0.0)
        while len(self._desks) < threads:
            self._desks.append(Desk(self._game, self._weights))
        desks = self._desks[:threads]
        self._generation = self._generation % 200 + 1
        for desk in desks:
            desk.begin(position, limit.nodes or _NO_LIMIT, self._generation)
        report = Analysis(position, (), 0, 0, 0.0)
        with ExitStack() as stack:
            self._watch(desks, limit, stop, stack)
            self._help(desks[1:], position, limit, stack)
            for depth, found in self._deepen(desks[0], position, limit, lines):
                nodes = sum(int(desk.mem[at.NODES]) for desk in desks)
                report = Analysis(position, found, depth, nodes, time.perf_counter() - began)
                if progress:
                    progress(report)
        return report

    def _watch(
        self, desks: list[Desk], limit: Limit, stop: Stop | None, stack: ExitStack
    ) -> None:
        """End the search when time is up or somebody asks."""

        def end() -> None:
            for desk in desks:
                desk.mem[at.STOP] = 1

        stack.callback(end)
        if stop:
            stop.when_asked(end)
        if limit.seconds is not None:
            timer = threading.Timer(limit.seconds, end)
            timer.daemon = True
            timer.start()
            stack.callback(timer.cancel)

    def _help(
        self, desks: list[Desk], position: Position, limit: Limit, stack: ExitStack
    ) -> None:
        """Let other threads search the same, a little deeper, into the same table."""
        for number, desk in enumerate(desks):
            thread = threading.Thread(
                target=self._deepen_silently, args=(desk, position, number + 1), daemon=True
            )
            thread.start()
            stack.callback(thread.join)
            # callbacks run last in, first out: the desk is stopped before it is waited for
            stack.callback(desk.mem.__setitem__, at.STOP, 1)

    def _deepen_silently(self, desk: Desk, position: Position, ahead: int) -> None:
        state = desk.words(position)
        for depth in range(1 + ahead, _MOST_DEPTH):
            desk.search(state, self._table, depth, -at.WIN, at.WIN)
            if desk.mem[at.STOP]:
                return

    def _deepen(
        self, desk: Desk, position: Position, limit: Limit, lines: int
    ) -> Iterator[tuple[int, tuple[Line, ...]]]:
        """Depth by depth the best lines; the last may come from a search that was cut short."""
        state, mem = desk.words(position), desk.mem
        wanted = min(lines, len(position.codes), _MOST_LINES)
        found: list[tuple[int, list[int]]] = []
        for depth in range(1, min(limit.depth or _MOST_DEPTH, _MOST_DEPTH) + 1):
            before, found = found, []
            for number in range(wanted):
                mem[at.EXCLUDED] = number
                for k, (_, line) in enumerate(found):
                    mem[at.SHUT_OUT + k] = line[0]
                expected = before[number][0] if number < len(before) else None
                value = self._aspire(desk, state, depth, expected)
                if value is not None:
                    found.append((value, desk.line))
                if mem[at.STOP]:
                    break
            found = self._merged(found, before, wanted, bool(mem[at.STOP]))
            if not found:  # stopped before anything was known
                found = [(0, [position.codes[0]])]
            yield depth, tuple(self._line(position, value, line) for value, line in found)
            if mem[at.STOP] or self._settled(found, wanted):
                return

    def _aspire(self, desk: Desk, state: Any, depth: int, expected: int | None) -> int | None:
        """The value at this depth, beginning with a narrow window around the expected one.

        None if the search was stopped before it knew of a move that is as good.
        """
        low, high = -at.WIN, at.WIN
        if expected is not None and depth > 3 and abs(expected) < at.HIGHEST:
            low, high = expected - _ASPIRATION, expected + _ASPIRATION
        while True:
            value = desk.search(state, self._table, depth, low, high)
            if desk.mem[at.STOP]:
                return value if value > low and desk.line else None
            if value <= low and low > -at.WIN:
                low = -at.WIN
            elif value >= high and high < at.WIN:
                high = at.WIN
            else:
                return value

    @staticmethod
    def _merged(
        found: list[tuple[int, list[int]]],
        before: list[tuple[int, list[int]]],
        wanted: int,
        stopped: bool,
    ) -> list[tuple[int, list[int]]]:
        """The lines found, best first, filled up by those of the depth before if cut short."""
        if stopped:
            seen = {line[0] for _, line in found}
            rest = [(value, line) for value, line in before if line[0] not in seen]
            return (found + rest)[:wanted]
        return sorted(found, key=lambda entry: -entry[0])

    @staticmethod
    def _settled(found: list[tuple[int, list[int]]], wanted: int) -> bool:
        """Whether looking deeper changes nothing: every line wanted ends in a proof."""
        return len(found) >= wanted and all(abs(value) > at.SURE for value, _ in found)

    def _line(self, position: Position, value: int, codes: list[int]) -> Line:
        exact = None
        mine = expected(value)
        score = by_turn(mine, position.turn)
        if abs(value) > at.SURE:
            exact = Exact(score, None, at.WIN - abs(value))
        return Line(tuple(moves_of(position, codes)), score, exact, value)


def expected(value: int) -> float:
    """What a score makes expect, from -1 to 1."""
    if abs(value) > at.HIGHEST:
        return math.copysign(1.0, value)
    return math.tanh(value / (2 * LOGIT))


def by_turn(mine: float, turn: int) -> tuple[float, float]:
    """What both expect, in the order of players."""
    return (mine, 0.0 - mine) if turn == 0 else (0.0 - mine, mine)


def moves_of(position: Position, codes: list[int]) -> Iterator[Move]:
    """The moves of a line, as far as they are legal and the game goes on."""
    from brettwerk.games.core import Move

    for code in codes:
        if code not in position.codes:
            return
        yield Move(position.game.text_of(code), code)
        position = position.play_unchecked(code)

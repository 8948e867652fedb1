"""The yardsticks of the arena: a random player, and the textbook Monte-Carlo tree search.

The search is UCT with c = √2 and random games to the end, or to a bound at which they count as
drawn. It knows nothing of any game but the rules, and takes any number of players: each maximises
its own part of a vector of results.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from math import log
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from brettwerk.engine.report import Analysis, Limit, Line, Stop
from brettwerk.errors import BadLimit
from brettwerk.games.core import Move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from brettwerk.games.core import Game, Position

MEGABYTES = 64
ROLLOUT_PLIES = 2000  # random games of Abalone take about 1,500
MOST_ROLLOUTS = 2**62
FIRST_REPORT = 1000  # games until progress is told for the first time; then twice as many each time


def at_random(position: Position, random: Random) -> Move:
    """Any legal move, each as likely as the others."""
    code = random.choice(position.codes)
    return Move(position.game.text_of(code), code)


@dataclass(frozen=True)
class _Tree:
    """The arrays that a search of one position works on, in the order of the kernels."""

    root: Any
    ctx: Any
    nodes: Any
    sums: Any
    path: Any
    buf: Any
    seen: Any
    control: Any

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        """What the kernels are called with."""
        parts = (self.root, self.ctx, self.nodes, self.sums, self.path)
        return (*parts, self.buf, self.seen, self.control)


class TreeSearch:
    """Thinks about positions of one game; a node of its limit is one random game.

    It is the same for the same seed and number of games, and takes `megabytes` for its tree: when
    that is full, games go on from its leaves.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        megabytes: int = MEGABYTES,
        rollout_plies: int = ROLLOUT_PLIES,
    ) -> None:
        self._kernels: Any = import_module("brettwerk.engine.tree_kernels")
        self._rules: Any = import_module(f"brettwerk.compiled.{game.name}")
        self._state = getattr(self._rules, game.face.state_class.__name__)
        self._ctx = np.array(game.face.context(game.options), np.uint64)
        self._buf = np.zeros(self._rules.MAX_MOVES, np.int32)
        if hasattr(self._rules, "prepare"):
            self._rules.prepare(self._ctx, self._buf)
        self._players = game.players
        self.seed = seed
        self._bound = rollout_plies
        room = megabytes * 2**20 // (4 * self._kernels.WIDTH + 8 * game.players)
        self._nodes = np.empty((max(room, 2), self._kernels.WIDTH), np.int32)
        self._sums = np.empty((max(room, 2), game.players), np.float64)

    def think(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        threads: int = 1,  # noqa: ARG002 — the textbook has one
        stop: Stop | None = None,
        progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """What random games say of the moves; the most tried first."""
        if limit.seconds is None and limit.nodes is None:
            raise BadLimit("engine-limit-rollouts")
        begin = perf_counter()
        if position.outcome:
            return Analysis(position, (), 0, 0, 0.0)
        tree = self._planted(position)
        most = limit.nodes or MOST_ROLLOUTS
        report = FIRST_REPORT if progress else most
        with self._stopping(tree, limit.seconds, stop):
            while True:
                self._grow(tree, min(report, most))
                found = self._found(tree, position, lines, perf_counter() - begin)
                if found.nodes >= most or tree.control[self._kernels.STOP]:
                    return found
                if progress:
                    progress(found)
                report *= 2

    def tries(self, position: Position, games: int) -> dict[int, int]:
        """How often each move was tried in so many random games, the most tried first."""
        tree = self._planted(position)
        self._grow(tree, games)
        k = self._kernels
        rows = (self._nodes[child] for child in self._children(0))
        return {int(row[k.MOVE]): int(row[k.VISITS]) for row in rows}

    def _planted(self, position: Position) -> _Tree:
        """A tree with nothing but its root."""
        k = self._kernels
        past = tuple(position.past or ())
        seen = np.zeros(2 * (len(past) + self._bound + 1), np.uint64)
        seen[: 2 * len(past)] = np.array(past, np.uint64).ravel()
        control = np.zeros(k.CONTROL, np.int64)
        control[k.USED] = 1
        control[[k.BOUND, k.PAST, k.PLAYERS]] = self._bound, len(past), self._players
        control[k.RANDOM] = 2 * (self.seed % 2**61) + 0x9E3779B97F4A7C1
        self._nodes[0] = 0
        self._nodes[0, k.COUNT] = -1
        self._sums[0] = 0
        root = self._state(*map(np.uint64, position.state))
        path = np.zeros(self._bound + 2, np.int32)
        return _Tree(root, self._ctx, self._nodes, self._sums, path, self._buf, seen, control)

    @contextmanager
    def _stopping(self, tree: _Tree, seconds: float | None, stop: Stop | None) -> Iterator[None]:
        """While the search runs, its time and its caller can end it; one game is played anyway."""
        k = self._kernels
        self._grow(tree, 1)

        def end() -> None:
            tree.control[k.STOP] = 1

        clock = Timer(seconds, end) if seconds is not None else None
        if stop:
            stop.when_asked(end)
        if clock:
            clock.daemon = True
            clock.start()
        try:
            yield
        finally:
            if clock:
                clock.cancel()

    def _grow(self, tree: _Tree, rollouts: int) -> None:
        tree.control[self._kernels.MOST_ROLLOUTS] = rollouts
        self._kernels.grow(*tree.parts)

    # -- what it found --------------------------------------------------------------------------
    def _found(self, tree: _Tree, position: Position, lines: int, seconds: float) -> Analysis:
        children = self._children(0)[: max(lines, 1)]
        found = tuple(self._line(position, child) for child in children)
        rollouts = int(tree.control[self._kernels.ROLLOUTS])
        return Analysis(position, found, len(found[0].moves), rollouts, seconds)

    def _children(self, node: int) -> list[int]:
        """The children of a node, the most visited first."""
        k = self._kernels
        found = []
        child = int(self._nodes[node, k.FIRST])
        while child:
            found.append(child)
            child = int(self._nodes[child, k.NEXT])
        return sorted(found, key=lambda node: -int(self._nodes[node, k.VISITS]))

    def _line(self, position: Position, child: int) -> Line:
        k = self._kernels
        visits = max(int(self._nodes[child, k.VISITS]), 1)
        score = tuple(float(2 * part / visits - 1) for part in self._sums[child])
        way = [child]
        while below := self._children(way[-1]):
            way.append(below[0])
        codes = [int(self._nodes[node, k.MOVE]) for node in way]
        moves = tuple(Move(position.game.text_of(code), code) for code in codes)
        return Line(moves, score, value=_logit(score[position.turn]))


def _logit(score: float) -> int:
    """An expectation between -1 and 1 in thousandths of a logit."""
    chance = min(max((score + 1) / 2, 1e-4), 1 - 1e-4)
    return round(1000 * log(chance / (1 - chance)))

"""The computer player of Triapon: a tree of values for three, grown within nodes, time and memory.

Threads grow a tree each, from slightly different priors, and add up what they found about the
moves at the root. With one thread and a limit of nodes the answer is always the same.
"""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING, Any

from brettwerk.engine.report import Analysis, Exact, Line, Stop
from brettwerk.engine.three_tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from brettwerk.engine.report import Limit
    from brettwerk.engine.three_tree import Child
    from brettwerk.games.core import Move, Position

MEGABYTES = 128  # about two seconds of growth; to make room again takes a hundredth of one
PLENTY = 2**62
# A move counts as looked into when it has this part of the visits of the most visited.
TRUSTED = 4
_WINNERS = ((1.0, -0.5, -0.5), (-0.5, 1.0, -0.5), (-0.5, -0.5, 1.0))


class TriaponThinker:
    """Thinks about positions of Triapon, with at most so much memory; for one caller at a time."""

    def __init__(self, *, megabytes: int = MEGABYTES, seed: int = 0) -> None:
        self.megabytes = megabytes
        self.seed = seed
        self._trees: list[Tree] = []

    def think(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        threads: int = 1,
        stop: Stop | None = None,
        progress: Callable[[Analysis], None] | None = None,
        without: Sequence[int] = (),
    ) -> Analysis:
        """What it finds within the limit; `progress` is told each time the tree has doubled.

        The moves `without` are not among the lines.
        """
        began = time.perf_counter()
        if position.outcome:
            return Analysis(position, (), 0, 0, 0.0)
        trees = self._planted(position, threads)
        thought = _Thought(position, trees, lines, began, without)
        ends = None if limit.seconds is None else began + limit.seconds
        clock = _Clock(ends, limit.depth, stop or Stop())
        for tree in trees:
            clock.stop.when_asked(tree.stop)
        shares = _shared(limit.nodes or PLENTY, threads)
        helpers = [
            threading.Thread(target=_work, args=(tree, share, clock, None))
            for tree, share in zip(trees[1:], shares[1:], strict=True)
        ]
        for helper in helpers:
            helper.start()
        tell = None if progress is None else lambda: progress(thought.analysis())
        _work(trees[0], shares[0], clock, tell)
        for helper in helpers:
            helper.join()
        return thought.analysis()

    def forget(self) -> None:
        """Nothing to do: every position begins a new tree."""

    def _planted(self, position: Position, threads: int) -> list[Tree]:
        """A tree for each thread with the position as root; they are kept for the next time."""
        if len(self._trees) != threads:
            self._trees = [Tree(self.megabytes / threads) for _ in range(threads)]
        for number, tree in enumerate(self._trees):
            tree.plant(position, self.seed + number)
        return self._trees


def _shared(nodes: int, threads: int) -> list[int]:
    return [nodes // threads + (number < nodes % threads) for number in range(threads)]


class _Clock:
    """When to end, for all threads: the time, the depth, or because somebody asked."""

    def __init__(self, ends: float | None, depth: int | None, stop: Stop) -> None:
        self.ends, self.depth, self.stop = ends, depth, stop
        self.rung = False

    def over(self, tree: Tree) -> bool:
        """Whether this tree, and then all, should grow no further."""
        late = self.ends is not None and time.perf_counter() >= self.ends
        deep = self.depth is not None and tree.depth >= self.depth
        self.rung = self.rung or late or deep or self.stop.asked or tree.proven > 0
        return self.rung


def _work(tree: Tree, nodes: int, clock: _Clock, tell: Callable[[], None] | None) -> None:
    """Let a tree grow to the end, and tell when it has doubled.

    The first family is always made, so that there is a move to answer with.
    """
    tell_at = 1024
    tree.grow_first()
    while tree.nodes < nodes and not clock.over(tree):
        tree.grow(nodes)
        if tell and tree.nodes >= tell_at:
            tell()
            tell_at = 2 * tree.nodes


class _Thought:
    """Makes lines and analyses of what the trees hold."""

    def __init__(
        self,
        position: Position,
        trees: Sequence[Tree],
        lines: int,
        began: float,
        without: Sequence[int],
    ) -> None:
        self.position, self.trees, self.lines, self.began = position, trees, lines, began
        self.without = set(without)

    def analysis(self) -> Analysis:
        """What is known now."""
        lines = self._lines()
        proof = next((tree.proven for tree in self.trees if tree.proven), 0)
        exact = Exact(_WINNERS[proof - 1]) if proof else None
        if proof - 1 == self.position.turn and lines:
            exact = lines[0].exact
        return Analysis(
            self.position,
            lines,
            max(tree.depth for tree in self.trees),
            sum(tree.nodes for tree in self.trees),
            time.perf_counter() - self.began,
            exact,
        )

    def _lines(self) -> tuple[Line, ...]:
        """The best moves first; one looked into less is never called better than those before."""
        lines: list[Line] = []
        turn = self.position.turn
        children = [c for c in _together(self.trees) if c.move not in self.without]
        for child in ranked(children, turn)[: self.lines]:
            score: tuple[float, ...] = child.score
            if lines and not child.proof and score[turn] > lines[-1].score[turn]:
                score = lines[-1].score
            lines.append(Line(self._way(child), score, child.exact, _logit(score[turn])))
        return tuple(lines)

    def _way(self, child: Child) -> tuple[Move, ...]:
        """The move and how the tree that looked into it most would play on."""
        tree = max(self.trees, key=lambda tree: tree.visits_of(child.move))
        position, moves = self.position, []
        for code in tree.way(child.move):
            moves.append(_move(position, code))
            position = position.play_unchecked(code)
        return tuple(moves)


def _move(position: Position, code: int) -> Move:
    from brettwerk.games.core import Move

    return Move(position.game.text_of(code), code)


def _together(trees: Sequence[Tree]) -> list[Child]:
    """The children of the root, those of all trees added up."""
    found: dict[int, Child] = {}
    for tree in trees:
        for child in tree.children():
            before = found.get(child.move)
            found[child.move] = child if before is None else before.with_(child)
    return list(found.values())


def ranked(children: list[Child], turn: int) -> list[Child]:
    """Best first: proven wins, moves well looked into by their value, the rest, proven losses."""
    most = max((child.visits for child in children if not child.proof), default=0)

    def key(child: Child) -> tuple[Any, ...]:
        if child.proof == 1 + turn:
            return (3, -(child.plies or PLENTY), child.visits)
        if child.proof:
            return (0, child.visits, 0)
        trusted = TRUSTED * child.visits >= most
        return (2 if trusted else 1, child.score[turn], child.visits)

    return sorted(children, key=key, reverse=True)


def _logit(score: float) -> int:
    """A value between -1 and 1 in thousandths of a logit."""
    return round(2000 * math.atanh(max(-0.9999, min(0.9999, score))))

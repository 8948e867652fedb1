"""Monte-Carlo tree search: trees grown within nodes, time and memory.

Threads grow a tree each, from slightly different priors or random games, and add up what they
found about the moves at the root. With one thread and a limit of nodes the answer is always the
same.
"""

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from brettwerk.core.game import Game, Move, Position
from brettwerk.errors import BadLimit
from brettwerk.search.mcts_kernels import won_by
from brettwerk.search.mcts_tree import JUDGED, PLENTY, ROLLOUTS, Child, Leaves, Tree
from brettwerk.search.report import Analysis, Exact, Line, Searcher, SearchTask, Stop
from brettwerk.search.weights import Weights, read_weights

MEGABYTES = 128  # about two seconds of growth; to make room again takes a hundredth of one
FIRST_REPORT = 1000  # nodes until progress is reported; then whenever the tree has doubled
# A move counts as looked into when it has this part of the visits of the most visited.
TRUSTED = 4


def leaves_for(game: Game) -> Leaves:
    """Return how the engine values leaves in a game."""
    return JUDGED if game.definition.kernels.player_evaluation else ROLLOUTS


class TreeSearcher(Searcher):
    """Searches positions of one game within `megabytes`; for one caller at a time."""

    def __init__(
        self,
        game: Game,
        leaves: Leaves | None = None,
        *,
        megabytes: float = MEGABYTES,
        seed: int = 0,
        weights: Weights | None = None,
    ) -> None:
        self.seed = seed
        self._game, self._leaves = game, leaves or leaves_for(game)
        self._megabytes = megabytes
        self._weights = weights or read_weights(game.name)
        self._trees: list[Tree] = []

    def _search(self, task: SearchTask) -> Analysis:
        limit, progress = task.limit, task.progress
        if self._leaves.counts_games and limit.seconds is None and limit.nodes is None:
            raise BadLimit("engine-limit-rollouts")
        began = time.perf_counter()
        trees = self._planted(task.position, task.threads, limit.depth)
        report = _Report(task, trees, self._leaves, began)
        deadline = _Deadline(began + limit.seconds if limit.seconds else None, task.stop)
        for tree in trees:
            deadline.stop.when_asked(tree.stop)
        shares = _shared(limit.nodes or PLENTY, task.threads)
        helpers = [
            threading.Thread(target=_grow, args=(tree, share, deadline, None))
            for tree, share in zip(trees[1:], shares[1:], strict=True)
        ]
        for helper in helpers:
            helper.start()
        tell = None if progress is None else lambda: progress(report.analysis())
        _grow(trees[0], shares[0], deadline, tell)
        for helper in helpers:
            helper.join()
        return report.analysis()

    def visits(self, position: Position, nodes: int) -> dict[int, int]:
        """Return how often each move was visited within `nodes`, the most visited first."""
        (tree,) = self._planted(position, 1)
        _grow(tree, nodes, _Deadline(None, Stop()), None)
        children = sorted(tree.children(), key=lambda child: -child.visits)
        return {child.move: child.visits for child in children}

    def forget(self) -> None:
        """Do nothing: every position begins a new tree."""

    def _planted(self, position: Position, threads: int, depth: int | None = None) -> list[Tree]:
        """Return a tree for each thread with the position as root; their memory is kept."""
        if len(self._trees) != threads:
            self._trees = [self._tree(self._megabytes / threads) for _ in range(threads)]
        for number, tree in enumerate(self._trees):
            tree.plant(position, self.seed + number, depth)
        return self._trees

    def _tree(self, megabytes: float) -> Tree:
        return Tree(self._game, self._leaves, megabytes, self._weights)


def _shared(nodes: int, threads: int) -> list[int]:
    return [nodes // threads + (number < nodes % threads) for number in range(threads)]


class _Deadline:
    """Says when to end, for all threads: in time, when one has finished, or because of a stop."""

    def __init__(self, ends: float | None, stop: Stop) -> None:
        self.ends, self.stop, self.passed = ends, stop, False

    def over(self, tree: Tree) -> bool:
        """Return whether this tree, and then all, should grow no further."""
        late = self.ends is not None and time.perf_counter() >= self.ends
        self.passed = self.passed or late or self.stop.asked or tree.is_finished
        return self.passed


def _grow(tree: Tree, nodes: int, deadline: _Deadline, tell: Callable[[], None] | None) -> None:
    """Let a tree grow to the end, and report when it has doubled.

    The first walk is always taken, so that there is a move to answer with.
    """
    report_at = FIRST_REPORT
    tree.grow_first()
    while tree.nodes < nodes and not deadline.over(tree):
        tree.grow(min(nodes, report_at) if tell else nodes)
        if tell and nodes > tree.nodes >= report_at:
            tell()
            report_at = 2 * tree.nodes


class _Report:
    """Makes lines and analyses of what the trees hold."""

    def __init__(
        self, task: SearchTask, trees: Sequence[Tree], leaves: Leaves, began: float
    ) -> None:
        self.position, self.task, self.trees = task.position, task, trees
        self.leaves, self.began = leaves, began

    def analysis(self) -> Analysis:
        """Return what is known now."""
        lines = tuple(self._lines())
        proof = next((tree.proven for tree in self.trees if tree.proven), 0)
        seats = self.position.game.players
        exact = Exact(won_by(proof - 1, seats)[:seats]) if proof else None
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

    def _lines(self) -> Iterator[Line]:
        """Yield the best moves first; of judged ones, no later is called better than an earlier."""
        turn, score = self.position.turn, (1.0,) * self.position.game.players
        children = [child for child in _merged(self.trees) if child.move not in self.task.without]
        for child in ranked(children, turn, self.leaves)[: self.task.lines]:
            if child.proof or self.leaves.ucb1 or child.score[turn] <= score[turn]:
                score = child.score
            yield Line(self._way(child), score, child.exact, _logit(score[turn]))

    def _way(self, child: Child) -> tuple[Move, ...]:
        """Return the move and how the tree that visited it most would play on."""
        tree = max(self.trees, key=lambda tree: tree.visits_of(child.move))
        return tuple(map(self.position.game.move_of, tree.way(child.move)))


def _merged(trees: Sequence[Tree]) -> list[Child]:
    """Return the children of the root, those of all trees added up."""
    found: dict[int, Child] = {}
    for tree in trees:
        for child in tree.children():
            before = found.get(child.move)
            found[child.move] = child if before is None else before.merged(child)
    return list(found.values())


def ranked(children: list[Child], turn: int, leaves: Leaves) -> list[Child]:
    """Return the moves, best first: proven wins, then the others, proven losses.

    Random games say most about the moves with most visits. Judged moves are sorted by their value
    once they have been looked into.
    """
    most = max((child.visits for child in children if not child.proof), default=0)

    def key(child: Child) -> tuple[float, float, int]:
        if child.proof == 1 + turn:
            return 3, -(child.plies or PLENTY), child.visits
        if child.proof:
            return 0, child.visits, 0
        if leaves.ucb1:
            return 2, child.visits, 0
        trusted = TRUSTED * child.visits >= most
        return 2 if trusted else 1, child.score[turn], child.visits

    return sorted(children, key=key, reverse=True)


def _logit(score: float) -> int:
    """Return a value between -1 and 1 in thousandths of a logit."""
    return round(2000 * math.atanh(max(-0.9999, min(0.9999, score))))

"""One tree of a Monte-Carlo tree search, in a few arrays of fixed size, grown by kernels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random

from brettwerk.core.game import Game, Position
from brettwerk.kernels.choice import PLAIN
from brettwerk.kernels.primitives import number
from brettwerk.search import mcts_kernels as k
from brettwerk.search.mcts_leaves import search_judged
from brettwerk.search.mcts_rollouts import search_by_rollouts
from brettwerk.search.report import Exact
from brettwerk.search.weights import Weights

NODE_BYTES = 8 * (k.NODE + k.WORTH)
PLENTY = 2**62
NOISE = 0.2  # by how much a seed changes the priors at the root
CHUNK, PLAIN_CHUNK = 16384, 64  # nodes between two looks at the clock: a few milliseconds
CLEAR_WAY = 8  # a line goes on while its node has been visited so often
_SEED = 0x9E3779B97F4A7C1


@dataclass(frozen=True, slots=True)
class Leaves:
    """How leaves get their values, and how the tree grows from there."""

    search: Callable[[k.TreeArrays], int]
    exploration: float
    ucb1: bool = True
    proves: bool = True
    counts_games: bool = False  # a node of a limit is one random game
    longest: int = 2000  # plies of a random game, which counts as drawn then


JUDGED = Leaves(search_judged, 0.5, ucb1=False)
ROLLOUTS = Leaves(search_by_rollouts, 2 * sqrt(2))
TEXTBOOK = Leaves(search_by_rollouts, 2 * sqrt(2), proves=False, counts_games=True)


@dataclass(frozen=True, slots=True)
class Child:
    """A move at the root: its visits, sums of values, and the player who is proven to win.

    `proof` is a player from 1, or 0; `plies` is given when the move ends the game.
    """

    move: int
    visits: int
    sums: tuple[float, ...]
    proof: int
    plies: int | None

    @property
    def score(self) -> tuple[float, ...]:
        """Return what each player may expect."""
        if self.proof:
            return k.won_by(self.proof - 1, len(self.sums))[: len(self.sums)]
        return tuple(part / self.visits for part in self.sums)

    @property
    def exact(self) -> Exact | None:
        """Return the result where it is certain."""
        return Exact(self.score, None, self.plies) if self.proof or self.plies else None

    def merged(self, other: Child) -> Child:
        """Return the same move with the visits of another tree added."""
        sums = tuple(map(sum, zip(self.sums, other.sums, strict=True)))
        visits, proof = self.visits + other.visits, self.proof or other.proof
        return Child(self.move, visits, sums, proof, self.plies)


class Tree:
    """One tree for positions of one game."""

    def __init__(
        self,
        game: Game,
        leaves: Leaves,
        megabytes: float,
        weights: Weights,
    ) -> None:
        self._leaves = leaves
        self._kernels = kernels = game.kernels.runner(megabytes=megabytes)
        self._chunk = PLAIN_CHUNK if kernels.backend.name == PLAIN else CHUNK
        room = max(4 * k.LARGEST, int(megabytes * 2**20) // NODE_BYTES)
        evaluation = kernels.game.player_evaluation
        names, phases = (evaluation.FEATURES, evaluation.PHASES) if evaluation else ((), ())
        rows = [weight / 1000 for phase in phases for weight in weights.in_order(names, phase)]
        self._arrays = k.TreeArrays(
            rows=kernels.words(0),
            ctx=kernels.ctx,
            settings=kernels.floats(k.SETTINGS + len(rows)),
            facts=kernels.floats(k.PLAYERS * len(names) + (evaluation.KEPT if evaluation else 0)),
            tree=kernels.numbers(room * k.NODE),
            worth=kernels.floats(room * k.WORTH),
            path=kernels.numbers(k.DEEP + 2),
            buf=kernels.numbers(kernels.game.rules.MAX_MOVES),
            seen=kernels.words(0),
            notes=kernels.numbers(k.NOTES),
        )
        self._tree, self._worth, self._notes = (
            self._arrays.tree,
            self._arrays.worth,
            self._arrays.notes,
        )
        self._arrays.settings[:] = [leaves.exploration, 0.0, *rows]
        self._seats, self._features = game.players, len(names)

    @property
    def megabytes(self) -> float:
        """Return the memory that the nodes take."""
        return len(self._tree) // k.NODE * NODE_BYTES / 2**20

    def plant(self, position: Position, seed: int = 0, depth: int | None = None) -> None:
        """Begin a new tree with this position as root; it grows until it is so deep."""
        past = list(position.history or ())
        rows = self._kernels.rows(position.state)
        seen = self._kernels.words(2 * (len(past) + self._leaves.longest + k.DEEP + 2))
        seen[: 2 * len(past)] = [word for pair in past for word in pair]
        self._arrays = self._arrays._replace(rows=rows, seen=seen)
        self._tree[: k.NODE] = [0, 0, k.UNGROWN]
        self._worth[: k.WORTH] = [0.0] * k.WORTH
        self._seed = seed
        notes = self._notes
        notes[:] = [0] * k.NOTES
        notes[k.USED], notes[k.PAST], notes[k.LONGEST] = 1, len(past), self._leaves.longest
        notes[k.MOST_DEPTH] = depth or PLENTY
        notes[k.SEATS], notes[k.FEATURES] = self._seats, self._features
        notes[k.PROVES], notes[k.UCB1] = self._leaves.proves, self._leaves.ucb1
        notes[k.RANDOM] = number(2 * (seed % 2**61) + _SEED)

    # -- growing ------------------------------------------------------------------------------
    def grow_first(self) -> None:
        """Take the first walk, even if a stop has been asked for, or is while it is taken."""
        stopped = 0
        for _ in range(2):
            stopped, self._notes[k.STOP] = stopped | int(self._notes[k.STOP]), 0
            self._run(PLENTY, 1)
            if self.nodes:
                break
        self._notes[k.STOP] |= stopped
        if self._seed and not self._leaves.ucb1:
            draw = Random(self._seed).uniform
            for child in self._family(0):
                self._worth[child * k.WORTH + k.PRIOR] *= draw(1 - NOISE, 1 + NOISE)

    def grow(self, nodes: int) -> None:
        """Grow for a few milliseconds, at most to `nodes`; forget the least visited if full."""
        slice_end = int(self._notes[k.NODES]) + self._chunk
        if self._leaves.counts_games:
            self._run(slice_end, nodes)
        else:
            self._run(min(nodes, slice_end), PLENTY)
        fewest = 4
        while self._notes[k.FULL] and not self._notes[k.STOP]:
            self._kernels.run(k.trim, self._tree, self._worth, self._notes, fewest)
            self._notes[k.FULL] = self._notes[k.USED] > len(self._tree) // k.NODE // 2
            fewest *= 4

    def _run(self, nodes: int, walks: int) -> None:
        self._notes[k.MOST_NODES], self._notes[k.MOST_WALKS] = nodes, walks
        self._kernels.run(self._leaves.search, self._arrays)

    def stop(self) -> None:
        """End the growing that runs in another thread."""
        self._notes[k.STOP] = 1

    # -- what it knows ------------------------------------------------------------------------
    @property
    def nodes(self) -> int:
        """Return the positions looked at, or the random games played."""
        return int(self._notes[k.WALKS if self._leaves.counts_games else k.NODES])

    @property
    def is_finished(self) -> bool:
        """Whether the tree is as deep as it may be, or has a proof at its root."""
        return bool(self._notes[k.DEEPEST] >= self._notes[k.MOST_DEPTH] or self.proven)

    @property
    def depth(self) -> int:
        """Return the plies of the longest walk."""
        return int(self._notes[k.DEEPEST])

    @property
    def proven(self) -> int:
        """Return the player who is proven to win at the root, from 1, or 0."""
        return int(k.proof_of(0, self._tree))

    def children(self) -> list[Child]:
        """Return the moves at the root that have been visited."""
        return [self._child(node) for node in self._family(0) if self._visits(node)]

    def _child(self, node: int) -> Child:
        at = node * k.WORTH
        sums = tuple(map(float, self._worth[at : at + self._seats]))
        plies = 1 if self._tree[node * k.NODE + k.FAMILY] == k.OVER else None
        proof = int(k.proof_of(node, self._tree))
        return Child(self._move(node), self._visits(node), sums, proof, plies)

    def _family(self, node: int) -> range:
        """Return the children of a node."""
        count = int(k.count_of(node, self._tree))
        first = int(k.first_of(node, self._tree)) if count else 0
        return range(first, first + count)

    def _move(self, node: int) -> int:
        return int(k.move_of(node, self._tree))

    def _visits(self, node: int) -> int:
        return int(self._tree[node * k.NODE + k.VISITS])

    def visits_of(self, move: int) -> int:
        """Return how often a move at the root was visited."""
        return sum(self._visits(node) for node in self._family(0) if self._move(node) == move)

    def way(self, move: int) -> list[int]:
        """Return how play would go on after a move at the root: the moves most visited."""
        moves = [move]
        node = next(node for node in self._family(0) if self._move(node) == move)
        while family := self._family(node):
            side = k.side_of(node, self._tree)
            node = max(family, key=lambda child: self._pull(child, side))
            if self._visits(node) < CLEAR_WAY and not k.proof_of(node, self._tree):
                break
            moves.append(self._move(node))
        return moves

    def _pull(self, node: int, side: int) -> tuple[int, int]:
        """Return how a player to move sorts moves: proven wins first, proven losses last."""
        proof = k.proof_of(node, self._tree)
        return (1 if proof == 1 + side else -1 if proof else 0), self._visits(node)

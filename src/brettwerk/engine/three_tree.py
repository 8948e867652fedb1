"""A tree of Triapon positions in a few arrays that never grow beyond the memory given."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any

from brettwerk.engine.report import Exact

if TYPE_CHECKING:
    from brettwerk.games.core import Position

EXPLORING = 0.5
WARMTH = 0.4  # how far first opinions may lie apart and still both be followed
NOISE = 0.2  # by how much a seed changes the priors at the root
CHUNK = 8192  # nodes between two looks at the clock: a few milliseconds
CLEAR_WAY = 8  # a line goes on while its node has been visited so often
NODES_A_FAMILY = 8  # fewer children are rare
_Score = tuple[float, float, float]


@cache
def weights() -> Any:
    """The weights of the evaluation, phase after phase, in the order of its features."""
    import numpy as np

    kept = resources.files("brettwerk.engine") / "data" / "triapon.json"
    table = json.loads(kept.read_text(encoding="utf-8"))["weights"]
    evaluation = import_module("brettwerk.engine.three_evaluation")
    rows = [[table[phase][name] for name in evaluation.FEATURES] for phase in evaluation.PHASES]
    return np.array(rows, np.float64).ravel()


@dataclass(frozen=True, slots=True)
class Child:
    """A move at the root: how often looked into, what it promises, for whom it is proven to win.

    `proof` is a player from 1, or 0; `plies` is given when the move ends the game.
    """

    move: int
    visits: int
    sums: _Score
    proof: int
    plies: int | None

    @property
    def score(self) -> _Score:
        """What each player may expect."""
        if self.proof:
            a, b, c = (1.0 if player == self.proof - 1 else -0.5 for player in range(3))
        else:
            a, b, c = (part / self.visits for part in self.sums)
        return a, b, c

    @property
    def exact(self) -> Exact | None:
        """The result where it is certain."""
        return Exact(self.score, None, self.plies) if self.proof or self.plies else None

    def with_(self, other: Child) -> Child:
        """The same move in two trees."""
        a, b, c = (x + y for x, y in zip(self.sums, other.sums, strict=True))
        proof = self.proof or other.proof
        return Child(self.move, self.visits + other.visits, (a, b, c), proof, self.plies)


class Tree:
    """One tree, grown by compiled kernels; making the first loads them."""

    def __init__(self, megabytes: float, table: Any = None) -> None:
        import numpy as np

        self._np = np
        self._k: Any = import_module("brettwerk.engine.three_kernels")
        k = self._k
        room = max(4 * k.MOST_CHILDREN, int(megabytes * 2**20) // self.bytes_a_node())
        self._tree = np.zeros(room * k.NODE, np.int32)
        self._worth = np.zeros(room * k.WORTH, np.float64)
        self._states = np.zeros(room // NODES_A_FAMILY * k.FAMILY_WORDS, np.uint64)
        self._path = np.zeros(k.DEEP + 1, np.int64)
        self._moves = np.zeros(k.MAX_MOVES, np.int32)
        self._work = np.zeros(k.WORK, np.float64)
        self._work[k.EXPLORING], self._work[k.WARMTH] = EXPLORING, WARMTH
        self._notes = np.zeros(k.NOTES, np.int64)
        self._weights = weights() if table is None else table
        self._ctx: Any = None

    def bytes_a_node(self) -> int:
        """The memory of a node, with its part of its family's, and of what trimming takes."""
        k = self._k
        family = 8 * k.FAMILY_WORDS + 16
        return int(4 * k.NODE + 8 * k.WORTH + family // NODES_A_FAMILY)

    @property
    def megabytes(self) -> float:
        """The memory taken."""
        arrays = (self._tree, self._worth, self._states, self._moves, self._path)
        return float(sum(array.nbytes for array in arrays) / 2**20)

    def plant(self, position: Position, seed: int = 0) -> None:
        """Begin anew with this position."""
        k, np = self._k, self._np
        self._ctx = np.array(position.game.face.context(position.game.options), np.uint64)
        self._notes[:] = 0
        self._notes[k.USED] = 1
        self._tree[: k.NODE] = 0
        self._tree[k.COUNT] = k.UNGROWN
        self._worth[: k.WORTH] = 0
        self._states[: k.STATE] = position.state
        self._seed = seed

    # -- growing ------------------------------------------------------------------------------
    def grow_first(self) -> None:
        """Make the children of the root, even if a stop has been asked for."""
        k = self._k
        stopped = int(self._notes[k.STOP])
        self._notes[k.STOP] = 0
        self._run(1)
        self._notes[k.STOP] |= stopped
        if self._seed:
            first, count = self._tree[k.FIRST], self._tree[k.COUNT]
            noise = self._np.random.default_rng(self._seed).uniform(1 - NOISE, 1 + NOISE, count)
            self._worth.reshape(-1, k.WORTH)[first : first + count, k.PRIOR] *= noise

    def grow(self, nodes: int) -> None:
        """Grow for a few milliseconds, at most to so many nodes; forget what is least if full."""
        self._run(min(nodes, self.nodes + CHUNK))
        fewest = 4
        while self._notes[self._k.FULL] and not self._notes[self._k.STOP]:
            self._trim(fewest)
            if self._notes[self._k.USED] > len(self._tree) // self._k.NODE // 2:
                self._notes[self._k.FULL] = 1
            fewest *= 4

    def _run(self, nodes: int) -> None:
        self._notes[self._k.MOST_NODES] = nodes
        self._k.search(
            self._ctx,
            self._weights,
            self._tree,
            self._worth,
            self._states,
            self._path,
            self._work,
            self._moves,
            self._notes,
        )

    def _trim(self, fewest: int) -> None:
        moved = self._np.zeros(2 * int(self._notes[self._k.FAMILIES]), self._np.int64)
        self._k.trim(fewest, self._tree, self._worth, self._states, self._notes, moved)

    def stop(self) -> None:
        """End the growing that runs in another thread."""
        self._notes[self._k.STOP] = 1

    # -- what it knows ------------------------------------------------------------------------
    @property
    def nodes(self) -> int:
        """Positions judged and walks taken."""
        return int(self._notes[self._k.NODES])

    @property
    def depth(self) -> int:
        """The longest walk in plies."""
        return int(self._notes[self._k.DEEPEST])

    @property
    def proven(self) -> int:
        """Who is proven to win at the root, from 1, or 0."""
        return int(self._tree[self._k.MARK]) >> int(self._k.PROOF)

    def children(self) -> list[Child]:
        """The moves at the root that have been looked into."""
        first, count = int(self._tree[self._k.FIRST]), int(self._tree[self._k.COUNT])
        return [self._child(node) for node in range(first, first + count)]

    def _child(self, node: int) -> Child:
        k = self._k
        tree, worth = self._tree[node * k.NODE :], self._worth[node * k.WORTH :]
        a, b, c = (float(part) for part in worth[:3])
        plies = 1 if tree[k.COUNT] == k.OVER else None
        return Child(
            int(tree[k.MOVE]), int(tree[k.VISITS]), (a, b, c), int(tree[k.MARK]) >> k.PROOF, plies
        )

    def _moves_at(self, node: int) -> dict[int, tuple[int, int, int]]:
        """By move the visits, the proof and the number of each child."""
        k = self._k
        first, count = int(self._tree[node * k.NODE + k.FIRST]), self._count(node)
        found = {}
        for child in range(first, first + max(0, count)):
            row = self._tree[child * k.NODE : (child + 1) * k.NODE]
            found[int(row[k.MOVE])] = int(row[k.VISITS]), int(row[k.MARK]) >> k.PROOF, child
        return found

    def _count(self, node: int) -> int:
        return int(self._tree[node * self._k.NODE + self._k.COUNT])

    def visits_of(self, move: int) -> int:
        """How often a move at the root was looked into."""
        return self._moves_at(0).get(move, (0, 0, 0))[0]

    def way(self, move: int) -> list[int]:
        """How play would go on after a move at the root: the moves most looked into."""
        moves, node = [move], self._moves_at(0)[move][2]
        while self._count(node) > 0:
            side = int(self._tree[node * self._k.NODE + self._k.MARK]) & int(self._k.SIDE)
            move, (visits, proof, node) = max(
                self._moves_at(node).items(), key=lambda entry: _pull(entry[1], side)
            )
            if visits < CLEAR_WAY and not proof:
                break
            moves.append(move)
        return moves


def _pull(facts: tuple[int, int, int], side: int) -> tuple[int, int]:
    """How much the player to move is drawn to a child: proven wins first, proven losses last."""
    visits, proof, _ = facts
    return (1 if proof == 1 + side else -1 if proof else 0), visits

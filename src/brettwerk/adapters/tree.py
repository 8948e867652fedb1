"""Tree search over a batch of games, by random play or a network: how often what was tried."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from brettwerk.adapters import tree_kernels as kernels

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from brettwerk.adapters.environment import Environment

    # From planes to a policy over all actions and to values, the first that of the player to move.
    Network = Callable[[NDArray[np.float32]], tuple[NDArray[np.floating], NDArray[np.floating]]]

DEEPEST = 512
EDGES = 128  # room for each node on average; a node that finds none stays a leaf


class Counts(NamedTuple):
    """How often each legal action at a root was tried."""

    actions: NDArray[np.int32]
    visits: NDArray[np.int32]


class TreeSearch:
    """So many trees side by side, of so many simulations each."""

    def __init__(
        self,
        environment: Environment,
        trees: int,
        simulations: int,
        *,
        seed: int = 0,
        exploration: float = 1.5,
        rollout: int = 1000,
        threads: int = 1,
    ) -> None:
        self.environment, self.simulations = environment, simulations
        self._c, self._longest, self._threads = exploration, rollout, threads
        env, nodes = environment, simulations + 2
        edges = max(nodes * min(env.encoding.most, EDGES), env.encoding.most)
        roots, root_pasts = env.rows(trees)
        rows, pasts = env.rows(trees)
        random = np.random.default_rng(seed).integers(1, 2**63, trees, np.uint64)
        self._trees = kernels.Trees(
            roots,
            root_pasts,
            rows,
            pasts,
            np.zeros((trees, 3), np.int64),
            np.zeros((trees, nodes), np.int64),
            np.zeros((trees, nodes), np.int64),
            np.zeros((trees, nodes), np.int64),
            np.zeros((trees, edges), np.int32),
            np.zeros((trees, edges), np.int32),
            np.zeros((trees, edges), np.int32),
            np.zeros((trees, edges), np.float32),
            np.zeros((trees, edges), np.float32),
            np.zeros((trees, DEEPEST), np.int32),
            np.zeros((trees, DEEPEST), np.int32),
            np.zeros((trees, env.encoding.most), np.int32),
            np.zeros((trees, env.players), np.float64),
            random,
        )

    def run(
        self,
        rows: NDArray[np.uint64],
        pasts: NDArray[np.uint64],
        network: Network | None = None,
        noise: NDArray[np.float64] | None = None,
    ) -> list[Counts]:
        """Search from these games, none of which has ended.

        With a network, `noise` (one number for each action and tree, a quarter of which goes into
        the priors of the roots) makes it try what it would not.
        """
        count = len(rows)
        self._trees.roots[:count] = rows
        self._trees.root_pasts[:count] = pasts
        if network is None:
            self._by_random_play(count)
        else:
            self._by_network(count, network, noise)
        return [self._counts(i) for i in range(count)]

    def _by_random_play(self, count: int) -> None:
        env = self.environment

        def search(lo: int, hi: int) -> None:
            kernels.search(
                env.marker, self._trees, env.limit, lo, hi, self.simulations, self._c, self._longest
            )

        edges = [count * k // self._threads for k in range(self._threads + 1)]
        if self._threads == 1:
            search(0, count)
            return
        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(search, edges[:-1], edges[1:]))

    def _by_network(self, count: int, network: Network, noise: NDArray[np.float64] | None) -> None:
        env, trees = self.environment, self._trees
        planes = np.zeros((count, *env.shape), np.float32)
        flat, depths = planes.reshape(count, -1), np.zeros(count, np.int64)
        for i in range(count):
            kernels.plant(env.marker, trees, env.limit, i)
            kernels.see_root(env.marker, trees, env.limit, i, flat[i])
        policy, _ = network(planes)
        for i in range(count):
            mixed = policy[i].astype(np.float64)
            mixed = mixed if noise is None else 0.75 * mixed + 0.25 * noise[i]
            kernels.set_priors(trees, i, 0, mixed)
        for _ in range(self.simulations):
            kernels.to_leaves(env.marker, trees, env.limit, self._c, depths, flat)
            policy, values = network(planes)
            kernels.from_leaves(
                env.marker, trees, depths, policy.astype(np.float64), values.astype(np.float64)
            )

    def _counts(self, i: int) -> Counts:
        trees = self._trees
        edges = slice(int(trees.first[i, 0]), int(trees.first[i, 0] + trees.counts[i, 0]))
        return Counts(trees.actions[i, edges].copy(), trees.visits[i, edges].copy())

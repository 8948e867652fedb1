"""Tree search over a batch of games, by random play or a network: visit counts of the actions."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from brettwerk.research import tree_kernels as kernels
from brettwerk.research.environment import shaped

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from brettwerk.research.environment import Environment

    # From planes to a policy over all actions and to values, the first that of the player to move.
    Network = Callable[[NDArray[np.float32]], tuple[NDArray[np.floating], NDArray[np.floating]]]

DEEPEST = 512
EDGES = 128  # room for each node on average; a node that finds none stays a leaf


class VisitCounts(NamedTuple):
    """How often each legal action at a root was tried."""

    actions: NDArray[np.int32]
    visits: NDArray[np.int32]


class BatchTreeSearch:
    """Trees side by side, each searched by the same number of simulations."""

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
        self._rollout, self._threads = rollout, threads
        env, nodes, way, n = environment, simulations + 2, environment.way, trees
        most = env.encoding.max_legal
        edges = max(nodes * min(most, EDGES), most)
        self._roots, self._root_pasts = env.rows(n)
        rows, pasts = env.rows(n)
        random = np.random.default_rng(seed).integers(1, 2**63, n, np.uint64)
        first, counts, codes = (way.numbers(n * nodes) for _ in range(3))
        actions, children, visits = (way.numbers(n * edges) for _ in range(3))
        planes, policy = (
            way.floats32(n * math.prod(env.shape)),
            way.floats(n * env.encoding.num_actions),
        )
        values, constants = way.floats(n * env.players), way.floats(1)
        constants[0] = exploration
        self._first, self._counts = shaped(first, n, nodes), shaped(counts, n, nodes)
        self._actions, self._visits = shaped(actions, n, edges), shaped(visits, n, edges)
        self._planes, self._policy = shaped(planes, n, *env.shape), shaped(policy, n, -1)
        self._values = shaped(values, n, -1)
        self._run = way.linked(kernels.run)
        self._arrays = (
            env.contexts, env.starts, self._roots.ravel(), self._root_pasts.ravel(), rows.ravel(),
            pasts.ravel(), env.words(random), way.numbers(n * 4), first, counts, codes, actions,
            children, visits, way.floats32(n * edges), way.floats32(n * edges),
            way.numbers(n * DEEPEST), way.numbers(n * DEEPEST), way.numbers(n * most),
            way.floats(n * env.players), planes, policy, values, constants,
        )  # fmt: skip

    def run(
        self,
        rows: NDArray[np.uint64],
        pasts: NDArray[np.uint64],
        network: Network | None = None,
        noise: NDArray[np.float64] | None = None,
    ) -> list[VisitCounts]:
        """Search from these games, none of which has ended.

        With a network, `noise` (one number for each action and tree, a quarter of which goes into
        the priors of the roots) makes it try other actions.
        """
        count = len(rows)
        self._roots[:count] = rows
        self._root_pasts[:count] = pasts
        if network is None:
            self._by_random_play(count)
        else:
            self._by_network(count, network, noise)
        return [self._visit_counts(i) for i in range(count)]

    def _phase(self, phase: int, first: int, last: int) -> None:
        """Do one phase of the search in some of the trees."""
        limit = self.environment.limit
        self._run(*self._arrays, limit, self.simulations, self._rollout, phase, first, last)

    def _by_random_play(self, count: int) -> None:
        if self._threads == 1:
            self._phase(kernels.SEARCH, 0, count)
            return
        edges = [count * k // self._threads for k in range(self._threads + 1)]
        phases = [kernels.SEARCH] * self._threads
        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(self._phase, phases, edges[:-1], edges[1:]))

    def _by_network(self, count: int, network: Network, noise: NDArray[np.float64] | None) -> None:
        self._phase(kernels.PLANT, 0, count)
        priors = self._policy[:count]
        priors[:], _ = network(self._planes[:count])
        if noise is not None:
            priors[:] = 0.75 * priors + 0.25 * noise
        self._phase(kernels.SET_PRIORS, 0, count)
        for _ in range(self.simulations):
            self._phase(kernels.DESCEND, 0, count)
            priors[:], self._values[:count] = network(self._planes[:count])
            self._phase(kernels.BACK_UP, 0, count)

    def _visit_counts(self, i: int) -> VisitCounts:
        first = int(self._first[i, 0])
        edges = slice(first, first + int(self._counts[i, 0]))
        actions, visits = self._actions[i, edges], self._visits[i, edges]
        return VisitCounts(actions.astype(np.int32), visits.astype(np.int32))

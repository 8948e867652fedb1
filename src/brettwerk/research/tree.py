"""Tree search over a batch of games, by random play or a network: visit counts of the actions."""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brettwerk.research import tree_kernels as kernels
from brettwerk.research.environment import Environment, bounds, shaped
from brettwerk.search import mcts_kernels as k

# From planes to a policy over all actions and to values, the first that of the player to move; as
# arrays of NumPy, torch or JAX.
Network = Callable[[NDArray[np.float32]], tuple[Any, Any]]

CHILDREN = 128  # room for each node on average; a node that finds none stays a leaf


class VisitCounts(NamedTuple):
    """How often each legal action at a root was tried."""

    actions: NDArray[np.int32]
    visits: NDArray[np.int32]


def checked_answer(
    answer: object, count: int, env: Environment
) -> tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]]:
    """Return policies and values as arrays of NumPy; ValueError if they are not what is needed."""
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise ValueError("A network returns two arrays, policies and values.")
    policy = _checked("policies", answer[0], (count, env.encoding.num_actions))
    values = _checked("values", answer[1], (count, env.players))
    if policy.size and policy.min() < 0:
        raise ValueError("A network's policies are probabilities; these have negative numbers.")
    return policy, values


def _checked(what: str, given: Any, shape: tuple[int, int]) -> NDArray[np.floating[Any]]:
    """Return an array of any library as one of NumPy, if its shape and its numbers are right."""
    if hasattr(given, "detach"):  # torch, which gives away no array that it may differentiate
        given = given.detach().cpu()
    if "bfloat16" in str(getattr(given, "dtype", "")):  # which NumPy does not have
        given = given.astype("float32") if hasattr(given, "astype") else given.float()
    array = np.asarray(given)
    if array.shape != shape or array.dtype.kind != "f":
        raise ValueError(
            f"A network's {what} are floats of shape {shape}, not {array.dtype} of {array.shape}."
        )
    if not np.isfinite(array).all():
        raise ValueError(f"A network's {what} are finite; these have infinite numbers or NaN.")
    return array


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
        if trees < 1 or simulations < 1:
            raise ValueError("A search has at least one tree and one simulation.")
        self.environment, self.simulations = environment, simulations
        self._threads = threads
        env, arrays, n = environment, environment.kernels, trees
        most = env.encoding.max_legal
        nodes = max((simulations + 2) * (1 + min(most, CHILDREN)), most + 2)
        self._roots, self._root_pasts = env.rows(n)
        rows, pasts = env.rows(n)
        self._batch = batch = kernels.BatchTrees(
            roots=self._roots.ravel(),
            root_pasts=self._root_pasts.ravel(),
            rows=rows.ravel(),
            pasts=pasts.ravel(),
            tree=arrays.numbers(n * nodes * k.NODE),
            worth=arrays.floats(n * nodes * k.WORTH),
            paths=arrays.numbers(n * (k.DEEP + 1)),
            acts=arrays.numbers(n * most),
            notes=arrays.numbers(n * kernels.NOTES),
            planes=arrays.floats32(n * math.prod(env.shape)),
            policy=arrays.floats(n * env.encoding.num_actions),
            estimates=arrays.floats(n * env.players),
        )
        notes = shaped(batch.notes, n, -1)
        notes[:, k.SEATS], notes[:, k.LONGEST] = env.players, rollout
        notes[:, k.MOST_WALKS] = simulations
        notes[:, k.RANDOM] = np.random.default_rng(seed).integers(1, 2**63, n, np.uint64)
        self._settings = arrays.floats(k.SETTINGS)
        self._settings[:] = [exploration, 1.0]
        self._trees, self._planes = shaped(batch.tree, n, -1), shaped(batch.planes, n, *env.shape)
        self._policy, self._values = shaped(batch.policy, n, -1), shaped(batch.estimates, n, -1)
        self._run = arrays.linked(kernels.run)

    def run(
        self,
        rows: NDArray[np.uint64],
        pasts: NDArray[np.uint64],
        network: Network | None = None,
        noise: NDArray[np.float64] | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[VisitCounts]:
        """Search from these games, none of which has ended.

        With a network, `noise` (one number for each action and tree, a quarter of which goes into
        the priors of the roots) makes it try other actions, and `stop` is asked before each
        simulation but the first whether to end early.
        """
        count = len(rows)
        if not 1 <= count <= len(self._roots):
            raise ValueError(f"From 1 to {len(self._roots)} games are searched here, not {count}.")
        self._roots[:count] = rows
        self._root_pasts[:count] = pasts
        if network is None:
            self._by_random_play(count)
        else:
            self._by_network(count, network, noise, stop)
        return [self._visit_counts(i) for i in range(count)]

    def _phase(self, phase: int, first: int, last: int) -> None:
        """Do one phase of the search in some of the trees."""
        env, settings = self.environment, self._settings
        self._run(env.contexts, env.starts, settings, self._batch, env.limit, phase, first, last)

    def _by_random_play(self, count: int) -> None:
        if self._threads == 1:
            self._phase(kernels.SEARCH, 0, count)
            return
        search = partial(self._phase, kernels.SEARCH)
        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(search, *bounds(count, self._threads)))

    def _by_network(
        self,
        count: int,
        network: Network,
        noise: NDArray[np.float64] | None,
        stop: Callable[[], bool],
    ) -> None:
        self._phase(kernels.PLANT, 0, count)
        priors = self._policy[:count]
        priors[:], _ = self._asked(network, count)
        if noise is not None:
            priors[:] = 0.75 * priors + 0.25 * noise
        self._phase(kernels.SET_PRIORS, 0, count)
        for number in range(self.simulations):
            if number and stop():
                return
            self._phase(kernels.DESCEND, 0, count)
            priors[:], self._values[:count] = self._asked(network, count)
            self._phase(kernels.BACK_UP, 0, count)

    def _asked(
        self, network: Network, count: int
    ) -> tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]]:
        """Ask a network about the leaves, and check its answer once for all of them."""
        return checked_answer(network(self._planes[:count]), count, self.environment)

    def _visit_counts(self, i: int) -> VisitCounts:
        tree = self._trees[i]
        first, count = k.first_of(0, tree), k.count_of(0, tree)
        children = tree[first * k.NODE : (first + count) * k.NODE].reshape(count, k.NODE)
        actions, visits = children[:, k.STATUS] >> k.MOVE, children[:, k.VISITS]
        return VisitCounts(actions.astype(np.int32), visits.astype(np.int32))

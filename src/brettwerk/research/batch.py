"""A batch of games as NumPy arrays: one compiled call steps them all.

It follows Gymnasium's vector environments (`num_envs`, `reset`, `step`, spaces, automatic reset)
as far as they fit several players. What is different, because the players take turns:

- The observation and the mask are those of the player to move, who is in `player`.
- `rewards` has a column for each player. It is zero until a game ends, and then the return of each
  player, not only of the one who made the last move.
- The arrays that `reset` and `step` return are the batch's own, overwritten by every step; copy
  what should last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from brettwerk.core.options import Options
from brettwerk.research import batch_kernels as kernels
from brettwerk.research.actions import whole_numbers
from brettwerk.research.environment import Environment, bounds, shaped
from brettwerk.research.extras import needs

if TYPE_CHECKING:
    from gymnasium.spaces import Box, Discrete, MultiDiscrete

SKIP = kernels.SKIP
Info = dict[str, NDArray[Any]]
Step = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]

Autoreset = Literal["same-step", "next-step", "disabled"]
_MODES = {
    "same-step": kernels.SAME_STEP,
    "next-step": kernels.NEXT_STEP,
    "disabled": kernels.DISABLED,
}


class Batch:
    """Many games of one kind, played side by side.

    >>> batch = Batch("bedraengnis", 4, seed=1)
    >>> observation, info = batch.reset()
    >>> observation.shape, info["action_mask"].shape
    ((4, 8, 4, 4), (4, 16))
    >>> observation, rewards, terminated, truncated, info = batch.step(batch.sample())
    >>> rewards.shape, batch.player.tolist()
    ((4, 2), [1, 1, 1, 1])
    """

    def __init__(
        self,
        name: str,
        num_envs: int,
        *,
        seed: int | None = None,
        threads: int = 1,
        autoreset: Autoreset = "same-step",
        variants: Sequence[Options] | None = None,
        **options: object,
    ) -> None:
        """Make a batch; each new game chooses at random among `variants`, such as boards."""
        if num_envs < 1 or threads < 1:
            raise ValueError("A batch has at least one game and one thread.")
        if autoreset not in _MODES:
            raise ValueError(f"autoreset is one of {', '.join(_MODES)}, not {autoreset!r}.")
        chosen = [{**options, **variant} for variant in (variants or ({},))]
        self.environment = Environment(name, chosen)
        self.num_envs, self.num_players = num_envs, self.environment.players
        self.num_actions = self.environment.encoding.num_actions
        self.autoreset = autoreset
        self._mode = _MODES[autoreset]
        self._threads = min(threads, num_envs)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._allocate()
        self.seed(seed)
        self._ready = False

    def _allocate(self) -> None:
        """Make the arrays, and link the kernels."""
        env, n = self.environment, self.num_envs
        made = env.kernels
        self.rows, self.past = env.rows(n)
        self._legal = made.numbers(n * env.encoding.max_legal)
        self._mask = made.bytes(n * self.num_actions)
        observation = made.floats32(n * math.prod(env.shape))
        rewards = made.floats32(n * env.players)
        terminated, truncated, self._over = made.bytes(n), made.bytes(n), made.bytes(n)
        self._counts, self._random = made.numbers(n), made.words(n)
        self.player = shaped(made.numbers(n), n)
        self.observation = shaped(observation, n, *env.shape)
        self.rewards = shaped(rewards, n, env.players)
        self.action_mask = shaped(self._mask, n, -1).view(np.bool_)
        self.terminated = shaped(terminated, n).view(np.bool_)
        self.truncated = shaped(truncated, n).view(np.bool_)
        self._arrays = (
            env.contexts, env.starts, self.rows.ravel(), self.past.ravel(), self._legal,
            self._mask, observation, rewards, terminated, truncated, self._over, self._counts,
            self.player, self._random,
        )  # fmt: skip
        self._step_games = made.linked(kernels.step_games)
        self._first_illegal = made.linked(kernels.first_illegal)
        self._sample = made.linked(kernels.sample)

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[object, ...]]:
        # Some arrays show the memory of others, which plain copies and pickles would part.
        env, contents = self.environment, [array.copy() for array in self._contents()]
        made_with = env.name, env.variants, self.num_envs, self._threads, self.autoreset
        return _batch_with, (*made_with, contents, self._ready)

    def _contents(self) -> list[NDArray[Any]]:
        """Return the arrays in which everything is that changes."""
        return [np.asarray(array) for array in self._arrays[2:]]

    def seed(self, seed: int | None) -> None:
        """Draw random words for each game: for the next variant, and for `sample`."""
        rng = np.random.default_rng(seed)
        self._random[:] = rng.integers(1, 2**63, self.num_envs, np.uint64).tolist()

    # -- Gymnasium's spaces ---------------------------------------------------------------------
    @property
    def single_observation_space(self) -> Box:
        """The space of one game's observations."""
        return self._spaces().Box(0.0, 1.0, self.environment.shape, np.float32)

    @property
    def single_action_space(self) -> Discrete:
        """The space of one game's actions."""
        return self._spaces().Discrete(self.num_actions)

    @property
    def observation_space(self) -> Box:
        """The space of all games' observations."""
        return self._spaces().Box(0.0, 1.0, self.observation.shape, np.float32)

    @property
    def action_space(self) -> MultiDiscrete:
        """The space of one action for each game."""
        return self._spaces().MultiDiscrete([self.num_actions] * self.num_envs)

    @staticmethod
    def _spaces() -> ModuleType:
        return needs("gymnasium.spaces", "pettingzoo")

    # -- playing --------------------------------------------------------------------------------
    @property
    def info(self) -> Info:
        """The masks of legal actions, and the players to move."""
        return {"action_mask": self.action_mask, "player": self.player}

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, ArrayLike] | None = None
    ) -> tuple[NDArray[np.float32], Info]:
        """Begin all games, or those that are true in `options["reset_mask"]`."""
        if seed is not None:
            self.seed(seed)
        chosen = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            chosen = np.asarray(options["reset_mask"])
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
                raise ValueError(f"reset_mask is an array of {self.num_envs} truth values.")
            if not (self._ready or chosen.all()):
                raise ValueError("The first reset begins all games.")
        self._run(chosen.astype(np.int64), kernels.BEGIN, 0, self.num_envs)
        self._ready = True
        return self.observation, self.info

    def step(self, actions: ArrayLike) -> Step:
        """Play one action in each game; nothing is played if any action is not legal.

        Return observations, rewards, terminated, truncated and info, as Gymnasium does.
        """
        self.step_unchecked(self._checked(actions))
        return self.observation, self.rewards, self.terminated, self.truncated, self.info

    def step_unchecked(self, actions: NDArray[np.int64]) -> None:
        """Play actions that are known to be legal; where one is `SKIP`, the game stays as it is."""
        if self._pool is None:
            self._run(actions, self._mode, 0, self.num_envs)
        else:
            run = partial(self._run, actions, self._mode)
            list(self._pool.map(run, *bounds(self.num_envs, self._threads)))

    def _run(self, actions: NDArray[np.int64], mode: int, first: int, last: int) -> None:
        """Step some of the games."""
        self._step_games(*self._arrays, actions, self.environment.limit, mode, first, last)

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Return the actions as an array; raise unless all of them are legal."""
        if not self._ready:
            raise RuntimeError("Call reset before the first step.")
        played = whole_numbers(actions, self.num_envs)
        illegal = self._first_illegal(played, self._mask, self._over, self._mode)
        if illegal >= 0:
            raise ValueError(self._fault(illegal, int(played[illegal])))
        return played

    def _fault(self, game: int, action: int) -> str:
        if self._over[game]:
            return f"Game {game} is over: reset it before the next step."
        return f"Game {game}: {self.environment.encoding.action_error(action)}"

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game."""
        actions = np.zeros(self.num_envs, np.int64)
        self._sample(self._legal, self._counts, self._random, actions)
        return actions

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _batch_with(
    name: str,
    variants: Sequence[Options],
    num_envs: int,
    threads: int,
    autoreset: Autoreset,
    contents: Sequence[NDArray[Any]],
    ready: bool,
) -> Batch:
    """Return a batch whose arrays have these contents."""
    batch = Batch(name, num_envs, threads=threads, autoreset=autoreset, variants=variants)
    for array, content in zip(batch._contents(), contents, strict=True):
        array[:] = content
    batch._ready = ready
    return batch

"""A batch of games as NumPy arrays: one compiled call steps them all.

It follows Gymnasium's vector environments (`num_envs`, `reset`, `step`, spaces, automatic reset)
as far as they fit several players. What is different, because the players take turns:

- The observation and the mask are those of the player to move, who is in `player`.
- `rewards` has a column for each player. It is zero until a game ends, and then what the end is
  worth to each, whoever made the last move.
- The arrays that `reset` and `step` return are the batch's own, written anew by every step; copy
  what should last.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from brettwerk.adapters import batch_kernels as kernels
from brettwerk.adapters.environment import Environment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

Autoreset = Literal["same-step", "next-step", "disabled"]
_MODES = {
    "same-step": kernels.SAME_STEP,
    "next-step": kernels.NEXT_STEP,
    "disabled": kernels.DISABLED,
}


class Batch:
    """So many games of one kind, played side by side.

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
        variants: Sequence[Mapping[str, Any]] | None = None,
        **options: Any,
    ) -> None:
        """`variants` are options between which each new game chooses by lot, such as boards."""
        if num_envs < 1 or threads < 1:
            raise ValueError("A batch has at least one game and one thread.")
        if autoreset not in _MODES:
            raise ValueError(f"autoreset is one of {', '.join(_MODES)}, not {autoreset!r}.")
        chosen = [{**options, **variant} for variant in (variants or ({},))]
        self.environment = Environment(name, chosen)
        self.num_envs, self.num_players = num_envs, self.environment.players
        self.num_actions = self.environment.encoding.actions
        self.autoreset = autoreset
        self._mode = _MODES[autoreset]
        self._threads = min(threads, num_envs)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._make_room()
        self._seed(seed)

    def _make_room(self) -> None:
        env, n = self.environment, self.num_envs
        self.rows, self._past = env.rows(n)
        self.observation = np.zeros((n, *env.shape), np.float32)
        self._flat = self.observation.reshape(n, -1)
        self.action_mask = np.zeros((n, self.num_actions), np.bool_)
        self.player = np.zeros(n, np.int64)
        self.rewards = np.zeros((n, self.num_players), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self._over = np.ones(n, np.bool_)
        self._legal = np.zeros((n, env.encoding.most), np.int32)
        self._counts = np.zeros(n, np.int64)
        self._ready = False

    def _seed(self, seed: int | None) -> None:
        """Random words for each game: which variant comes next, and what `sample` draws."""
        rng = np.random.default_rng(seed)
        self._random = rng.integers(1, 2**63, self.num_envs, np.uint64)

    # -- spaces, for those who have Gymnasium -------------------------------------------------
    @property
    def single_observation_space(self) -> Any:
        """What one game shows."""
        return self._spaces().Box(0.0, 1.0, self.environment.shape, np.float32)

    @property
    def single_action_space(self) -> Any:
        """The actions of one game."""
        return self._spaces().Discrete(self.num_actions)

    @property
    def observation_space(self) -> Any:
        """What all games show."""
        shape = (self.num_envs, *self.environment.shape)
        return self._spaces().Box(0.0, 1.0, shape, np.float32)

    @property
    def action_space(self) -> Any:
        """One action for each game."""
        return self._spaces().MultiDiscrete([self.num_actions] * self.num_envs)

    @staticmethod
    def _spaces() -> Any:
        from brettwerk.adapters.extras import needs

        return needs("gymnasium.spaces", "pettingzoo")

    # -- playing --------------------------------------------------------------------------------
    @property
    def info(self) -> dict[str, NDArray[Any]]:
        """The masks of legal actions, and the players to move."""
        return {"action_mask": self.action_mask, "player": self.player}

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, NDArray[Any]]]:
        """Begin all games, or those that are true in `options["reset_mask"]`."""
        if seed is not None:
            self._seed(seed)
        chosen = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            chosen = np.asarray(options["reset_mask"])
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
                raise ValueError(f"reset_mask is an array of {self.num_envs} truth values.")
            if not self._ready:
                raise ValueError("The first reset begins all games.")
        for i in np.flatnonzero(chosen):
            kernels.restart(self.environment.marker, self.rows, self.environment.limit, i,
                            self._random, self._flat, self.action_mask, self._legal,
                            self._counts, self.player, self._over)  # fmt: skip
        self._ready = True
        return self.observation, self.info

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, NDArray[Any]],
    ]:
        """Play one action in each game: observations, rewards, ends, cut short, and info.

        Nothing is played if any action is not legal.
        """
        played = self._checked(actions)
        if self._pool is None:
            self._step(played, 0, self.num_envs)
        else:
            edges = [self.num_envs * k // self._threads for k in range(self._threads + 1)]
            parts = pairwise(edges)
            for done in [self._pool.submit(self._step, played, lo, hi) for lo, hi in parts]:
                done.result()
        return self.observation, self.rewards, self.terminated, self.truncated, self.info

    def _step(self, played: NDArray[np.int64], lo: int, hi: int) -> None:
        env = self.environment
        kernels.step_games(
            env.marker, self.rows, self._past, env.limit, lo, hi, self._mode, played,
            self._random, self._flat, self.action_mask, self._legal, self._counts,
            self.player, self._over, self.rewards, self.terminated, self.truncated,
        )  # fmt: skip

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """The actions as an array of the right kind, all of them legal."""
        if not self._ready:
            raise RuntimeError("Call reset before the first step.")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"Actions are {self.num_envs} whole numbers in one array, "
                f"not {given.dtype} of shape {given.shape}."
            )
        played = given.astype(np.int64, copy=False)
        bad = kernels.first_bad(played, self.action_mask, self._over, self._mode)
        if bad >= 0:
            raise ValueError(self._fault(bad, int(played[bad])))
        return played

    def _fault(self, game: int, action: int) -> str:
        if self._over[game]:
            return f"Game {game} is over: reset it before the next step."
        if not 0 <= action < self.num_actions:
            return f"Game {game}: there is no action {action}, only 0 to {self.num_actions - 1}."
        text = self.environment.encoding.text(action)
        return f"Game {game}: action {action} ({text}) is not legal; see action_mask."

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, drawn from the seed."""
        actions = np.zeros(self.num_envs, np.int64)
        kernels.sample(self._legal, self._counts, self._random, actions)
        return actions

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

"""Games as a `gymnasium.vector.VectorEnv`: `brettwerk.make_vec("triapon", num_envs=1024)`.

Gymnasium has one agent, games have several. So one seat of each game is the agent's, and the other
seats are played by `opponent` inside `step`: "random", or a function that takes observations and
masks of several games to their actions. Observations, masks (`info["action_mask"]`) and rewards
are those of the agent's seat, which is drawn for each game unless `seat` says which one.

With `opponent=None` the agent plays all seats: each observation is that of the player to move
(`info["player"]`), and the reward is that of the player who has just acted. What an ended game is
worth to every player is in `info["returns"]`.

Importing this module registers all games: `gymnasium.make_vec("brettwerk/Triapon-v0", num_envs=8)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from brettwerk.core.options import Options
from brettwerk.core.registry import names
from brettwerk.research.actions import are_legal, whole_numbers
from brettwerk.research.batch import SKIP, Batch
from brettwerk.research.encoding import encoding
from brettwerk.research.extras import needs
from brettwerk.research.pixels import pixels

if TYPE_CHECKING:
    from gymnasium import Env
    from gymnasium.vector import AutoresetMode, VectorEnv
else:
    Env = needs("gymnasium", "pettingzoo").Env
    VectorEnv = needs("gymnasium.vector", "pettingzoo").VectorEnv
    AutoresetMode = needs("gymnasium.vector", "pettingzoo").AutoresetMode

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Actions = NDArray[np.int64]
Opponent = Callable[[Floats, Flags], ArrayLike]
Answer = tuple[Floats, NDArray[np.float64], Flags, Flags, dict[str, Any]]
RENDER_MODES = ("ansi", "rgb_array")
RENDERING: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}


class GameVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games side by side, with Gymnasium's interface and its modes of automatic reset.

    >>> env = GameVectorEnv("triapon", num_envs=4)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].shape
    ((4, 27, 9, 9), (4, 2161))
    >>> actions = env.action_space.sample(mask=env.sample_mask())
    >>> observation, reward, terminated, truncated, info = env.step(actions)
    >>> reward.tolist()
    [0.0, 0.0, 0.0, 0.0]
    """

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        opponent: Opponent | Literal["random"] | None = "random",
        seat: int | None = None,
        illegal: Literal["raise", "lose"] = "raise",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        render_mode: str | None = "ansi",
        variants: Sequence[Options] | None = None,
        **options: object,
    ) -> None:
        self.closed = True  # until it is made: Gymnasium closes what is open when it is dropped
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}.")
        if illegal not in ("raise", "lose"):
            raise ValueError(f"illegal is raise or lose, not {illegal!r}.")
        if opponent not in (None, "random") and not callable(opponent):
            raise ValueError(f"opponent is random, None or a function, not {opponent!r}.")
        self.batch = Batch(
            name,
            num_envs,
            seed=None,
            threads=threads,
            autoreset="disabled",
            variants=variants,
            **options,
        )
        if seat is not None and not 0 <= seat < self.batch.num_players:
            raise ValueError(f"seat is from 0 to {self.batch.num_players - 1}, not {seat}.")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**RENDERING, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.single_observation_space = self.batch.single_observation_space
        self.single_action_space = self.batch.single_action_space
        self.observation_space = self.batch.observation_space
        self.action_space = self.batch.action_space
        self._opponent, self._seat, self._loses = opponent, seat, illegal == "lose"
        self._seats = np.zeros(num_envs, np.int64)
        self._over = np.ones(num_envs, np.bool_)  # games to be begun by the next step
        self.closed = False

    # -- beginning ------------------------------------------------------------------------------
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin all games, or those that are true in `options["reset_mask"]`."""
        super().reset(seed=seed)
        if seed is not None:
            self.batch.seed(seed)
        self._begin(np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))))
        return self.batch.observation.copy(), self._info()

    def _begin(self, chosen: Flags) -> None:
        """Begin games, draw the seats, and let opponents that are first move."""
        self.batch.reset(options={"reset_mask": chosen})
        count = int(chosen.sum())
        players = self.batch.num_players
        drawn = self.np_random.integers(players, size=count) if self._seat is None else self._seat
        self._seats[chosen] = drawn
        self._over[chosen] = False
        self._answer(chosen, np.zeros((self.num_envs, players), np.float32))

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {"action_mask": batch.action_mask.copy(), "player": batch.player.copy()}

    def sample_mask(self) -> tuple[NDArray[np.int8], ...]:
        """Return the masks in the form that `action_space.sample(mask=…)` takes."""
        masks = self.batch.action_mask.astype(np.int8)
        masks[self._over] = 1
        return tuple(masks)

    # -- playing --------------------------------------------------------------------------------
    def step(self, actions: ArrayLike) -> Answer:
        """Play the agent's action in each game, and then the opponents' until its next turn."""
        begins = self._over.copy()
        if begins.any() and self.autoreset_mode == AutoresetMode.DISABLED:
            raise ValueError("Some games are over: reset them before the next step.")
        if begins.any():
            self._begin(begins)
        played, wrong = self._checked(actions, begins)
        acted = self.batch.player.copy() if self._opponent is None else self._seats.copy()
        returns = np.zeros((self.num_envs, self.batch.num_players), np.float32)
        self._play(played, returns)
        self._forfeit(wrong, returns)
        self._answer(~begins, returns)
        ended = self._over.copy()
        terminated = np.where(wrong, True, self.batch.terminated) & ended
        truncated = self.batch.truncated & ended & ~wrong
        rewards = returns[np.arange(self.num_envs), acted].astype(np.float64)
        info: dict[str, Any] = {"returns": returns}
        if ended.any() and self.autoreset_mode == AutoresetMode.SAME_STEP:
            info |= self._finals(ended, acted)
            self._begin(ended)
        return self.batch.observation.copy(), rewards, terminated, truncated, self._info() | info

    def _checked(self, actions: ArrayLike, begins: Flags) -> tuple[Actions, Flags]:
        """Return the actions, `SKIP` where none is played, and which are not legal."""
        played = whole_numbers(actions, self.num_envs).copy()
        wrong = ~are_legal(played, self.batch.action_mask) & ~begins
        if wrong.any() and not self._loses:
            game = int(wrong.argmax())
            fault = self.batch.environment.encoding.action_error(int(played[game]))
            raise ValueError(f"Game {game}: {fault}")
        played[begins | wrong] = SKIP
        return played, wrong

    def _play(self, actions: Actions, returns: Floats) -> None:
        """Play actions, and note which games end and what they are worth."""
        self.batch.step_unchecked(actions)
        ended = (actions != SKIP) & (self.batch.terminated | self.batch.truncated)
        returns[ended] = self.batch.rewards[ended]
        self._over |= ended

    def _forfeit(self, wrong: Flags, returns: Floats) -> None:
        """End games by an illegal action, which loses: the others share the win."""
        players = self.batch.num_players
        for game in np.flatnonzero(wrong):
            returns[game] = 1 / (players - 1)
            returns[game, self.batch.player[game]] = -1
        self._over |= wrong

    def _answer(self, games: Flags, returns: Floats) -> None:
        """Let opponents move in these games until it is the agent's turn or the game is over."""
        batch = self.batch
        while self._opponent is not None:
            waiting = games & ~self._over & (batch.player != self._seats)
            if not waiting.any():
                return
            actions = np.full(self.num_envs, SKIP, np.int64)
            actions[waiting] = self._replies(waiting)
            self._play(actions, returns)

    def _replies(self, waiting: Flags) -> Actions:
        """Return the opponents' actions; ValueError if they are not legal."""
        batch = self.batch
        if not callable(self._opponent):
            return batch.sample()[waiting]
        masks = batch.action_mask[waiting]
        found = whole_numbers(self._opponent(batch.observation[waiting], masks), len(masks))
        if not are_legal(found, masks).all():
            raise ValueError("The opponent's actions are one legal action for each game.")
        return found

    def _finals(self, ended: Flags, acted: Actions) -> dict[str, Any]:
        """Return what Gymnasium wants to know of games that have ended and begin anew."""
        batch = self.batch
        seen = batch.environment.observe_rows(batch.rows[ended], acted[ended])
        final = np.full(self.num_envs, None, object)
        for game, planes in zip(np.flatnonzero(ended), seen, strict=True):
            final[game] = planes
        mask = np.zeros_like(batch.action_mask)
        info = {"action_mask": mask, "_action_mask": ended, "player": acted, "_player": ended}
        return {"final_obs": final, "_final_obs": ended, "final_info": info, "_final_info": ended}

    # -- the rest -------------------------------------------------------------------------------
    def render(self) -> tuple[str | NDArray[np.uint8], ...] | None:
        """Return a diagram of each game, or its picture as an array of pixels."""
        if self.render_mode is None:
            return None
        env, draw = self.batch.environment, pixels if self.render_mode == "rgb_array" else str
        rows = zip(self.batch.rows, self.batch.past, strict=True)
        return tuple(draw(env.partial_position(row, past)) for row, past in rows)

    def close_extras(self, **_: object) -> None:
        """Stop the threads."""
        self.batch.close()


class GameEnv(Env):  # type: ignore[misc]
    """One game as a `gymnasium.Env`, for libraries that take no others: a vector of one.

    An illegal action loses unless `illegal` says otherwise. `action_masks` is what sb3-contrib's
    MaskablePPO asks for.
    """

    metadata: ClassVar[dict[str, Any]] = RENDERING

    def __init__(self, name: str, **options: Any) -> None:
        modes = {"illegal": "lose", "autoreset_mode": AutoresetMode.DISABLED}
        self._games = GameVectorEnv(name, 1, **{**modes, **options})
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space
        self.render_mode = self._games.render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin a new game."""
        super().reset(seed=seed)
        observation, info = self._games.reset(seed=seed)
        return observation[0], _first(info)

    def step(self, action: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play an action, and then the opponents' until the agent's next turn."""
        observation, rewards, terminated, truncated, info = self._games.step(np.array([action]))
        over = bool(terminated[0]), bool(truncated[0])
        return observation[0], float(rewards[0]), *over, _first(info)

    def action_masks(self) -> Flags:
        """Return which actions are legal."""
        mask: Flags = self._games.batch.action_mask[0].copy()
        return mask

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return a diagram, or a picture as an array of pixels."""
        shown = self._games.render()
        return shown[0] if shown else None

    def close(self) -> None:
        """Stop the threads."""
        self._games.close()


def _first(info: dict[str, Any]) -> dict[str, Any]:
    """Return what is said of the first game."""
    return {key: value[0] for key, value in info.items()}


def make_vec(name: str, num_envs: int = 1, **options: Any) -> GameVectorEnv:
    """Return a game as a vector environment; options are those of `GameVectorEnv` and the game.

    >>> games = make_vec("bedraengnis", num_envs=4)  # needs brettwerk[pettingzoo]
    >>> observations, info = games.reset(seed=1)
    >>> observations.shape[0]
    4
    """
    return GameVectorEnv(name, num_envs, **options)


for _name in names():
    needs("gymnasium", "pettingzoo").register(
        f"brettwerk/{_name.capitalize()}-v{encoding(_name).version}",
        entry_point=GameEnv,
        vector_entry_point=GameVectorEnv,
        kwargs={"name": _name},
    )

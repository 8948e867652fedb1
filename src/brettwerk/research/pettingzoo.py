"""The games for PettingZoo: `from brettwerk import abalone_v0; env = abalone_v0.env()`.

A player who is eliminated stays to the end, is not asked for actions any more, and gets the return
of the game like everybody else. With `eliminated="leave"` such an agent terminates at once, as some
of PettingZoo's own games do it, and gets what a loss costs when one player wins: -½ of three. An
agent that has left gets no more rewards; so if the other two then draw, it keeps -½ where the
returns of the game say -1. Common wrappers take the first termination for the end of the game.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray

from brettwerk.core.game import Position
from brettwerk.core.registry import find_name, names
from brettwerk.errors import BrettwerkError
from brettwerk.kernels.primitives import reason_of
from brettwerk.research import core
from brettwerk.research.encoding import encoding
from brettwerk.research.environment import Environment, Node, environment
from brettwerk.research.extras import needs
from brettwerk.research.pixels import pixels

if TYPE_CHECKING:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo.utils.env_logger import EnvLogger
else:
    pettingzoo = needs("pettingzoo", "pettingzoo")
    spaces = needs("gymnasium.spaces", "pettingzoo")
    EnvLogger = needs("pettingzoo.utils.env_logger", "pettingzoo").EnvLogger


RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


class RawEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """A game whose agents take turns; parts of a turn are consecutive actions of one agent."""

    name: ClassVar[str]
    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self, render_mode: str | None = None, eliminated: str = "stay", **options: object
    ) -> None:
        super().__init__()
        self._made_with = {"render_mode": render_mode, "eliminated": eliminated, **options}
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}.")
        if eliminated not in ("leave", "stay"):
            raise ValueError("eliminated is leave or stay.")
        self.render_mode = render_mode
        self._leaves = eliminated == "leave"
        self._env = _environment(self.name, options)
        self.possible_agents = [f"player_{seat}" for seat in range(self._env.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = actions = self._env.encoding.num_actions
        planes = spaces.Box(0.0, 1.0, self._env.shape, np.float32)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def __reduce__(self) -> tuple[Callable[..., RawEnv], tuple[str, bool, dict[str, Any]]]:
        # As PettingZoo's own: a copy is made with the same arguments, and begins a new game.
        return _made, (self.name, isinstance(self, Env), self._made_with)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of planes and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of all actions, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; there is no chance in it, so the seed changes nothing."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._node = self._env.begin()
        self._ends()
        self.agent_selection = self.possible_agents[self._node.player]

    @property
    def node(self) -> Node:
        """The current node of the environment."""
        return self._node

    @property
    def position(self) -> Position:
        """The position, at the beginning of the turn."""
        return self._env.position(self._node.row, self._node.past)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees, and its legal actions if it is to act."""
        mask = np.zeros(self._actions, np.int8)
        if agent == self.agent_selection:
            mask[self._node.legal] = 1
        planes = self._env.observe(self._node, self._seats[agent])
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; None if it has terminated."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or action not in self._node.legal:
            self._refuse(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._node = self._env.play(self._node, int(action))
        if self._node.code:
            self._ends()
        else:
            self.agent_selection = self.possible_agents[self._node.player]
            if self._leaves:
                self._let_go()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _refuse(self, action: int | None) -> None:
        raise self._env.encoding.action_error(action)

    def _ends(self) -> None:
        """If the game is over, terminate the remaining agents and give them their returns."""
        code = self._node.code
        if not code:
            return
        returns = self._env.returns(code)
        cut = reason_of(code) == core.TRUNCATED
        for agent in self.agents:
            self.rewards[agent] = returns[self._seats[agent]]
            self.terminations[agent], self.truncations[agent] = not cut, cut

    def _let_go(self) -> None:
        """Terminate the agents that have been eliminated."""
        out = self._env.eliminated(self._node)
        for agent in self.agents if out else ():
            if out >> self._seats[agent] & 1 and not self.terminations[agent]:
                self.terminations[agent] = True
                self.rewards[agent] = -1 / (self._env.players - 1)

    # -- pictures -------------------------------------------------------------------------------
    def render(self) -> str | NDArray[np.uint8] | None:
        """Return a diagram, an SVG picture, or an array of pixels; or print a diagram."""
        if self.render_mode is None:
            raise ValueError("Choose a render_mode to render.")
        position = self._env.partial_position(self._node.row, self._node.past)
        if self.render_mode == "svg":
            return position.svg()
        if self.render_mode == "rgb_array":
            return pixels(position)
        if self.render_mode == "ansi":
            return str(position)
        print(position)
        return None

    def close(self) -> None:
        """Do nothing."""


def _environment(name: str, options: dict[str, Any]) -> Environment:
    try:
        return environment(name, [options])
    except BrettwerkError as fault:
        raise ValueError(str(fault)) from fault


_BEFORE_RESET = ("rewards", "terminations", "truncations", "infos", "agent_selection", "agents")


class Env(RawEnv):
    """The environment with what PettingZoo's usual wrappers do, without three more objects.

    An illegal action ends the game with -1 for the agent (TerminateIllegalWrapper); an action that
    does not exist is an AssertionError (AssertOutOfBoundsWrapper); attributes are missing before
    the first reset, and a step after the end only warns (OrderEnforcingWrapper).
    """

    def __getattr__(self, name: str) -> NoReturn:
        if name in _BEFORE_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset; call reset first.")
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}.")

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; None if it has terminated."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        super().step(action)

    def _refuse(self, action: int | None) -> None:
        agent = self.agent_selection
        fault = self._env.encoding.action_error(action)
        assert self.action_space(agent).contains(action), fault
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: -1.0}
        self._accumulate_rewards()
        self._deads_step_first()


@functools.cache
def _class(name: str, wrapped: bool) -> type[RawEnv]:
    metadata = {
        "name": title_of(name),
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }
    base = Env if wrapped else RawEnv
    return type(title_of(name), (base,), {"name": name, "metadata": metadata})


def environment_module(title: str) -> ModuleType:
    """Return a module such as `abalone_v0`, with its `env` and `raw_env`."""
    name = title.rpartition("_v")[0]
    if name not in names() or title != title_of(name):
        raise AttributeError(f"There is no environment {title!r}.")
    module = ModuleType(f"brettwerk.{title}", f"{name} as a PettingZoo environment.")
    vars(module).update(env=functools.partial(env, name), raw_env=functools.partial(raw_env, name))
    return module


def title_of(name: str) -> str:
    """Return the name of a game's environment, with its version."""
    return f"{name}_v{encoding(name).version}"


def _made(name: str, wrapped: bool, options: dict[str, Any]) -> RawEnv:
    return _class(find_name(name), wrapped)(**options)


def raw_env(name: str, **options: Any) -> RawEnv:
    """Return a game's environment that refuses illegal actions with a ValueError."""
    return _made(name, False, options)


def env(name: str, **options: Any) -> RawEnv:
    """Return a game's environment in which an illegal action loses."""
    return _made(name, True, options)

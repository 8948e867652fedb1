"""The games for PettingZoo: `from brettwerk import abalone_v0; env = abalone_v0.env()`.

Who is eliminated in Triapon leaves at once, as PettingZoo wants it, and gets -½ on leaving: what a
loss costs when one player wins. An agent that has left cannot be paid any more; so if the other
two then draw, it keeps -½ where the game's returns say -1. `eliminated="stay"` keeps such agents
to the end instead; they are not asked for actions, and all get the returns of the game.
"""

from __future__ import annotations

import functools
from io import BytesIO
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from brettwerk.adapters import core
from brettwerk.adapters.environment import Environment, Node, environment
from brettwerk.adapters.extras import needs
from brettwerk.errors import BrettwerkError
from brettwerk.games.catalogue import find_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from brettwerk.games.core import Position

_pettingzoo: Any = needs("pettingzoo", "pettingzoo")
_logger: Any = needs("pettingzoo.utils.env_logger", "pettingzoo")
spaces: Any = needs("gymnasium.spaces", "pettingzoo")
PIXELS = 512
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
LEFT = -0.5


class RawEnv(_pettingzoo.AECEnv):  # type: ignore[misc]
    """A game whose agents take turns; parts of a turn are consecutive actions of one agent."""

    name: ClassVar[str]
    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self, render_mode: str | None = None, eliminated: str = "leave", **options: Any
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
        shape, actions = self._env.shape, self._env.encoding.actions
        self._shape, self._flat, self._actions = shape, int(np.prod(shape)), actions
        planes = spaces.Box(0.0, 1.0, shape, np.float32)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def __reduce__(self) -> tuple[Any, ...]:
        # As PettingZoo's own: a copy is made with the same arguments, and begins anew.
        return _again, (type(self).__base__, self.name, self._made_with)

    def observation_space(self, agent: str) -> Any:
        """Planes and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; nothing is left to chance, so the seed changes nothing."""
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
        """The game as it stands."""
        return self._node

    @property
    def position(self) -> Position:
        """The position, at the beginning of the turn."""
        return self._env.position(self._node.row, self._node.past)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees, and what it may do if it is to act."""
        out = np.empty(self._flat, np.float32)
        self._env.see(self._node, self._seats[agent], out)
        mask = np.zeros(self._actions, np.int8)
        if agent == self.agent_selection:
            mask[self._node.legal] = 1
        return {"observation": out.reshape(self._shape), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the agent selected; None if it has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self._node.legal:
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

    def _refuse(self, action: Any) -> None:
        raise ValueError(self._fault(action))

    def _fault(self, action: Any) -> str:
        if isinstance(action, int | np.integer) and 0 <= action < self._actions:
            text = self._env.encoding.text(int(action))
            return f"Action {action} ({text}) is not legal here; see action_mask."
        return f"There is no action {action!r}, only 0 to {self._actions - 1}."

    def _ends(self) -> None:
        """All agents still there end, if the game does, and get what it is worth to them."""
        code = self._node.code
        if not code:
            return
        returns = self._env.returns(code)
        cut = code >> 6 & 15 == core.CUT
        for agent in self.agents:
            self.rewards[agent] = returns[self._seats[agent]]
            self.terminations[agent], self.truncations[agent] = not cut, cut

    def _let_go(self) -> None:
        """Agents that have been eliminated end."""
        out = self._env.encoding.out(self._node.row.tolist())
        for agent in self.agents if out else ():
            if out >> self._seats[agent] & 1 and not self.terminations[agent]:
                self.terminations[agent] = True
                self.rewards[agent] = LEFT

    # -- pictures -------------------------------------------------------------------------------
    def render(self) -> Any:
        """A diagram, an SVG picture, or an array of pixels."""
        if self.render_mode is None:
            raise ValueError("Choose a render_mode to render.")
        shown = self._env.shown(self._node.row, self._node.past)
        if self.render_mode == "svg":
            return shown.svg()
        if self.render_mode == "rgb_array":
            return _pixels(shown.svg())
        if self.render_mode == "ansi":
            return str(shown)
        print(shown)
        return None

    def close(self) -> None:
        """Nothing is open."""


def _environment(name: str, options: dict[str, Any]) -> Environment:
    try:
        return environment(name, [options])
    except BrettwerkError as fault:
        raise ValueError(str(fault)) from fault


def _pixels(svg: str) -> NDArray[np.uint8]:
    from brettwerk.notation.png import png

    image = needs("PIL.Image", "pettingzoo").open(BytesIO(png(svg, PIXELS)))
    return np.asarray(image.convert("RGB"), np.uint8)


_BEFORE_RESET = ("rewards", "terminations", "truncations", "infos", "agent_selection", "agents")


class Env(RawEnv):
    """The same with what PettingZoo's usual wrappers do, without their threefold detours.

    An illegal action ends the game, and costs who chose it -1 (TerminateIllegalWrapper); what is
    no action at all is an AssertionError (AssertOutOfBoundsWrapper); nothing can be asked before
    the first reset, and a step after the end is only warned of (OrderEnforcingWrapper).
    """

    def __getattr__(self, name: str) -> Any:
        if name in _BEFORE_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset; call reset first.")
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}.")

    def step(self, action: Any) -> None:
        """Play an action of the agent selected; None if it has ended."""
        if not self.agents:
            _logger.EnvLogger.warn_step_after_terminated_truncated()
            return
        super().step(action)

    def _refuse(self, action: Any) -> None:
        agent = self.agent_selection
        assert self.action_space(agent).contains(action), self._fault(action)
        _logger.EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: -1.0}
        self._accumulate_rewards()
        self._deads_step_first()


@functools.cache
def _class(base: Any, name: str) -> type[RawEnv]:
    metadata = {
        "name": f"{name}_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }
    return type(f"{name}_v0", (base,), {"name": name, "metadata": metadata})


def _again(base: Any, name: str, options: dict[str, Any]) -> RawEnv:
    return _class(base, name)(**options)


def raw_env(name: str, **options: Any) -> Any:
    """A game's environment that refuses illegal actions with a ValueError."""
    return _class(RawEnv, find_name(name))(**options)


def env(name: str, **options: Any) -> Any:
    """A game's environment, in which an illegal action loses."""
    return _class(Env, find_name(name))(**options)

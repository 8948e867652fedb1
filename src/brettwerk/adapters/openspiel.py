"""The games for OpenSpiel: importing this module registers them under their names.

`pyspiel.load_game("triapon(barricades=True)")` then loads one, with its options as parameters.
Those that make sure that every game ends are on by default: see `environment.defaults`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from brettwerk.adapters.environment import Environment, Node, defaults, environment
from brettwerk.adapters.extras import needs
from brettwerk.errors import BrettwerkError
from brettwerk.games.catalogue import NAMES, face
from brettwerk.texts import sentences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

pyspiel: Any = needs("pyspiel", "openspiel")
_observation: Any = needs("open_spiel.python.observation", "openspiel")
_TERMINAL = pyspiel.PlayerId.TERMINAL


def _game_type(name: str) -> Any:
    players = face(name).players
    return pyspiel.GameType(
        short_name=name,
        long_name=sentences("en")[f"game-{name}"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(name),
    )


def _game_info(env: Environment) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=env.encoding.actions,
        max_chance_outcomes=0,
        num_players=env.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=env.longest,
    )


class BrettwerkState(pyspiel.State):  # type: ignore[misc]
    """A game as it stands. Its Python side is one thing that never changes: clones are cheap."""

    def __init__(self, game: Any, env: Environment, start: Node) -> None:
        super().__init__(game)
        self._env = env
        self._node = start

    def current_player(self) -> Any:
        """The player to move, or TERMINAL."""
        return _TERMINAL if self._node.code else self._node.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._node.code != 0

    def returns(self) -> list[float]:
        """What the end is worth to each player."""
        return self._env.returns(self._node.code)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in ascending order; none for who is not to move.

        OpenSpiel's own version asks six times about the state before it calls `_legal_actions`.
        """
        node = self._node
        if player is None or player == node.player:
            return node.legal.copy()
        return super().legal_actions(player)  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        return self._node.legal

    def _apply_action(self, action: int) -> None:
        node = self._node
        if action not in node.legal:
            raise pyspiel.SpielError(self._fault(action))
        self._node = self._env.play(node, action)

    def _fault(self, action: int) -> str:
        if self._node.code:
            return "The game is over; no action can be applied."
        last = self._env.encoding.actions - 1
        if not 0 <= action <= last:
            return f"There is no action {action}, only 0 to {last}."
        return f"Action {action} ({self._env.encoding.text(action)}) is not legal here."

    def _action_to_string(self, player: int, action: int) -> str:
        if not 0 <= action < self._env.encoding.actions:
            raise pyspiel.SpielError(self._fault(action))
        return self._env.encoding.text(action)

    def __str__(self) -> str:
        """A diagram, and what it does not show."""
        node = self._node
        shown = self._env.shown(node.row, node.past)
        details = shown.game.face.details(shown.state, shown.game.options)
        turn = "over" if node.code else f"player {node.player} to move"
        rest = " ".join(f"{key}={value}" for key, value in details.items())
        extra = " ".join(map(str, node.row[self._env.width :].tolist()))
        return f"{shown}\n{turn} {rest} [{extra}]"


class Observer:
    """What a player sees, as planes or as the text of the state."""

    def __init__(self, env: Environment) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(int(np.prod(env.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(env.shape)}

    def set_from(self, state: BrettwerkState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        state._env.see(state._node, player, self.tensor)

    def string_from(self, state: BrettwerkState, player: int) -> str:
        """Everything is seen by everyone."""
        return str(state)


class BrettwerkGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games with its parameters."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {key: _value(value) for key, value in (params or {}).items()}
        try:
            self._env = environment(self.name, [given])
        except BrettwerkError as fault:
            raise ValueError(str(fault)) from fault
        self._start = self._env.begin()
        super().__init__(_TYPES[self.name], _game_info(self._env), given)

    def new_initial_state(self, state: object = None) -> BrettwerkState:
        """The beginning."""
        if state is not None:
            raise pyspiel.SpielError("Games begin at their beginning; choose a set-up or board.")
        return BrettwerkState(self, self._env, self._start)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Planes; for other kinds of information OpenSpiel's observer of public games."""
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self._env)
        return _observation.IIGObserverForPublicInfoGame(iig_obs_type, params)


def _value(value: Any) -> Any:
    """A parameter that can stand in a game's string, where a comma would end it."""
    return value.replace(",", " ") if isinstance(value, str) else value


_TYPES = {name: _game_type(name) for name in NAMES}


for _name in NAMES:
    # OpenSpiel drops what is registered after Python has ended: classes bear that, unlike
    # functions.
    # Pickle looks for a class by its name in this module.
    _class = type(f"{_name}_game", (BrettwerkGame,), {"name": _name})
    globals()[_class.__name__] = _class
    pyspiel.register_game(_TYPES[_name], _class)

"""The games for OpenSpiel: importing this module registers them under their names.

`pyspiel.load_game("drei(continuation=True)")` then loads one, with its options as parameters. A
game whose name OpenSpiel already uses is registered as `brettwerk_NAME`. By default every game
ends: see `environment.defaults`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from brettwerk.core.game import Move, Position
from brettwerk.core.registry import collect, definition
from brettwerk.errors import BrettwerkError
from brettwerk.i18n import SOURCE, Translator
from brettwerk.research.environment import Environment, Node, defaults, environment, environment_of
from brettwerk.research.extras import needs
from brettwerk.research.regret import Policy, Task

if TYPE_CHECKING:
    import pyspiel
    from open_spiel.python import observation
else:
    pyspiel = needs("pyspiel", "openspiel")
    observation = needs("open_spiel.python.observation", "openspiel")


_TERMINAL: int = pyspiel.PlayerId.TERMINAL
_TAKEN = frozenset(pyspiel.registered_names())  # OpenSpiel would replace them silently


def _game_type(name: str) -> pyspiel.GameType:
    players = definition(name).players
    return pyspiel.GameType(
        short_name=f"brettwerk_{name}" if name in _TAKEN else name,
        long_name=Translator(SOURCE).title(name),
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


def _game_info(env: Environment) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=env.encoding.num_actions,
        max_chance_outcomes=0,
        num_players=env.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=env.max_actions,
    )


class BrettwerkState(pyspiel.State):  # type: ignore[misc]
    """The state of a game. Its Python side is a node, which never changes: clones are cheap."""

    def __init__(self, game: pyspiel.Game, env: Environment, start: Node) -> None:
        super().__init__(game)
        self._env = env
        self._node = start

    def current_player(self) -> int:
        """Return the player to move, or TERMINAL."""
        return _TERMINAL if self._node.code else self._node.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._node.code != 0

    def returns(self) -> list[float]:
        """Return what the end is worth to each player."""
        return self._env.returns(self._node.code)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions in ascending order; none for a player who is not to move.

        OpenSpiel's own version makes six calls before it calls `_legal_actions`.
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
        return str(self._env.encoding.action_error(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if not 0 <= action < self._env.encoding.num_actions:
            raise pyspiel.SpielError(self._fault(action))
        return self._env.encoding.action_text(action)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return what a player sees, one plane after the other.

        OpenSpiel's own version goes through its observer and a vector, which takes longer.
        """
        seat = self._node.player if player is None else player
        if not 0 <= seat < self._env.players:
            return super().observation_tensor(seat)  # type: ignore[no-any-return]  # which raises
        return self._env.observe(self._node, seat).ravel().tolist()

    def __str__(self) -> str:
        """Return a diagram, and the details that it does not show."""
        node = self._node
        position = self._env.partial_position(node.row, node.past)
        details = position.game.definition.details(position.state, position.game.options)
        turn = "over" if node.code else f"player {node.player} to move"
        rest = " ".join(f"{key}={value}" for key, value in details.items())
        extra = " ".join(map(str, node.row[self._env.width :].tolist()))
        return f"{position}\n{turn} {rest} [{extra}]"


class Observer:
    """Shows a player the state, as planes or as text."""

    def __init__(self, env: Environment) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(math.prod(env.shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(env.shape)}

    def set_from(self, state: BrettwerkState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        state._env.observe_into(state._node, player, self.tensor)

    def string_from(self, state: BrettwerkState, player: int) -> str:
        """Return the text of the state: all players see everything."""
        return str(state)


class BrettwerkGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {key: _value(value) for key, value in (params or {}).items()}
        try:
            self._env = environment(self.name, [given])
        except BrettwerkError as fault:
            raise ValueError(str(fault)) from fault
        self._start = self._env.begin()
        super().__init__(_TYPES[self.name], _game_info(self._env), given)

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        # OpenSpiel's own way makes the C++ side alone, without `__init__`.
        return _load, (str(self),)

    def new_initial_state(self, state: object = None) -> BrettwerkState:
        """Return the initial state."""
        if state is not None:
            raise pyspiel.SpielError("Only the initial state is supported; use options instead.")
        return BrettwerkState(self, self._env, self._start)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> Observer | observation.IIGObserverForPublicInfoGame:
        """Return an observer of planes, or OpenSpiel's own for other kinds of information."""
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self._env)
        return observation.IIGObserverForPublicInfoGame(iig_obs_type, params)


def _load(text: str) -> pyspiel.Game:
    """Load a game; pickle looks for it here, so that another process registers the games first."""
    return pyspiel.load_game(text)


def _value(value: object) -> object:
    """Return a parameter without commas, which would end it in a game's string."""
    return value.replace(",", " ") if isinstance(value, str) else value


_TYPES = dict(collect(lambda game: (game.name, _game_type(game.name))))


for _name in _TYPES:
    # A class, since OpenSpiel drops what is registered after Python has ended, which would crash
    # for a function; and in this module, since pickle looks for it here.
    _class = type(f"{_name}_game", (BrettwerkGame,), {"name": _name})
    globals()[_class.__name__] = _class
    pyspiel.register_game(_TYPES[_name], _class)


def bot_policy(bots: Callable[[pyspiel.Game], Sequence[pyspiel.Bot]]) -> Policy:
    """Return bots in Python, one for each player of a game, as a policy for `regret`."""

    def choose(tasks: Sequence[Task]) -> Iterator[Move]:
        seated: dict[str, tuple[pyspiel.Game, Sequence[pyspiel.Bot]]] = {}
        for position, moves in tasks:
            game = _game_of(position)
            if str(game) not in seated:
                seated[str(game)] = game, bots(game)
            yield _bot_move(*seated[str(game)], position, moves)

    return choose


def _game_of(position: Position) -> pyspiel.Game:
    """Return the game of a position in OpenSpiel."""
    (options,) = environment_of(position.game).variants
    given = {key: _value(value) for key, value in options.items()}
    return pyspiel.load_game(_TYPES[position.game.name].short_name, given)


def _bot_move(
    game: pyspiel.Game, bots: Sequence[pyspiel.Bot], position: Position, moves: Sequence[str]
) -> Move:
    """Return what a bot plays in a position, for which it steps until the turn is complete."""
    env: Environment = game._env
    before, state = position.game.start(), game.new_initial_state()
    for text in moves:
        for action in env.encoding.actions_of(before, before.move(text).code):
            state.apply_action(action)
        before = before.play(text)
    actions: list[int] = []
    while not actions or env.is_partial(state._node):
        bot = bots[position.turn]
        if type(bot).restart_at != pyspiel.Bot.restart_at:  # which raises
            bot.restart_at(state)
        actions.append(bot.step(state))
        state.apply_action(actions[-1])
    return env.move_of(position, tuple(actions))

"""Games as functions on arrays, in the style of pgx: `init`, `step`, `observe`.

A state is a tuple of arrays and is never written to: `step` returns another one. That costs a copy;
`Batch` is faster, and keeps one state only. The arrays are NumPy's and go to torch or JAX
without copies, by `torch.from_numpy` or DLPack.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from brettwerk.research import batch_kernels as kernels
from brettwerk.research.actions import are_legal, whole_numbers
from brettwerk.research.environment import Environment, environment, shaped


class GamesState(NamedTuple):
    """Many games at some point; names as in pgx where it has them.

    `rewards` are those of the last step, for each player. A game that is over stays as it is.
    """

    rows: NDArray[np.uint64]
    past: NDArray[np.uint64]
    current_player: NDArray[np.int64]
    legal_action_mask: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class FunctionalGames:
    """A game, or several variants of it, as functions.

    >>> games = FunctionalGames(environment("drei"))
    >>> state = games.init(2)
    >>> after = games.step(state, [27, 28])
    >>> state.current_player.tolist(), after.current_player.tolist()
    ([0, 0], [1, 1])
    >>> games.observe(after).shape
    (2, 10, 8, 8)
    """

    def __init__(self, env: Environment) -> None:
        self.environment = env
        self.num_players, self.num_actions = env.players, env.encoding.num_actions
        self._step_games = env.kernels.linked(kernels.step_games)

    def init(self, num_envs: int, variants: ArrayLike = 0) -> GamesState:
        """Begin games; `variants` are the numbers of their variants, or one for all."""
        env = self.environment
        numbers = np.broadcast_to(np.asarray(variants), (num_envs,))
        if num_envs < 1 or not ((numbers >= 0) & (numbers < len(env.games))).all():
            raise ValueError(f"Variants are from 0 to {len(env.games) - 1}, of at least one game.")
        started = {int(number): env.begin(int(number)) for number in np.unique(numbers)}
        nodes = [started[int(number)] for number in numbers]
        mask = np.zeros((num_envs, self.num_actions), np.bool_)
        for row, node in zip(mask, nodes, strict=True):
            row[node.legal] = True
        return GamesState(
            np.array([node.row for node in nodes]),
            np.array([node.past for node in nodes]),
            np.array([node.player for node in nodes]),
            mask,
            np.zeros((num_envs, self.num_players), np.float32),
            np.zeros(num_envs, np.bool_),
            np.zeros(num_envs, np.bool_),
        )

    def step(self, state: GamesState, actions: ArrayLike) -> GamesState:
        """Return the games after one action in each; ValueError unless all of them are legal."""
        env, count = self.environment, len(state.rows)
        over = state.terminated | state.truncated
        played = self._checked(state, actions, over)
        made = env.kernels
        mask, rewards = made.bytes(count * self.num_actions), made.floats32(count * env.players)
        flags = made.bytes(count), made.bytes(count)
        rows, past, player = state.rows.copy(), state.past.copy(), state.current_player.copy()
        self._step_games(
            env.contexts, env.starts, rows.ravel(), past.ravel(),
            made.numbers(count * env.encoding.max_legal), mask, made.floats32(0), rewards, *flags,
            made.bytes(count), made.numbers(count), player, made.words(count), played,
            env.limit, kernels.DISABLED, 0, count,
        )  # fmt: skip
        terminated, truncated = (shaped(flag, count).view(np.bool_) for flag in flags)
        terminated |= state.terminated
        truncated |= state.truncated
        legal = shaped(mask, count, -1).view(np.bool_)
        return GamesState(
            rows, past, player, legal, shaped(rewards, count, -1), terminated, truncated
        )

    def _checked(
        self, state: GamesState, actions: ArrayLike, over: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Return the actions, `SKIP` where a game is over."""
        given = whole_numbers(actions, len(state.rows))
        fine = are_legal(given, state.legal_action_mask) | over
        if not fine.all():
            game = int(fine.argmin())
            fault = self.environment.encoding.action_error(int(given[game]))
            raise ValueError(f"Game {game}: {fault}")
        return np.where(over, kernels.SKIP, given)

    def observe(self, state: GamesState, players: ArrayLike | None = None) -> NDArray[np.float32]:
        """Return what these players see, or those to move; one player may stand for all games."""
        seats = state.current_player if players is None else np.asarray(players)
        seats = np.broadcast_to(seats, (len(state.rows),)).astype(np.int64)
        if seats.size and not 0 <= seats.min() <= seats.max() < self.num_players:
            raise ValueError(f"Players are from 0 to {self.num_players - 1}.")
        return self.environment.observe_rows(state.rows, seats)


def make(name: str, **options: object) -> FunctionalGames:
    """Return a game as functions."""
    return FunctionalGames(environment(name, [options]))

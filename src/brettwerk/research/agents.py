"""Agents that any library trains, as functions from observations and masks to actions.

They can be measured against random play and, in games that are solved, against perfect play.
"""

from __future__ import annotations

import signal
from _thread import interrupt_main
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Timer
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from brettwerk.core.game import Move
from brettwerk.research.encoding import encoding
from brettwerk.research.environment import Environment, Node, environment_of
from brettwerk.research.questions import shipped_set
from brettwerk.research.regret import Mean, Policy, Task, examine, mean, report
from brettwerk.research.vector import make_vec

# Takes what the players to move see in several games, and which actions are legal there.
Agent = Callable[[NDArray[np.float32], NDArray[np.bool_]], ArrayLike]
GAMES, POSITIONS = 300, 300


def mean_return(game: str, agent: Agent, games: int = GAMES, seed: int = 1) -> Mean:
    """Return what games against random play are worth to an agent, in seats that are drawn.

    All games are played to their end, so that short ones do not count for more.

    >>> def first_legal(observation, mask):
    ...     return mask.argmax(axis=1)
    >>> mean_return("bedraengnis", first_legal, games=20).mean < 1
    True
    """
    env = make_vec(game, games, autoreset_mode="SameStep")
    observation, info = env.reset(seed=seed)
    returns, playing = np.zeros(games), np.ones(games, np.bool_)
    while playing.any():
        actions = np.asarray(agent(observation, info["action_mask"]))
        observation, rewards, terminated, truncated, info = env.step(actions)
        ended = playing & (terminated | truncated)
        returns[ended] = rewards[ended]
        playing &= ~ended
    env.close()
    return mean(returns.tolist(), least=-1.0)


class LearningCurve:
    """The mean returns of an agent against random play, at equal distances of its training."""

    def __init__(self, game: str, steps: int, points: int) -> None:
        self.points: list[tuple[int, float]] = []
        self._game, self._steps, self._count = game, steps, points

    def note(self, done: int, agent: Agent) -> None:
        """Measure the agent after this many steps if it is time, and print the result."""
        if done * self._count // self._steps > len(self.points):
            self.points.append((done, told_return(self._game, agent, done)))


def told_return(game: str, agent: Agent, steps: int) -> float:
    """Return the mean return of an agent, and print it with its interval."""
    found = mean_return(game, agent)
    interval = f"[{found.low:+.3f}, {found.high:+.3f}]"
    print(f"{steps:8} steps: mean return {found.mean:+.3f} {interval}", flush=True)
    return found.mean


@contextmanager
def stoppable(minutes: float | None = None) -> Iterator[None]:
    """Let training end early, by Ctrl-C or after some minutes; what was learned remains."""
    timer = Timer(60 * (minutes or 0), interrupt_main)
    # Where Ctrl-C is ignored, as in the background of a script, the timer would be, too.
    earlier = signal.getsignal(signal.SIGINT)
    if earlier is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if minutes is not None:
        timer.start()
    try:
        yield
    except KeyboardInterrupt:
        print("Stopped early.", flush=True)
    finally:
        timer.cancel()
        if earlier is signal.SIG_IGN:
            signal.signal(signal.SIGINT, earlier)


def agent_policy(agent: Agent) -> Policy:
    """Return an agent as a policy for `regret`."""

    def choose(tasks: Sequence[Task]) -> Iterator[Move]:
        for position, _ in tasks:
            env = environment_of(position.game)
            yield env.choose_move(position, partial(_action, env, agent))

    return choose


def _action(env: Environment, agent: Agent, node: Node) -> int:
    mask = np.zeros((1, env.encoding.num_actions), np.bool_)
    mask[0, node.legal] = True
    return int(np.asarray(agent(env.observe(node, node.player)[None], mask))[0])


def summary(
    name: str,
    game: str,
    agent: Agent,
    curve: Sequence[tuple[int, float]],
    *,
    games: int = GAMES,
    positions: int = POSITIONS,
) -> dict[str, Any]:
    """Return what is to be told of a trained agent, for JSON.

    That is its learning curve (steps and mean returns against random play), its mean return at the
    end and, where the game is solved, its regret on positions of the shipped set.
    """
    told: dict[str, Any] = {"agent": name, "game": game, "curve": list(curve)}
    told["mean_return"] = mean_return(game, agent, games, seed=2)
    told["regret"] = None
    if encoding(game).benchmark:
        asked = shipped_set(game).part(None, positions, seed=1)
        answers = examine(asked, agent_policy(agent))
        told["regret"] = report(asked, answers, name, 0.0).as_json()
    return told

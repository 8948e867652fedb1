"""A computer player against a random one, through PettingZoo.

    python examples/engine_against_random.py katarenga --games 4 --level 5

The computer player changes seats from game to game.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from brettwerk.research.encoding import encoding
from brettwerk.research.pettingzoo import env as make_env
from brettwerk.search import choose


def play(name: str, games: int, level: int, seed: int = 0) -> float:
    """Play games and return the mean return of the computer player."""
    env: Any = make_env(name)
    rng = np.random.default_rng(seed)
    total = 0.0
    for number in range(games):
        env.reset()
        ours = env.possible_agents[number % len(env.possible_agents)]
        turn: list[int] = []  # the remaining actions of a turn
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if agent == ours:
                total += reward
            if terminated or truncated:
                env.step(None)
            elif agent == ours:
                if not turn:
                    move = choose(env.position, level, int(rng.integers(2**31)))
                    turn = list(encoding(name).actions_of(env.position, move.code))
                env.step(turn.pop(0))
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return total / games


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="katarenga")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--level", type=int, default=5)
    told = parser.parse_args()
    mean = play(told.game, told.games, told.level)
    print(f"{told.game}: level {told.level} got {mean:+.2f} on average in {told.games} games")


if __name__ == "__main__":
    main()

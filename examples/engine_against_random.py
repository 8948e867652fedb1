"""A computer player against a random one, through PettingZoo.

    python examples/engine_against_random.py katarenga --games 4

The computer player is our tree search with random play; who begins changes from game to game.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from brettwerk.adapters.environment import environment
from brettwerk.adapters.pettingzoo import env as make_env
from brettwerk.adapters.tree import TreeSearch


def play(name: str, games: int, simulations: int, seed: int = 0) -> float:
    """So many games; what the computer player got on average."""
    env: Any = make_env(name)
    search = TreeSearch(environment(name), 1, simulations, seed=seed, rollout=300)
    rng = np.random.default_rng(seed)
    total = 0.0
    for number in range(games):
        env.reset()
        ours = env.possible_agents[number % len(env.possible_agents)]
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if agent == ours:
                total += reward
            if terminated or truncated:
                env.step(None)
            elif agent == ours:
                node = env.node
                counts = search.run(node.row[None], node.past[None])[0]
                env.step(int(counts.actions[counts.visits.argmax()]))
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return total / games


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="katarenga")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=200)
    told = parser.parse_args()
    mean = play(told.game, told.games, told.simulations)
    print(f"{told.game}: the tree search got {mean:+.2f} on average in {told.games} games")


if __name__ == "__main__":
    main()

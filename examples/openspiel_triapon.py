"""OpenSpiel's own tree search plays Triapon: three players, one of them searches.

python examples/openspiel_triapon.py --simulations 40
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import brettwerk.research.openspiel  # registers the games  # noqa: F401


def play(
    game_string: str, simulations: int, seed: int = 0, longest: int | None = None
) -> list[float]:
    """Play a game (or its first actions): player 0 searches, the others play at random."""
    game = pyspiel.load_game(game_string)
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bots = [mcts.MCTSBot(game, 2, simulations, evaluator, random_state=rng)]
    bots += [uniform_random.UniformRandomBot(p, rng) for p in range(1, game.num_players())]
    state = game.new_initial_state()
    while not state.is_terminal() and (longest is None or state.move_number() < longest):
        action = bots[state.current_player()].step(state)
        print(state.action_to_string(action), end=" ", flush=True)
        state.apply_action(action)
    print()
    print(state)
    returns: list[float] = state.returns()
    return returns


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="triapon")
    parser.add_argument("--simulations", type=int, default=20)
    told = parser.parse_args()
    print("returns:", play(told.game, told.simulations))


if __name__ == "__main__":
    main()

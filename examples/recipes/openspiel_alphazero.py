"""OpenSpiel's AlphaZero (JAX) learns Die Drei: it takes games for two players.

pip install 'brettwerk[recipes]'
python examples/recipes/openspiel_alphazero.py drei --steps 20
"""

from __future__ import annotations

import argparse
import tempfile

import pyspiel
from open_spiel.python.algorithms.alpha_zero import alpha_zero

import brettwerk.research.openspiel  # noqa: F401 — registers the games


def settings(game: str, steps: int, path: str, simulations: int = 20) -> alpha_zero.Config:
    """Return the settings of a small run; OpenSpiel's documentation explains them."""
    shape = pyspiel.load_game(game).observation_tensor_shape()
    return alpha_zero.Config(
        game=game, path=path, learning_rate=1e-3, weight_decay=1e-4, decouple_weight_decay=False,
        train_batch_size=128, replay_buffer_size=2**12, replay_buffer_reuse=4, max_steps=steps,
        checkpoint_freq=max(1, steps), actors=1, evaluators=0, evaluation_window=10, eval_levels=2,
        uct_c=1.5, max_simulations=simulations, policy_alpha=0.5, policy_epsilon=0.25,
        temperature=1.0, temperature_drop=6, nn_model="mlp", nn_width=128, nn_depth=2,
        observation_shape=shape, output_size=pyspiel.load_game(game).num_distinct_actions(),
        verbose=False, quiet=True,
    )  # fmt: skip


def main() -> None:
    """Read the command line and learn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="drei")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--out", help="the folder for checkpoints and logs")
    given = parser.parse_args()
    folder = given.out or tempfile.mkdtemp(prefix="alphazero-")
    alpha_zero.alpha_zero(settings(given.game, given.steps, folder))
    print(f"Checkpoints and logs: {folder}")


if __name__ == "__main__":
    main()

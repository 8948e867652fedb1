"""OpenSpiel's AlphaZero learns a game for two.

    pip install 'brettwerk[openspiel,recipes]'
    python examples/recipes/openspiel_alphazero.py drei --steps 20

Actors play in processes of their own; logs, checkpoints and the learning curve (`learner.jsonl`)
are written into a folder.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from open_spiel.python.algorithms.alpha_zero import alpha_zero

import brettwerk.research.openspiel  # noqa: F401 — registers the games


def learn(
    game: str,
    folder: Path,
    steps: int,
    *,
    simulations: int = 50,
    states: int = 512,
    width: int = 64,
) -> list[dict[str, Any]]:
    """Train on so many new states in each step; return the lines of the learner's log."""
    config = alpha_zero.Config(
        game=game, path=str(folder), max_steps=steps, checkpoint_freq=max(steps, 1),
        learning_rate=0.001, weight_decay=1e-4, decouple_weight_decay=True,
        train_batch_size=min(states, 128), replay_buffer_size=4 * states, replay_buffer_reuse=4,
        actors=1, evaluators=0, evaluation_window=10, eval_levels=2,
        uct_c=1.5, max_simulations=simulations,
        policy_alpha=1.0, policy_epsilon=0.25, temperature=1.0, temperature_drop=8,
        nn_model="mlp", nn_width=width, nn_depth=2, observation_shape=(), output_size=0,
        verbose=False, quiet=True,
    )  # fmt: skip
    alpha_zero.alpha_zero(config)
    log = (folder / "learner.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in log.splitlines()]


def main() -> None:
    """Read the command line, learn and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="drei")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--folder", type=Path, default=Path("alphazero"))
    given = parser.parse_args()
    for line in learn(given.game, given.folder.resolve(), given.steps):
        print(line["step"], line["loss"])


if __name__ == "__main__":
    main()

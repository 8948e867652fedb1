"""OpenSpiel's AlphaZero learns a game for two.

    pip install 'brettwerk[openspiel,recipes]'
    python examples/recipes/openspiel_alphazero.py drei --steps 20

An actor plays in a process of its own, with about 4 ms of processor time for each simulation. Logs
and checkpoints are written into a folder. Afterwards the network of each checkpoint, without a
search, is measured against random play: the learning curve. `--json` tells it with the final result
and, for a game that is solved, the regret. Ctrl-C or `--minutes` ends the training early; the last
checkpoint is measured then.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from open_spiel.python.algorithms.alpha_zero import alpha_zero
from open_spiel.python.algorithms.alpha_zero.utils import api_selector

import brettwerk.research.openspiel  # noqa: F401 — registers the games
from brettwerk.research.agents import Agent, stoppable, summary, told_return
from brettwerk.research.environment import environment

POINTS = 5  # of the learning curve
SIMULATIONS, STATES = 50, 512  # of each search, and new positions in each step


def learn(
    game: str,
    folder: Path,
    steps: int,
    *,
    simulations: int = SIMULATIONS,
    states: int = STATES,
    width: int = 64,
    minutes: float | None = None,
) -> list[dict[str, Any]]:
    """Train on so many new states in each step; return the lines of the learner's log."""
    config = alpha_zero.Config(
        game=game, path=str(folder), max_steps=steps, checkpoint_freq=max(steps // POINTS, 1),
        learning_rate=0.001, weight_decay=1e-4, decouple_weight_decay=True,
        train_batch_size=min(states, 128), replay_buffer_size=4 * states, replay_buffer_reuse=4,
        actors=1, evaluators=0, evaluation_window=10, eval_levels=2,
        uct_c=1.5, max_simulations=simulations,
        policy_alpha=1.0, policy_epsilon=0.25, temperature=1.0, temperature_drop=8,
        nn_model="mlp", nn_width=width, nn_depth=2, observation_shape=(), output_size=0,
        verbose=False, quiet=True,
    )  # fmt: skip
    with stoppable(minutes):
        alpha_zero.alpha_zero(config)
    log = (folder / "learner.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in log.splitlines()]


def agent_of(folder: Path, step: int) -> Agent:
    """Return the first choices of the network of a checkpoint."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    model = api_selector(config["nn_api_version"]).Model.build_model(
        config["nn_model"], tuple(config["observation_shape"]), config["output_size"],
        config["nn_width"], config["nn_depth"], config["weight_decay"], config["learning_rate"],
        str(folder), decouple_weight_decay=config["decouple_weight_decay"],
    )  # fmt: skip
    model.load_checkpoint(step)

    def choose(planes: Any, mask: Any) -> Any:
        # Its MLP takes one observation at a time: it would flatten a batch.
        seen = zip(planes.reshape(len(planes), -1), mask, strict=True)
        policy = np.array([model.inference(one, legal)[1] for one, legal in seen])
        return np.where(mask, policy.reshape(mask.shape), -1).argmax(axis=1)

    return choose


def measured(game: str, folder: Path, steps: Sequence[int]) -> list[tuple[int, float]]:
    """Return the learning curve: the mean return of checkpoints against random play."""
    return [(step, told_return(game, agent_of(folder, step), step)) for step in steps]


def main() -> None:
    """Read the command line, learn and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="drei")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--states", type=int, default=STATES, help="new ones in each step")
    parser.add_argument("--folder", type=Path, default=Path("alphazero"))
    parser.add_argument("--minutes", type=float, help="stop then, whatever has been learned")
    parser.add_argument("--json", action="store_true", help="tell how good it is in a last line")
    given = parser.parse_args()
    game, folder = environment(given.game).name, given.folder.resolve()
    log = learn(
        game, folder, given.steps,
        simulations=given.simulations, states=given.states, minutes=given.minutes,
    )  # fmt: skip
    for line in log:
        print(line["step"], line["loss"])
    every = max(given.steps // POINTS, 1)
    steps = range(every, len(log) + 1, every)  # those with a checkpoint, and 0 has one, too
    curve = measured(game, folder, steps)
    if given.json:
        agent = agent_of(folder, max(steps, default=0))
        print(json.dumps(summary("OpenSpiel AlphaZero", game, agent, curve)))


if __name__ == "__main__":
    main()

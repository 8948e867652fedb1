"""RLlib's PPO with action masks learns a game against random play.

    pip install 'brettwerk[rllib]'
    python examples/recipes/rllib_ppo.py triapon --steps 20000

RLlib's own example of action masks is the network; what it wants is a dictionary of observations
and mask, which a wrapper of a few lines makes of `GameEnv`. All runs in this process; RLlib's
options spread it over a cluster. `--json` tells at the end the learning curve, the result against
random play and, for a game that is solved, the regret. Ctrl-C or `--minutes` ends the training
early.
"""

from __future__ import annotations

import argparse
import json
import warnings
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from brettwerk.research.agents import Agent, LearningCurve, stoppable, summary
from brettwerk.research.vector import GameEnv

ENVS, LENGTH = 8, 2048  # games side by side, and steps between two updates
POINTS = 10  # of the learning curve


class MaskedGame(gymnasium.Wrapper):  # type: ignore[misc]
    """A game whose observation is a dictionary: what is seen, and what is legal."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(GameEnv(config["game"]))
        size, actions = int(np.prod(self.env.observation_space.shape)), self.env.action_space.n
        box = gymnasium.spaces.Box
        self.observation_space = gymnasium.spaces.Dict(
            observations=box(0.0, 1.0, (size,), np.float32),
            action_mask=box(0.0, 1.0, (actions,), np.float32),
        )

    def reset(self, **given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game."""
        seen, _ = self.env.reset(**given)
        return self._masked(seen), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action, and then the opponents' until the agent's next turn."""
        seen, reward, terminated, truncated, _ = self.env.step(int(action))
        return self._masked(seen), reward, terminated, truncated, {}

    def _masked(self, seen: Any) -> dict[str, Any]:
        return {
            "observations": seen.ravel(),
            "action_mask": self.env.action_masks().astype(np.float32),
        }


def learn(
    game: str, steps: int, seed: int = 1, minutes: float | None = None
) -> tuple[Agent, LearningCurve]:
    """Train an agent; return it with its learning curve."""
    warnings.simplefilter("ignore", DeprecationWarning)  # RLlib's own
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    length = min(LENGTH, steps)
    config = (
        PPOConfig()
        .environment(MaskedGame, env_config={"game": game})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=ENVS)
        .training(train_batch_size=length, minibatch_size=256, num_epochs=4, lr=3e-4, gamma=1.0)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [256, 256], "fcnet_activation": "relu"},
            )
        )
        .debugging(seed=seed, log_level="ERROR")
    )
    algorithm = config.build_algo()
    updates = steps // length
    agent, curve = agent_of(algorithm), LearningCurve(game, updates * length, POINTS)
    with stoppable(minutes):
        for number in range(1, updates + 1):
            algorithm.train()
            curve.note(number * length, agent)
    return agent, curve


def agent_of(algorithm: Algorithm) -> Agent:
    """Return the first choices of the network."""

    def choose(planes: Any, mask: Any) -> Any:
        seen = torch.from_numpy(planes.reshape(len(planes), -1))
        legal = torch.from_numpy(mask.astype(np.float32))
        given = {Columns.OBS: {"observations": seen, "action_mask": legal}}
        with torch.no_grad():
            found = algorithm.get_module().forward_inference(given)
        return found[Columns.ACTION_DIST_INPUTS].argmax(dim=1).numpy()

    return choose


def main() -> None:
    """Read the command line, learn and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="triapon")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop then, whatever has been learned")
    parser.add_argument("--json", action="store_true", help="tell how good it is in a last line")
    given = parser.parse_args()
    agent, curve = learn(given.game, given.steps, given.seed, given.minutes)
    if given.json:
        print(json.dumps(summary("RLlib PPO", given.game, agent, curve.points)))


if __name__ == "__main__":
    main()

"""Stable-Baselines3's MaskablePPO learns a game against random play.

    pip install 'brettwerk[recipes]'
    python examples/recipes/sb3_maskable_ppo.py triapon --steps 100000

`GameEnv` is a plain Gymnasium environment with the masks that sb3-contrib asks for: the agent's
seat is drawn for each game, and the opponents move inside `step`. From time to time the agent is
measured against random play: the learning curve. `--json` tells it at the end with the final
result and, for a game that is solved, the regret. Ctrl-C or `--minutes` ends the training early.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from brettwerk.research.agents import Agent, LearningCurve, stoppable, summary
from brettwerk.research.vector import GameEnv

POINTS = 10  # of the learning curve


class Measuring(BaseCallback):  # type: ignore[misc]
    """Measures the agent while it learns."""

    def __init__(self, curve: LearningCurve) -> None:
        super().__init__()
        self.curve = curve

    def _on_step(self) -> bool:
        self.curve.note(self.num_timesteps, agent_of(self.model))
        return True


def learn(
    game: str, steps: int, seed: int = 1, envs: int = 8, minutes: float | None = None
) -> tuple[MaskablePPO, LearningCurve]:
    """Train an agent; return it with its learning curve."""
    vec = make_vec_env(GameEnv, envs, seed=seed, env_kwargs={"name": game})
    model = MaskablePPO(
        "MlpPolicy", vec, n_steps=256, batch_size=256, gamma=1.0, ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]}, seed=seed, device="cpu",
    )  # fmt: skip
    curve = LearningCurve(game, steps, POINTS)
    with stoppable(minutes):
        model.learn(steps, callback=Measuring(curve))
    return model, curve


def agent_of(model: MaskablePPO) -> Agent:
    """Return the first choices of a model."""

    def choose(planes: Any, mask: Any) -> Any:
        return model.predict(planes, action_masks=mask, deterministic=True)[0]

    return choose


def main() -> None:
    """Read the command line, learn and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="triapon")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop then, whatever has been learned")
    parser.add_argument("--json", action="store_true", help="tell how good it is in a last line")
    given = parser.parse_args()
    model, curve = learn(given.game, given.steps, given.seed, minutes=given.minutes)
    model.save(f"{given.game}-ppo.zip")
    if given.json:
        print(json.dumps(summary("SB3 MaskablePPO", given.game, agent_of(model), curve.points)))


if __name__ == "__main__":
    main()

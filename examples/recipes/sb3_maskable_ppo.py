"""Stable-Baselines3's MaskablePPO learns a game against random play.

    pip install 'brettwerk[recipes]'
    python examples/recipes/sb3_maskable_ppo.py triapon --steps 100000

`GameEnv` is a plain Gymnasium environment with the masks that sb3-contrib asks for: the agent's
seat is drawn for each game, and the opponents move inside `step`. At the end the share of games
won against random play is told and, for a game that is solved, the regret.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from brettwerk.core.game import Move
from brettwerk.research.environment import environment_of
from brettwerk.research.questions import shipped_set
from brettwerk.research.regret import Policy, Task, examine, report
from brettwerk.research.vector import GameEnv

EVERY = 10_000  # steps between two points of the curve


class Curve(BaseCallback):  # type: ignore[misc]
    """Notes the mean return of the last games every ten thousand steps: the learning curve."""

    def __init__(self) -> None:
        super().__init__()
        self.points: list[tuple[int, float]] = []

    def _on_step(self) -> bool:
        due = self.num_timesteps // EVERY > len(self.points)
        if due and self.model.ep_info_buffer:
            mean = float(np.mean([game["r"] for game in self.model.ep_info_buffer]))
            self.points.append((self.num_timesteps, mean))
            print(f"{self.num_timesteps:8} steps: mean return {mean:+.3f}", flush=True)
        return True


def learn(game: str, steps: int, seed: int = 1, envs: int = 8) -> tuple[MaskablePPO, Curve]:
    """Train an agent."""
    vec = make_vec_env(GameEnv, envs, seed=seed, env_kwargs={"name": game})
    model = MaskablePPO(
        "MlpPolicy", vec, n_steps=256, batch_size=256, gamma=1.0, ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]}, seed=seed, device="cpu",
    )  # fmt: skip
    curve = Curve()
    model.learn(steps, callback=curve)
    return model, curve


def policy_of(model: MaskablePPO) -> Policy:
    """Return an agent as a policy for `regret`; for games whose moves are single actions."""

    def choose(tasks: Sequence[Task]) -> Iterator[Move]:
        for position, _ in tasks:
            env = environment_of(position.game)
            node = env.node_of(position)
            mask = np.zeros(env.encoding.num_actions, np.bool_)
            mask[node.legal] = True
            seen = env.observe(node, node.player)
            action, _ = model.predict(seen, action_masks=mask, deterministic=True)
            yield env.move_of(position, (int(action),))

    return choose


def main() -> None:
    """Read the command line, learn and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="triapon")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--regret", action="store_true", help="compare with perfect play")
    given = parser.parse_args()
    model, _ = learn(given.game, given.steps, given.seed)
    model.save(f"{given.game}-ppo.zip")
    if given.regret:
        asked = shipped_set(given.game)
        print(report(asked, examine(asked, policy_of(model)), "MaskablePPO", 0.0).total)


if __name__ == "__main__":
    main()

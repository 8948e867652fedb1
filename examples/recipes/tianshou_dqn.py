"""Tianshou's DQN learns a game by self-play, through PettingZoo.

    pip install 'brettwerk[recipes]'
    python examples/recipes/tianshou_dqn.py triapon --steps 20000

One network plays all seats, since observations are those of the player to move. Tianshou's
`PettingZooEnv` takes our environments as they are: with `eliminated="stay"`, the default, a game
of Triapon goes on after the first elimination. From time to time the agent is measured against
random play: the learning curve. `--json` tells it at the end with the final result and, for a game
that is solved, the regret. Ctrl-C or `--minutes` ends the training early.
"""

from __future__ import annotations

import argparse
import json
import logging
from typing import Any

import numpy as np
import torch
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.env.pettingzoo_env import PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from brettwerk.research import pettingzoo
from brettwerk.research.agents import Agent, LearningCurve, stoppable, summary
from brettwerk.research.environment import environment

ENVS, COLLECTED, BATCH, MEMORY, EXPLORE = 8, 160, 128, 40_000, 0.2
POINTS = 5  # of the learning curve
logging.getLogger("tianshou").setLevel(logging.ERROR)  # it warns of rewards for several players


def learn(
    game: str, steps: int, seed: int = 1, minutes: float | None = None
) -> tuple[Agent, LearningCurve]:
    """Train an agent; return it with its learning curve."""
    torch.manual_seed(seed)
    np.random.seed(seed)  # which tianshou draws from
    env = environment(game)
    zoo = PettingZooEnv(pettingzoo.env(game))
    space = zoo.action_space
    net = Net(state_shape=env.shape, action_shape=space.n, hidden_sizes=[256, 256])
    dqn = DQN(
        policy=DiscreteQLearningPolicy(model=net, action_space=space, eps_training=EXPLORE),
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=env.players,  # until the same player is to move again
        target_update_freq=200,
    )
    team = MultiAgentOffPolicyAlgorithm(algorithms=[dqn] * env.players, env=zoo)
    games = DummyVectorEnv([lambda: PettingZooEnv(pettingzoo.env(game))] * ENVS)
    games.seed(seed)
    collector = Collector(team, games, VectorReplayBuffer(MEMORY, ENVS), exploration_noise=True)
    collector.reset()
    agent, curve = agent_of(dqn), LearningCurve(game, steps, POINTS)
    params = OffPolicyTrainerParams(
        training_collector=collector, max_epochs=POINTS, epoch_num_steps=steps // POINTS,
        collection_step_num_env_steps=COLLECTED, batch_size=BATCH,
        training_fn=lambda _, done: curve.note(done, agent),
        update_step_num_gradient_steps_per_sample=0.1, verbose=False, show_progress=False,
    )  # fmt: skip
    with stoppable(minutes):
        team.run_training(params)
        curve.note(steps, agent)
    return agent, curve


def agent_of(dqn: DQN) -> Agent:
    """Return the first choices of the network."""

    def choose(planes: Any, mask: Any) -> Any:
        with torch.no_grad():
            return dqn.policy(Batch(obs=Batch(obs=planes, mask=mask), info=Batch())).act

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
        print(json.dumps(summary("Tianshou DQN", given.game, agent, curve.points)))


if __name__ == "__main__":
    main()

"""PPO with masks in one file, in the style of CleanRL, on `brettwerk.make_vec`.

    pip install 'brettwerk[recipes]'
    python examples/recipes/cleanrl_ppo.py triapon --steps 200000

The environment steps all games in one compiled call, opponents included; observations go to torch
without a copy. Masks restrict the policy to legal actions. The opponent plays at random; with
`--self-play` it is the agent itself. `--train-boards` draws the board of each game from the
training boards of `brettwerk regret`, so that the agent can be tested on boards it has not seen.
The learning curve measures the agent's first choices against random play from time to time.
`--json` prints it at the end, with the final result and, for solved games, the regret. Ctrl-C or
`--minutes` ends the training early; what was learned is measured and saved all the same.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import brettwerk
from brettwerk.research.agents import LearningCurve, stoppable, summary, told_return
from brettwerk.research.questions import shipped_set

ENVS, LENGTH, EPOCHS, BATCHES = 64, 64, 4, 4
CLIP, ENTROPY, VALUE, LAMBDA, RATE = 0.2, 0.01, 0.5, 0.95, 1e-3
POINTS = 10  # of the learning curve


class Agent(nn.Module):  # type: ignore[misc]
    """Two hidden layers, a policy over the actions and a value."""

    def __init__(self, inputs: int, actions: int, hidden: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Flatten(), nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)

    def forward(
        self, planes: Tensor, mask: Tensor
    ) -> tuple[torch.distributions.Categorical, Tensor]:
        """Return the policy over legal actions, and the value."""
        seen = self.body(planes)
        logits = self.policy(seen).masked_fill(~mask, -1e9)
        return Categorical(logits=logits), self.value(seen)[:, 0]

    def play(self, planes: Any, mask: Any) -> Any:
        """Return drawn actions, as `make_vec` wants them of an opponent."""
        with torch.no_grad():
            chosen, _ = self(torch.from_numpy(planes), torch.from_numpy(mask))
        return chosen.sample().numpy()

    def best(self, planes: Any, mask: Any) -> Any:
        """Return the likeliest actions, with which the agent is measured."""
        with torch.no_grad():
            chosen, _ = self(torch.from_numpy(planes), torch.from_numpy(mask))
        return chosen.logits.argmax(dim=1).numpy()


def advantages(rewards: Tensor, values: Tensor, ends: Tensor, last: Tensor) -> Tensor:
    """Return generalised advantages; a game that has ended hands nothing on."""
    found, carried = torch.zeros_like(rewards), torch.zeros_like(last)
    for t in reversed(range(len(rewards))):
        after = values[t + 1] if t + 1 < len(rewards) else last
        delta = rewards[t] + after * ~ends[t] - values[t]
        carried = delta + LAMBDA * carried * ~ends[t]
        found[t] = carried
    return found


def learn(
    game: str,
    steps: int,
    seed: int = 1,
    self_play: bool = False,
    boards: Sequence[Mapping[str, Any]] | None = None,
    minutes: float | None = None,
) -> tuple[Agent, LearningCurve]:
    """Train an agent; return it with its learning curve."""
    torch.manual_seed(seed)
    probe = brettwerk.make_vec(game, num_envs=1)
    agent = Agent(
        int(np.prod(probe.single_observation_space.shape)), int(probe.single_action_space.n)
    )
    opponent: Any = agent.play if self_play else "random"
    env = brettwerk.make_vec(
        game, ENVS, opponent=opponent, autoreset_mode="SameStep", variants=boards
    )
    adam = torch.optim.Adam(agent.parameters(), RATE)
    observation, info = env.reset(seed=seed)
    told_return(game, agent.best, 0)
    updates = max(1, steps // (ENVS * LENGTH))
    curve = LearningCurve(game, updates * ENVS * LENGTH, POINTS)
    with stoppable(minutes):
        for number in range(1, updates + 1):
            rollout: list[tuple[Tensor, ...]] = []
            for _ in range(LENGTH):
                seen, mask = torch.from_numpy(observation), torch.from_numpy(info["action_mask"])
                with torch.no_grad():
                    chosen, value = agent(seen, mask)
                action = chosen.sample()
                observation, reward, ended, cut, info = env.step(action.numpy())
                over = ended | cut
                made = torch.from_numpy(reward.astype(np.float32)), torch.from_numpy(over)
                rollout.append((seen, mask, action, chosen.log_prob(action), value, *made))
            seen, mask = torch.from_numpy(observation), torch.from_numpy(info["action_mask"])
            with torch.no_grad():
                _, last = agent(seen, mask)
            update(agent, adam, rollout, last)
            curve.note(number * ENVS * LENGTH, agent.best)
    return agent, curve


def update(
    agent: Agent, adam: torch.optim.Adam, rollout: list[tuple[Tensor, ...]], last: Tensor
) -> None:
    """Do some epochs of PPO on a rollout."""
    seen, mask, action, before, values, rewards, ends = (
        torch.stack(parts) for parts in zip(*rollout, strict=True)
    )
    gained = advantages(rewards, values, ends, last)
    flat = [part.flatten(0, 1) for part in (seen, mask, action, before, gained, gained + values)]
    count = len(flat[2])
    for _ in range(EPOCHS):
        for rows in torch.randperm(count).chunk(BATCHES):
            planes, legal, played, old, gain, target = (part[rows] for part in flat)
            policy, value = agent(planes, legal)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = (policy.log_prob(played) - old).exp()
            clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            loss = -clipped.mean() + VALUE * (value - target).pow(2).mean()
            loss = loss - ENTROPY * policy.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            adam.step()


def train_boards(game: str) -> list[Mapping[str, Any]]:
    """Return the boards that the benchmark against perfect play has for training."""
    return [options for split, options in shipped_set(game).boards if split == "train"]


def main() -> None:
    """Read the command line and learn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="triapon")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--self-play", action="store_true")
    parser.add_argument("--train-boards", action="store_true")
    parser.add_argument("--minutes", type=float, help="stop then, whatever has been learned")
    parser.add_argument("--json", action="store_true", help="tell how good it is in a last line")
    given = parser.parse_args()
    boards = train_boards(given.game) if given.train_boards else None
    agent, curve = learn(
        given.game, given.steps, given.seed, given.self_play, boards, given.minutes
    )
    torch.save(agent.state_dict(), f"{given.game}-cleanrl.pt")
    if given.json:
        name = "PPO in one file" + ", training boards" * given.train_boards
        print(json.dumps(summary(name, given.game, agent.best, curve.points)))


if __name__ == "__main__":
    main()

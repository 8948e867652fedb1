"""The recipes run: `make test-research`, which installs what they are for."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from brettwerk.core.registry import definition, names
from brettwerk.research import functional
from brettwerk.research.agents import summary
from brettwerk.research.batch import Batch
from brettwerk.research.encoding import encoding
from brettwerk.research.environment import Environment
from brettwerk.research.tree import BatchTreeSearch

# Not before a change lands; and what other libraries warn of is not for us to mend.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
RECIPES = Path(__file__).parent.parent.parent / "examples" / "recipes"


def recipe(name: str, needed: str) -> Any:
    """Load a recipe, or skip the test where its library is not installed."""
    pytest.importorskip(needed)
    spec = spec_from_file_location(name, RECIPES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    module.__dict__["POINTS"] = 2  # short learning curves
    return module


def is_measured(game: str, agent: Any) -> None:
    """Measure a trained agent as the report does, in a few games and positions."""
    told = json.loads(json.dumps(summary("agent", game, agent, [], games=4, positions=10)))
    mean, low, high = told["mean_return"]
    assert -1 <= low <= mean <= high
    assert (told["regret"] is None) == (encoding(game).benchmark is None)


@pytest.mark.parametrize("game", ["drei", "triapon"])
def test_a_single_file_of_ppo_learns(game: str) -> None:
    ppo = recipe("cleanrl_ppo", "torch")
    boards = ppo.train_boards(game) if game == "drei" else None
    agent, curve = ppo.learn(game, 8192, self_play=game == "drei", boards=boards)
    assert [steps for steps, _ in curve.points] == [4096, 8192]
    assert all(-1 <= mean <= 1 for _, mean in curve.points)
    is_measured(game, agent.best)


@pytest.mark.parametrize("game", ["drei", "triapon"])
def test_maskable_ppo_learns(game: str) -> None:
    ppo = recipe("sb3_maskable_ppo", "sb3_contrib")
    model, curve = ppo.learn(game, 512, envs=2)
    assert len(curve.points) == 2
    is_measured(game, ppo.agent_of(model))


@pytest.mark.parametrize("game", ["drei", "triapon"])
def test_rllibs_ppo_learns(game: str) -> None:
    ppo = recipe("rllib_ppo", "ray.rllib")
    agent, curve = ppo.learn(game, 256)
    assert [steps for steps, _ in curve.points] == [256]
    is_measured(game, agent)


@pytest.mark.parametrize("game", ["drei", "triapon"])
def test_tianshous_dqn_learns(game: str) -> None:
    dqn = recipe("tianshou_dqn", "tianshou")
    agent, curve = dqn.learn(game, 800)
    assert [steps for steps, _ in curve.points] == [480, 800]
    is_measured(game, agent)


@pytest.mark.parametrize("game", [name for name in names() if definition(name).for_two])
def test_openspiels_alphazero_takes_two_steps(game: str, tmp_path: Path) -> None:
    pytest.importorskip("flax")
    alphazero = recipe("openspiel_alphazero", "pyspiel")
    curve = alphazero.learn(game, tmp_path, 2, simulations=2, states=8, width=8)
    assert [line["step"] for line in curve] == [1, 2]
    assert all(np.isfinite(line["loss"]["sum"]) for line in curve)
    is_measured(game, alphazero.agent_of(tmp_path, 2))


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("cleanrl_ppo", "torch"),
        ("sb3_maskable_ppo", "sb3_contrib"),
        ("tianshou_dqn", "tianshou"),
        ("rllib_ppo", "ray.rllib"),
    ],
)
def test_training_that_is_stopped_is_measured(
    name: str, needed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ppo = recipe(name, needed)
    found, curve = ppo.learn("drei", 10**7, minutes=0.05)
    assert "Stopped early." in capsys.readouterr().out
    assert len(curve.points) < 2
    agent = {"cleanrl_ppo": lambda: found.best, "sb3_maskable_ppo": lambda: ppo.agent_of(found)}
    is_measured("drei", agent.get(name, lambda: found)())


def test_torch_shares_our_arrays_and_its_tensors_guide_the_search() -> None:
    torch: Any = pytest.importorskip("torch")
    batch = Batch("drei", 4, seed=1)
    batch.reset()
    assert torch.from_numpy(batch.observation).data_ptr() == batch.observation.ctypes.data
    state = functional.make("drei").init(2)
    assert torch.from_dlpack(state.rewards).data_ptr() == state.rewards.ctypes.data
    policy = torch.full((1, 128), 1 / 128, requires_grad=True)
    assert guided_visits(policy, torch.zeros((1, 2), requires_grad=True)) == plain_visits()
    assert guided_visits(policy.bfloat16(), torch.zeros((1, 2)).bfloat16()) == plain_visits()


def test_arrays_of_jax_guide_the_search() -> None:
    jnp: Any = pytest.importorskip("jax.numpy")
    assert guided_visits(jnp.full((1, 128), 1 / 128), jnp.zeros((1, 2))) == plain_visits()
    small = (jnp.full((1, 128), 1 / 128, jnp.bfloat16), jnp.zeros((1, 2), jnp.bfloat16))
    assert guided_visits(*small) == plain_visits()


def plain_visits() -> list[int]:
    return guided_visits(np.full((1, 128), 1 / 128, np.float32), np.zeros((1, 2), np.float32))


def guided_visits(policy: Any, values: Any) -> list[int]:
    """Search with a network that always gives this answer."""
    env = Environment("drei")
    node = env.begin()
    search = BatchTreeSearch(env, 1, 8)
    (found,) = search.run(node.row[None], node.past[None], lambda _: (policy, values))
    assert found.visits.sum() == 8
    visits: list[int] = found.visits.tolist()
    return visits


def test_batches_are_measured_beside_pgx() -> None:
    pytest.importorskip("pgx")
    from brettwerk.bench.pgx import PGX_GAMES, factors, measure_against_pgx

    *_, found = measure_against_pgx(perf_counter, 1, ["drei"], lambda _: None)
    assert [steps.name for steps in found] == ["drei", *PGX_GAMES]
    assert set(factors(found)["drei"]) == set(PGX_GAMES)
    assert all(steps.workloads["batch"].mean > 0 for steps in found)

"""The recipes run: `make test-research`, which installs what they are for."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brettwerk.core.registry import definition, names
from brettwerk.research import functional
from brettwerk.research.batch import Batch
from brettwerk.research.environment import Environment
from brettwerk.research.questions import shipped_set
from brettwerk.research.regret import examine
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
    return module


@pytest.mark.parametrize("game", ["drei", "triapon"])
def test_a_single_file_of_ppo_learns(game: str) -> None:
    ppo = recipe("cleanrl_ppo", "torch")
    _, curve = ppo.learn(game, 8192, self_play=game == "drei")
    assert len(curve) == 2
    assert np.isfinite(curve).all()


@pytest.mark.parametrize("game", ["drei", "triapon"])
def test_maskable_ppo_learns(game: str) -> None:
    ppo = recipe("sb3_maskable_ppo", "sb3_contrib")
    model, _ = ppo.learn(game, 512, envs=2)
    if game == "drei":
        asked = shipped_set("drei").part("test", 10, seed=1)
        assert len(examine(asked, ppo.policy_of(model))) == 10


@pytest.mark.parametrize("game", [name for name in names() if definition(name).for_two])
def test_openspiels_alphazero_takes_two_steps(game: str, tmp_path: Path) -> None:
    pytest.importorskip("flax")
    alphazero = recipe("openspiel_alphazero", "pyspiel")
    curve = alphazero.learn(game, tmp_path, 2, simulations=2, states=8, width=8)
    assert [line["step"] for line in curve] == [1, 2]
    assert all(np.isfinite(line["loss"]["sum"]) for line in curve)


def test_torch_shares_our_arrays_and_its_tensors_guide_the_search() -> None:
    torch: Any = pytest.importorskip("torch")
    batch = Batch("drei", 4, seed=1)
    batch.reset()
    assert torch.from_numpy(batch.observation).data_ptr() == batch.observation.ctypes.data
    state = functional.make("drei").init(2)
    assert torch.from_dlpack(state.rewards).data_ptr() == state.rewards.ctypes.data
    env = Environment("drei")
    node = env.begin()
    policy = torch.full((1, 128), 1 / 128, requires_grad=True)
    values = torch.zeros((1, 2), requires_grad=True)
    found = BatchTreeSearch(env, 1, 8).run(
        node.row[None], node.past[None], lambda _: (policy, values)
    )
    assert found[0].visits.sum() == 8

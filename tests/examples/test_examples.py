"""The examples run, and the network that learns comes to play perfectly."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def example(name: str) -> Any:
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_engine_beats_random_play_through_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    assert example("engine_against_random").play("katarenga", 2, 5) == 1


def test_openspiels_search_plays_triapon(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel")
    assert example("openspiel_triapon").play("triapon", 4, longest=8) == [0, 0, 0]
    assert "player 2 to move" in capsys.readouterr().out


@pytest.mark.slow
def test_a_network_begins_to_learn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learn = example("learn_bedraengnis")
    learn.ROUNDS, learn.STEPS = 2, 10
    _, reports, _ = learn.train("1a0", 0.0, games=8, simulations=4)
    assert len(reports) == 2
    assert 0 < reports[0].searching < 1
    assert "won positions" in capsys.readouterr().out
    pytest.importorskip("matplotlib")
    learn.plot(reports, tmp_path / "progress.svg")
    assert "<svg" in (tmp_path / "progress.svg").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_network_comes_to_play_perfectly() -> None:
    _, reports, perfect = example("learn_bedraengnis").train("1a0", 1800)
    assert perfect
    assert reports[0].searching > 0


@pytest.mark.skipif(os.name == "nt", reason="The command is a script of a shell.")
def test_an_engine_in_javascript_beats_random_play(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("There is no Node here (apt-get install nodejs): the engine is not tried.")
    engine = shlex.join([node, str(EXAMPLES / "engine.mjs")])
    command = tmp_path / "brettwerk"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m brettwerk "$@"\n')
    command.chmod(0o755)
    wanted = ("bedraengnis", f"mine=command:{engine}", "random", "--games", "10", "--seconds", "1")
    ran = subprocess.run(
        [sys.executable, "-m", "brettwerk", "match", *wanted, "--json"],
        env=os.environ | {"BRETTWERK": str(command)},
        capture_output=True,
        text=True,
        check=True,
    )
    mine = next(one for one in json.loads(ran.stdout)["contestants"] if one["name"] == "mine")
    assert mine["forfeits"] == {}
    assert mine["wins"] > mine["losses"]

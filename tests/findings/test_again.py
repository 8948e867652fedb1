"""The command below a fact plays the very same games again: the engine has not changed since."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import brettwerk
from brettwerk.findings.files import load_games
from brettwerk.findings.plans import SamplingPlan, plans_of, play

ALL_PLANS = [plan for name in brettwerk.NAMES for plan in plans_of(name)]
QUICK = ("bedraengnis", "drei")
PLANS = [
    pytest.param(plan, marks=[] if plan.game in QUICK else [pytest.mark.slow], id=name)
    for plan in ALL_PLANS
    for name in [f"{plan.game}-{plan.name}"]
]


@pytest.mark.parametrize("plan", PLANS)
def test_the_first_games_are_played_again(plan: SamplingPlan, tmp_path: Path) -> None:
    played = play(replace(plan, games=2), tmp_path / "games.jsonl")
    for ours, kept in zip(played, load_games(plan.game, plan.name), strict=False):
        assert [ply.text for ply in ours.plies] == [ply.text for ply in kept.plies]
        assert ours.result == kept.result


def test_the_games_of_every_plan_are_shipped() -> None:
    for plan in ALL_PLANS:
        assert sum(1 for _ in load_games(plan.game, plan.name)) == plan.games

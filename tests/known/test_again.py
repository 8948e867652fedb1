"""The command below a fact plays the very same games again: the engine has not changed since."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from brettwerk.known.plans import Plan, all_plans, play
from brettwerk.known.shipped import games_of

QUICK = ("bedraengnis", "drei")
PLANS = [
    pytest.param(plan, marks=[] if plan.game in QUICK else [pytest.mark.slow], id=name)
    for plan in all_plans()
    for name in [f"{plan.game}-{plan.name}"]
]


@pytest.mark.parametrize("plan", PLANS)
def test_the_first_games_are_played_again(plan: Plan, tmp_path: Path) -> None:
    played = play(replace(plan, games=2), tmp_path / "games.jsonl")
    for ours, kept in zip(played, games_of(plan.game, plan.name), strict=False):
        assert [ply.text for ply in ours.plies] == [ply.text for ply in kept.plies]
        assert ours.result == kept.result


def test_the_games_of_every_plan_are_shipped() -> None:
    for plan in all_plans():
        assert sum(1 for _ in games_of(plan.game, plan.name)) == plan.games

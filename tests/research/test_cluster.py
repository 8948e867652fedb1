"""Tasks on a Ray cluster: a stand-in everywhere, Ray itself where it is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brettwerk.arena.config import MatchConfig
from brettwerk.arena.match_file import MatchFile
from brettwerk.arena.runner import play_match
from brettwerk.research.cluster import AHEAD, on_ray
from brettwerk.research.dataset import DatasetPlan, make_dataset
from brettwerk.research.selfplay import Plan, self_play
from brettwerk.search.report import Limit
from fake_ray import fake_ray

CONFIG = MatchConfig("bedraengnis", ("mcts", "random"), limit=Limit(nodes=20))


def played(games: int, **where: Any) -> dict[int, Any]:
    file = MatchFile(None, CONFIG)
    play_match(CONFIG, games, file, **where)
    return file.records


def test_tasks_are_given_out_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", fake_ray())
    asked: list[int] = []

    def given() -> Iterator[int]:
        for number in range(6):
            asked.append(number)
            yield number

    found = on_ray(abs, given())
    assert next(found) == (AHEAD - 1, AHEAD - 1)
    assert asked == [*range(AHEAD)]
    assert dict(found) == {number: number for number in range(6) if number != AHEAD - 1}


def test_what_is_running_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = fake_ray()
    monkeypatch.setitem(sys.modules, "ray", ray)
    found = on_ray(abs, range(6))
    next(found)
    found.close()
    assert ray.cancelled == [((abs, number), True) for number in range(AHEAD - 1)]


def test_a_match_elsewhere_has_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", fake_ray())
    assert played(5, ray=True) == played(5)


@pytest.mark.filterwarnings("ignore")  # Ray's own are not for us to mend
def test_ray_itself_plays_matches_and_shards_and_makes_datasets(tmp_path: Path) -> None:
    ray: Any = pytest.importorskip("ray", reason="RAY IS NOT INSTALLED, AND NOT TRIED.")
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        assert played(4, ray=True) == played(4)
        plan = Plan("bedraengnis", games=4, games_per_shard=2, simulations=4)
        assert len(self_play(plan, tmp_path, ray=True)) == 2
        games = DatasetPlan("bedraengnis", games=4, simulations=4, nodes=20)
        here = make_dataset(games, tmp_path / "here")
        there = make_dataset(games, tmp_path / "there", ray=True)
        assert parquet.read_table(here).equals(parquet.read_table(there))
    finally:
        ray.shutdown()

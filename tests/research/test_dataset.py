"""Datasets: whole games whose values are true, and a card that says how they were made."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

import brettwerk
from brettwerk.core.registry import names
from brettwerk.errors import BadOptions
from brettwerk.i18n import Translator
from brettwerk.research.dataset import COLUMNS, DatasetPlan, about, make_dataset
from brettwerk.research.dataset_card import write_card
from fake_ray import fake_ray

parquet: Any = pytest.importorskip("pyarrow.parquet")
SHIPPED = Path(__file__).parent.parent.parent / "examples" / "dataset"
PLAN = DatasetPlan("bedraengnis", games=4, simulations=8, nodes=50, seed=3)


def rows_of(file: Path) -> list[dict[str, Any]]:
    table = parquet.read_table(file)
    assert table.column_names == list(COLUMNS)
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def check_games(rows: list[dict[str, Any]]) -> None:
    """Play all games again."""
    for _, group in groupby(rows, lambda row: row["number"]):
        game = list(group)
        position = brettwerk.position(game[0]["position"])
        assert position == position.game.start()
        for ply, row in enumerate(game):
            assert (row["ply"], row["turn"]) == (ply, position.turn)
            assert brettwerk.position(row["position"]) == position
            assert len(row["value"]) == len(row["returns"]) == len(row["players"])
            assert sum(row["value"]) == pytest.approx(0, abs=1e-5)
            position.move(row["best"])  # raises for what is not legal
            position = position.play(row["move"])
        if position.outcome:
            assert game[-1]["returns"] == list(position.outcome.returns)
        else:
            assert not any(game[-1]["returns"])  # cut off by the environment's limit


def check_values(rows: list[dict[str, Any]]) -> None:
    """Ask the solver about exact values, without which it would know them too."""
    for row in rows:
        solved = brettwerk.solve(row["position"], every=False)
        assert solved is not None
        assert row["exact"]
        assert row["value"] == list(solved.returns)


def test_games_are_whole_and_values_are_true(tmp_path: Path) -> None:
    rows = rows_of(make_dataset(PLAN, tmp_path))
    check_games(rows)
    check_values(rows)
    assert {row["number"] for row in rows} == {0, 1, 2, 3}
    assert rows[0]["players"] == ["mcts:8", "mcts:8"]
    assert rows[-1]["players"][0].startswith("level:")


def test_the_seed_decides(tmp_path: Path) -> None:
    first = rows_of(make_dataset(PLAN, tmp_path / "one"))
    assert rows_of(make_dataset(PLAN, tmp_path / "two")) == first
    assert rows_of(make_dataset(replace(PLAN, seed=4), tmp_path / "three")) != first


def test_games_may_be_made_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, done = replace(PLAN, games=19), list[int]()
    here = rows_of(make_dataset(plan, tmp_path / "here", done.append))
    assert done == [4, 8, 10, 14, 18, 19]
    monkeypatch.setitem(sys.modules, "ray", fake_ray())
    assert rows_of(make_dataset(plan, tmp_path / "there", ray=True)) == here
    assert [number for number, _ in groupby(here, lambda row: row["number"])] == [*range(19)]


def test_turns_of_several_actions_and_three_players(tmp_path: Path) -> None:
    plan = DatasetPlan("triapon", games=2, simulations=2, nodes=20)
    rows = rows_of(make_dataset(plan, tmp_path))
    check_games(rows)
    assert {len(row["value"]) for row in rows} == {3}
    assert any(not row["exact"] for row in rows)


def test_files_are_kept_and_those_of_other_plans_refused(tmp_path: Path) -> None:
    file = make_dataset(PLAN, tmp_path)
    written = file.stat().st_mtime_ns
    assert make_dataset(PLAN, tmp_path).stat().st_mtime_ns == written
    with pytest.raises(BadOptions, match="other options"):
        make_dataset(replace(PLAN, nodes=60), tmp_path)
    file.write_bytes(b"no dataset")
    assert about(file) == {}
    with pytest.raises(BadOptions, match="other options"):
        make_dataset(PLAN, tmp_path)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_card_says_what_is_in_the_files(language: str, tmp_path: Path) -> None:
    found = about(make_dataset(PLAN, tmp_path))
    card = write_card(tmp_path, Translator(language)).read_text(encoding="utf-8")
    assert f"`{found['rules']}`" in card
    assert "brettwerk dataset bedraengnis --out FOLDER --games 4" in card
    assert "--simulations 8 --nodes 50 --seed 3" in card
    assert all(f"| `{column}` |" in card for column in COLUMNS)
    assert "MIT" in card


def test_the_shipped_card_is_that_of_the_files(tmp_path: Path) -> None:
    for file in SHIPPED.glob("*.parquet"):
        copyfile(file, tmp_path / file.name)
    card = write_card(tmp_path, Translator("en")).read_text(encoding="utf-8")
    assert card == (SHIPPED / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", names())
def test_the_shipped_games_are_whole(name: str) -> None:
    rows = rows_of(SHIPPED / f"{name}.parquet")
    check_games(rows)
    assert f"`{name}.parquet`" in (SHIPPED / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["bedraengnis", "drei", "schlacht"])
def test_exact_values_of_the_shipped_games_are_true(name: str) -> None:
    exact = [row for row in rows_of(SHIPPED / f"{name}.parquet") if row["exact"]]
    late = exact[:: max(1, len(exact) // 12)]
    assert len(late) >= 12
    check_values(late)

"""`brettwerk environment`, `selfplay` and what `bench` measures for research."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from cli.helpers import done, refused, run


def test_environment_describes_a_game() -> None:
    found = run("environment", "cornered", "--games", "10")
    assert found.stdout.startswith("# Das Bedrängnis (Cornered)\n")
    facts = json.loads(run("environment", "drei", "--games", "10", "--json").stdout)
    assert facts["game"] == "drei"
    assert facts["games"] == 10


def test_selfplay_writes_and_goes_on(tmp_path: Path) -> None:
    asked = ("selfplay", "bedraengnis", "--out", str(tmp_path), "--games", "3", "--shard", "2")
    first = run(*asked, "--simulations", "5")
    assert first.stdout == f"3 games in 2 files: {tmp_path}\n"
    assert run(*asked, "--simulations", "5", "--lang", "de").stdout.startswith("3 Partien")
    other = run(*asked, "--simulations", "6")
    assert other.exit_code == 2
    assert "another plan (simulations differ)" in other.stderr


def test_selfplay_knows_its_formats(tmp_path: Path) -> None:
    found = run("selfplay", "drei", "--out", str(tmp_path), "--format", "csv")
    assert found.exit_code == 2
    assert "npz, parquet" in found.stderr


def test_bench_compares_with_openspiel() -> None:
    pytest.importorskip("pyspiel")
    found = run("bench", "bedraengnis", "--against", "openspiel", "--rounds", "1", "--json")
    rates = {row["name"]: row["steps_per_second"] for row in json.loads(found.stdout)}
    assert rates["bedraengnis"]["batch"] > 0
    assert rates["connect_four"]["OpenSpiel"] > 0


def test_bench_against_pgx_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pgx", None)
    found = run("bench", "bedraengnis", "--against", "pgx", "--rounds", "1")
    assert found.exit_code == 2
    assert "brettwerk[recipes]" in found.stderr


@pytest.mark.slow  # everything is compiled
def test_bench_compares_webassembly_with_numba() -> None:
    asked = ("bench", "--backends", "bedraengnis", "--rounds", "1")
    (found,) = json.loads(done(*asked, "--json"))
    assert found["name"] == "bedraengnis"
    assert found["perft_ratio"] > 0 < found["search_ratio"]
    for host in filter(shutil.which, ("node", "chromium")):
        assert found[f"{host}_ratio"] > 0


def test_bench_measures_search_speed() -> None:
    asked = ("bench", "--search", "bedraengnis", "--nodes", "300")
    one, two = json.loads(run(*asked, "--json").stdout)
    assert (one["name"], one["threads"], two["threads"]) == ("bedraengnis", 1, 2)
    assert one["ratio"] == 1
    assert one["nodes_per_second"] > 0
    assert one["mean_depth"] >= 1
    assert list(one["seconds_to_depth"]) == ["6", "9", "12"]
    told = run(*asked).stdout
    assert "bedraengnis" in told
    assert "knodes/s" in told
    assert "to 12" in told


def test_bench_measures_one_thing_at_a_time() -> None:
    assert "give one" in run("bench", "--search", "--against", "openspiel").stderr


def test_dataset_writes_files_and_a_card(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    asked = ("dataset", "cornered", "--out", str(tmp_path), "--games", "2", "--simulations", "2")
    assert done(*asked) == f"1 file, described in {tmp_path / 'README.md'}\n"
    assert (tmp_path / "bedraengnis.parquet").exists()
    assert "other options" in refused(*asked, "--seed", "5")

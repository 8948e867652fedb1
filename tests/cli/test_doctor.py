"""`brettwerk doctor` and `brettwerk bench --compare`."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path

import pytest

from brettwerk.bench.compare import compare_benches, read_bench
from brettwerk.cli import doctor
from brettwerk.cli.bench import BenchOutput
from brettwerk.errors import BadOptions
from brettwerk.kernels.choice import chosen
from cli.helpers import done, facts, run


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("BRETTWERK_CACHE", str(tmp_path / "cache"))


def states(*arguments: str) -> dict[str, tuple[str, str]]:
    found = json.loads(run("doctor", "--json", *arguments).stdout)
    return {one["what"]: (one["state"], one["text"] + one["advice"]) for one in found}


def test_a_whole_installation_is_well() -> None:
    told = done("doctor")
    assert "Everything is fine." in told
    assert "wasm: abalone" in told
    assert "Alles ist in Ordnung." in done("doctor", "--lang", "de")


def test_a_taken_port_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(doctor, "PORT", taken.getsockname()[1])
        assert states()["port"][0] == "note"


def test_slow_kernels_are_wrong_and_it_says_what_to_do() -> None:
    with chosen("plain"):
        state, text = states()["kernels"]
        assert run("doctor").exit_code == 1
    assert state == "wrong"
    assert "build-wasm abalone" in text


def test_the_database_is_looked_into(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    url = f"sqlite+aiosqlite:///{file}"
    assert states("--database", url)["database"][0] == "right"
    assert not file.exists()
    with sqlite3.connect(file) as made:
        made.execute("CREATE TABLE games (id)")
    assert states("--database", url)["database"] == ("right", str(file))
    file.write_bytes(b"nonsense" * 1000)
    assert states("--database", url)["database"][0] == "wrong"
    nobody = "postgresql+asyncpg://nobody@127.0.0.1:1/none"
    assert states("--database", nobody)["database"][0] == "wrong"


@pytest.mark.parametrize("nonsense", ["nonsense", "http://x/y", "postgresql://h:port/x"])
def test_a_database_that_is_none_gets_a_sentence(nonsense: str) -> None:
    state, text = states("--database", nonsense)["database"]
    assert state == "wrong"
    assert "postgresql://USER@HOST/NAME" in text


# -- benchmarks -----------------------------------------------------------------------------------
OLD = [{"name": "drei", "threads": 2, "nodes_per_second": 100, "to": {"5": 2.0, "6": None}}]
NEW = [
    {"name": "drei", "threads": 2, "nodes_per_second": 150, "to": {"5": 2.04}},
    {"name": "new", "nodes_per_second": 1},
]


def test_what_both_runs_measured_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = list(compare_benches(OLD, NEW))
    assert [(c.name, c.what, round(c.ratio, 2), c.is_notable) for c in changes] == [
        ("drei ×2", "nodes_per_second", 1.5, True),
        ("drei ×2", "to.5", 1.02, False),
    ]
    file = tmp_path / "old.json"
    file.write_text(json.dumps(OLD))
    assert BenchOutput(str(file), json=False).opened().takes(NEW)
    assert "1.50 !" in capsys.readouterr().out
    assert BenchOutput(str(file), json=True).opened().takes(NEW)
    assert json.loads(capsys.readouterr().out)[0]["ratio"] == 1.5
    assert not BenchOutput().opened().takes(NEW)


def test_the_file_of_the_earlier_run_is_read_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "brettwerk.bench.search.measure_search", lambda *_, **__: pytest.fail("measured")
    )
    ran = run("bench", "--search", "--compare", str(tmp_path / "none.json"))
    assert ran.exit_code == 2
    assert "none.json" in ran.stderr


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"nodes": 1}]', "nonsense"])
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(BadOptions, match="not a result of brettwerk bench"):
        read_bench("x.json", text)


def test_the_command_measures_and_compares(tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    file.write_text(done("bench", "bedraengnis", "--search", "--nodes", "2000", "--json"))
    found = facts("bench", "bedraengnis", "--search", "--nodes", "2000", "--compare", file)
    assert "nodes_per_second" in {change["what"] for change in found}

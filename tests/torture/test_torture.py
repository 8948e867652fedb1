"""Runs against servers of this version: nothing is lost, doubled or shown otherwise."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from brettwerk.torture import machines
from brettwerk.torture.cluster import ClusterConfig, TorturePlan
from brettwerk.torture.fuzz import FuzzReport, run_fuzz
from brettwerk.torture.run import TortureReport, run
from cli.helpers import refused
from cli.helpers import run as command
from torture.programs import needs_postgresql, needs_redis


@pytest.fixture(autouse=True)
def _one_machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make no networks beside other tests: browsers stop loading when one comes or goes."""
    if not request.node.get_closest_marker("slow"):
        monkeypatch.setattr(machines, "can_have_machines", lambda: False)


def tortured(plan: TorturePlan) -> TortureReport:
    """In a thread of its own, whatever else runs in this process."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run(plan)).result()


def fuzzed(messages: int, *, slow: bool) -> FuzzReport:
    with ThreadPoolExecutor(1) as thread:
        work = run_fuzz(ClusterConfig(), messages, 1, slow=slow)
        return thread.submit(asyncio.run, work).result()


def check_report(report: TortureReport, moves: int) -> None:
    assert report.violations == []
    counts = report.counts()
    assert counts["moves"] > moves
    assert counts["acknowledged"] > moves // 2
    assert any(report.nemeses.values())


def plan(seconds: float, games: int, seed: int) -> TorturePlan:
    return TorturePlan(ClusterConfig(2, 1, "own-postgresql"), seconds, games, (), seed)


@needs_postgresql
@needs_redis
def test_a_few_seconds_of_torture() -> None:
    check_report(tortured(plan(12, games=4, seed=7)), 8)


@needs_postgresql
@needs_redis
@pytest.mark.slow
def test_half_a_minute_of_torture() -> None:
    check_report(tortured(plan(30, games=4, seed=7)), 20)


@needs_postgresql
@needs_redis
@pytest.mark.slow
def test_two_minutes_of_torture_of_several_servers() -> None:
    check_report(tortured(plan(120, games=8, seed=8)), 200)


def test_malformed_messages_break_nothing() -> None:
    report = fuzzed(1200, slow=False)
    assert report.violations == []
    assert report.requests > 200
    assert report.messages > 200
    assert {200, 400, 404} <= report.statuses.keys()


@pytest.mark.slow
def test_slow_and_malformed_messages_break_nothing() -> None:
    assert fuzzed(50_000, slow=True).violations == []


def test_the_command_keeps_its_history(tmp_path: Path) -> None:
    file = tmp_path / "history.json"
    options = (
        "--servers",
        "1",
        "--workers",
        "0",
        "--database",
        "sqlite",
        "--minutes",
        "0.1",
        "--games",
        "2",
        "--seed",
        "3",
    )
    nemeses = ("--nemesis", "drop-clients", "--lang", "en", "--json", file)
    result = command("torture", *options, *nemeses)
    assert result.exit_code == 0, result.output
    assert "0 promises were broken." in result.stdout
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert {record["type"] for record in kept["history"]["records"]} >= {"sent", "shown"}


def test_the_command_refuses_in_one_sentence() -> None:
    assert "nonsense" in refused("torture", "--nemesis", "nonsense")
    assert "SQLite" in refused("torture", "--servers", "2", "--database", "sqlite", "--lang", "en")

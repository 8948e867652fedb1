"""The load client plays all games to their ends, and counts what is lost or there twice."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import brettwerk
from brettwerk.bench.load import LoadPlan, LoadReport, check, percentile_ms, run
from brettwerk.bench.load_client import LoadGame
from browser.server import Server
from cli.helpers import done, refused


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("games") / "games.sqlite")
    running.start()
    yield running
    running.stop()


def loaded(plan: LoadPlan) -> LoadReport:
    """In a thread of its own, whatever else runs in this process."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run(plan)).result()


def test_all_games_are_played_and_nothing_is_lost(server: Server) -> None:
    report = loaded(
        LoadPlan(server.address, games=len(brettwerk.NAMES), sockets=2, rate=300, seconds=1.5)
    )
    names = {
        LoadGame(server.address, 1, number, seed=0).name for number in range(len(brettwerk.NAMES))
    }
    assert names == set(brettwerk.NAMES)
    assert len(report.took) > 6
    assert (report.lost, report.twice, report.refused, report.thought) == (0, 0, 0, [])
    assert "thought" not in report.as_json()


def test_people_play_against_computers_that_think(server: Server) -> None:
    plan = LoadPlan(server.address, games=2, sockets=1, rate=20, seconds=1.5, thinking=6, level=1)
    report = loaded(plan)
    assert len(report.thought) > 1
    assert (report.lost, report.twice, report.refused) == (0, 0, 0)
    assert report.as_json()["thought"] == len(report.thought)


def test_rounds_and_games_follow_each_other(server: Server) -> None:
    async def work() -> set[str]:
        table = LoadGame(server.address, 1, brettwerk.NAMES.index("bedraengnis"), seed=3)
        await table.begin()
        for _ in range(150):
            assert await table.move() is not None
        stored = await table.stored()
        assert stored == table.answered
        table.close()
        assert {number for _, number in table.answered} > {1}
        return {game for game, _ in table.answered}

    with ThreadPoolExecutor(1) as thread:
        assert len(thread.submit(asyncio.run, work()).result()) > 1


def test_lost_and_duplicate_moves_are_counted() -> None:
    report = LoadReport()
    check(report, ["a", "b"], ["a", "b"])
    assert (report.lost, report.twice) == (0, 0)
    check(report, ["a", "b", "c"], ["a", "x"])
    check(report, ["a"], ["a", "a"])
    assert (report.lost, report.twice) == (2, 1)


def test_percentiles_are_in_milliseconds() -> None:
    times = [at / 1000 for at in range(1, 101)]
    assert percentile_ms(times, 0.5) == 51
    assert (percentile_ms(times, 0.99), percentile_ms(times, 1.0), percentile_ms([], 0.5)) == (
        100,
        100,
        0,
    )


def test_the_command_starts_a_server_and_reports() -> None:
    told = done("loadtest", "--games", "6", "--rate", "60", "--seconds", "1", "--lang", "en")
    started, report, *use = told.splitlines()
    assert started.startswith("6 games, 12 connections")
    assert "lost 0, twice 0, refused 0; a plain echo meanwhile p50" in report
    if sys.platform == "linux":
        assert use[0].startswith("The server used ")


@pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own")
def test_attacks_are_measured_beside_an_echo_and_get_no_faults() -> None:
    options = ["--games", "2", "--rate", "40", "--seconds", "1.5", "--json"]
    reports = json.loads(done("loadtest", "--attack", "study,junk", *options))
    assert [report["attack"] for report in reports] == ["study", "junk"]
    for report in reports:
        assert report["moves"] > 0
        assert report["echo_p99_during_ms"] > 0
        assert report["answers"]
        assert not [status for status in report["answers"] if status.startswith("5")]
    # Of many errors the last ones come late, so there cannot be thousands.
    assert sum(reports[1]["answers"].values()) < 500


@pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own")
def test_an_unknown_attack_gets_a_sentence() -> None:
    told = refused("loadtest", "--attack", "junk", "--url", "http://127.0.0.1:1", "--lang", "en")
    assert "Attacks are only for a server of your own" in told
    told = refused("loadtest", "--attack", "flattery", "--lang", "en")
    assert "There is no attack “flattery”" in told

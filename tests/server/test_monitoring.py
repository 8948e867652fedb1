"""What the server tells Prometheus, and where."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from brettwerk.server import metrics
from brettwerk.server.app import make_app
from brettwerk.server.settings import Settings
from server.glance import at_a_glance
from server.helpers import FRIEND, HERE, make, serving


def value(name: str, **labels: str) -> float:
    """The value of a metric now, 0 if nothing was counted."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_moves_games_and_latencies_are_counted() -> None:
    games, plays = value("brettwerk_games_total"), value("brettwerk_events_total", kind="play")
    took = value("brettwerk_command_seconds_count")
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            player.act("play", player.table["moves"][0][0])
            player.act("play", player.table["moves"][0][0])
    assert value("brettwerk_games_total") == games + 1
    assert value("brettwerk_events_total", kind="play") == plays + 2
    assert value("brettwerk_command_seconds_count") == took + 2


def test_gauges_are_those_of_the_moment(tmp_path: Path) -> None:
    with at_port(tmp_path, 8017) as client:
        game = make(client, "drei", HERE, FRIEND)
        with game.sit(0):
            told = exposed(client)
        assert told["brettwerk_games_in_memory", ""] == 1
        assert told["brettwerk_sockets", "game"] == 1
        assert told["brettwerk_jobs", "moves"] == 0
        assert exposed(client)["brettwerk_sockets", "game"] == 0


def test_limits_that_bite_are_counted() -> None:
    before = value("brettwerk_limits_hit_total", limit="new_games")
    with serving(new_games_burst=1, new_games_per_second=0) as client:
        make(client, "drei", HERE, HERE)
        assert client.post("/api/games", json={"game": "drei"}).status_code == 429
    assert value("brettwerk_limits_hit_total", limit="new_games") == before + 1


def test_the_lag_of_the_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "LAG_EVERY", 0.001)
    before = value("brettwerk_loop_lag_seconds_count")

    async def some() -> None:
        task = asyncio.create_task(metrics.watch_loop())
        while value("brettwerk_loop_lag_seconds_count") < before + 3:
            await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(asyncio.wait_for(some(), 10))


@contextmanager
def at_port(tmp_path: Path, port: int, metrics_port: int = 0) -> Iterator[TestClient]:
    """A server that is asked at this port, by this machine."""
    settings = Settings(
        f"sqlite:///{tmp_path / 'games.sqlite'}",
        hosts=("games.example", "testserver"),
        processes=False,
        metrics_port=metrics_port,
    )
    address = f"http://games.example:{port}"
    app = make_app(settings, run=at_a_glance)
    with TestClient(app, base_url=address, client=("127.0.0.1", 1)) as client:
        yield client


def exposed(client: TestClient) -> dict[tuple[str, str], float]:
    """All samples by their name and the value of their only label."""
    families = text_string_to_metric_families(client.get("/metrics").text)
    samples = (sample for family in families for sample in family.samples)
    return {(s.name, "".join(s.labels.values())): s.value for s in samples}


def test_the_address_for_metrics_has_nothing_else_and_the_other_has_none(tmp_path: Path) -> None:
    with at_port(tmp_path, 8017, metrics_port=9017) as client:
        assert client.get("/").status_code == 200
        assert client.get("/metrics").status_code == 404
    with at_port(tmp_path, 9017, metrics_port=9017) as client:
        # Prometheus calls it by any name.
        answer = client.get("/metrics", headers={"host": "10.0.0.1:9017"})
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain")
        assert client.get("/").status_code == client.get("/api/catalogue").status_code == 404
        address = "ws://games.example:9017/ws/abc"
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(address):
            pass

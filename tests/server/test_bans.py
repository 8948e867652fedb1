"""Addresses that are banned, and games that administrators change, while a server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from prometheus_client import REGISTRY
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from brettwerk.core.game import Move, Position
from brettwerk.server.http.bans import BanList
from brettwerk.server.http.connection import BANNED, UNKNOWN
from brettwerk.server.jobs.pool import MOVES
from brettwerk.server.play import administration as watch
from brettwerk.server.play.seat_keys import hashed
from brettwerk.server.settings import Settings
from brettwerk.server.storage.administration import Administration
from brettwerk.server.storage.engine import make_engine
from server import helpers
from server.glance import at_random
from server.helpers import COMPUTER, FRIEND, HERE, make, running
from services import postgresql

Work = Callable[[Administration], Coroutine[Any, Any, Any]]


@pytest.mark.parametrize(
    ("bans", "client", "banned"),
    [
        (["192.0.2.7"], "192.0.2.7", True),
        (["192.0.2.7"], "192.0.2.70", False),
        (["192.0.2.0/24"], "192.0.2.70", True),
        (["192.0.2.0/24"], "192.0.3.1", False),
        (["2001:db8:1:2::/64"], "2001:db8:1:2::/64", True),
        (["2001:db8::/32"], "2001:db8:1:2::/64", True),
        (["2001:db8::/32"], "192.0.2.7", False),
        (["192.0.2.0/24"], "testclient", False),
        ([], "192.0.2.7", False),
    ],
)
def test_addresses_and_networks_are_found(bans: list[str], client: str, banned: bool) -> None:
    found = BanList()
    found.replace(bans)
    assert (client in found) is banned


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return (
        postgresql() if request.param == "postgresql" else f"sqlite:///{tmp_path / 'games.sqlite'}"
    )


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.02)


def administer(database: str, work: Work) -> Any:
    """Do something from another process' point of view."""

    async def run() -> Any:
        engine = make_engine(Settings(database).url)
        try:
            return await work(Administration(engine))
        finally:
            await engine.dispose()

    return asyncio.run(run())


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    until = monotonic() + 10
    while not holds():
        assert monotonic() < until
        sleep(0.01)


def test_a_banned_address_gets_a_sentence_until_it_is_unbanned(database: str) -> None:
    with running(database) as client:
        game = make(client, "drei", HERE, FRIEND)
        assert administer(database, lambda found: found.ban("192.0.2.7")) is True
        assert administer(database, lambda found: found.ban("192.0.2.7")) is False
        eventually(lambda: client.get("/").status_code == 403)
        assert "This address may not use this server." in client.get("/").text
        answer = client.get(f"/api/games/{game.id}")
        assert (answer.status_code, answer.json()["key"]) == (403, "page-banned")
        with pytest.raises(WebSocketDenialResponse) as denied:
            client.websocket_connect(f"/ws/{game.id}?lang=de").__enter__()
        assert denied.value.status_code == 403
        assert denied.value.text == "Diese Adresse darf diesen Server nicht benutzen.\n"
        assert REGISTRY.get_sample_value("brettwerk_limits_hit_total", {"limit": "bans"})
        assert list(administer(database, lambda found: found.bans())) == ["192.0.2.7"]
        assert administer(database, lambda found: found.unban("192.0.2.7")) is True
        assert administer(database, lambda found: found.unban("192.0.2.7")) is False
        eventually(lambda: client.get("/").status_code == 200)


def test_open_connections_of_a_banned_address_are_closed(database: str) -> None:
    with running(database) as client:
        game = make(client, "drei", HERE, FRIEND)
        with game.sit(0) as player, client.websocket_connect("/ws/analysis") as reader:
            reader.send_json({"t": "hello", "v": 1})
            assert reader.receive_json()["t"] == "welcome"
            administer(database, lambda found: found.ban("192.0.2.0/24"))
            with pytest.raises(WebSocketDisconnect) as closed:
                player.get("nothing")
            assert closed.value.code == BANNED
            with pytest.raises(WebSocketDisconnect) as closed:
                reader.receive_text()
            assert closed.value.code == BANNED
        administer(database, lambda found: found.unban("192.0.2.0/24"))


def test_bans_hold_after_a_restart(database: str) -> None:
    with running(database):
        administer(database, lambda found: found.ban("192.0.2.7"))
    with running(database) as client:
        assert client.get("/").status_code == 403
    administer(database, lambda found: found.unban("192.0.2.7"))


def test_a_game_that_is_deleted_is_gone_for_those_who_look_at_it(database: str) -> None:
    with running(database) as client:
        game, other = make(client, "drei", HERE, FRIEND), make(client, "drei", HERE, FRIEND)
        with game.sit(0) as player, other.sit(0) as elsewhere:
            assert administer(database, lambda found: found.delete([game.id])) == 1
            with pytest.raises(WebSocketDisconnect) as closed:
                player.get("nothing")
            assert closed.value.code == UNKNOWN
            assert client.get(f"/api/games/{game.id}").status_code == 404
            assert elsewhere.act("name", "Ada")["t"] == "done"


def test_no_computer_thinks_again_about_a_game_that_is_deleted(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = list[int]()
    go_on = Event()

    def choose(position: Position, level: int, seed: int) -> Move:
        begun.append(seed)
        go_on.wait(20)
        return at_random(position, level, seed)

    monkeypatch.setattr(helpers, "at_random", choose)
    with running(database) as client:
        game = make(client, "drei", COMPUTER, HERE, begins=0)
        eventually(lambda: bool(begun))
        assert administer(database, lambda found: found.delete([game.id])) == 1
        registry = client.app.state.registry  # type: ignore[attr-defined]
        eventually(lambda: game.id not in registry.sessions)
        assert registry.pool.load(*MOVES) == 1
        go_on.set()
        eventually(lambda: registry.pool.load(*MOVES) == 0)
    assert len(begun) == 1


def test_a_key_that_an_administrator_replaces_works_at_once(database: str) -> None:
    with running(database) as client:
        game = make(client, "drei", HERE, FRIEND)
        with game.sit(0), game.sit(1) as friend:
            administer(database, lambda found: found.rekey(game.id, 1, hashed("another")))
            with pytest.raises(WebSocketDisconnect):
                friend.get("nothing")
        game.keys[1] = "another"
        with game.sit(1) as friend:
            assert friend.act("name", "Bo")["t"] == "done"

"""Addresses of clients, health checks and metrics, and input that cannot be stored."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from brettwerk.server.app import make_app
from brettwerk.server.http.request import client_of
from brettwerk.server.settings import Settings
from brettwerk.server.storage.store import GameStore
from browser.server import free_port
from server.glance import at_a_glance
from server.helpers import FRIEND, HERE, make, serving

ASK = """
import sys
from brettwerk.server.app import make_app
from brettwerk.server import run
from brettwerk.server.http.request import client_of
from brettwerk.server.settings import Settings
from starlette.responses import PlainTextResponse
from starlette.routing import Route

async def who(request):
    return PlainTextResponse(client_of(request))

def app(settings, store):
    made = make_app(settings, store)
    made.router.routes.insert(0, Route("/who", who))
    return made

run.make_app = app
settings = Settings("sqlite:///" + sys.argv[2], processes=False, proxies=tuple(sys.argv[3:]))
run.serve(settings, run.listen("127.0.0.1", int(sys.argv[1])), lambda: print("ready", flush=True))
"""


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_clients_are_counted_by_address_and_in_ipv6_by_network(host: str, counted: str) -> None:
    scope = {"type": "http", "client": (host, 1) if host else None}
    assert client_of(HTTPConnection(scope)) == counted


@pytest.mark.parametrize(("proxies", "client"), [([], "127.0.0.1"), (["127.0.0.1"], "203.0.113.9")])
def test_forwarded_addresses_are_believed_of_named_proxies_only(
    proxies: list[str], client: str, tmp_path: Path
) -> None:
    port = free_port()
    command = [sys.executable, "-c", ASK, str(port), str(tmp_path / "games.sqlite"), *proxies]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            assert server.stdout.readline() == "ready\n"
            headers = {"x-forwarded-for": "203.0.113.9"}
            with urlopen(Request(f"http://127.0.0.1:{port}/who", headers=headers)) as answer:
                assert answer.read().decode() == client
        finally:
            server.terminate()


def test_names_of_hosts_are_compared_without_case() -> None:
    with serving() as client:
        assert client.get("/healthz", headers={"host": "TestServer"}).status_code == 200
        headers = {"host": "TestServer", "origin": "http://testserver"}
        made = client.post("/api/games", json={"game": "drei"}, headers=headers)
        assert made.status_code == 201


@pytest.mark.parametrize(
    ("token", "client", "given", "status"),
    [
        ("", "127.0.0.1", "", 200),
        ("", "192.0.2.7", "", 404),
        ("secret", "127.0.0.1", "", 404),
        ("secret", "192.0.2.7", "Bearer other", 404),
        ("secret", "192.0.2.7", "Bearer secret", 200),
    ],
)
def test_metrics_are_for_this_machine_or_whoever_has_the_token(
    token: str, client: str, given: str, status: int, tmp_path: Path
) -> None:
    settings = Settings(
        f"sqlite:///{tmp_path / 'games.sqlite'}",
        hosts=("testserver",),
        processes=False,
        metrics_token=token,
    )
    with TestClient(make_app(settings, run=at_a_glance), client=(client, 1)) as asking:
        headers = {"authorization": given} if given else {}
        assert asking.get("/metrics", headers=headers).status_code == status


def test_asking_whether_it_is_ready_again_and_again_writes_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[int] = []
    write = GameStore._write_nothing

    async def counting(store: GameStore) -> None:
        written.append(1)
        await write(store)

    monkeypatch.setattr(GameStore, "_write_nothing", counting)
    monkeypatch.setattr("brettwerk.server.storage.store.CHECK_EVERY", 60.0)
    with serving() as client:
        assert [client.get("/readyz").status_code for _ in range(50)] == [200] * 50
    assert len(written) == 1


def test_a_server_whose_database_fails_is_alive_but_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brettwerk.server.storage.store.CHECK_EVERY", 0.0)
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        assert client.get("/readyz").status_code == 200
        with closing(sqlite3.connect(file)) as other:
            other.execute("DROP TABLE leases")
        assert client.get("/healthz").status_code == 200
        answer = client.get("/readyz")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")


def test_a_character_that_no_database_stores_is_refused() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            for act in ({"do": "name", "text": "A\0"}, {"do": "name", "text": "A", "id": "\0"}):
                player.say({"t": "act", "id": "1", **act})
                assert player.get("no")["key"] == "page-nul"


def test_a_game_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    clock = {"clock": "5+3", "begins": 0}
    with serving(file) as client:
        broken, whole = (make(client, "drei", FRIEND, FRIEND, **clock) for _ in range(2))
    with closing(sqlite3.connect(file)) as other:
        terms = json.dumps({"game": "no such game"})
        other.execute("UPDATE games SET terms = ? WHERE id = ?", (terms, broken.id))
        other.commit()
    with serving(file) as client:
        answer = client.get(f"/api/games/{broken.id}")
        assert (answer.status_code, answer.json()["key"]) == (500, "page-unreadable")
        assert client.get(f"/api/games/{whole.id}").status_code == 200

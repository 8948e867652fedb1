"""Logs: one record a line, ids of requests, and no secrets."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import closing
from io import StringIO
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
from starlette.testclient import TestClient

from brettwerk.server.app import make_app
from brettwerk.server.http.request_id import HEADER
from brettwerk.server.logs import (
    HIDDEN,
    JsonFormatter,
    TextFormatter,
    configure,
    request_id,
    without_secrets,
)
from brettwerk.server.play.seat_keys import hashed
from brettwerk.server.run import SeldomFilter
from brettwerk.server.settings import Settings
from server.glance import at_a_glance
from server.helpers import FRIEND, HERE, make, serving


@pytest.fixture(params=[True, False])
def logged(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """Everything that is logged meanwhile, down to the last detail of our own."""
    stream, root = StringIO(), logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(logging.getLogger("brettwerk"), "level", logging.NOTSET)
    configure(as_json=request.param, level="debug", stream=stream)
    return stream


def record(message: str, *details: object, **extra: Any) -> logging.LogRecord:
    made = logging.LogRecord("brettwerk", logging.WARNING, "", 0, message, details, None)
    made.created = 0.0
    vars(made).update(extra)
    return made


def test_json_is_one_line_with_the_id_of_the_request() -> None:
    token = request_id.set("r1")
    line = JsonFormatter().format(record("Two\nlines of %s", "text", status=200))
    request_id.reset(token)
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "1970-01-01T00:00:00.000+00:00",
        "level": "warning",
        "logger": "brettwerk",
        "message": "Two\nlines of text",
        "request": "r1",
        "status": 200,
    }


def test_text_is_one_line_and_cannot_be_forged() -> None:
    line = TextFormatter().format(record("A\n1970-01-01 ERROR forged"))
    assert line == "1970-01-01T00:00:00.000+00:00 WARNING brettwerk: A\\n1970-01-01 ERROR forged"


def test_tracebacks_are_kept() -> None:
    try:
        raise RuntimeError("postgresql://me:secret@host/db fails")
    except RuntimeError as error:
        made = record("It failed")
        made.exc_info = (RuntimeError, error, error.__traceback__)
    told = json.loads(JsonFormatter().format(made))["exception"]
    assert told.startswith("Traceback")
    assert "secret" not in told
    assert TextFormatter().format(made).splitlines()[1].startswith("Traceback")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Authorization: Bearer abc.d-e", f"Authorization: Bearer {HIDDEN}"),
        ("/g/abc#k=T0p-S_3", f"/g/abc#k={HIDDEN}"),
        ("/g/abc?k=T0p&x=1", f"/g/abc?k={HIDDEN}&x=1"),
        ('{"t":"hello","keys":["a","b"]}', f'{{"t":"hello","keys":[{HIDDEN}]}}'),
        ('{"key":"a"}', f'{{"key":"{HIDDEN}"}}'),
        ("postgresql://me:pw@host/db", f"postgresql://{HIDDEN}@host/db"),
        ("nothing to hide: key=value", "nothing to hide: key=value"),
    ],
)
def test_secrets_are_hidden(text: str, clean: str) -> None:
    assert without_secrets(text) == clean


def test_no_secret_gets_into_the_log(logged: StringIO, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        game = make(client, "drei", HERE, FRIEND)
        key = game.keys[0]
        bearer = {"authorization": f"Bearer {key}"}
        client.get(f"/g/{game.id}?k={key}")
        client.post(f"/api/games/{game.id}/acts", json={"key": key}, headers=bearer)
        with game.sit(0) as player:
            player.act("play", key)
            player.socket.send_text(f'{{"t":"hello","keys":["{key}"')
            player.get("no")
            with closing(connect(file)) as database:
                database.execute("DROP TABLE events")
            player.act("name", "Ada Secret")
        assert client.get(f"/api/games/{game.id}/record.pgn", headers=bearer).status_code == 503
    text = logged.getvalue()
    assert "The database failed" in text
    assert f"GET /g/{game.id} 200" in text
    for secret in (*game.keys.values(), *map(hashed, game.keys.values()), "Ada Secret"):
        assert secret not in text


def asked(proxies: tuple[str, ...], given: str, tmp_path: Path) -> tuple[str, str]:
    """The id of a request by its header and by the error it is answered with."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    settings = Settings(database, hosts=("testserver",), processes=False, proxies=proxies)
    app = make_app(settings, run=at_a_glance)
    with TestClient(app, client=("10.1.2.3", 1)) as client:
        answer = client.get("/api/games/nosuch", headers={HEADER: given})
        return answer.headers[HEADER], answer.json()["request"]


def test_the_id_of_a_trusted_proxy_is_taken(tmp_path: Path) -> None:
    assert asked(("10.0.0.0/8",), "from-proxy.1", tmp_path) == ("from-proxy.1", "from-proxy.1")


@pytest.mark.parametrize(
    ("proxies", "given"),
    [((), "forged"), (("10.9.9.9",), "forged"), (("10.1.2.3",), "a b"), (("10.1.2.3",), "x" * 65)],
)
def test_any_other_id_is_made(proxies: tuple[str, ...], given: str, tmp_path: Path) -> None:
    header, error = asked(proxies, given, tmp_path)
    assert header == error != given
    assert len(header) == 16


def test_a_page_with_an_error_names_the_request() -> None:
    with serving() as client:
        answer = client.get("/analysis/drei?position=nosuch")
        assert f"Request {answer.headers[HEADER]}" in answer.text


def test_what_any_client_can_cause_is_logged_once_a_minute() -> None:
    seldom = SeldomFilter()
    logged = [
        seldom.filter(logging.makeLogRecord({"msg": text, "levelno": level}))
        for text, level in (
            ("Invalid HTTP request received.", logging.WARNING),
            ("Invalid HTTP request received.", logging.WARNING),
            ("Unsupported upgrade request.", logging.WARNING),
            ("It is over.", logging.ERROR),
            ("It is over.", logging.ERROR),
        )
    ]
    assert logged == [True, False, True, True, True]


def test_requests_that_end_with_the_server_leave_no_tracebacks() -> None:
    def is_logged(error: BaseException) -> bool:
        told = {"msg": "Exception in ASGI application\n", "levelno": logging.ERROR}
        return SeldomFilter().filter(
            logging.makeLogRecord({**told, "exc_info": (type(error), error, None)})
        )

    assert not is_logged(asyncio.CancelledError())
    assert is_logged(ValueError())

"""What one client can cost the others: errors are slowed down, pages are rendered once."""

from __future__ import annotations

import gzip
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from brettwerk.server.http import security
from brettwerk.server.http.page_cache import PageCache
from brettwerk.server.http.request import wanted_language
from server.helpers import HERE, make, serving


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds for which answers were held back."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(security, "asyncio", SimpleNamespace(sleep=sleep))
    return found


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("POST", "/api/games/nothing", 405),
        ("POST", "/api/games", 415),
        ("GET", "/api/games/nothing/picture.svg?ply=3", 404),
    ],
)
def test_errors_wait_once_there_were_too_many(
    method: str, path: str, status: int, waits: list[float]
) -> None:
    with serving(faults_burst=3, faults_per_second=1e-9) as client:
        for _ in range(3):
            assert client.request(method, path).status_code == status
        assert waits == []
        assert client.request(method, path).status_code == status
        assert waits == [security.SLOW]
        assert client.get("/healthz").status_code == 200  # what succeeds does not wait
        assert client.get("/learn").status_code == 200
        assert waits == [security.SLOW]


def test_whoever_asks_too_much_is_answered_late_and_told_when_to_come_back(
    waits: list[float],
) -> None:
    with serving(requests_burst=2, requests_per_second=1e-9, faults_burst=1) as client:
        answers = [client.get("/api/catalogue") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
        assert all(int(answer.headers["retry-after"]) >= 1 for answer in answers[2:])
        assert waits == [security.SLOW]


def test_a_busy_server_is_no_fault_of_the_client(waits: list[float]) -> None:
    with serving(faults_burst=1, waiting_quick=0, waiting_studies=-5) as client:
        game = make(client, "drei", HERE, HERE)
        body = {"game": "drei", "moves": ["d4"]}
        answers = [client.post("/api/study", json=body) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [503] * 3
        assert all("retry-after" in answer.headers for answer in answers)
        assert client.get(f"/api/games/{game.id}").status_code == 200
        assert waits == []


def test_pages_are_rendered_once_for_each_language() -> None:
    rendered: list[str] = []

    async def handler(request: Request) -> Response:
        rendered.append(wanted_language(request))
        status = 404 if request.url.path == "/gone" else 200
        return HTMLResponse(f"<p>{rendered[-1]}</p>" * 50, status)

    kept = PageCache()
    routes = [Route("/", kept(handler)), Route("/gone", kept(handler))]
    with TestClient(Starlette(routes=routes)) as client:
        english = {"accept-language": "en"}
        first = client.get("/?x=1", headers=english)
        again = client.get("/?x=2", headers={**english, "accept-encoding": "identity"})
        assert first.text == again.text == "<p>en</p>" * 50
        assert first.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in again.headers
        assert "Accept-Encoding" in again.headers["vary"]
        german = client.get("/?lang=de", headers=english)
        assert german.text == "<p>de</p>" * 50
        assert "lang=de" in german.headers["set-cookie"]
        assert rendered == ["en", "de"]
        client.cookies.clear()
        assert [client.get("/gone", headers=english).status_code for _ in range(2)] == [404, 404]
        assert rendered == ["en", "de", "en", "en"]


def test_the_front_page_is_the_same_kept_or_not() -> None:
    with serving() as client:
        first, again = client.get("/"), client.get("/")
        assert first.status_code == again.status_code == 200
        assert first.text == again.text
        with client.stream("GET", "/") as raw:
            content = b"".join(raw.iter_raw())
        assert gzip.decompress(content).decode() == first.text

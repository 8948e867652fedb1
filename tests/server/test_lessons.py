"""Lessons over HTTP: what is asked is judged, what cannot be is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

import brettwerk
from brettwerk.learn.lessons import steps
from server.helpers import serving


def asked(client: TestClient, path: str, **body: Any) -> Any:
    return client.post(f"/api/lessons/{path}", json=body, headers={"accept-language": "en"})


def test_a_right_move_a_wrong_one_and_a_hint() -> None:
    with serving() as client:
        right = asked(client, "bedraengnis/corner", moves=["d1"]).json()
        assert (right["right"], right["done"], right["answers"]) == (True, True, [])
        wrong = asked(client, "drei/careful", moves=["c1"]).json()
        assert (wrong["right"], wrong["refuted"]) == (False, "e1")
        assert "e1 follows" in wrong["say"]
        going = asked(client, "bedraengnis/lead", moves=["d4"]).json()
        assert (going["right"], going["done"], going["answers"]) == (True, False, ["c2"])
        done = asked(client, "bedraengnis/lead", moves=["d4", "c2", "d1"]).json()
        assert done["done"]
        hint = asked(client, "bedraengnis/lead", moves=["d4", "c2"], hint=True).json()
        assert hint == {"move": "d1"}


def test_it_speaks_the_readers_language() -> None:
    with serving() as client:
        feedback = client.post(
            "/api/lessons/bedraengnis/corner",
            json={"moves": ["d1"]},
            headers={"accept-language": "de"},
        )
        assert feedback.json()["say"].startswith("Gewonnen!")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("abalone/nowhere", {"moves": []}, 404),
        ("chess/first", {"moves": []}, 404),
        ("abalone/first", {"moves": []}, 400),
        ("abalone/first", {"moves": ["a1b1", "a1b1"]}, 400),
        ("abalone/patt", {"moves": ["e2e3"]}, 400),
        ("abalone/patt", {"moves": ["hello"]}, 400),
        ("abalone/patt", {"move": "c3d4"}, 400),
        ("abalone/patt", {"moves": ["x" * 5000]}, 413),
        ("bedraengnis/lead", {"moves": ["d4"], "hint": True}, 400),
    ],
)
def test_what_cannot_be_is_refused(path: str, body: dict[str, Any], status: int) -> None:
    with serving() as client:
        answer = asked(client, path, **body)
        assert answer.status_code == status
        assert len(answer.json()["message"]) > 20


def test_who_wins_before_the_last_goal_is_done() -> None:
    with serving() as client:
        answer = asked(client, "bedraengnis/plan", moves=["d4", "c2", "d1"])
        assert (answer.status_code, answer.json()["done"]) == (200, True)


def test_every_step_has_a_page_in_both_languages() -> None:
    with serving() as client:
        for name in brettwerk.NAMES:
            for step in steps(name):
                for language in ("de", "en"):
                    address = f"/lessons/{name}/{step.name}"
                    answer = client.get(address, headers={"accept-language": language})
                    assert answer.status_code == 200
                    assert step.text(language).title in answer.text
                    assert step.text(language).right not in answer.text


def test_other_names_of_games_lead_there_and_unknown_ones_nowhere() -> None:
    with serving() as client:
        assert client.get("/lessons/troika").url.path == f"/lessons/drei/{steps('drei')[0].name}"
        assert client.get("/learn/cornered").url.path == "/learn/bedraengnis"
        for path in ("/lessons", "/rules"):
            assert client.get(path).url.path == "/learn"
        assert client.get("/lessons/chess").status_code == 404
        assert client.get("/lessons/drei/nowhere").status_code == 404
        assert client.get("/learn/chess").status_code == 404


def test_the_hub_names_what_the_server_has() -> None:
    with serving() as client:
        routes = {getattr(route, "path", "") for route in client.app.routes}  # type: ignore[attr-defined]
        text = client.get("/learn/abalone").text
        for name in ("puzzles", "analysis", "known"):
            assert (f'href="/{name}/abalone"' in text) is (f"/{name}/{{game}}" in routes)
        assert 'href="/analysis/abalone"' in text

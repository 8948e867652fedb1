"""Errors have the right HTTP status, say when to come back, and have a sentence for people."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

import brettwerk
from brettwerk.errors import BadOptions, BrettwerkError, IllegalMove, MatchError, UnknownGame
from brettwerk.search.report import Stop
from brettwerk.server.errors import ServerError, busy, status_of
from brettwerk.server.jobs.job import Job
from brettwerk.server.play.tasks import ChooseMove
from server.glance import at_a_glance, at_random
from server.helpers import HERE, make, serving


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ServerError(418, "page-busy"), 418),
        (busy(), 503),
        (UnknownGame("game-unknown", given="chess", known="drei"), 404),
        (MatchError("match-not-your-turn"), 409),
        (IllegalMove("game-over"), 400),
        (BadOptions("page-begins", given=7, last=1), 400),
    ],
)
def test_every_error_has_a_status(error: BrettwerkError, status: int) -> None:
    assert status_of(error) == status


def test_who_has_too_many_analyses_waiting_is_told_to_come_back() -> None:
    begun, go_on, position = Event(), Event(), brettwerk.game("drei").start().text

    def choose(at: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        begun.set()
        go_on.wait(60)
        return at_random(at, level, seed)

    with (
        serving(choose=choose, waiting_analyses_per_client=1) as client,
        ThreadPoolExecutor(5) as threads,
    ):

        def ask(_: int) -> Any:
            return client.post("/api/study/answer", json={"position": position, "level": 1})

        asked = [threads.submit(ask, 0)]
        assert begun.wait(60)  # the first waits no more
        asked += [threads.submit(ask, number) for number in (1, 2)]
        refused = next(done for done in _finished(asked))
        assert (refused.status_code, refused.json()["key"]) == (429, "study-busy-here")
        assert int(refused.headers["retry-after"]) > 0
        go_on.set()
        assert sorted(one.result().status_code for one in asked) == [200, 200, 429]


def _finished(asked: list[Any]) -> Any:
    from concurrent.futures import as_completed

    return (done.result() for done in as_completed(asked))


def test_a_job_that_fails_is_told_as_the_servers_fault() -> None:
    def fail(job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
        if isinstance(job, ChooseMove):
            return at_a_glance(job, stop, report)
        raise ZeroDivisionError

    with serving(run=fail) as client:
        game = make(client, "drei", HERE, HERE)
        answer = client.get(f"/api/games/{game.id}/picture.png")
        assert (answer.status_code, answer.json()["key"]) == (503, "page-broken")


def test_pages_have_the_status_of_their_error_too() -> None:
    with serving(studies_burst=1, studies_per_second=0.01) as client:
        codes = [client.get("/analysis/drei?ply=0") for _ in range(2)]
        assert [answer.status_code for answer in codes] == [200, 429]
        assert int(codes[1].headers["retry-after"]) > 1
        assert "That was too much" in codes[1].text


STATUSES = [
    ({"do": "resume"}, 409, "clock-not-paused"),
    ({"do": "again"}, 409, "page-not-over"),
    ({"do": "takeback", "moment": 0}, 409, "page-nothing-to-take-back"),
    ({"do": "play", "text": "z9", "moment": 0}, 400, "cell-unknown"),
    ({"do": "play", "text": "d4", "moment": 7}, 409, "page-stale"),
    ({"do": "play", "text": "d4", "moment": 0, "person": 1}, 409, "match-not-your-turn"),
    ({"do": "play", "text": "d4", "moment": 0, "person": 2}, 403, "page-not-yours"),
    ({"do": "play", "id": "", "text": "d4", "moment": 0}, 400, "page-act-id"),
    ({"do": "fly"}, 400, "page-not-understood"),
]


@pytest.mark.parametrize(("command", "status", "key"), STATUSES)
def test_commands_that_are_refused(command: dict[str, Any], status: int, key: str) -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE, begins=0)
        headers = {"authorization": "Bearer " + ",".join(game.keys.values())}
        body = {"t": "act", "id": "a", **command}
        answer = client.post(f"/api/games/{game.id}/acts", json=body, headers=headers)
        assert (answer.status_code, answer.json()["key"]) == (status, key)
        assert answer.json()["message"]


def test_only_json_is_read() -> None:
    with serving() as client:
        answer = client.post("/api/games", content=json.dumps({"game": "drei"}))
        assert (answer.status_code, answer.json()["key"]) == (415, "page-json-only")

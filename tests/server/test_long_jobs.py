"""Long work is done beside the server, and not for those who have gone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

import brettwerk
from brettwerk.search.report import Stop
from brettwerk.server.jobs.job import Job
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.tasks import DrawPosition, ExportGame
from brettwerk.server.storage.store import GameStore
from server.glance import at_a_glance, at_random
from server.helpers import COMPUTER, HERE, make, serving


def test_pictures_are_made_beside_the_server() -> None:
    go_on, begun = Event(), Event()

    def slow(job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
        if not isinstance(job, DrawPosition):
            return at_a_glance(job, stop, report)
        begun.set()
        go_on.wait(20)
        return b"picture"

    with serving(run=slow, waiting_quick=0) as client, ThreadPoolExecutor(1) as thread:
        game = make(client, "drei", HERE, HERE)
        address = f"/api/games/{game.id}/picture.png"
        asked = thread.submit(client.get, address)
        assert begun.wait(10)
        with game.sit(0, 1) as player:
            assert player.act("play", "d4")["t"] == "done"
        refused = client.get(address)
        assert (refused.status_code, refused.json()["key"]) == (503, "page-busy")
        assert int(refused.headers["retry-after"]) > 0
        go_on.set()
        assert asked.result().content == b"picture"


@pytest.mark.parametrize(
    "file", ["record.pgn", "record.json", "picture.svg?ply=0", "picture.png?ply=1"]
)
def test_files_of_a_game_are_worked_out_once_until_it_goes_on(file: str) -> None:
    done: list[Job[Any, Any]] = []

    def counting(job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
        if isinstance(job, DrawPosition | ExportGame):
            done.append(job)
        return at_a_glance(job, stop, report)

    with serving(run=counting) as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            for _ in range(2):
                player.act("play", player.table["moves"][0][0])
                contents = [client.get(f"/api/games/{game.id}/{file}").content for _ in range(3)]
                assert contents[0]
                assert len(set(contents)) == 1
    assert len(done) == 2


def test_a_picture_asks_the_database_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a long game would keep the loop from moves."""
    with serving(run=at_a_glance) as client:
        game = make(client, "triapon", HERE, HERE, HERE, begins=0)
        with game.sit(0, 1, 2) as player:
            player.act("play", "a1")
            player.act("resign", person=1)
            player.act("play", "e5")

        async def fail(*_: object) -> None:
            raise AssertionError

        monkeypatch.setattr(GameStore, "changes_since", fail)
        position = brettwerk.game("triapon").start()
        for ply, cell in enumerate(("", "a1", "e5")):
            if cell:
                position = position.play(cell)
            drawn = client.get(f"/api/games/{game.id}/picture.svg?ply={ply}").text
            assert drawn == position.svg(last=[cell] if cell else [])
            if ply == 1:  # the next player leaves
                left = position.game.definition.without(position, 1)
                assert isinstance(left, brettwerk.Position)
                position = left


def test_files_are_charged_by_their_moves() -> None:
    with serving(studies_burst=0.15, studies_per_second=0) as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            for _ in range(2):
                player.act("play", player.table["moves"][0][0])
        answers = [client.get(f"/api/games/{game.id}/picture.svg?ply={ply}") for ply in (0, 1)]
        assert [answer.status_code for answer in answers] == [200, 429]
        assert int(answers[1].headers["retry-after"]) > 0


def test_what_is_only_read_has_a_budget_too() -> None:
    with serving(requests_burst=5, requests_per_second=0) as client:
        statuses = [client.get("/api/catalogue").status_code for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2
        assert client.get("/healthz").status_code == 200


def test_thinking_about_a_position_that_is_gone_ends() -> None:
    go_on, seen, waited = Event(), list[str](), list[bool]()

    def searcher(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        seen.append(position.text)
        if len(seen) == 1:
            waited.append(go_on.wait(60))
        return at_random(position, level, seed)

    with serving(choose=searcher) as client:
        game = make(client, "abalone", HERE, COMPUTER, begins=0)
        with game.sit(0) as player:
            first, second = (player.table["moves"][at][0] for at in (0, 1))
            player.act("play", first)
            player.act("takeback")
            player.act("play", second)
            while len(player.moves) < 2:
                player.get("table")
            # The other worker answers although the first one still thinks about what is gone.
            assert not waited
            go_on.set()
        assert len(seen) == 2


def test_who_lets_many_computers_think_gets_no_more_but_others_do() -> None:
    go_on = Event()

    def searcher(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        go_on.wait(20)
        return at_random(position, level, seed)

    with serving(choose=searcher, waiting_computers_per_client=1) as client:
        game = make(client, "drei", HERE, COMPUTER, begins=0)
        with game.sit(0) as player:
            player.act("play", "d4")  # and the computer thinks
            wanted = {"game": "drei", "seats": [HERE, COMPUTER]}
            refused = client.post("/api/games", json=wanted)
            assert (refused.status_code, refused.json()["key"]) == (503, "page-busy")
            registry: GameRegistry = client.app.state.registry  # type: ignore[attr-defined]
            registry._check_room(registry.sessions[game.id].config, "somebody else")
            go_on.set()


def test_no_new_game_with_computers_while_too_many_think() -> None:
    go_on = Event()

    def searcher(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        go_on.wait(20)
        return at_random(position, level, seed)

    with serving(choose=searcher, waiting_computers=1) as client:
        make(client, "drei", COMPUTER, HERE, begins=0)
        wanted = {"game": "drei", "seats": [HERE, COMPUTER]}
        refused = client.post("/api/games", json=wanted)
        assert (refused.status_code, refused.json()["key"]) == (503, "page-busy")
        make(client, "drei", HERE, HERE)
        go_on.set()

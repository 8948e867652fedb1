"""Games looked at again: every ply told, mistakes judged, computed once and only for readers."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from brettwerk.engine.report import Stop
from brettwerk.records import read_record
from brettwerk.server import reviews
from brettwerk.server.tasks import Look, Ready, Task
from engine.fakes import knowing
from server.glance import at_a_glance
from server.helpers import HERE, Game, make, serving
from server.test_analysis import reading

BOARD = {"options": {"board": "2b3"}, "begins": 0}


def over(client: TestClient, seed: int = 3, **wish: Any) -> tuple[Game, list[str]]:
    """A game of Das Bedrängnis that was played at random to its end."""
    game = make(client, "bedraengnis", HERE, HERE, **{**BOARD, "target": 1, **wish})
    with game.sit(0, 1) as player:
        player.play_on(Random(seed))
        return game, player.moves


class Solver:
    """Thinks by knowing, and counts how often it was asked."""

    def __init__(self, slowly: float = 0.0) -> None:
        self.asked = 0
        self.slowly = slowly

    def __call__(self, task: Task, stop: Stop, tell: Callable[[Any], None]) -> Any:
        """The solver's word about a position."""
        if not isinstance(task, Look):
            return at_a_glance(task, stop, tell)
        self.asked += 1
        time.sleep(self.slowly)
        return at_a_glance(task, stop, tell) if task.position.outcome else knowing(task.position)


def looks(client: TestClient, game: Game, lang: str = "en") -> tuple[list[Any], dict[str, Any]]:
    """All that is told about a game."""
    with reading(client, lang) as reader:
        reader.say(t="review", id=4, game=game.id)
        found = []
        while (message := reader.hear("look", "reviewed", "no"))["t"] == "look":
            assert message["id"] == 4
            found.append(message)
        return found, message


def test_every_ply_is_told_and_mistakes_with_what_was_better() -> None:
    solver = Solver()
    with serving(think=solver) as client:
        game, moves = over(client)
        found, end = looks(client, game)
        assert [look["ply"] for look in found] == list(range(len(moves) + 1))
        assert [look.get("move") for look in found] == [None, *moves]
        values = [look["shares"] for look in found]
        changed = [n for n in range(1, len(values)) if values[n] != values[n - 1]]
        assert changed
        assert [look["ply"] for look in found if look.get("kind")] == changed
        assert all(found[ply]["better"][0] in found[ply]["remark"] for ply in changed)
        assert end["turning"] == changed[-1]
        assert str(changed[-1]) in end["summary"][0]
        assert solver.asked == len(moves) + 1
        german, ende = looks(client, game, "de")
        assert "Fehler" in german[changed[-1]]["remark"]
        assert "kippte" in ende["summary"][0]
        assert solver.asked == len(moves) + 1


def test_the_record_with_remarks_can_be_taken_away_when_it_is_ready() -> None:
    with serving(think=Solver()) as client:
        game, moves = over(client)
        path = f"/api/games/{game.id}/review.pgn"
        early = client.get(path)
        assert (early.status_code, early.json()["key"]) == (400, "study-review-unfinished")
        found, _ = looks(client, game)
        record = read_record(client.get(path).text)
        record.check()
        assert [ply.text for ply in record.plies] == moves
        mistakes = {look["ply"] for look in found if look.get("kind")}
        assert {n for n, ply in enumerate(record.plies, 1) if ply.variations} == mistakes


def test_nobody_looks_at_a_game_that_nobody_reads_about() -> None:
    solver = Solver(slowly=0.05)
    with serving(think=solver) as client:
        game, moves = over(client)
        with reading(client) as reader:
            reader.say(t="review", id=1, game=game.id)
            reader.hear("look")
        time.sleep(0.3)
        asked = solver.asked
        time.sleep(0.3)
        assert solver.asked == asked < len(moves)
        found, _ = looks(client, game)
        assert len(found) == len(moves) + 1
        assert solver.asked <= len(moves) + 2


def test_games_that_are_still_played_or_not_there_are_refused() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE, begins=0)
        for wish in ({"game": game.id}, {"game": "nothing"}):
            with reading(client) as reader:
                reader.say(t="review", id=1, **wish)
                key = reader.hear("no")["key"]
                assert key == (
                    "page-no-game" if wish["game"] == "nothing" else "study-review-later"
                )
        assert client.get(f"/review/{game.id}").status_code == 404
        done, _ = over(client)
        assert client.get(f"/review/{done.id}").status_code == 200
        for wrong in ("2", "0", "x", "-1"):
            assert client.get(f"/review/{done.id}?round={wrong}").status_code == 404


def test_a_game_that_somebody_left_is_told_with_its_events() -> None:
    with serving() as client:
        game = make(client, "triapon", HERE, HERE, HERE, begins=0)
        with game.sit(0, 1, 2) as player:
            for _ in range(4):
                assert player.act("play", player.table["moves"][0][0])["t"] == "done"
            for person in (2, 0):
                assert player.act("resign", person=person)["t"] == "done"
        found, _ = looks(client, game)
        assert [look.get("move") is None for look in found] == [True, *[False] * 4, True, True]
        page = client.get(f"/review/{game.id}").text
        assert '"board":[null,null,null,null,0,0,0]' in page


def test_kernels_that_are_not_there_yet_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "ASK_AGAIN", 0.01)
    asked = 0

    def later(task: Task, stop: Stop, tell: Callable[[Any], None]) -> Any:
        nonlocal asked
        asked += isinstance(task, Ready)
        return asked > 3 if isinstance(task, Ready) else at_a_glance(task, stop, tell)

    with serving(think=later) as client:
        game, _ = over(client)
        with reading(client) as reader:
            reader.say(t="review", id=1, game=game.id)
            assert reader.hear("preparing", "look")["t"] == "preparing"
            reader.hear("reviewed")

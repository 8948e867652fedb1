"""Games looked at again: every ply told, mistakes judged, computed once and only for readers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

import brettwerk
from brettwerk.engine.report import Stop
from brettwerk.errors import MatchError
from brettwerk.records import Record, read_record
from brettwerk.server import reviews
from brettwerk.server.settings import Limits
from brettwerk.server.studies import Studies
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


# -- what is kept ---------------------------------------------------------------------------------
class Slow:
    """Instead of analysts: thinks for a moment, or fails."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault

    def begin(self, task: Task, _tell: Callable[[Any], None], **_: Any) -> Any:
        """A job that is done soon."""
        done = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(0.01, self._finish, task, done)
        return SimpleNamespace(done=done)

    def _finish(self, task: Task, done: asyncio.Future[Any]) -> None:
        if self.fault and not done.done():
            done.set_exception(self.fault)
        elif not done.done():
            done.set_result(at_a_glance(task, Stop(), lambda _: None))

    def leave(self, job: Any) -> None:
        """Nobody waits for it."""
        job.done.cancel()


def a_reading() -> reviews.Reading:
    """Three moves to be looked at."""
    at, moves = brettwerk.game("bedraengnis", board="2b3").start(), list[str]()
    for _ in range(3):
        moves.append(at.moves[0].text)
        at = at.play(moves[-1])
    return reviews.Reading(Record.of(at.game, moves))


def new_reviews(fault: Exception | None = None) -> reviews.Reviews:
    """Without a server."""
    return reviews.Reviews(cast("Any", Slow(fault)), Studies(Limits()))


def test_who_comes_just_as_the_last_one_leaves_is_told_all() -> None:
    async def work() -> None:
        reading, all_of_them = a_reading(), new_reviews()
        first = all_of_them.follow(reading, "en")
        assert (await anext(first))["t"] == "look"
        await first.aclose()
        told = [message["t"] async for message in all_of_them.follow(reading, "en")]
        assert told == ["look"] * 4 + ["reviewed"]
        assert reading.work is None

    asyncio.run(asyncio.wait_for(work(), 20))


def test_whatever_goes_wrong_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async def work(fault: Exception) -> str:
        reading, all_of_them = a_reading(), new_reviews(fault)
        with pytest.raises(MatchError) as told:
            await anext(all_of_them.follow(reading, "en"))
        assert reading.work is None
        return told.value.key

    assert asyncio.run(asyncio.wait_for(work(ZeroDivisionError()), 20)) == "study-failed"
    assert "ZeroDivisionError" in caplog.text
    busy = MatchError("study-busy", count=1)
    assert asyncio.run(asyncio.wait_for(work(busy), 20)) == "study-busy"


def test_only_so_many_readings_are_kept_but_all_that_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "KEPT_POSITIONS", 0)
    made = list[Any]()
    make_reading = reviews.Reading

    def counted(record: Record) -> reviews.Reading:
        made.append(record)
        return make_reading(record)

    monkeypatch.setattr(reviews, "Reading", counted)
    with serving(think=Solver()) as client:
        games = [over(client, seed)[0] for seed in range(4)]
        assert client.get(f"/review/{games[0].id}").status_code == 200
        assert not made  # the page alone keeps nothing
        looks(client, games[0])
        kept = cast("Any", client.app).state.reviews._kept
        (read,) = kept.values()
        read.readers += 1
        for game in games[1:]:
            looks(client, game)
        assert [key[0] for key in kept] == [games[0].id, games[3].id]
        looks(client, games[1])
        assert len(made) == 5

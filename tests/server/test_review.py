"""Games looked at again: every ply told, mistakes judged, computed once and only for readers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

import brettwerk
from brettwerk.errors import BrettwerkError
from brettwerk.records import Record, read_record
from brettwerk.search.report import Stop
from brettwerk.server.errors import busy as busy_error
from brettwerk.server.http.budget import StudyBudget
from brettwerk.server.http.rate_limits import SharedLimits
from brettwerk.server.jobs.job import Job
from brettwerk.server.settings import Limits
from brettwerk.server.study import reviews
from brettwerk.server.study.messages import Reviewed, ReviewedPly
from brettwerk.server.study.tasks import EvaluatePosition, PositionEvaluation
from search.fakes import knowing
from server.glance import at_a_glance
from server.helpers import HERE, Game, make, serving
from server.test_analysis import reading

BOARD = {"options": {"board": "2b3"}, "begins": 0}


def over(client: TestClient, seed: int = 3, **wanted: Any) -> tuple[Game, list[str]]:
    """A game of Das Bedrängnis that was played at random to its end."""
    game = make(client, "bedraengnis", HERE, HERE, **{**BOARD, "target": 1, **wanted})
    with game.sit(0, 1) as player:
        player.play_on(Random(seed))
        return game, player.moves


class Solver:
    """Thinks by knowing, and counts how often it was asked."""

    def __init__(self, slowly: float = 0.0) -> None:
        self.asked = 0
        self.slowly = slowly

    def __call__(self, job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
        """The solver's word about a position."""
        if not isinstance(job, EvaluatePosition):
            return at_a_glance(job, stop, report)
        self.asked += 1
        time.sleep(self.slowly)
        position = brettwerk.position(job.position)
        if position.outcome:
            return at_a_glance(job, stop, report)
        return PositionEvaluation.of(knowing(position))


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
    with serving(run=solver) as client:
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
    with serving(run=Solver()) as client:
        game, moves = over(client)
        path = f"/api/games/{game.id}/review.pgn"
        early = client.get(path)
        assert (early.status_code, early.json()["key"]) == (409, "study-review-unfinished")
        found, _ = looks(client, game)
        record = read_record(client.get(path).text)
        record.check()
        assert [ply.text for ply in record.plies] == moves
        mistakes = {look["ply"] for look in found if look.get("kind")}
        assert {n for n, ply in enumerate(record.plies, 1) if ply.variations} == mistakes


def test_nobody_looks_at_a_game_that_nobody_reads_about() -> None:
    solver = Solver(slowly=0.05)
    with serving(run=solver) as client:
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
        for wanted in ({"game": game.id}, {"game": "nothing"}):
            with reading(client) as reader:
                reader.say(t="review", id=1, **wanted)
                key = reader.hear("no")["key"]
                assert key == (
                    "page-no-game" if wanted["game"] == "nothing" else "study-review-later"
                )
        assert client.get(f"/review/{game.id}").status_code == 409
        done, _ = over(client)
        assert client.get(f"/review/{done.id}").status_code == 200
        for wrong in ("2", "0", "x", "-1"):
            assert client.get(f"/review/{done.id}?round={wrong}").status_code == 400


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


# -- what is kept ---------------------------------------------------------------------------------
class Slow:
    """Instead of a pool: thinks for a moment, or fails."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault

    async def run(self, job: Job[Any, Any], *_: Any) -> Any:
        """Do a job soon."""
        await asyncio.sleep(0.01)
        if self.fault:
            raise self.fault
        return at_a_glance(job, Stop(), lambda _: None)


def a_review() -> reviews.GameReview:
    """Three moves to be looked at."""
    at, moves = brettwerk.game("bedraengnis", board="2b3").start(), list[str]()
    for _ in range(3):
        moves.append(at.moves[0].text)
        at = at.play(moves[-1])
    return reviews.GameReview(Record.of(at.game, moves))


def new_reviews(fault: Exception | None = None) -> reviews.ReviewService:
    """Without a server."""
    return reviews.ReviewService(cast("Any", Slow(fault)), StudyBudget(Limits(), SharedLimits()))


def test_who_comes_just_as_the_last_one_leaves_is_told_all() -> None:
    async def work() -> None:
        review, all_of_them = a_review(), new_reviews()
        first = all_of_them.follow(review, 1, "en")
        assert isinstance(await anext(first), ReviewedPly)
        await first.aclose()
        told = [type(message) async for message in all_of_them.follow(review, 1, "en")]
        assert told == [*[ReviewedPly] * 4, Reviewed]
        assert review.task is None

    asyncio.run(asyncio.wait_for(work(), 20))


def test_whatever_goes_wrong_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async def work(fault: Exception) -> str:
        review, all_of_them = a_review(), new_reviews(fault)
        with pytest.raises(BrettwerkError) as told:
            await anext(all_of_them.follow(review, 1, "en"))
        assert review.task is None
        return told.value.key

    assert asyncio.run(asyncio.wait_for(work(ZeroDivisionError()), 20)) == "study-failed"
    assert "ZeroDivisionError" in caplog.text
    busy = busy_error("study-busy", count=1)
    assert asyncio.run(asyncio.wait_for(work(busy), 20)) == "study-busy"


def test_only_so_many_readings_are_kept_but_all_that_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "MAX_POSITIONS", 0)
    made = list[Any]()
    make_review = reviews.GameReview

    def counted(record: Record) -> reviews.GameReview:
        made.append(record)
        return make_review(record)

    monkeypatch.setattr(reviews, "GameReview", counted)
    with serving(run=Solver()) as client:
        games = [over(client, seed)[0] for seed in range(4)]
        assert client.get(f"/review/{games[0].id}").status_code == 200
        assert not made  # the page alone keeps nothing
        looks(client, games[0])
        kept = cast("Any", client.app).state.reviews._reviews
        (read,) = kept.values()
        read.readers += 1
        for game in games[1:]:
            looks(client, game)
        assert [key[0] for key in kept] == [games[0].id, games[3].id]
        looks(client, games[1])
        assert len(made) == 5

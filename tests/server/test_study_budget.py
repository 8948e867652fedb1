"""What readers may ask: long games have their price, and nothing is replayed on the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from threading import Event
from traceback import extract_stack
from typing import Any

import pytest
from starlette.testclient import TestClient

import brettwerk
from brettwerk.records import Record, to_json, write_record
from brettwerk.server.errors import ServerError
from brettwerk.server.http.budget import MOVES_FOR_ONE, THREADS, StudyBudget
from brettwerk.server.http.rate_limits import SharedLimits
from brettwerk.server.learn import rules
from brettwerk.server.settings import Limits
from brettwerk.server.study import board as study
from brettwerk.server.study.position_cache import PositionCache
from server.helpers import HERE, make, serving
from server.test_analysis import reading


def way(seed: int, count: int) -> list[str]:
    """Moves of Abalone."""
    random, at, moves = Random(seed), brettwerk.game("abalone").start(), list[str]()
    while len(moves) < count:
        moves.append(random.choice(at.moves).text)
        at = at.play(moves[-1])
    return moves


def test_moves_to_be_played_through_have_their_price_and_known_ones_have_none() -> None:
    moves = way(11, 5 * MOVES_FOR_ONE)
    with serving(studies_burst=8.5, studies_per_second=1e-6) as client:

        def ask(what: str, **question: Any) -> int:
            body = {"game": "abalone", **question}
            return client.post(f"/api/study{what}", json=body).status_code

        assert ask("", moves=moves, **{"from": len(moves)}) == 200  # six
        assert ask("/explain", moves=moves) == 200  # one
        assert ask("", moves=way(12, len(moves))) == 429
        assert ask("") == 429


def test_thinking_and_texts_are_paid_for_too() -> None:
    moves = way(13, 5 * MOVES_FOR_ONE)
    told = Record.of(brettwerk.game("abalone"), moves)
    begin = told.game.start().text
    with serving(studies_burst=6.5, studies_per_second=1e-6) as client, reading(client) as reader:
        reader.say(t="think", id=1, game="abalone", moves=moves)
        assert reader.hear("found", "no")["t"] == "found"
        reader.say(t="think", id=2, game="abalone", moves=way(14, len(moves)))
        refused = reader.hear("done", "no")
        while refused["t"] == "done":
            refused = reader.hear("done", "no")
        assert (refused["key"], refused["about"]) == ("page-too-fast", 2)
    bodies = {"read": {"text": write_record(told)}, "record": {"begin": begin, "moves": moves}}
    for what, body in bodies.items():
        with serving(studies_burst=7.5, studies_per_second=1e-6) as client:
            codes = [client.post(f"/api/study/{what}", json=body).status_code for _ in range(2)]
            assert codes == [200, 429]


def test_texts_are_paid_for_before_they_are_read() -> None:
    with serving(studies_burst=20, studies_per_second=1e-6) as client:
        junk = {"text": "x " * 1000}
        codes = [client.post("/api/study/read", json=junk).status_code for _ in range(3)]
        assert codes == [400, 429, 429]


def test_no_text_and_no_analysis_has_more_moves_than_boards_show() -> None:
    moves = way(15, 6)
    told = Record.of(brettwerk.game("abalone"), moves)
    varied = [*moves[:3], {"move": moves[3], "variations": [moves[3:6]]}]
    begin = told.game.start().text
    asked: list[tuple[str, Any]] = [
        ("read", {"text": write_record(told)}),
        ("record", {"begin": begin, "moves": to_json(told)["moves"]}),
        ("record", {"begin": begin, "moves": varied}),
    ]
    with serving(study_moves=5) as client:
        for what, body in asked:
            refused = client.post(f"/api/study/{what}", json=body)
            assert (refused.status_code, refused.json()["key"]) == (400, "study-many-moves")
        few = {"begin": begin, "moves": moves[:5]}
        assert client.post("/api/study/record", json=few).status_code == 200


# -- beside the loop ------------------------------------------------------------------------------
def test_only_a_few_are_at_work_at_once_and_only_some_may_wait() -> None:
    async def work() -> None:
        budget = StudyBudget(Limits(waiting_studies=2), SharedLimits())
        go_on, begun = Event(), list[int]()

        def long() -> None:
            begun.append(1)
            go_on.wait(20)

        tasks = [asyncio.create_task(budget.run(long)) for _ in range(THREADS + 2)]
        while len(begun) < THREADS:
            await asyncio.sleep(0.005)
        with pytest.raises(ServerError) as busy:
            await budget.run(long)
        assert (busy.value.status, busy.value.key) == (503, "page-busy")
        assert len(begun) == THREADS
        go_on.set()
        await asyncio.gather(*tasks)
        assert len(begun) == THREADS + 2
        budget.close()

    asyncio.run(work())


def test_only_some_games_are_played_in_pieces_at_once() -> None:
    async def work() -> None:
        budget = StudyBudget(Limits(waiting_studies=2), SharedLimits())
        tasks = [asyncio.create_task(budget.play_in_pieces(range(10**5))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ServerError) as busy:
            await budget.play_in_pieces(range(3))
        assert (busy.value.status, busy.value.key) == (503, "page-busy")
        assert await budget.in_pieces(range(3)) == [0, 1, 2]  # pages still come
        assert [len(found) for found in await asyncio.gather(*tasks)] == [10**5] * 2
        assert await budget.play_in_pieces(range(3)) == [0, 1, 2]
        budget.close()

    asyncio.run(work())


def on_the_loop() -> bool:
    """Whether everybody waits for what is done here: all of it, and not just a piece."""
    with suppress(RuntimeError):
        asyncio.get_running_loop()
        return all(one.name != "in_pieces" for one in extract_stack())
    return False


def ways_to_ask(client: TestClient, game: str, record: str) -> list[Callable[[], Any]]:
    """All that plays games through."""

    def think() -> None:
        with reading(client) as reader:
            reader.say(t="think", id=1, game="drei", moves=["e5"])
            reader.hear("found")

    def review() -> None:
        with reading(client) as reader:
            reader.say(t="review", id=1, game=game)
            reader.hear("look")

    begin = brettwerk.game("drei").start().text
    return [
        lambda: client.get(f"/analysis/bedraengnis?from={game}"),
        lambda: client.get(f"/review/{game}"),
        lambda: client.post("/api/study", json={"game": "drei", "moves": ["d4"]}),
        lambda: client.post("/api/study/read", json={"text": record}),
        lambda: client.post("/api/study/record", json={"begin": begin, "moves": ["d4"]}),
        think,
        review,
    ]


def test_nobody_waits_while_a_game_is_played_through(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as client:
        game = make(client, "bedraengnis", HERE, HERE, begins=0, target=1)
        with game.sit(0, 1) as player:
            player.play_on(Random(3))
        record = client.get(f"/api/games/{game.id}/record.pgn").text
        plays, play = list[bool](), brettwerk.Position.play

        def watched(self: brettwerk.Position, move: Any) -> brettwerk.Position:
            plays.append(on_the_loop())
            return play(self, move)

        monkeypatch.setattr(brettwerk.Position, "play", watched)
        monkeypatch.setattr(study, "_cache", PositionCache())  # one that knows nothing yet
        for ask in ways_to_ask(client, game.id, record):
            plays.clear()
            ask()
            assert plays
            assert not any(plays)


def test_pages_of_rules_are_made_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[bool]()

    def watched(*_: object) -> tuple[()]:
        made.append(on_the_loop())
        return ()

    monkeypatch.setattr(rules, "_sections", watched)
    with serving() as client:
        assert client.get("/rules/triapon").status_code == 200
    assert made == [False]

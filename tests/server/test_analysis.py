"""The analysis board over its WebSocket: lines as they are found, stopping, what is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

import brettwerk
from brettwerk.search.report import Stop
from brettwerk.server.jobs.job import Job
from brettwerk.server.study import analysis_socket as module
from brettwerk.server.study.words import found_message, shown_shares
from server.glance import at_a_glance
from server.helpers import serving


class Reader:
    """A connection of somebody who lets something be analysed."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send_text(json.dumps(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.receive_text())
            if message["t"] in kinds:
                return message


@contextmanager
def reading(client: TestClient, lang: str = "en") -> Iterator[Reader]:
    """Connected, and welcome."""
    with client.websocket_connect("/ws/analysis") as socket:
        reader = Reader(socket)
        reader.say(t="hello", v=1, lang=lang)
        assert reader.hear("welcome")["lines"] == 5
        yield reader


def for_ever(job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
    """Thinks until it is asked to stop."""
    found = at_a_glance(job, stop, report)
    while not stop.asked:
        time.sleep(0.005)
    return found


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_lines_come_with_words_and_shares_and_can_be_played(name: str) -> None:
    with serving() as client, reading(client, "de") as reader:
        position = brettwerk.game(name).start()
        move = position.moves[3].text
        reader.say(t="think", id=7, game=name, moves=[move], lines=3)
        found = reader.hear("found")
        assert found["id"] == 7
        assert len(found["lines"]) == 3
        after = position.play(move)
        for line in found["lines"]:
            at = after
            for text in line["moves"]:
                at = at.play(text)
            assert sum(line["shares"]) == pytest.approx(1, abs=0.01)
            assert len(line["shares"]) == after.game.players
            assert line["words"]
        assert reader.hear("done") == {"t": "done", "id": 7, "why": "settled"}


def test_a_game_that_is_over_is_told_exactly() -> None:
    moves, position = list[str](), brettwerk.game("bedraengnis").start()
    while position.moves:
        moves.append(position.moves[0].text)
        position = position.play(moves[-1])
    with serving() as client, reading(client) as reader:
        reader.say(t="think", id=1, game="bedraengnis", moves=moves)
        found = reader.hear("found")
        assert (found["exact"], found["lines"], sorted(found["shares"])) == (True, [], [0, 1])
        assert "has won" in found["words"]


def test_it_can_be_stopped_and_another_position_ends_the_one_before() -> None:
    with serving(run=for_ever) as client, reading(client) as reader:
        reader.say(t="think", id=1, game="drei")
        reader.hear("found")
        reader.say(t="think", id=2, game="drei", moves=["d4"])
        while reader.hear("found")["id"] != 2:
            pass
        reader.say(t="stop")
        assert reader.hear("done") == {"t": "done", "id": 2, "why": "stopped"}
        reader.say(t="stop")
        reader.say(t="ping")
        assert reader.hear("pong", "done")["t"] == "pong"


def test_others_wait_until_the_reader_before_them_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUEUE_TOLD_EVERY", 0.02)
    with serving(run=for_ever, waiting_analyses=1) as client, reading(client) as second:
        with reading(client) as first:
            first.say(t="think", id=1, game="drei")
            first.hear("found")
            second.say(t="think", id=2, game="drei")
            assert second.hear("queued")["ahead"] == 1
            with reading(client) as third:
                third.say(t="think", id=3, game="drei")
                refused = third.hear("no")
                assert (refused["key"], refused["about"]) == ("study-busy", 3)
        assert second.hear("found")["id"] == 2
        second.say(t="stop")
        assert second.hear("done")["why"] == "stopped"


def test_who_stops_waiting_is_told_what_has_ended() -> None:
    with serving(run=for_ever) as client, reading(client) as first, reading(client) as second:
        first.say(t="think", id=1, game="drei")
        first.hear("found")
        second.say(t="think", id=2, game="drei")
        second.hear("queued")
        second.say(t="stop")
        assert second.hear("done") == {"t": "done", "id": 2, "why": "stopped"}


REFUSED = [
    ({"game": "chess"}, "game-unknown"),
    ({"game": "drei", "lines": 6}, "page-number"),
    ({"game": "drei", "lines": 0}, "page-number"),
    ({"game": "drei", "seconds": 61}, "study-seconds"),
    ({"game": "drei", "seconds": -1}, "study-seconds"),
    ({"game": "drei", "moves": ["z9"]}, "cell-unknown"),
    ({"game": "drei", "moves": ["d4"] * 1001}, "study-many-moves"),
    ({"position": "drei/1 wwwwwwww/8 w"}, "position-rows"),
    ({"game": "drei", "more": 1}, "page-not-understood"),
    ({}, "request-no-game"),
]


def test_a_number_that_no_job_can_hold_is_refused() -> None:
    with serving() as client, reading(client) as reader:
        reader.say(t="think", id=2**64, game="drei")
        assert reader.hear("no", "found")["key"] == "page-not-understood"


@pytest.mark.parametrize(("wanted", "key"), REFUSED)
def test_what_cannot_be_analysed_is_refused_with_a_sentence(wanted: Any, key: str) -> None:
    with serving() as client, reading(client) as reader:
        reader.say(t="think", id=1, **wanted)
        refused = reader.hear("no", "found")
        assert (refused.get("key"), bool(refused.get("message"))) == (key, True)
        reader.say(t="think", id=2, game="drei")
        assert reader.hear("found")["id"] == 2


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 3000, '{"t": "fly"}', "x" * 70_000])
def test_broken_messages_get_a_sentence_and_the_next_is_served(text: str) -> None:
    with serving() as client, reading(client) as reader:
        reader.socket.send_text(text)
        assert reader.hear("no")["message"]
        reader.say(t="ping")
        reader.hear("pong")


def test_foreign_pages_floods_and_crowds_are_kept_out() -> None:
    with serving(messages_burst=5, messages_per_second=0.1) as client:
        headers = {"origin": "http://evil.example"}
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/ws/analysis", headers=headers),
        ):
            pass
        with reading(client) as reader:
            for _ in range(8):
                reader.say(t="ping")
            assert reader.hear("no")["key"] == "page-too-fast"
    with (
        serving(readers_per_client=1) as client,
        reading(client),
        client.websocket_connect("/ws/analysis?lang=de") as late,
    ):
        assert json.loads(late.receive_text())["key"] == "page-full"


def test_a_failing_analysis_is_told() -> None:
    def fail(_: Job[Any, Any], _stop: Stop, _tell: Callable[[Any], None]) -> Any:
        raise ZeroDivisionError

    with serving(run=fail) as client, reading(client) as reader:
        reader.say(t="think", id=1, game="drei")
        assert reader.hear("no")["key"] == "study-failed"


@pytest.mark.parametrize(
    ("scores", "parts"),
    [
        ((1.0, -1.0), [1, 0]),
        ((0.0, 0.0), [0.5, 0.5]),
        ((-0.5, 0.5), [0.25, 0.75]),
        ((1.0, -0.5, -0.5), [1, 0, 0]),
        ((0.0, 0.0, 0.0), [0.3333, 0.3333, 0.3333]),
        ((0.5, 0.5, -1.0), [0.5, 0.5, 0]),
    ],
)
def test_shares_are_parts_of_the_win(scores: tuple[float, ...], parts: list[float]) -> None:
    assert shown_shares(scores) == parts


def test_what_is_proven_is_shown_to_its_end() -> None:
    start = brettwerk.game("drei", board="1a0 3b2 4a1 2b3").start()
    found = brettwerk.analyse(start, nodes=1000)
    assert found.exact
    assert found.exact.plies == 13
    (line, *_) = found_message(1, found, "en").lines
    assert len(line.moves) == 13

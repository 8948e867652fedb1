"""Where an analysis begins: pasted texts, games that were played here, and records made of it."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

import brettwerk
from brettwerk.records import (
    Ply,
    Record,
    from_json,
    read_record,
    read_records,
    to_json,
    write_record,
)
from brettwerk.server.jobs.pool import Pool
from server.helpers import COMPUTER, HERE, Game, make, serving

SMALL = brettwerk.game("bedraengnis", board="3b1")


def a_record() -> Record:
    """Three moves with a comment, and two variations."""
    at, moves = SMALL.start(), list[Ply]()
    for number in range(3):
        other = at.moves[1].text
        lines = ((Ply(other, "or this"),),) if number else ()
        moves.append(Ply(at.moves[0].text, "so" * number, variations=lines))
        at = at.play(at.moves[0])
    return Record.of(SMALL, moves)


def read(client: TestClient, text: str) -> dict[str, Any]:
    """What a text says."""
    answer = client.post("/api/study/read", json={"text": text})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_records_and_positions_are_understood_however_they_are_written() -> None:
    record = a_record()
    begin, told = SMALL.start().text, to_json(record)["moves"]
    as_json = json.dumps(to_json(record))
    with serving() as client:
        for text in (write_record(record), "\n\n" + as_json, f"[{as_json}]"):
            assert read(client, text) == {
                "game": "bedraengnis",
                "begin": begin,
                "moves": told,
                "ply": None,
            }
        position = record.final().text
        found = read(client, f"  {position}\n")
        assert (found["begin"], found["moves"]) == (position, [])


@pytest.mark.parametrize("ending", ["pgn", "json"])
def test_an_analysis_becomes_a_record_again(ending: str) -> None:
    record = a_record()
    with serving() as client:
        body = {**read(client, write_record(record)), "ending": ending}
        del body["game"], body["ply"]
        text = client.post("/api/study/record", json=body).text
    again = read_record(text) if ending == "pgn" else from_json(json.loads(text))
    assert (again.plies, again.game, again.start) == (record.plies, record.game, None)


@pytest.mark.parametrize("ending", ["pgn", "json"])
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_an_analysis_that_reaches_the_end_becomes_a_record_too(name: str, ending: str) -> None:
    limit = {"ply_limit": 40} if name == "congress" else {}  # nothing is taken there
    moves, random, begin = list[str](), Random(5), brettwerk.game(name, **limit).start()
    at = begin
    while at.moves:  # whoever takes pieces, ends games
        some = random.sample(list(at.moves), min(len(at.moves), 8))
        moves.append(min(some, key=lambda move: len(at.play(move).pieces)).text)
        at = at.play(moves[-1])
    with serving() as client:
        body = {"begin": begin.text, "moves": moves, "ending": ending}
        answer = client.post("/api/study/record", json=body)
    assert answer.status_code == 200, answer.text
    again = read_record(answer.text) if ending == "pgn" else from_json(json.loads(answer.text))
    again.check()
    assert [ply.text for ply in again.plies] == moves
    assert again.result == Record.of(again.game, moves, start=again.start).result != "*"


@pytest.mark.parametrize("ending", ["apgn", "nacre"])
def test_games_and_analyses_are_written_for_other_programs(ending: str) -> None:
    moves = ["c3c5d3", "g5f5"]
    with serving() as client:
        begin = brettwerk.game("abalone").start().text
        body = {"begin": begin, "moves": moves, "ending": ending}
        texts = [client.post("/api/study/record", json=body).text]
        game = make(client, "abalone", HERE, HERE, options={"repetition": 3})
        with game.sit(0, 1) as player:
            for move in moves:
                assert player.act("play", move)["t"] == "done"
        texts.append(client.get(f"/api/games/{game.id}/record.{ending}").text)
        assert client.get(f"/api/games/{game.id}/record.txt").status_code == 404
    for text in texts:
        assert text.startswith('[Event "?"]')
        (read_back,) = read_records(text)
        assert [ply.text for ply in read_back.plies] == moves


REFUSED = [
    ("read", {"text": ""}, "study-nothing"),
    ("read", {"text": "hello there"}, None),
    ("read", {"text": "drei/1 8 w"}, "position-rows"),
    ("read", {"text": '{"game": "chess"}'}, None),
    ("read", {"text": '[Game "bedraengnis"]\n\n1. b2 b2 *'}, "record-ply"),
    ("read", {"text": "[" * 5000}, None),
    ("read", {"text": 7}, "page-not-understood"),
    ("record", {"begin": "nonsense"}, "position-form"),
    ("record", {"begin": SMALL.start().text, "moves": ["z9"]}, "record-ply"),
    ("record", {"begin": SMALL.start().text, "moves": [[]]}, None),
    (
        "record",
        {"begin": SMALL.start().text, "moves": [{"move": "a1", "variations": [["z9"]]}]},
        None,
    ),
]


@pytest.mark.parametrize(("what", "body", "key"), REFUSED)
def test_what_cannot_be_read_or_written_is_refused(what: str, body: Any, key: str | None) -> None:
    with serving() as client:
        answer = client.post(f"/api/study/{what}", json=body)
        assert (answer.status_code, bool(answer.json()["message"])) == (400, True)
        assert key is None or answer.json()["key"] == key


def test_a_position_can_be_set_up_by_hand_and_one_that_cannot_be_is_refused() -> None:
    body = {"game": "drei", "pieces": {"d4": "white"}, "turn": 1, "details": {"last": "d4"}}
    with serving() as client:
        found = client.post("/api/study/set", json=body).json()["position"]
        assert brettwerk.position(found) == brettwerk.game("drei").start().play("d4")
        refused = client.post("/api/study/set", json={**body, "turn": 0})
        assert (refused.status_code, refused.json()["key"]) == (400, "position-alternate")


def test_an_analysis_can_be_played_out_against_a_computer() -> None:
    at = SMALL.start()
    with serving() as client:
        while at.moves:
            body = {"position": at.text, "level": 3}
            at = at.play(client.post("/api/study/answer", json=body).json()["move"])
        for wrong, status, key in (
            ({"position": at.text, "level": 3}, 409, "match-over"),
            ({"position": SMALL.start().text, "level": 11}, 400, "page-level"),
            ({"position": "nonsense", "level": 1}, 400, "position-form"),
        ):
            refused = client.post("/api/study/answer", json=wrong)
            assert (refused.status_code, refused.json()["key"]) == (status, key)
    with serving(analysts=0) as client:
        body = {"position": SMALL.start().text, "level": 3}
        refused = client.post("/api/study/answer", json=body)
        assert (refused.status_code, refused.json()["key"]) == (503, "study-no-analysts")


def test_what_somebody_has_waiting_counts_for_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    owners = list[str]()
    submit = Pool.submit

    def noted(self: Pool, job: Any, priority: Any, owner: str = "", *more: Any) -> Any:
        owners.append(owner)
        return submit(self, job, priority, owner, *more)

    monkeypatch.setattr(Pool, "submit", noted)
    body = {"position": SMALL.start().text, "level": 3}
    with serving() as client:
        client.post("/api/study/answer", json=body)
    assert owners
    assert all(owners)


# -- games of this server -------------------------------------------------------------------------
def opening(client: TestClient, path: str) -> dict[str, Any]:
    """What a page of analysis begins with."""
    text = client.get(path).text
    found: dict[str, Any] = json.loads(text.split('id="opening">')[1].split("</script>")[0])
    return found


@pytest.mark.parametrize(
    ("name", "called"),
    [("abalone", "schwarze Kugel"), ("drei", "schwarze Figur"), ("triapon", "Kugel von Spieler 1")],
)
def test_what_is_set_up_is_called_what_it_is_in_the_game(name: str, called: str) -> None:
    with serving() as client:
        assert f"<span>{called}</span>" in client.get(f"/analysis/{name}?lang=de").text


def test_a_game_that_is_over_is_analysed_from_any_ply() -> None:
    with serving() as client:
        game = make(client, "bedraengnis", HERE, HERE, begins=0, target=1)
        with game.sit(0, 1) as player:
            player.play_on(Random(3))
            moves = player.moves
        path = f"/analysis/bedraengnis?from={game.id}"
        assert opening(client, path)["moves"] == moves
        assert opening(client, f"{path}&ply=3&round=1")["ply"] == 3
        assert (
            f"/analysis/bedraengnis?from={game.id}"
            in client.get(f"/analysis/drei?from={game.id}", follow_redirects=False).headers[
                "location"
            ]
        )
        for wrong in ("ply=999", "ply=x", "round=2", "round=0"):
            assert client.get(f"{path}&{wrong}").status_code == 400


def test_other_names_and_positions_of_other_games_lead_to_the_right_page() -> None:
    position = SMALL.start().text
    with serving() as client:
        query = urlencode({"position": position})
        for name in ("Das%20Bedr%C3%A4ngnis", "drei"):
            answer = client.get(f"/analysis/{name}?{query}", follow_redirects=False)
            assert answer.status_code == 307, answer.text
            assert opening(client, answer.headers["location"])["begin"] == position
        assert client.get("/analysis/Die%20Drei").url.path == "/analysis/drei"


def test_a_game_between_people_waits_until_it_is_over() -> None:
    with serving() as client:
        both = make(client, "drei", HERE, HERE, begins=0)
        refused = client.get(f"/analysis/drei?from={both.id}")
        assert (refused.status_code, "still being played" in refused.text) == (403, True)
        alone = make(client, "drei", HERE, COMPUTER, begins=0)
        assert client.get(f"/analysis/drei?from={alone.id}").status_code == 200
        assert client.get("/analysis/drei?from=nothing").status_code == 404


def test_of_a_game_that_somebody_left_the_rest_is_analysed() -> None:
    with serving() as client:
        game = make(client, "triapon", HERE, HERE, HERE, begins=0)
        with game.sit(0, 1, 2) as player:
            for _ in range(4):
                assert player.act("play", player.table["moves"][0][0])["t"] == "done"
            assert player.act("resign", person=2)["t"] == "done"
            assert player.act("play", player.table["moves"][0][0])["t"] == "done"
            last = player.moves[-1]
            assert player.act("resign", person=0)["t"] == "done"
        found = opening(client, f"/analysis/triapon?from={game.id}")
        assert found["moves"] == [last]
        assert "out=3" in found["begin"]
        assert _position(client, game) == brettwerk.position(found["begin"]).play(last)


def _position(client: TestClient, game: Game) -> brettwerk.Position:
    """The last position in which two were in."""
    record = client.get(f"/api/games/{game.id}/record.pgn").text
    *_, last, _ = read_record(record).positions()
    return last

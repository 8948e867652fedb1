"""Boards to try things on: any position as a table, why not, and what is refused."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import brettwerk
from brettwerk.server.study.board import board_of
from server.helpers import serving

BOARD = "1a0 3b2 4a1 2b3"
OPTIONS: dict[str, dict[str, Any]] = {
    "bedraengnis": {"board": "2b3"},
    **{name: {"board": BOARD} for name in ("drei", "schlacht", "katarenga")},
}


def ask(client: TestClient, what: str = "", **question: Any) -> dict[str, Any]:
    """An answer that is no refusal."""
    answer = client.post(f"/api/study{what}", json=question)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_game_can_be_played_out_and_is_told_as_the_rules_have_it(name: str) -> None:
    rng, moves = Random(4), list[str]()
    options = OPTIONS.get(name, {})
    position = brettwerk.game(name, **options).start()
    with serving(studies_burst=1e6) as client:
        for _ in range(60):
            told: dict[str, Any] = {"from": len(moves)}
            found = ask(client, game=name, options=options, moves=moves, **told)
            assert found["position"] == position.text
            assert [move[0] for move in found["moves"]] == [move.text for move in position.moves]
            assert found["turn"] == position.to_move
            assert (found["outcome"] is None) == (position.outcome is None)
            if not position.moves:
                break
            moves.append(rng.choice(position.moves).text)
            position = position.play(moves[-1])
        whole = ask(client, game=name, options=options, moves=moves)
        assert [frame["text"] for frame in whole["frames"]] == moves
        again = ask(client, position=whole["position"])
        assert again["start"]["pieces"] == {**position.pieces, **_spots(position)}
        assert again["moves"] == whole["moves"]


def _spots(position: brettwerk.Position) -> dict[str, str]:
    return {
        off_cell.name: off_cell.piece
        for off_cell in position.board_view.off_board
        if off_cell.piece
    }


def test_an_ending_has_its_sentence_in_the_language_asked_for() -> None:
    moves = list[str]()
    position, rng = brettwerk.game("bedraengnis").start(), Random(1)
    while position.moves:
        moves.append(rng.choice(position.moves).text)
        position = position.play(moves[-1])
    assert position.outcome is not None
    assert position.outcome.points is not None
    with serving() as client:
        german = {"accept-language": "de"}
        body = {"game": "bedraengnis", "moves": moves}
        told = client.post("/api/study", json=body, headers=german).json()["outcome"]["sentence"]
        winner = "Weiß" if position.outcome.winners == (0,) else "Schwarz"
        assert told.startswith(f"{winner} gewinnt.")
        assert str(max(position.outcome.points)) in told


def test_it_says_why_a_move_cannot_be_made_and_what_is_worth_knowing() -> None:
    with serving() as client:
        why = ask(client, "/explain", game="abalone", way=".a1>a2", why=True)
        assert len(why["why"]) > 10
        fine = ask(client, "/explain", game="drei", way=">d4", why=True)
        assert fine["why"] == ""
        board = {"game": "triapon", "moves": ["d4", "e5"]}
        assert "notes" in ask(client, "/explain", **board, way="")


REFUSED: list[tuple[Any, str]] = [
    ([], "page-not-understood"),
    ({}, "request-no-game"),
    ({"game": "chess"}, "game-unknown"),
    ({"game": "drei", "more": 1}, "page-not-understood"),
    ({"game": "drei", "moves": "d4"}, "page-not-understood"),
    ({"game": "drei", "from": 1}, "page-number"),
    ({"game": "drei", "from": -1}, "page-number"),
    ({"game": "drei", "options": {"board": "x"}}, "board-rows"),
    ({"position": "drei/1 x w"}, "position-rows"),
    ({"position": "nonsense"}, "position-form"),
    (
        {"game": "abalone", "position": "bedraengnis/1 ..../..../..../.... w"},
        "request-position-game",
    ),
    ({"game": "drei", "moves": ["d4"] * 2000}, "study-many-moves"),
    ({"position": "x" * 70_000}, "page-too-large"),
]


@pytest.mark.parametrize(("body", "key"), REFUSED)
def test_what_cannot_be_shown_is_refused_with_a_sentence(body: Any, key: str) -> None:
    with serving() as client:
        answer = client.post("/api/study", json=body)
        assert answer.status_code in (400, 404, 413)
        assert (answer.json()["key"], bool(answer.json()["message"])) == (key, True)


def test_a_move_that_cannot_be_is_named() -> None:
    with serving() as client:
        for what in ("", "/explain"):
            body = {"game": "drei", "options": {"board": BOARD}, "moves": ["d4", "d4", "e5"]}
            answer = client.post(f"/api/study{what}", json=body)
            assert (answer.status_code, answer.json()["at"]) == (400, 1)
            assert answer.json()["error"] == "illegal"


def test_foreign_pages_and_floods_are_refused() -> None:
    with serving(studies_burst=3, studies_per_second=0.001) as client:
        origin = {"origin": "http://evil.example"}
        foreign = client.post("/api/study", json={"game": "drei"}, headers=origin)
        assert (foreign.status_code, foreign.json()["key"]) == (403, "page-foreign")
        found = [client.post("/api/study", json={"game": "drei"}).status_code for _ in range(4)]
        assert found == [200, 200, 429, 429]


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_board_in_a_page_is_a_picture_with_its_pieces(name: str) -> None:
    position = brettwerk.game(name, **OPTIONS.get(name, {})).start()
    for _ in range(4):
        position = position.play(position.moves[len(position.moves) // 2])
    board = board_of(position, "en", title="A <board>")
    layer = re.search(r'<g data-layer="pieces">(.*?)<g data-layer="over"', board.drawing)
    assert layer is not None
    shown = re.findall(r'href="#bw-page-\w+-(\w+)"', layer[1])
    assert sorted(shown) == sorted({**position.pieces, **_spots(position)}.values())
    assert 'role="img" aria-label="A &lt;board&gt;"' in board.drawing
    facts = json.loads(board.facts)
    assert facts["begin"] == position.text
    assert len(facts["moves"]) == len(position.moves)


def test_words_for_scripts_are_a_file_that_all_pages_share() -> None:
    with serving() as client:
        page = client.get("/analysis/drei?lang=de").text
        assert "study-stop" not in page
        words = page.partition("words/de.js")[0].rpartition('"')[2] + "words/de.js"
        found = client.get(words).text
        assert '"study-stop":"Anhalten"' in found
        assert "study-back" not in found  # only pages say it

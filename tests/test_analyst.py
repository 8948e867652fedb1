"""What the analyst promises to programs; the engine behind it is a stand-in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import brettwerk
from brettwerk.analyst import Analyst
from brettwerk.search.report import Analysis
from search.fakes import guessing, knowing


def ask(analyse: Any = knowing, **request: Any) -> Any:
    return json.loads(Analyst(analyse).answer(json.dumps(request).encode()))


def seen(**request: Any) -> dict[str, Any]:
    """What the engine is asked for."""
    told: dict[str, Any] = {}

    def note(position: brettwerk.Position, **wishes: Any) -> Analysis:
        told.update(wishes)
        return Analysis(position, (), 0, 0, 0.0)

    assert ask(note, game="drei", **request)["ok"]
    return told


def test_the_answer_is_as_documented() -> None:
    found = ask(game="bedraengnis", moves=["b2"], limit={"seconds": 1}, lines=3, id=7)
    assert list(found) == ["ok", "id", "best", "lines", "exact", "depth", "nodes", "seconds"]
    assert found["best"] == found["lines"][0]["move"] == found["lines"][0]["pv"][0]
    assert len(found["lines"]) == 3
    assert set(found["exact"]) == {"returns", "points", "plies"}
    assert sum(found["exact"]["returns"]) == 0


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_game_is_answered_with_a_legal_move(name: str) -> None:
    found = ask(guessing, game=name, limit={"nodes": 10})
    start = brettwerk.game(name).start()
    assert start.is_legal(found["best"])
    assert found["exact"] is None
    assert len(found["lines"][0]["score"]) == start.game.players


def test_a_game_that_is_over_has_its_result() -> None:
    position = brettwerk.game("bedraengnis").start()
    moves = []
    while position.moves:
        moves.append(position.moves[0].text)
        position = position.play(moves[-1])
    found = ask(game="bedraengnis", moves=moves)
    assert found["best"] is None
    assert found["lines"] == []
    assert position.outcome
    assert found["exact"]["returns"] == list(position.outcome.returns)
    assert found["exact"]["plies"] == 0


def test_limits_reach_the_engine() -> None:
    assert seen() == {"seconds": 1.0}
    assert seen(limit={"nodes": 500, "seconds": 2}) == {"nodes": 500, "seconds": 2}
    assert seen(level=4) == {"level": 4}
    assert seen(level=4, limit={"depth": 3}) == {"level": 4, "depth": 3}
    assert seen(lines=2, threads=2, limit={"depth": 3}) == {"lines": 2, "threads": 2, "depth": 3}


def test_a_clock_gives_a_share_of_its_time() -> None:
    with_plenty = seen(clock={"left": [60, 1], "increment": 0.5})["seconds"]
    assert with_plenty == pytest.approx(60 / 20 + 0.8 * 0.5, rel=0.01)
    with_little = seen(clock={"left": [60, 1]}, moves=["d4"])["seconds"]
    assert with_little == pytest.approx(1 / 20 / 26)  # most of the last seconds is saved
    assert seen(clock={"left": [0.1, 9], "increment": 5})["seconds"] == pytest.approx(0.05)
    assert seen(clock={"left": [60, 60]}, limit={"nodes": 5}) == {"nodes": 5}


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({}, "bad-request"),
        ({"game": "chess"}, "unknown-game"),
        ({"game": "drei", "options": {"lines": "x"}}, "bad-options"),
        ({"game": "drei", "moves": ["d4", "d4"]}, "illegal"),
        ({"game": "drei", "moves": ["d44"]}, "not-a-move"),
        ({"game": "drei", "perft": 3}, "bad-request"),
        ({"game": "drei", "limit": 3}, "bad-request"),
        ({"game": "drei", "limit": {}}, "bad-request"),
        ({"game": "drei", "limit": {"plies": 3}}, "bad-request"),
        ({"game": "drei", "limit": {"seconds": -1}}, "bad-request"),
        ({"game": "drei", "limit": {"nodes": 1.5}}, "bad-request"),
        ({"game": "drei", "limit": {"depth": True}}, "bad-request"),
        ({"game": "drei", "lines": 0}, "bad-request"),
        ({"game": "drei", "threads": "2"}, "bad-request"),
        ({"game": "drei", "level": 11}, "bad-request"),
        ({"game": "drei", "clock": {"left": [1]}}, "bad-request"),
        ({"game": "drei", "clock": {"left": [1, "x"]}}, "bad-request"),
        ({"game": "drei", "clock": [1, 2]}, "bad-request"),
    ],
)
def test_bad_requests_get_their_error_and_the_next_is_served(
    request_: dict[str, Any], error: str
) -> None:
    analyst = Analyst(guessing)
    found = json.loads(analyst.answer(json.dumps(request_).encode()))
    assert (found["ok"], found["error"]) == (False, error)
    assert found["message"].endswith((".", "?"))
    assert json.loads(analyst.answer(b'{"game": "drei"}'))["ok"]


def test_the_answer_names_the_index_of_a_bad_move() -> None:
    assert ask(game="drei", moves=["d4", "d4"])["at"] == 1


def test_an_error_of_the_engine_is_answered_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object, **__: object) -> Analysis:
        raise ZeroDivisionError

    assert ask(broken, game="drei")["error"] == "bad-request"
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_levels_play_the_same_for_the_same_seed_and_position() -> None:
    asked = {"game": "bedraengnis", "moves": ["b2"], "level": 1}
    first, again = (ask(None, **asked, seed=5) for _ in range(2))
    assert first["best"] == again["best"] == first["lines"][0]["pv"][0]
    assert len(first["lines"][0]["score"]) == 2
    assert len({ask(None, **asked, seed=seed)["best"] for seed in range(1, 30)}) > 1
    assert ask(None, **asked)["best"] == ask(None, **asked)["best"]


def test_the_engine_itself_knows_the_truth_of_a_solved_game() -> None:
    found = ask(None, game="bedraengnis", limit={"nodes": 1000})
    assert found["exact"] == {
        "returns": [1, -1],
        "points": [7, 0],
        "plies": found["exact"]["plies"],
    }


def test_the_requests_on_the_page_are_understood() -> None:
    page = Path(__file__).parent.parent / "docs" / "engines.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    asked = [line for line in lines if line.startswith('{"game"')]
    assert len(asked) == 3
    for line in asked:
        assert json.loads(Analyst(guessing).answer(line.encode()))["ok"]

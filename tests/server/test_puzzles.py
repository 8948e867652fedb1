"""Puzzles over HTTP: tasks, verdicts proven in a worker, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

import brettwerk
from brettwerk.errors import BrettwerkError
from brettwerk.puzzles.daily import daily
from brettwerk.puzzles.puzzle import Puzzle, shipped
from brettwerk.search.report import Stop
from brettwerk.server.jobs.job import Job
from server.helpers import serving

DAY = date(2026, 11, 16)


def easiest(name: str) -> Puzzle:
    """A puzzle with a short solution."""
    return min(shipped(name).puzzles, key=lambda p: (p.goal.plies or 99, len(p.solution), p.id))


def attempt(client: TestClient, puzzle: Puzzle, *moves: str) -> dict[str, Any]:
    """The verdict on the last of these moves."""
    address = f"/api/puzzles/{puzzle.start.game.name}/{puzzle.id}"
    answer = client.post(address, json={"moves": moves})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_puzzle_is_told_tried_and_solved(name: str) -> None:
    puzzle = easiest(name)
    with serving(studies_burst=1e6) as client:
        told = client.get(f"/api/puzzles/{name}/{puzzle.id}").json()
        assert told["position"] == puzzle.position
        assert told["grade"] == shipped(name).grade(puzzle)
        wrong = next(move.text for move in puzzle.start.moves if move.text != puzzle.solution[0])
        verdict = attempt(client, puzzle, wrong)
        assert not verdict["right"]
        assert not verdict["done"]
        assert len(verdict["sentence"]) > 20
        moves: list[str] = []
        while len(moves) < len(puzzle.solution):
            moves.append(puzzle.solution[len(moves)])
            verdict = attempt(client, puzzle, *moves)
            assert verdict["right"]
            moves += verdict["moves"]
        assert tuple(moves) == puzzle.solution
        hint = client.get(f"/api/puzzles/{name}/{puzzle.id}/hint").json()
        assert hint["cells"]
        found = client.get(f"/api/puzzles/{name}/{puzzle.id}/solution").json()
        assert tuple(found["moves"]) == puzzle.solution


def test_it_speaks_the_language_of_the_reader() -> None:
    puzzle = easiest("drei")
    address = f"/api/puzzles/drei/{puzzle.id}"
    with serving() as client:
        german = client.get(address, headers={"accept-language": "de"}).json()["task"]
        assert "ist am Zug" in german
        assert "to move" in client.get(address).json()["task"]


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_the_page_has_the_puzzle_in_it(name: str) -> None:
    puzzle = shipped(name).puzzles[5]
    with serving() as client:
        page = client.get(f"/puzzles/{name}?p={puzzle.id}").text
        assert puzzle.id in page
        assert 'role="img"' in page
        # Without a name it is the puzzle of the day, for everybody alike.
        page = client.get(f"/puzzles/{name}?day=2026-11-16").text
        today = daily(name, DAY)
        assert f'"puzzle":{{"id":"{today.id}"' in page


def test_the_page_of_the_day_has_one_of_every_game() -> None:
    with serving() as client:
        page = client.get("/puzzles?day=2026-11-16").text
        found = re.findall(r'data-game="(\w+)" data-puzzle="(\w+)"', page)
        assert [game for game, _ in found] == list(brettwerk.NAMES)
        for game, puzzle in found:
            assert puzzle == daily(game, DAY).id


@pytest.mark.parametrize(
    ("moves", "key"),
    [
        ([], "puzzles-page-moves"),
        (["zz"], "puzzles-page-illegal"),
        (["a1"] * 100, "puzzles-page-moves"),
    ],
)
def test_what_cannot_be_judged_is_refused(moves: list[str], key: str) -> None:
    puzzle = easiest("abalone")
    with serving() as client:
        answer = client.post(f"/api/puzzles/abalone/{puzzle.id}", json={"moves": moves})
        assert answer.status_code == 400
        assert answer.json()["key"] == key


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_moves_may_be_written_as_people_write(name: str) -> None:
    puzzle = easiest(name)
    with serving() as client:
        assert attempt(client, puzzle, f" {puzzle.solution[0].upper()} ")["right"]


def test_an_illegal_move_is_refused_in_the_language_of_the_reader() -> None:
    puzzle = easiest("katarenga")
    with serving() as client:
        address, german = f"/api/puzzles/katarenga/{puzzle.id}", {"accept-language": "de"}
        answer = client.post(address, json={"moves": ["a1-a1"]}, headers=german).json()
        with pytest.raises(BrettwerkError) as fault:
            puzzle.start.move("a1-a1")
        assert fault.value.localized("de") in answer["message"]


def test_the_move_of_another_player_is_not_judged() -> None:
    puzzle = next(p for p in shipped("katarenga").puzzles if len(p.solution) > 2)
    with serving() as client:
        moves = list(puzzle.solution[:2])
        answer = client.post(f"/api/puzzles/katarenga/{puzzle.id}", json={"moves": moves})
        assert answer.json()["key"] == "puzzles-page-not-yours"


def test_a_puzzle_or_a_game_that_does_not_exist_is_not_found() -> None:
    with serving() as client:
        for address in ("/api/puzzles/drei/nonsense", "/api/puzzles/chess/1234", "/puzzles/chess"):
            assert client.get(address).status_code == 404
        # A page is rather there with another puzzle than not at all.
        assert client.get("/puzzles/drei?p=nonsense").status_code == 200


def test_nobody_waits_behind_too_many() -> None:
    puzzle, go_on, begun = easiest("drei"), Event(), Event()

    def slow(job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
        begun.set()
        go_on.wait(20)
        return job.run(stop, report)

    def ask() -> int:
        wrong = {"moves": [puzzle.start.moves[0].text]}
        return client.post(f"/api/puzzles/drei/{puzzle.id}", json=wrong).status_code

    with serving(run=slow, waiting_quick=0) as client, ThreadPoolExecutor(1) as thread:
        first = thread.submit(ask)
        assert begun.wait(10)
        assert ask() == 503
        go_on.set()
        assert first.result() == 200


def test_who_asks_too_often_is_slowed_down() -> None:
    puzzle = easiest("drei")
    with serving(studies_burst=2, studies_per_second=0.001) as client:
        first = {"moves": [puzzle.solution[0]]}
        codes = [
            client.post(f"/api/puzzles/drei/{puzzle.id}", json=first).status_code for _ in range(3)
        ]
        assert codes == [200, 200, 429]

"""The referee as programs meet it: every line gets one line."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brettwerk
import slow
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.cli.referee import serve
from brettwerk.referee import Referee
from brettwerk.requests import MAX_LINE_LENGTH, MAX_MOVES, GameCache
from strategies import OPTIONS


def ask(request: object) -> dict[str, Any]:
    """One request, one answer."""
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    answer: dict[str, Any] = json.loads(Referee().answer(line))
    return answer


def test_the_answer_has_the_form_that_is_documented() -> None:
    answer = ask({"game": "bedraengnis", "moves": ["a1"]})
    assert list(answer) == ["ok", "to_move", "legal", "outcome"]
    assert answer["ok"] is True
    assert answer["to_move"] == 1
    assert answer["legal"] == sorted(answer["legal"])
    assert answer["outcome"] is None


def test_an_ended_game_has_an_outcome_and_nobody_to_move() -> None:
    position = brettwerk.game("bedraengnis").start()
    moves = []
    while position.moves:
        moves.append(position.moves[0].text)
        position = position.play(moves[-1])
    answer = ask({"game": "bedraengnis", "moves": moves})
    winner = (len(moves) - 1) % 2
    assert answer["to_move"] is None
    assert answer["legal"] == []
    assert answer["outcome"]["winners"] == [winner]
    assert answer["outcome"]["points"][winner] == len(moves)
    assert answer["outcome"]["reason"] == "no-placement"


def test_perft_is_added_when_asked_for() -> None:
    assert ask({"game": "abalone", "perft": 3})["perft"] == [44, 1936, 98912]


def test_an_id_comes_back_in_answers_and_refusals() -> None:
    assert ask({"game": "drei", "id": [1, "x"]})["id"] == [1, "x"]
    assert ask({"game": "chess", "id": 7})["id"] == 7


def test_a_position_can_be_asked_about_by_its_text() -> None:
    start = brettwerk.game("katarenga", board="random:3").start()
    position = start.play(start.moves[0])
    answer = ask({"position": position.text})
    assert answer["legal"] == [move.text for move in position.moves]


@pytest.mark.parametrize(
    ("request_", "error", "word"),
    [
        (b"{", "bad-request", "not JSON"),
        (b"[1, 2]", "bad-request", "JSON object"),
        (b"\xff\xfe\x00", "bad-request", "not JSON"),
        (b"[" * 100_000, "bad-request", "not JSON"),
        (b'{"moves": []}', "bad-request", "names no game"),
        ({"game": "chess"}, "unknown-game", "abalone"),
        ({"game": 7}, "unknown-game", "abalone"),
        ({"game": "x" * 10_000}, "unknown-game", "…"),
        ({"game": "drei", "move": ["d4"]}, "bad-request", "move"),
        ({"game": "drei", "options": [1]}, "bad-options", "options"),
        ({"game": "drei", "options": []}, "bad-options", "options"),
        ({"game": "drei", "options": False}, "bad-options", "options"),
        ({"game": "abalone", "options": {"ply_limit": 10**18}}, "bad-options", "ply_limit"),
        ({"game": "abalone" + " " * 70 + "x"}, "unknown-game", "abalone"),
        ({"game": "abalone", "moves": ["a1b2" + " " * 70 + "x"]}, "not-a-move", "not a move"),
        (
            {"game": "drei", "options": {"board": "1a0" + " " * 999}},
            "bad-options",
            "",
        ),
        ({"game": "drei", "options": {"colour": 1}}, "bad-options", "colour"),
        ({"game": "drei", "options": {"board": "rrr"}}, "bad-options", "8"),
        ({"game": "drei", "options": {"board": 5}}, "bad-options", "text"),
        ({"game": "drei", "options": {"lines": "curved"}}, "bad-options", "straight"),
        ({"game": "drei", "options": {"continuation": "yes"}}, "bad-options", "true or false"),
        ({"game": "abalone", "options": {"repetition": 1}}, "bad-options", "repetition"),
        ({"game": "abalone", "options": {"ply_limit": -1}}, "bad-options", "ply_limit"),
        ({"game": "abalone", "options": {"ply_limit": 1.5}}, "bad-options", "ply_limit"),
        ({"game": "abalone", "options": {"ply_limit": True}}, "bad-options", "ply_limit"),
        ({"game": "abalone", "options": {"setup": "nowhere"}}, "bad-options", "belgian-daisy"),
        ({"game": "abalone", "options": {"setup": {"black": ["a1"]}}}, "bad-options", "white"),
        (
            {"game": "abalone", "options": {"setup": {"black": ["a1"], "white": ["a1"]}}},
            "bad-options",
            "a1",
        ),
        ({"game": "drei", "moves": "d4"}, "bad-request", "list"),
        ({"game": "drei", "moves": ["d4", 5]}, "bad-request", "number 1"),
        ({"game": "drei", "moves": ["d4"] * (MAX_MOVES + 1)}, "bad-request", "at most"),
        ({"game": "drei", "perft": 0}, "bad-request", "depth"),
        ({"game": "drei", "perft": "4"}, "bad-request", "depth"),
        ({"game": "drei", "perft": True}, "bad-request", "depth"),
        ({"position": "drei/1"}, "bad-request", "position"),
        ({"position": 3}, "bad-request", "position"),
    ],
)
def test_a_bad_request_gets_one_clear_error(request_: object, error: str, word: str) -> None:
    answer = ask(request_)
    assert answer["ok"] is False
    assert answer["error"] == error
    assert word in answer["message"]
    assert len(answer["message"]) < 600


def test_an_illegal_move_is_named_by_its_place() -> None:
    answer = ask({"game": "drei", "moves": ["d4", "d4"]})
    assert (answer["error"], answer["at"]) == ("illegal", 1)
    answer = ask({"game": "drei", "moves": ["d4", "hello"]})
    assert (answer["error"], answer["at"]) == ("not-a-move", 1)
    answer = ask({"game": "abalone", "moves": ["z9"]})
    assert (answer["error"], answer["at"]) == ("not-a-move", 0)


def test_counting_is_bounded() -> None:
    answer = ask({"game": "abalone", "perft": 60})
    assert answer["error"] == "bad-request"
    assert "takes more than" in answer["message"]


def test_ten_thousand_moves_are_replayed() -> None:
    moves = ["c3d3", "g5f5", "d3c3", "f5g5"] * 2500
    answer = ask({"game": "abalone", "moves": moves})
    assert answer["ok"]
    assert answer["to_move"] == 0
    assert len(answer["legal"]) == 44


def test_every_line_gets_one_line_whatever_stands_between() -> None:
    fine = b'{"game": "drei"}\n'
    long = b'{"game": "' + b"x" * 10_000_000 + b'"}\n'
    too_long = b" " * (MAX_LINE_LENGTH + 5_000_000) + b"{\n"
    broken = b'{"game": \n'
    out = io.BytesIO()
    serve(io.BytesIO(fine + long + b"\n  \n" + too_long + broken + fine.strip()), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, False, False, True]
    assert answers[0] == answers[4]


def test_it_answers_line_by_line_as_a_co_process() -> None:
    command = [sys.executable, "-m", "brettwerk", "referee"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for name in brettwerk.NAMES:
            process.stdin.write(json.dumps({"game": name}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.stderr
        assert process.stderr.read() == b""
        assert process.wait(10) == 0


def test_the_referee_keeps_no_memory_of_requests() -> None:
    referee = Referee()

    def many(count: int) -> None:
        for number in range(count):
            board = "".join(random.Random(number).choice("rygb") for _ in range(64))
            rows = "/".join(board[at : at + 8] for at in range(0, 64, 8))
            referee.answer(json.dumps({"game": "schlacht", "options": {"board": rows}}).encode())
            names = random.Random(number).sample(HEXAGON.names, 20)
            setup = {"black": names[:10], "white": names[10:]}
            referee.answer(json.dumps({"game": "abalone", "options": {"setup": setup}}).encode())
            wide = {"lines": " " * 100_000 + "any"}
            referee.answer(json.dumps({"game": "drei", "options": wide}).encode())

    many(200)  # more than are cached
    tracemalloc.start()
    many(200)
    before = tracemalloc.get_traced_memory()[0]
    many(300)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert after - before < 125_000  # 400 bytes for each


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@st.composite
def odd_requests(draw: st.DrawFn) -> object:
    """Requests that are right, with something wrong in some place or other."""
    name = draw(st.sampled_from(brettwerk.NAMES))
    start = brettwerk.game(name).start()
    request: dict[str, object] = {"game": name, "options": draw(OPTIONS[name])}
    if draw(st.booleans()):
        text = start.play(draw(st.sampled_from(list(start.moves)))).text
        at = draw(st.integers(0, len(text)))
        request = {"position": text[:at] + draw(st.text(max_size=3)) + text[at + 1 :]}
    request["moves"] = [move.text for move in draw(st.lists(st.sampled_from(list(start.moves))))]
    request["perft"] = 1
    if draw(st.booleans()):
        request[draw(st.sampled_from([*request, "id"]))] = draw(ANYTHING)
    return request


@settings(deadline=None, max_examples=300)
@given(ANYTHING | odd_requests())
def test_no_json_crashes_the_referee(request_: object) -> None:
    answer = json.loads(Referee().answer(json.dumps(request_).encode()))
    assert isinstance(answer["ok"], bool)
    assert answer["ok"] or "too large to be answered" not in answer["message"]


def test_a_bug_does_not_end_the_referee(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> object:
        raise ZeroDivisionError

    referee = Referee()
    with monkeypatch.context() as patch:
        patch.setattr(GameCache, "start", broken)
        assert json.loads(referee.answer(b'{"game": "drei"}'))["error"] == "bad-request"
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert json.loads(referee.answer(b'{"game": "drei"}'))["ok"]


def test_positions_that_cannot_be_played_on_are_refused() -> None:
    text = "triapon/1 3/33/333/333./...../....../......./......../......... 3 hands=990"
    answer = ask({"position": text, "moves": ["i1"], "perft": 1})
    assert answer["error"] == "bad-request"
    assert "hands" in answer["message"]


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(brettwerk.NAMES), st.integers(0, 2**32))
def test_it_says_what_the_slow_referee_says(name: str, seed: int) -> None:
    judge, choose = slow.game(name, {}), random.Random(seed)
    state, moves = judge.start(), list[str]()
    for _ in range(choose.randrange(12)):
        if judge.outcome(state):
            break
        moves.append(choose.choice(judge.legal(state)))
        state = judge.play(state, moves[-1])
    answer = ask({"game": name, "moves": moves})
    assert answer["legal"] == judge.legal(state)
    assert answer["to_move"] == judge.to_move(state)

"""`brettwerk match`: for people, for programs, stopped in the middle, and with bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.programs import program
from brettwerk.records import read_jsonl
from cli.helpers import SOURCE, done, facts, refused, run

QUICK = ("--nodes", "5", "--opening-plies", "2")


def test_people_get_a_table_and_elo() -> None:
    told = done("match", "bedraengnis", "mcts", "random", "--games", "9", *QUICK)
    assert "10 games, 5 nodes per move" in told
    assert "mcts − random:" in told
    assert "points" in told
    german = done("match", "bedraengnis", "mcts", "random", "--openings", "1", *QUICK, "--lang=de")
    assert "2 Partien, 5 Knoten je Zug" in german


def test_programs_get_json() -> None:
    found = facts("match", "triapon", "a=random", "b=random", "--openings", "1", *QUICK)
    assert found["games"] == 6
    assert [entry["name"] for entry in found["contestants"]] == ["a", "b"]
    assert found["contestants"][0]["points"] is None
    assert found["terms"]["limit"] == {"nodes": 5}


def test_forfeits_are_reported_with_their_reasons(tmp_path: Path) -> None:
    told = done("match", "bedraengnis", program(tmp_path, "cheats"), "random", "--games=2", *QUICK)
    assert "cheats forfeited 2 games: The program’s move cannot be played" in told


def test_a_clock_instead_of_a_limit() -> None:
    told = done("match", "bedraengnis", "mcts", "random", "--games=2", "--clock", "1+0.1")
    assert "1 second each, plus 0.1 per move" in told


def test_the_same_command_plays_the_missing_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = ("match", "bedraengnis", "mcts", "random", *QUICK, "--save", str(path))
    first = facts(*command, "--games", "4")
    before = path.read_text()
    second = facts(*command, "--games", "8")
    assert (first["games"], second["games"]) == (4, 8)
    assert path.read_text().startswith(before)
    assert "seed is 0, here 3" in refused(*command, "--seed", "3")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess", "mcts", "random"), "no game"),
        (("drei", "mcts"), "two different players"),
        (("drei", "mcts", "stockfish"), "is not a player"),
        (("drei", "mcts", "level:12"), "is not a level"),
        (("drei", "mcts", "random", "--seconds", "0"), "greater than 0"),
        (("bedraengnis", "mcts", "random", "--depth", "3"), "random games"),
        (("drei", "mcts", "random", "--clock", "soon"), "written as seconds"),
        (("drei", "mcts", "random", "--clock", "0"), "written as seconds"),
        (("drei", "mcts", "random", "--clock", "10+-1"), "written as seconds"),
        (("drei", "mcts", "random", "--clock", "nan"), "written as seconds"),
        (("drei", "mcts", "random", "--clock", "9", "--nodes", "9"), "how long"),
        (("drei", "mcts", "level:3@nodes=5"), "not a limit of a single player"),
        (("drei", "mcts", "engine@nodes=0.5"), "not a limit of a single player"),
        (("drei", "mcts", "engine@nodes=0"), "not a limit of a single player"),
        (("drei", "mcts", "random", "--games", "5", "--openings", "5"), "not both"),
        (("drei", "mcts", "random", "--set", "lines=x"), "lines"),
        (("drei", "mcts", "random", "--save", "/nowhere/x"), "no folder “/nowhere”"),
    ],
)
def test_bad_input_is_refused_with_a_message(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused("match", *arguments)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", b"[1]", b'{"features": {"a": "b"}}'])
def test_a_file_without_weights_is_refused_with_a_message(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "weights.json"
    file.write_bytes(content)
    sentence = "has no weights of an evaluation"
    match = ("match", "drei", f"engine:{file}", "random", "--games", "1", "--nodes", "10")
    assert sentence in refused(*match, "--lang", "en")
    assert sentence in refused("tune", "drei", "--out", file, "--games", "1", "--lang", "en")


def test_help_has_examples() -> None:
    told = done("match", "--help")
    assert "Examples:" in told
    assert "brettwerk match abalone level:3 level:4" in told


def _wait_for_games(path: Path, process: subprocess.Popen[str]) -> None:
    """Until some games are on file."""
    for _ in range(1200):
        if path.exists() and path.read_bytes().count(b"\n") >= 2:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("no game ended within a minute")


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
@pytest.mark.parametrize(
    ("jobs", "how"), [(1, signal.SIGINT), (2, signal.SIGINT), (1, signal.SIGKILL)]
)
def test_an_interrupted_match_is_resumed(tmp_path: Path, jobs: int, how: signal.Signals) -> None:
    path = tmp_path / "games.jsonl"
    command = ["match", "bedraengnis", "a=random", "b=random", "--nodes", "1", "--save", str(path)]
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "brettwerk",
            *command,
            f"--jobs={jobs}",
            "--games=1000000",
            "--json",
        ],
        env=os.environ | {"PYTHONPATH": SOURCE, "LC_ALL": "C"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # whoever started the tests in the background may have had Ctrl-C ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    _wait_for_games(path, process)
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    if how == signal.SIGINT:
        assert process.returncode == 130, err
        assert "the same command plays the rest" in err
        assert "Traceback" not in err
        kept = len(list(read_jsonl(path.read_text())))
        assert kept - 1 <= json.loads(out)["games"] <= kept  # the last was just being written
    result = run(*command, "--games", "4", "--json")
    assert result.exit_code == 0, result.stderr
    numbers = [int(record.tags["MatchGame"]) for record in read_jsonl(path.read_text())]
    assert len(numbers) == len(set(numbers)) == json.loads(result.stdout)["games"]

"""`brettwerk analyse`: for people, for programs, and for whole games; by a stand-in engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import brettwerk
from brettwerk import search as engine
from brettwerk.core.game import Position
from brettwerk.records import Record, read_jsonl, read_record, write_record
from brettwerk.search.report import Analysis
from cli.helpers import done, facts, refused, run
from search.fakes import guessing, knowing

OVER = ["b2", "a1", "b1", "a2"]


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "analyse", knowing, raising=False)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A record with mistakes in it."""
    position = brettwerk.game("bedraengnis").start()
    moves: list[str] = []
    while position.moves:
        moves.append(position.moves[len(moves) * 5 % len(position.moves)].text)
        position = position.play(moves[-1])
    path = tmp_path / "game.pgn"
    path.write_text(write_record(Record.of(position.game, moves)), encoding="utf-8")
    return path


def test_people_get_the_best_moves_in_words() -> None:
    told = done("analyse", "bedraengnis", "--lines", "2")
    first, second = told.splitlines()[:2]
    assert "proven" in first
    assert "White wins in" in first
    assert "points" in second
    assert "bewiesen" in done("analyse", "bedraengnis", "--lang", "de")


def test_estimates_have_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brettwerk.search.stream.analyse", guessing)
    told = done("analyse", "drei", "--board", "random:7", "--moves", "d4", "--nodes", "10")
    assert any(sign in told.splitlines()[0] for sign in "+-")
    assert "positions in" in told


def test_a_position_and_a_ply_of_a_record(game: Path) -> None:
    position = brettwerk.game("bedraengnis").start().play("b2")
    assert done("analyse", position.text)
    assert done("analyse", str(game), "--at", "2")
    assert facts("analyse", position.text)["best"] in [move.text for move in position.moves]
    over = done("analyse", str(game), "--at", "-1")
    assert "wins" in over or "won" in over


def test_programs_are_served_line_by_line() -> None:
    lines = ['{"game": "bedraengnis"}', "nonsense", '{"game": "bedraengnis", "moves": ["b2"]}']
    found = [
        json.loads(line)
        for line in done("analyse", "--json", stdin="\n".join(lines) + "\n").splitlines()
    ]
    assert [answer["ok"] for answer in found] == [True, False, True]


def test_a_game_is_annotated(game: Path, tmp_path: Path) -> None:
    record = read_record(game.read_text())
    written = read_record(done("analyse", str(game)))
    assert [ply.text for ply in written.plies] == [ply.text for ply in record.plies]
    assert "turned at ply" in written.comment
    assert any("A blunder" in ply.comment for ply in written.plies)
    target = tmp_path / "annotated.pgn"
    assert "turned at ply" in done("analyse", str(game), "--save", str(target))
    assert read_record(target.read_text()) == written
    lines = tmp_path / "annotated.jsonl"
    done("analyse", str(game), "--save", str(lines))
    assert list(read_jsonl(lines.read_text())) == [written]
    assert facts("analyse", str(game))["tags"]["Annotator"] == "Brettwerk"
    assert "Fehler" in done("analyse", str(game), "--lang", "de")


def interrupted_after(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl-C come while a position is analysed."""
    left = iter(range(calls))

    def analyse(position: Position, **limits: Any) -> Analysis:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return knowing(position, **limits)

    monkeypatch.setattr(engine, "analyse", analyse)


def test_what_is_annotated_before_ctrl_c_is_kept(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, target = read_record(done("analyse", str(game))), tmp_path / "annotated.pgn"
    blunder = next(n for n, ply in enumerate(whole.plies, 1) if "A blunder" in ply.comment)
    interrupted_after(blunder + 1, monkeypatch)
    ran = run("analyse", str(game), "--save", str(target))
    told = f"Interrupted: {blunder} of {len(whole.plies)} plies are annotated."
    assert ran.exit_code == 130
    assert ran.stderr.strip() == told
    written = read_record(target.read_text())
    assert written.plies[:blunder] == whole.plies[:blunder]
    assert [ply.text for ply in written.plies] == [ply.text for ply in whole.plies]
    assert not any(ply.comment for ply in written.plies[blunder:])


def test_nothing_is_written_if_nothing_was_annotated(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted_after(1, monkeypatch)
    ran = run("analyse", str(game), "--save", str(tmp_path / "annotated.pgn"))
    assert (ran.exit_code, ran.stderr.strip()) == (130, "Interrupted.")
    assert not (tmp_path / "annotated.pgn").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Say what to analyse"),
        (("chess",), "no game"),
        (("bedraengnis", "--moves", "z9"), "z9"),
        (("bedraengnis", "--at", "3"), "--at is for records"),
        (("bedraengnis", "--save", "x"), "--save is for records"),
        (("nowhere.pgn",), "no file"),
    ],
)
def test_bad_input_is_refused_with_a_message(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused("analyse", *arguments)


def test_options_with_a_record_and_missing_plies_are_refused(game: Path) -> None:
    assert "--board" in refused("analyse", str(game), "--board", "random:7")
    assert "99" in refused("analyse", str(game), "--at", "99")
    assert "7" in refused("analyse", str(game), "--record", "7")


def test_help_has_examples() -> None:
    assert "Examples:" in done("analyse", "--help")

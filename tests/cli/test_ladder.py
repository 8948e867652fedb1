"""`brettwerk sprt` and `brettwerk ladder`: for people, for programs, and with bad input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from brettwerk.records import read_jsonl
from cli.helpers import done, facts, refused
from fake_ray import fake_ray

QUICK = ("--nodes", "5", "--opening-plies", "2")


# -- sprt -----------------------------------------------------------------------------------------
def test_a_test_ends_when_it_is_decided() -> None:
    told = done("sprt", "bedraengnis", "mcts", "random", "--elo1", "200", *QUICK)
    assert "SPRT: mcts is stronger by 200 Elo rather than 0" in told
    found = facts("sprt", "bedraengnis", "random", "mcts", "--elo1", "200", *QUICK)
    assert found["sprt"]["verdict"] == "rejected"
    assert found["games"] < 100


def test_a_smaller_risk_takes_more_games() -> None:
    command = ("sprt", "bedraengnis", "mcts", "random", "--elo1", "200", *QUICK)
    careful = facts(*command, "--alpha", "0.001", "--beta", "0.001")
    bold = facts(*command, "--alpha", "0.4", "--beta", "0.4")
    assert careful["games"] > bold["games"]
    assert careful["sprt"]["bounds"][1] > bold["sprt"]["bounds"][1]


def test_a_saved_test_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = ("sprt", "bedraengnis", "a=random", "b=random", *QUICK, "--save", str(path))
    assert facts(*command, "--games", "4")["games"] == 4
    before = path.read_text()
    assert facts(*command, "--games", "8")["sprt"]["verdict"] == "open"
    assert path.read_text().startswith(before)


def test_set_ups_are_drawn_if_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    limits = ("--nodes", "1", "--max-plies", "6", "--games", "20", "--save", str(path))
    facts("sprt", "abalone", "a=random", "b=random", "--starts", *limits)
    drawn = [str(record.game.options.get("setup")) for record in read_jsonl(path.read_text())]
    assert len(set(drawn)) > 2
    assert drawn[::2] == drawn[1::2]  # both games of a pair begin alike


@pytest.mark.parametrize("command", ["match", "sprt"])
def test_games_are_played_on_ray(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = (command, "bedraengnis", "mcts", "random", "--games", "6", *QUICK)
    here = facts(*arguments)
    monkeypatch.setitem(sys.modules, "ray", fake_ray())
    assert facts(*arguments, "--ray") == here


def test_a_match_on_ray_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    told = refused("match", "bedraengnis", "mcts", "random", "--ray", *QUICK)
    assert told == 'This needs ray, which is not installed: `pip install "brettwerk[ray]"`'


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("drei", "mcts"), "is missing"),
        (("drei", "mcts", "random", "--elo0", "9", "--elo1", "3"), "less than --elo1"),
        (("triapon", "mcts", "random"), "game for two"),
        (("drei", "mcts", "random", "--alpha", "2"), "alpha"),
    ],
)
def test_bad_tests_are_refused(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused("sprt", *arguments)


# -- ladder ---------------------------------------------------------------------------------------
def test_a_ladder_is_rated_and_written_down(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "ladder"
    command = ("ladder", "bedraengnis", "random", "mcts", "--out", str(folder), *QUICK)
    told = done(*command, "--openings", "4")
    assert "mcts" in told
    assert "8/" in told or "/8" in told
    assert "random" in (folder / "ladder.md").read_text()
    assert (folder / "ladder.html").read_text().startswith("<!doctype html>")


def test_a_ladder_goes_on_and_others_join(tmp_path: Path) -> None:
    command = ("ladder", "bedraengnis", "--out", str(tmp_path), *QUICK, "--openings", "3")
    first = facts(*command, "random", "mcts")
    before = {file: file.read_bytes() for file in (tmp_path / "games").iterdir()}
    second = facts(*command, "random", "mcts", "more=mcts@nodes=50")
    assert (first["games"], second["games"]) == (6, 18)
    assert all(file.read_bytes() == content for file, content in before.items())
    assert second["together"][0]["name"] in ("mcts", "more")
    assert second["together"][-1]["elo"]["value"] <= 0


def test_a_ladder_is_played_on_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("ladder", "bedraengnis", "random", "mcts", *QUICK, "--openings", "2", "--out")
    here = facts(*command, str(tmp_path / "here"))
    monkeypatch.setitem(sys.modules, "ray", fake_ray())
    assert facts(*command, str(tmp_path / "there"), "--ray") == here


def test_a_ladder_of_several_set_ups(tmp_path: Path) -> None:
    each = ("--each", "lines=straight,any", "--openings", "1")
    found = facts("ladder", "drei", "random", "mcts", "--out", str(tmp_path), *each, *QUICK)
    assert list(found["setups"]) == ["straight", "any"]
    assert found["games"] == 4
    read = [
        record for file in (tmp_path / "games").iterdir() for record in read_jsonl(file.read_text())
    ]
    assert {json.dumps(record.game.options.get("lines", "straight")) for record in read} == {
        '"straight"',
        '"any"',
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("drei", "random", "mcts"), "--out"),
        (("drei", "random", "mcts", "--out", "x", "--each", "lines"), "--each takes an option"),
        (("drei", "random", "mcts", "--out", "x", "--each", "lines=any,round"), "lines"),
        (("drei", "random", "--out", "x"), "two different players"),
    ],
)
def test_bad_ladders_are_refused_before_anything_is_played(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in refused("ladder", *arguments)
    assert list(tmp_path.iterdir()) == []

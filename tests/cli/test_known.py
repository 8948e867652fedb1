"""What is known, on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import brettwerk
from brettwerk.findings import has_facts, load_facts
from cli.helpers import done, facts, refused


def test_findings_are_shown_in_both_languages_with_their_commands() -> None:
    english = done("known", "show", "drei", "--lang", "en")
    assert "24,576" in english
    assert "$ brettwerk known make drei --exact" in english
    german = done("known", "show", "bedraengnis", "--lang", "de")
    assert "Weiß gewinnt bei bestem Spiel auf jedem der vier Tableaus" in german
    assert "$ brettwerk solve bedraengnis --board 3a0" in german


@pytest.mark.parametrize("name", [name for name in brettwerk.NAMES if has_facts(name)])
def test_findings_begin_with_one_sentence(name: str) -> None:
    for language in ("en", "de"):
        first, empty, *_ = done("known", "show", name, "--lang", language).splitlines()
        assert re.fullmatch(r"[^.!?]+(\d[.,]\d+[^.!?]+)*\.", first)
        assert not empty


def test_the_numbers_of_pictures_are_shown_on_request() -> None:
    short, long = (done("known", "show", "bedraengnis", *more) for more in ((), ("--numbers",)))
    assert "13/27" not in short
    assert "13/27" in long
    assert re.search(r"^  d1 +wins +7$", long, re.MULTILINE)


def test_without_a_game_all_are_shown() -> None:
    told = done("known", "show")
    known = [name for name in brettwerk.NAMES if has_facts(name)]
    assert len(known) > 5
    assert all(f"brettwerk perft {name} " in told for name in known)


def test_programs_get_the_same_as_json() -> None:
    found = facts("known", "show", "drei", "--json")
    assert found["game"] == "drei"
    assert found["exact"] == load_facts("drei").exact


def test_games_are_played_and_counted_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = {"sequences": [1, 2]}  # computing them is the next test's
    monkeypatch.setattr("brettwerk.findings.generate.compute_exact", lambda *_: exact)
    command = ("known", "make", "bedraengnis", "--into", tmp_path, "--games", "6", "--nodes", "5")
    done(*command, "--seed", "3", "--date", "2001-02-03")
    made = json.loads((tmp_path / "bedraengnis" / "findings.json").read_text())
    (sample,) = made["samples"]
    assert sample["games"] == 6
    assert sum(sample["ends"].values()) == 6
    assert sample["how"]["date"] == "2001-02-03"
    assert sample["how"]["command"].endswith("--games 6 --nodes 5 --seed 3")
    assert made["exact"] == exact
    growing = tmp_path / "bedraengnis" / "two-by-lot.growing.jsonl"
    before = growing.read_bytes()
    done(*command, "--seed", "3", "--date", "2001-02-03")
    assert growing.read_bytes() == before
    assert json.loads((tmp_path / "bedraengnis" / "findings.json").read_text()) == made


@pytest.mark.slow
def test_exact_facts_alone_keep_the_shipped_games(tmp_path: Path) -> None:
    done("known", "make", "bedraengnis", "--exact", "--into", tmp_path)
    made = json.loads((tmp_path / "bedraengnis" / "findings.json").read_text())
    shipped = facts("known", "show", "bedraengnis", "--json")
    assert made["exact"] == shipped["exact"]
    assert len(made["samples"]) == len(shipped["samples"])


def test_an_unknown_plan_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    told = refused("known", "make", "abalone", "--plan", "daisy", "--into", tmp_path)
    assert "standard, belgian-daisy" in told
    assert "chess" in refused("known", "show", "chess")


def test_a_course_of_an_unknown_plan_is_refused_before_anything_is_searched(tmp_path: Path) -> None:
    file = tmp_path / "course.json"
    for command in (("make", "drei", "--out", file), ("games", "drei", "--into", tmp_path)):
        told = refused("course", *command, "--plan", "nonsense", "--lang", "en")
        assert "nonsense" in told
        assert load_facts("drei").samples[0].name in told
    assert "nowhere" in refused("course", "make", "drei", "--out", tmp_path / "nowhere" / "x")

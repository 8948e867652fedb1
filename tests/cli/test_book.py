"""`brettwerk book`: searches are kept, and what was searched is not searched again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import brettwerk.search.book_making
from cli.helpers import run


def book(folder: Path, *more: str, game: str = "abalone") -> Any:
    files = ("--out", folder / "book.json", "--save", folder / "rows.jsonl")
    return run("book", game, *files, "--nodes", "800", *more)


def test_an_interrupted_book_is_finished_by_the_same_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    assert book(whole, "--positions", "8").exit_code == 0
    true, left = brettwerk.search.book_making.searched, [3]

    def searched(*asked: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return true(*asked)

    monkeypatch.setattr("brettwerk.search.book_making.searched", searched)
    assert book(parts, "--positions", "8").exit_code == 130
    assert len((parts / "rows.jsonl").read_text().splitlines()) == 3
    left[0] = 5
    assert book(parts, "--positions", "8").exit_code == 0
    assert (parts / "book.json").read_bytes() == (whole / "book.json").read_bytes()
    assert book(parts, "--positions", "1").exit_code == 0  # nothing is left to be searched
    assert (parts / "book.json").read_bytes() == (whole / "book.json").read_bytes()


def test_trees_of_several_starts_make_one_book(tmp_path: Path) -> None:
    assert book(tmp_path, "--each", "setup", "--positions", "2").exit_code == 0
    assert book(tmp_path, "--setup", "duel", "--positions", "5").exit_code == 0
    made = json.loads((tmp_path / "book.json").read_text())
    starts = [start["options"] for start in made["starts"]]
    assert {} in starts
    assert {"setup": "duel"} in starts
    assert made["positions"] == 2 * len(starts) + 3


@pytest.mark.parametrize("name", ["ply_limit", "nonsense"])
def test_only_words_can_be_taken_in_turn(tmp_path: Path, name: str) -> None:
    ran = book(tmp_path, "--each", name)
    assert ran.exit_code == 2
    assert ran.stderr.strip() == f"abalone has no option {name} with a list of words."


@pytest.mark.parametrize("row", ["{}", "no row", '{"game": 7}'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, row: str) -> None:
    (tmp_path / "rows.jsonl").write_text(f"{row}\n")
    ran = book(tmp_path, "--positions", "1")
    assert ran.exit_code == 2
    assert "Line 1" in ran.stderr
    assert not (tmp_path / "book.json").exists()

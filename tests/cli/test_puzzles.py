"""`brettwerk puzzles`: making, checking and showing them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brettwerk.puzzles.puzzle import decoded, shipped
from cli.helpers import done, facts, refused, run


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few puzzles, made and shipped."""
    folder = tmp_path_factory.mktemp("puzzles")
    told = done(
        "puzzles", "make", "bedraengnis", "--file", folder / "some.growing", "--seed", "3",
        "--count", "6", "--pick", "5", "--ship", folder / "some.jsonl",
    )  # fmt: skip
    assert "5 of them" in told
    return folder


def test_what_is_made_can_be_checked(made: Path) -> None:
    collection = decoded((made / "some.jsonl").read_bytes())
    assert len(collection.puzzles) == 5
    assert "--seed 3" in collection.made.command
    assert "faulty: 0." in done("puzzles", "check", "--file", made / "some.jsonl")


def test_the_same_command_goes_on(made: Path) -> None:
    before = (made / "some.growing").read_bytes()
    done(
        "puzzles", "make", "bedraengnis", "--file", made / "some.growing", "--seed", "3",
        "--count", "6",
    )  # fmt: skip
    assert (made / "some.growing").read_bytes() == before


def test_a_faulty_puzzle_is_named(made: Path, tmp_path: Path) -> None:
    first, second, *rest = (made / "some.jsonl").read_text().splitlines()
    puzzle = json.loads(second)
    puzzle["solution"] = puzzle["solution"][:1] * 2
    path = tmp_path / "faulty.jsonl"
    path.write_text("\n".join([first, json.dumps(puzzle), *rest]) + "\n")
    result = run("puzzles", "check", "--file", path)
    assert result.exit_code == 1
    assert puzzle["id"] in result.stdout
    assert "faulty: 1." in result.stdout


def test_where_good_ones_run_out_fewer_are_shipped(made: Path) -> None:
    done(
        "puzzles", "make", "bedraengnis", "--file", made / "some.growing", "--seed", "3",
        "--count", "6", "--pick", "50", "--ship", made / "more.jsonl",
    )  # fmt: skip
    assert 5 <= len(decoded((made / "more.jsonl").read_bytes()).puzzles) <= 10


def test_too_few_cannot_be_shipped(made: Path) -> None:
    told = refused(
        "puzzles", "make", "bedraengnis", "--file", made / "few.growing", "--seed", "3",
        "--count", "1", "--ship", made / "few.jsonl", "--lang", "de",
    )  # fmt: skip
    assert "5" in told
    assert not (made / "few.jsonl").exists()


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear friend,\n")
    assert "another file" in refused("puzzles", "check", "--file", path)
    path.write_text("")
    assert "another file" in refused("puzzles", "check", "--file", path)


def test_they_are_listed_and_shown() -> None:
    puzzle = shipped("katarenga").puzzles[0]
    listing = done("puzzles", "show", "katarenga")
    assert len(listing.splitlines()) == len(shipped("katarenga").puzzles)
    assert puzzle.id in listing
    told = done("puzzles", "show", "katarenga", puzzle.id, "--solution")
    assert "to move" in told
    assert puzzle.position in " ".join(told.split())
    assert puzzle.solution[0] in told
    found = facts("puzzles", "show", "katarenga", puzzle.id)
    assert found["solution"] == list(puzzle.solution)
    assert found["grade"] == 1


def test_a_day_has_its_puzzle() -> None:
    first = facts("puzzles", "show", "drei", "--day", "2026-11-16")
    assert first == facts("puzzles", "show", "drei", "--day", "2026-11-16")
    assert first["id"] != facts("puzzles", "show", "drei", "--day", "2026-11-17")["id"]
    assert "am Zug" in done("puzzles", "show", "drei", "--day", "heute", "--lang", "de")


def test_unknown_puzzles_and_days_are_refused() -> None:
    assert "nonsense" in refused("puzzles", "show", "drei", "nonsense")
    assert "2026-11-16" in refused("puzzles", "show", "drei", "--day", "someday")

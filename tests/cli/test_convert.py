"""`brettwerk convert` and `brettwerk explore`, as people run them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from abalone_archive import make_archive

from brettwerk.records import read_records
from cli.helpers import done, facts, refused, run

GAMES, PLIES = 18, 540
BROKEN = '[Variant "belgian"]\n\n1. a1b2 i5h5 2. e1e2 *\n'


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return make_archive(tmp_path_factory.mktemp("archive"), GAMES, PLIES)


def test_files_of_all_dialects_become_one(archive: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "all.pgn"
    result = run("convert", *archive, "--out", out, "--lang", "en")
    assert result.exit_code == 0
    assert f"{GAMES} games with {PLIES} plies were read." in result.stderr
    assert sum(len(record.plies) for record in read_records(out)) == PLIES


@pytest.mark.parametrize("to", ["apgn", "nacre", "jsonl"])
def test_what_is_converted_can_be_converted_back(
    to: str, archive: list[Path], tmp_path: Path
) -> None:
    done("convert", archive[0], "--out", tmp_path / "one.pgn")
    done("convert", archive[0], "--to", to, "--out", tmp_path / f"there.{to}")
    done("convert", tmp_path / f"there.{to}", "--out", tmp_path / "back.pgn")
    there = list(read_records(tmp_path / "one.pgn"))
    back = list(read_records(tmp_path / "back.pgn"))
    assert [record.plies for record in back] == [record.plies for record in there]


def test_what_cannot_be_read_is_reported_and_the_rest_written(tmp_path: Path) -> None:
    file, report = tmp_path / "club.apgn", tmp_path / "report.txt"
    file.write_text(BROKEN + '\n[Variant "belgian"]\n\n1. a1b2 *\n')
    result = run("convert", file, "--report", report, "--lang", "de")
    assert result.exit_code == 1
    assert "1. a1b2 *" in result.stdout
    place = f"{file}, Partie 1, Zeile 3, Halbzug 3 (e1e2): Auf e1 liegt keine Kugel von dir."
    assert place in result.stderr
    assert "1 war nicht zu lesen." in result.stderr
    assert report.read_text(encoding="utf-8").strip() == place
    told = run("convert", file, "--json")
    fault = json.loads(told.stdout)["faults"][0]
    assert (fault["game"], fault["line"], fault["ply"]) == (1, 3, 3)


def test_a_format_or_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "apgn, nacre" in refused("convert", tmp_path / "x.pgn", "--to", "pdf", "--lang", "en")
    assert "x.pgn" in refused("convert", tmp_path / "x.pgn", "--lang", "en")


def test_a_collection_is_explored_and_its_index_used_again(
    archive: list[Path], tmp_path: Path
) -> None:
    index = tmp_path / "games.sqlite"
    made = facts("explore", archive[0], "--index", index, "--nodes", "0")
    again = facts("explore", index, "--nodes", "0")
    assert made == again
    assert made["games"] >= GAMES // 2
    first = made["moves"][0]
    below = facts("explore", index, "--nodes", "0", "--moves", first["move"])
    assert sum(move["games"] for move in below["moves"]) == first["games"]
    assert "Wilson" in done("explore", index, "--nodes", "100", "--lang", "en")


def test_the_engines_games_are_explored_without_files() -> None:
    found = facts("explore", "--from", "bedraengnis", "--nodes", "50")
    assert found["games"] == 200
    assert all(move["exact"] for move in found["moves"])


def test_exploring_nothing_is_refused_with_a_sentence(tmp_path: Path) -> None:
    assert "--from" in refused("explore", "--lang", "en")
    missing = tmp_path / "missing.sqlite"
    empty = tmp_path / "empty.apgn"
    empty.touch()
    assert "no games in these files" in refused("explore", empty, "--lang", "en")
    assert "missing.sqlite" in refused("explore", missing, "--from", "drei", "--lang", "en")
    assert not missing.exists()
    nowhere = tmp_path / "nowhere" / "index.sqlite"
    assert "nowhere" in refused("explore", __file__, "--index", nowhere, "--lang", "en")
    broken = tmp_path / "broken.sqlite"
    broken.write_text("nothing" * 1000)
    assert "not an index" in refused("explore", broken, "--lang", "en")


def test_positions_of_other_programs_are_shown() -> None:
    text = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww w"
    assert facts("show", text)["to_move"] == 1

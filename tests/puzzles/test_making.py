"""Puzzles are made game by game; whoever was interrupted goes on, and gets the same."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import islice, pairwise
from pathlib import Path

import pytest

import brettwerk
from brettwerk.puzzles.check import check
from brettwerk.puzzles.daily import daily
from brettwerk.puzzles.difficulty import GRADES, Facts, grade_of
from brettwerk.puzzles.generate import BadPuzzles, grow, read_unfinished
from brettwerk.puzzles.puzzle import shipped
from brettwerk.puzzles.selection import FIRST, pick
from brettwerk.puzzles.similarity import difference, images, picture
from brettwerk.puzzles.source import source_of

GAME = "bedraengnis"  # the quickest


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five games looked through."""
    path = tmp_path_factory.mktemp("puzzles") / "made.growing"
    assert len(list(islice(grow(path, GAME, 7), 5))) == 5
    return path


def test_what_was_made_goes_on_after_an_interruption(grown: Path, tmp_path: Path) -> None:
    whole = grown.read_bytes()
    path = tmp_path / "cut.growing"
    path.write_bytes(whole[: len(whole) - 20])  # in the middle of the last line
    again = list(islice(grow(path, GAME, 7), 5))
    assert path.read_bytes() == whole
    assert again == read_unfinished(grown)


def test_all_that_is_made_can_be_proven(grown: Path) -> None:
    puzzles = [puzzle for played in read_unfinished(grown) for puzzle in played.puzzles]
    assert len(puzzles) >= 3
    for puzzle in puzzles:
        check(puzzle)


def test_puzzles_of_one_game_are_not_from_the_same_moment(grown: Path) -> None:
    gap = source_of(GAME).gap
    for played in read_unfinished(grown):
        plies = [puzzle.origin.ply for puzzle in played.puzzles]
        assert all(later - before >= gap for before, later in pairwise(plies))


def test_another_game_or_seed_is_refused(grown: Path) -> None:
    for game, seed in ((GAME, 8), ("drei", 7)):
        with pytest.raises(BadPuzzles, match="seed 7"):
            next(grow(grown, game, seed))


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear friend,\n")
    with pytest.raises(BadPuzzles, match="another file"):
        next(grow(path, GAME, 7))


@pytest.mark.parametrize("game", ["schlacht", "isolation", "bedraengnis", "drei"])
def test_what_one_move_decides_is_found_though_the_game_goes_on(game: str) -> None:
    one_move = [puzzle for puzzle in shipped(game).puzzles if puzzle.is_one_move]
    for puzzle in one_move[:3]:
        found = source_of(game).one_move_goals(puzzle.start)
        assert puzzle.solution[0] in [one.move.text for one in found]


def test_only_puzzles_of_one_move_are_made_if_asked_for(tmp_path: Path) -> None:
    games = islice(grow(tmp_path / "made.growing", GAME, 7, one_move=True), 20)
    puzzles = [puzzle for played in games for puzzle in played.puzzles]
    assert puzzles
    assert all(puzzle.is_one_move for puzzle in puzzles)


def test_those_picked_are_spread_over_grades_and_goals() -> None:
    found = shipped("triapon").puzzles
    picked = pick("triapon", "test", 1, found, 45)
    assert len(picked.puzzles) == 45
    assert sum(puzzle.is_one_move for puzzle in picked.puzzles) == FIRST
    grades = [picked.grade(puzzle) for puzzle in picked.puzzles]
    assert [grades.count(grade) for grade in GRADES] == [FIRST, 6, 6, 6, 7]
    assert grades == sorted(grades)
    assert len({puzzle.goal.kind for puzzle in picked.puzzles}) >= 3


# -- how hard, how alike, which day ----------------------------------------------------------------
def test_deeper_and_more_surprising_is_harder() -> None:
    easy = Facts(depth=2, choices=8, rank=1, nodes=64)
    assert Facts(depth=2, choices=8, rank=1, nodes=64, glances=3).difficulty < easy.difficulty
    for harder in (
        Facts(depth=3, choices=8, rank=1, nodes=64),
        Facts(depth=2, choices=32, rank=1, nodes=64),
        Facts(depth=2, choices=8, rank=5, nodes=64),
        Facts(depth=2, choices=8, rank=1, nodes=4096),
        Facts(depth=2, choices=8, rank=1, nodes=-1),
        Facts(depth=2, choices=8, rank=1, nodes=64, quiet=True),
        Facts(depth=2, choices=8, rank=1, nodes=64, gives=True),
        Facts(depth=2, choices=8, rank=1, nodes=64, plausible=4),
        Facts(depth=2, choices=8, rank=1, nodes=64, refuted=3),
    ):
        assert harder.difficulty > easy.difficulty


def test_grades_begin_where_they_are_cut() -> None:
    cuts = (1.0, 2.0, 3.0, 4.0)
    assert [grade_of(d, cuts) for d in (0.5, 1.0, 2.5, 3.0, 9.0)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_turned_board_is_no_other_puzzle(name: str) -> None:
    position = shipped(name).puzzles[3].start
    turned = images(position)
    seen = picture(position)
    assert difference(seen, turned) == 0
    for row in turned:  # whichever way it lies
        assert difference(row, turned) == 0
    other = position.play(position.moves[0])
    assert difference(picture(other), turned) > 0


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_puzzle_has_its_day_before_one_comes_again(name: str) -> None:
    count = len(shipped(name).puzzles)
    first = date.fromordinal(count * (date(2026, 11, 16).toordinal() // count))
    ids = [daily(name, first + timedelta(days=n)).id for n in range(count)]
    assert len(set(ids)) == count
    again = [daily(name, first + timedelta(days=count + n)).id for n in range(count)]
    assert set(again) == set(ids)
    assert again != ids

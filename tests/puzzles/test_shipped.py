"""The puzzles that come with the package: enough of them, well told, no two alike, and proven."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest

import brettwerk
from brettwerk.i18n import LANGUAGES
from brettwerk.puzzles.check import check, check_text, check_together
from brettwerk.puzzles.describe import goal_words, hint_words, theme_words
from brettwerk.puzzles.difficulty import GRADES
from brettwerk.puzzles.goals import BEYOND
from brettwerk.puzzles.puzzle import MOST_OF_A_GAME, Puzzle, decoded, shipped
from brettwerk.puzzles.themes import themes_of
from puzzles.literal import Literal, TooMuch
from puzzles.plain import Plain

SAMPLE = 6
FEW = 1_200  # positions of the slow referee


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_there_are_enough_of_every_grade(name: str) -> None:
    collection = shipped(name)
    assert collection.made.game == name
    assert 90 <= len(collection.puzzles) <= 200
    grades = Counter(map(collection.grade, collection.puzzles))
    assert sorted(grades) == list(GRADES)
    assert min(grades.values()) >= 12


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_the_first_ones_take_one_move(name: str) -> None:
    one_move = [puzzle.is_one_move for puzzle in shipped(name).puzzles]
    assert 4 <= sum(one_move) <= 20
    assert one_move == sorted(one_move, reverse=True)


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_at_most_two_come_from_one_game(name: str) -> None:
    games = Counter((p.origin.seed, p.origin.game) for p in shipped(name).puzzles)
    assert max(games.values()) <= MOST_OF_A_GAME


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_theme_has_its_name_in_both_languages(name: str) -> None:
    for theme in shipped(name).themes:
        told = {theme_words(name, theme, language) for language in LANGUAGES}
        assert all(told)
        assert not any(theme in words for words in told if "-" in theme)


def test_themes_are_found_by_rules() -> None:
    for name in ("drei", "abalone", "triapon"):
        for puzzle in shipped(name).puzzles[::12]:
            assert themes_of(puzzle) == puzzle.themes
            assert ("one-move" in puzzle.themes) == puzzle.is_one_move


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_puzzle_is_well_told_and_its_moves_are_legal(name: str) -> None:
    for puzzle in shipped(name).puzzles:
        start = check_text(puzzle)
        assert start.game.name == name
        for language in LANGUAGES:
            told = goal_words(puzzle, language)
            assert "{" not in told
            cells, _ = hint_words(puzzle, language)
            assert cells
            assert set(cells) <= {
                *start.game.board.names,
                *(s.name for s in start.board_view.off_board),
            }


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_no_two_are_alike(name: str) -> None:
    assert list(check_together(shipped(name))) == []
    assert len(shipped(name).by_id) == len(shipped(name).puzzles)


def test_katarenga_boards_differ() -> None:
    for name in ("katarenga", "drei", "schlacht"):
        boards = {puzzle.start.game.options["board"] for puzzle in shipped(name).puzzles}
        assert len(boards) >= 40


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_the_file_is_written_as_it_is_read(name: str) -> None:
    collection = shipped(name)
    assert decoded(collection.encoded()) == collection


def sample(name: str) -> list[Puzzle]:
    """Puzzles from all over the scale that are soon proven."""
    puzzles = shipped(name).puzzles
    step = max(1, len(puzzles) // SAMPLE)
    return [_soon(puzzles[at : at + step]) for at in range(0, len(puzzles), step)]


def _soon(puzzles: tuple[Puzzle, ...]) -> Puzzle:
    """The one of them with the fewest plies to look at."""
    return min(puzzles, key=_plies)


def _plies(puzzle: Puzzle) -> tuple[int, int, str]:
    """How much there is to look at, roughly."""
    plies = puzzle.goal.plies or len(puzzle.solution)
    return plies, puzzle.facts.choices, puzzle.id


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_sample_is_proven(name: str) -> None:
    for puzzle in sample(name):
        check(puzzle, nodes=50_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_all_are_proven(name: str) -> None:
    for puzzle in shipped(name).puzzles:
        check(puzzle)


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_the_slow_referee_agrees_on_the_simplest(name: str) -> None:
    kinds: dict[str, Puzzle] = {}
    for puzzle in sorted(shipped(name).puzzles, key=_plies):
        kinds.setdefault(puzzle.goal.kind, puzzle)
    agreed = 0
    for puzzle in sorted(kinds.values(), key=_plies)[:2]:
        with suppress(TooMuch):
            assert Literal(puzzle, FEW).good() == [puzzle.solution[0]], puzzle.id
            agreed += 1
    assert agreed


@pytest.mark.slow
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_the_slow_referee_agrees(name: str) -> None:
    agreed = 0
    for puzzle in shipped(name).puzzles:
        try:
            found = Literal(puzzle, most=60_000).good()
        except TooMuch:
            continue
        assert found == [puzzle.solution[0]], puzzle.id
        agreed += 1
    assert agreed >= 10


def proven_plainly(puzzle: Puzzle, most: int) -> bool:
    """Whether the simple prover agrees; TooMuch if it takes too many positions."""
    return Plain(puzzle, most).good() == [puzzle.solution[0]]


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_simple_prover_agrees_on_the_shortest(name: str) -> None:
    agreed = 0
    for puzzle in sorted(shipped(name).puzzles, key=_plies)[:8:2]:
        with suppress(TooMuch):
            assert proven_plainly(puzzle, 3000), puzzle.id
            agreed += 1
    assert agreed


@pytest.mark.slow
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_simple_prover_agrees(name: str) -> None:
    agreed, puzzles = 0, shipped(name).puzzles
    for puzzle in puzzles:
        with suppress(TooMuch):
            assert proven_plainly(puzzle, 1_000_000), puzzle.id
            agreed += 1
    assert agreed >= len(puzzles) // 3


@pytest.mark.slow
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_what_holds_is_not_lost_soon_after(name: str) -> None:
    for puzzle in shipped(name).puzzles:
        if puzzle.goal.kind == "hold":
            with suppress(TooMuch):
                assert puzzle.solution[0] in Plain(puzzle, 2_000_000, BEYOND).good(), puzzle.id

"""How our levels solve puzzles: told what is asked, in any right way."""

from __future__ import annotations

import pytest

from brettwerk.puzzles.measure import solved_by, solved_by_levels
from brettwerk.puzzles.puzzle import Collection, Puzzle, shipped


def some(game: str, kind: str, count: int = 6) -> list[Puzzle]:
    """The easiest puzzles of a kind."""
    return [puzzle for puzzle in shipped(game).puzzles if puzzle.goal.kind == kind][:count]


@pytest.mark.parametrize(("game", "kind"), [("bedraengnis", "points"), ("triapon", "keep")])
def test_a_level_looks_for_what_is_asked(game: str, kind: str) -> None:
    """Who plays for the win alone does not care for points or pieces."""
    puzzles = some(game, kind)
    assert sum(solved_by(puzzle, 9) for puzzle in puzzles) >= len(puzzles) - 1


def test_weak_levels_overlook_what_strong_ones_see() -> None:
    puzzles = shipped("katarenga").puzzles[20:100:10]
    solved = [sum(solved_by(puzzle, level) for puzzle in puzzles) for level in (1, 9)]
    assert solved[0] + 3 <= solved[1]


def test_shares_are_told_by_grade() -> None:
    collection = shipped("bedraengnis")
    few = Collection(collection.made, collection.puzzles[::40])
    told = dict(solved_by_levels(few, (1, 10), 2))
    assert sorted(told) == [1, 10]
    assert all(
        len(shares) == 5 and 0 <= min(shares) <= max(shares) <= 1 for shares in told.values()
    )
    assert sum(told[10]) > sum(told[1])

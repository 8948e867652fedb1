"""Picks the puzzles to ship from those found.

No two are alike, at most two come from one game, a few take one move, and the others are spread
over grades and goals.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from brettwerk.puzzles.difficulty import GRADES, grade_of
from brettwerk.puzzles.puzzle import MOST_OF_A_GAME, Collection, Made, Puzzle
from brettwerk.puzzles.similarity import difference, images
from brettwerk.puzzles.source import PuzzleSource, source_of
from brettwerk.puzzles.themes import themes_of
from brettwerk.version import __version__

FIRST = 20  # puzzles of the first grade: those that a single move solves, then the easiest


class DistinctPuzzles:
    """Puzzles of which no two are similar."""

    def __init__(self, source: PuzzleSource) -> None:
        self._source = source
        self._seen: list[Any] = []
        self.puzzles: list[Puzzle] = []

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle unless a similar one is there; return whether it was added."""
        turned = images(puzzle.start, colours=self._source.colours)
        # The first symmetry leaves everything where it is.
        if any(difference(turned[0], other) < self._source.apart for other in self._seen):
            return False
        self._seen.append(turned)
        self.puzzles.append(puzzle)
        return True


def distinct_puzzles(puzzles: Iterable[Puzzle], source: PuzzleSource) -> list[Puzzle]:
    """Return the puzzles without those that are similar to an earlier one."""
    found = DistinctPuzzles(source)
    for puzzle in puzzles:
        found.add(puzzle)
    return found.puzzles


def pick(game: str, command: str, games: int, found: Sequence[Puzzle], count: int) -> Collection:
    """Return at most this many of the puzzles found, with their themes, the easiest first."""
    distinct = limit_per_game(distinct_puzzles(found, source_of(game)))
    most = min(FIRST, count // 2)
    ordered = sorted(distinct, key=lambda puzzle: puzzle.order)
    one_move = _spread([puzzle for puzzle in ordered if puzzle.is_one_move], most)
    longer = [puzzle for puzzle in ordered if not puzzle.is_one_move]
    easy = most - len(one_move)
    first, harder = [*one_move, *longer[:easy]], longer[easy:]
    parts = len(GRADES) - 1
    # If all are among the first, the other grades begin above them.
    rest = [p.facts.difficulty for p in harder] or [1 + max(p.facts.difficulty for p in first)]
    cuts = tuple(rest[len(rest) * n // parts] for n in range(parts))
    picked: list[Puzzle] = []
    for grade in GRADES[1:]:
        fitting = [p for p in harder if grade_of(p.facts.difficulty, cuts) == grade]
        fitting.sort(key=lambda puzzle: puzzle.id)
        picked += _spread(fitting, (count - len(first)) * (grade - 1) // parts - len(picked))
    made = Made(game, command, __version__, games, len(distinct), cuts)
    told = (msgspec.structs.replace(one, themes=themes_of(one)) for one in [*first, *picked])
    return Collection(made, tuple(sorted(told, key=lambda puzzle: puzzle.order)))


def limit_per_game(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return the puzzles, at most two from each game."""
    kept, counts = list[Puzzle](), Counter[tuple[int, int]]()
    for puzzle in puzzles:
        counts[puzzle.origin.seed, puzzle.origin.game] += 1
        if counts[puzzle.origin.seed, puzzle.origin.game] <= MOST_OF_A_GAME:
            kept.append(puzzle)
    return kept


def _spread(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Pick this many of them, each kind of goal in turn."""
    kinds: dict[tuple[str, int], deque[Puzzle]] = {}
    for puzzle in puzzles:
        kinds.setdefault((puzzle.goal.kind, puzzle.goal.amount), deque()).append(puzzle)
    picked: list[Puzzle] = []
    while len(picked) < count and any(kinds.values()):
        for waiting in kinds.values():
            if waiting and len(picked) < count:
                picked.append(waiting.popleft())
    return picked

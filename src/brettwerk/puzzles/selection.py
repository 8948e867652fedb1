"""Picks the puzzles to ship from those found: no two alike, spread over grades and goals."""

from collections.abc import Iterable, Sequence
from typing import Any

from brettwerk.puzzles.difficulty import GRADES, grade_of
from brettwerk.puzzles.puzzle import Collection, Made, Puzzle
from brettwerk.puzzles.similarity import difference, images
from brettwerk.puzzles.source import PuzzleSource, source_of
from brettwerk.version import __version__


class Unlike:
    """Puzzles of which no two are alike."""

    def __init__(self, source: PuzzleSource) -> None:
        self._source = source
        self._seen: list[Any] = []
        self.puzzles: list[Puzzle] = []

    def add(self, puzzle: Puzzle) -> bool:
        """Take a puzzle, unless one like it has been taken."""
        turned = images(puzzle.start, colours=self._source.colours)
        # The first symmetry leaves everything where it is.
        if any(difference(turned[0], other) < self._source.apart for other in self._seen):
            return False
        self._seen.append(turned)
        self.puzzles.append(puzzle)
        return True


def unlike(puzzles: Iterable[Puzzle], source: PuzzleSource) -> list[Puzzle]:
    """Those of the puzzles that are like none before them."""
    found = Unlike(source)
    for puzzle in puzzles:
        found.add(puzzle)
    return found.puzzles


def pick(game: str, command: str, games: int, found: Sequence[Puzzle], count: int) -> Collection:
    """So many puzzles of those found, the easiest first."""
    distinct = sorted(unlike(found, source_of(game)), key=_order)
    size = len(distinct)
    cuts = tuple(distinct[size * n // len(GRADES)].facts.difficulty for n in GRADES[:-1])
    picked: list[Puzzle] = []
    for grade in GRADES:
        fitting = [p for p in distinct if grade_of(p.facts.difficulty, cuts) == grade]
        wanted = count * grade // len(GRADES) - len(picked)
        picked += _spread(fitting, wanted)
    made = Made(game, command, __version__, games, len(distinct), cuts)
    return Collection(made, tuple(sorted(picked, key=_order)))


def _order(puzzle: Puzzle) -> tuple[float, str]:
    return puzzle.facts.difficulty, puzzle.id


def _spread(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many of them, of every kind of goal in turn."""
    kinds: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id):
        kinds.setdefault((puzzle.goal.kind, puzzle.goal.amount), []).append(puzzle)
    picked: list[Puzzle] = []
    while len(picked) < count and any(kinds.values()):
        for waiting in kinds.values():
            if waiting and len(picked) < count:
                picked.append(waiting.pop())
    return picked

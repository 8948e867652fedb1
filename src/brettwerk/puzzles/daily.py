"""The puzzle of the day: the same for everybody; none recurs before all have been shown."""

import hashlib
from datetime import date

from brettwerk.puzzles.puzzle import Puzzle, shipped


def daily(game: str, day: date) -> Puzzle:
    """Return the puzzle of a day.

    >>> from datetime import date
    >>> daily("drei", date(2026, 11, 16)) == daily("drei", date(2026, 11, 16))
    True
    """
    puzzles = shipped(game).puzzles
    cycle, number = divmod(day.toordinal(), len(puzzles))
    return sorted(puzzles, key=lambda puzzle: _digest(f"{game} {cycle} {puzzle.id}"))[number]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()

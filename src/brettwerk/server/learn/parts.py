"""What there is of each game: links lead only to pages that exist."""

from collections.abc import Callable

from brettwerk.core.registry import pages
from brettwerk.findings import has_facts
from brettwerk.learn.lessons import steps
from brettwerk.puzzles.puzzle import has_puzzles

_PARTS: dict[str, Callable[[str], bool]] = {
    "rules": lambda game: game in pages(),
    "lessons": lambda game: bool(steps(game)),
    "puzzles": has_puzzles,
    "known": has_facts,
    "analysis": lambda _: True,
}


def has_part(game: str, part: str) -> bool:
    """Return whether there is a page such as /puzzles/GAME."""
    return _PARTS[part](game)

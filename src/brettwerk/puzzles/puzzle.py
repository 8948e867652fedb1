"""A puzzle, and those that are shipped: one file a game, whose first line says how it was made."""

import hashlib
from collections import Counter
from functools import cached_property, lru_cache

import msgspec

from brettwerk.core.game import Position
from brettwerk.core.registry import definition
from brettwerk.core.registry import position as read_position
from brettwerk.errors import MissingPart
from brettwerk.puzzles.difficulty import Facts, grade_of
from brettwerk.puzzles.goals import Goal

FILE = "data/puzzles.jsonl"
MOST_OF_A_GAME = 2  # puzzles from one game between computers


class Origin(msgspec.Struct, frozen=True):
    """The game between computers that a puzzle is from: its number and ply, levels and seed."""

    game: int
    ply: int
    levels: tuple[int, ...]
    seed: int = 1


class Puzzle(msgspec.Struct, frozen=True, dict=True):
    """A position in which exactly one move reaches the goal; `solution` is the way to it."""

    id: str
    position: str
    goal: Goal
    solution: tuple[str, ...]
    facts: Facts
    origin: Origin
    themes: tuple[str, ...] = ()

    @property
    def is_one_move(self) -> bool:
        """Whether a single move solves it."""
        return len(self.solution) == 1

    @property
    def order(self) -> tuple[bool, float, str]:
        """The sort key of puzzles, the easiest first."""
        return not self.is_one_move, self.facts.difficulty, self.id

    @cached_property
    def start(self) -> Position:
        """The position."""
        return read_position(self.position)


class Made(msgspec.Struct, frozen=True):
    """How a file of puzzles was made, and where its grades 2 to 5 begin.

    The command makes the same puzzles again with the engine of this `version`.
    """

    game: str
    command: str
    version: str
    games: int
    found: int
    grades: tuple[float, ...]


class Collection(msgspec.Struct, frozen=True, dict=True):
    """The puzzles of a game, those of one move first, then the easiest."""

    made: Made
    puzzles: tuple[Puzzle, ...]

    @cached_property
    def by_id(self) -> dict[str, Puzzle]:
        """The puzzles by their ids."""
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    def grade(self, puzzle: Puzzle) -> int:
        """Return the grade of a puzzle, 1 to 5."""
        return self._grades[puzzle.id]

    @cached_property
    def _grades(self) -> dict[str, int]:
        cuts = self.made.grades
        return {
            one.id: 1 if one.is_one_move else grade_of(one.facts.difficulty, cuts)
            for one in self.puzzles
        }

    @cached_property
    def themes(self) -> tuple[str, ...]:
        """The themes of all puzzles, those that most have first."""
        counts = Counter(theme for puzzle in self.puzzles for theme in puzzle.themes)
        return tuple(theme for theme, _ in counts.most_common())

    def encoded(self) -> bytes:
        """Return the content of the file."""
        return msgspec.json.Encoder().encode_lines([self.made, *self.puzzles])


def id_of(position: str, goal: Goal) -> str:
    """Return the id of a puzzle, a digest of its position and goal."""
    text = f"{position} {msgspec.json.encode(goal).decode()}"
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def decoded(content: bytes) -> Collection:
    """Return the puzzles in the content of a file."""
    first, *lines = content.splitlines()
    puzzles = msgspec.json.Decoder(Puzzle)
    made = msgspec.json.decode(first, type=Made)
    return Collection(made, tuple(puzzles.decode(line) for line in lines))


def has_puzzles(game: str) -> bool:
    """Return whether puzzles of a game are shipped."""
    return definition(game).file(FILE) is not None


@lru_cache(maxsize=16)
def shipped(game: str) -> Collection:
    """Return the puzzles of a game that came with the package; MissingPart if there are none.

    >>> len(shipped("drei").puzzles) >= 100
    True
    """
    file = definition(game).file(FILE)
    if file is None:
        raise MissingPart("missing-puzzles", game=game)
    return decoded(file.read_bytes())

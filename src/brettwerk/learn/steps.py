"""The steps of lessons and courses, with their texts."""

from functools import cache

import msgspec

from brettwerk.core.registry import definition
from brettwerk.errors import BrettwerkError
from brettwerk.i18n import SOURCE, Language
from brettwerk.learn.goals import MoveGoal
from brettwerk.learn.move_values import MoveWorth
from brettwerk.learn.positions import PositionSpec, read_toml

# The answer of a reader who resigns instead of moving.
RESIGN = "resign"


class UnknownStep(BrettwerkError):
    """A step does not exist, or moves do not belong to it."""


class StepText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a step in one language: the task, and feedback."""

    title: str
    say: str
    right: str
    wrong: str = ""
    # after the first of two moves
    so_far: str = ""
    # after a common mistake
    slip: str = ""


class LessonStep(PositionSpec, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, and goals for one or more moves."""

    game: str = ""
    name: str
    goal: tuple[MoveGoal, ...] = (MoveGoal(),)
    # what a common mistake does, which gets feedback of its own
    slip: MoveGoal | None = None
    # cells that the text mentions
    rings: str = ""
    # whether the reader may resign the round instead of moving
    may_resign: bool = False
    # in a course: its chapter, and the worth of every move, the best first, which is the goal then
    chapter: str = ""
    values: dict[str, MoveWorth] = msgspec.field(default_factory=dict)
    # the points of a match so far, the reader's first, where that matters
    scores: tuple[int, int] | None = None

    def text(self, language: Language) -> StepText:
        """Return the text in a language, or in English where there is no translation."""
        if self.chapter:
            found = chapter_text(self.game, self.chapter, language)
            return StepText(found.title, found.say, found.right, slip=found.slip)
        return _texts(self.game, language).get(self.name) or _texts(self.game, SOURCE)[self.name]


class ChapterText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a chapter in one language: what it is about, its task, and feedback."""

    title: str
    about: str
    say: str
    right: str
    slip: str = ""


@cache
def _texts(game: str, language: Language) -> dict[str, StepText]:
    file = definition(game).file(f"text/{language}/lessons.toml")
    return read_toml(file, dict[str, StepText]) if file else {}


@cache
def _chapter_texts(game: str, language: Language) -> dict[str, ChapterText]:
    file = definition(game).file(f"text/{language}/course.toml")
    return read_toml(file, dict[str, ChapterText]) if file else {}


def chapter_text(game: str, chapter: str, language: Language) -> ChapterText:
    """Return the text of a chapter in a language, or in English where there is no translation."""
    found = _chapter_texts(game, language).get(chapter)
    return found or _chapter_texts(game, SOURCE)[chapter]

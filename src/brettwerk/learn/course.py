"""Courses: strategy in chapters, each with positions from games in which it decides.

A game's `course.toml` says what each chapter is to show, in the conditions of goals; its texts are
in `text/<language>/course.toml`. The positions, and what every move is worth in them, are found by
`brettwerk course make` (`course_making.py`) in games of the engine, and are in `data/course.json`.
"""

from functools import cache

import msgspec

from brettwerk.core.registry import definition
from brettwerk.learn.goals import MoveGoal, check_goal
from brettwerk.learn.move_values import MoveWorth, good_moves
from brettwerk.learn.positions import read_toml
from brettwerk.learn.steps import RESIGN, LessonStep


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a chapter shows: conditions on its positions and on their best moves."""

    name: str
    # what all moves do that are as good as the best
    shows: MoveGoal = MoveGoal()
    # what a tempting move does that is worse
    slip: MoveGoal | None = None
    # the plies of games in which positions are looked for; the wins of the best move in a hundred
    plies: tuple[int, int] = (0, 999)
    wins: tuple[int, int] = (0, 100)
    count: int = 4
    # whether it asks: play on or resign? Then scores of a match are drawn.
    resigns: bool = False
    # whether it asks for the first move, on random boards
    starts: bool = False


class CoursePosition(msgspec.Struct, frozen=True):
    """A position of a chapter, and what every move is worth, the best first."""

    written: str
    values: dict[str, MoveWorth]
    scores: tuple[int, int] | None = None


class CourseData(msgspec.Struct, frozen=True):
    """The positions of all chapters, how they were found, and the nodes of each search."""

    how: str
    nodes: int
    chapters: dict[str, list[CoursePosition]]


@cache
def chapters(game: str) -> tuple[Chapter, ...]:
    """Return the chapters of a game's course; empty if it has none."""
    file = definition(game).file("course.toml")
    return tuple(read_toml(file, dict[str, list[Chapter]])["chapter"]) if file else ()


@cache
def course_data(game: str) -> CourseData:
    """Return the positions of a game's course."""
    file = definition(game).file("data/course.json")
    if file is None:
        return CourseData("", 0, {})
    return msgspec.json.decode(file.read_bytes(), type=CourseData)


@cache
def course_steps(game: str) -> tuple[LessonStep, ...]:
    """Return the steps of all chapters in order."""
    found = course_data(game).chapters
    return tuple(
        _step(game, chapter, number, position)
        for chapter in chapters(game)
        for number, position in enumerate(found.get(chapter.name, ()), start=1)
    )


def _step(game: str, chapter: Chapter, number: int, position: CoursePosition) -> LessonStep:
    return LessonStep(
        game=game,
        name=f"{chapter.name}-{number}",
        chapter=chapter.name,
        written=position.written,
        slip=chapter.slip,
        values=position.values,
        scores=position.scores,
        may_resign=chapter.resigns,
    )


def fits(chapter: Chapter, step: LessonStep) -> bool:
    """Return whether a step shows what its chapter is about."""
    here, good = step.position, good_moves(step.values) - {RESIGN}
    bad = [here.move(text) for text in step.values if text not in {*good, RESIGN}]
    low, high = chapter.wins
    return (
        low <= next(iter(step.values.values())).wins <= high
        and all(check_goal(chapter.shows, here, here.move(text)) is None for text in good)
        and (chapter.slip is None or any(check_goal(chapter.slip, here, m) is None for m in bad))
    )

"""What devices are told of puzzles, lessons and courses, to judge moves as the server would."""

from collections.abc import Iterable
from urllib.parse import quote

from msgspec.json import encode

from brettwerk.core.game import Position
from brettwerk.i18n import Language
from brettwerk.learn import course, lessons
from brettwerk.learn.steps import RESIGN, LessonStep
from brettwerk.puzzles.describe import goal_words, hint_words
from brettwerk.puzzles.puzzle import Puzzle, shipped
from brettwerk.server.jobs.tasks import MakeFile
from brettwerk.server.learn import messages
from brettwerk.server.learn.messages import DeviceStep, LessonAttempt, LessonVerdict
from brettwerk.server.study.device import kernel_words
from brettwerk.server.study.messages import MoveMessage


# -- puzzles --------------------------------------------------------------------------------------
class PuzzleFile(MakeFile, frozen=True):
    """All puzzles of a game."""

    game: str
    language: Language

    def content(self) -> bytes:
        return encode([_for_device(one, self.language) for one in shipped(self.game).puzzles])


def puzzle_task(puzzle: Puzzle, language: Language) -> messages.PuzzleTask:
    """Return a puzzle before it is tried."""
    start = puzzle.start
    return messages.PuzzleTask(
        id=puzzle.id,
        grade=shipped(start.game.name).grade(puzzle),
        task=goal_words(puzzle, language),
        position=puzzle.position,
        flipped=start.game.definition.sees_flipped(start.turn),
        analysis=f"/analysis/{start.game.name}?position={quote(puzzle.position)}",
    )


def _for_device(puzzle: Puzzle, language: Language) -> messages.DevicePuzzle:
    cells, sentence = hint_words(puzzle, language)
    return messages.DevicePuzzle(
        puzzle_task(puzzle, language),
        kernel_words(puzzle.start),
        puzzle.start.game.chosen,
        messages.PuzzleHint(tuple(cells), sentence),
        puzzle.solution,
        puzzle.goal.kind,
        puzzle.goal.plies,
        puzzle.goal.amount,
    )


# -- lessons and courses --------------------------------------------------------------------------
class LessonFile(MakeFile, frozen=True):
    """The verdicts on all moves in a game's lessons."""

    game: str
    language: Language

    def content(self) -> bytes:
        return encode(device_steps(lessons.steps(self.game), self.language))


class CourseFile(MakeFile, frozen=True):
    """The verdicts on all moves in a game's course."""

    game: str
    language: Language

    def content(self) -> bytes:
        return encode(device_steps(course.course_steps(self.game), self.language))


def device_steps(steps: Iterable[LessonStep], language: Language) -> dict[str, DeviceStep]:
    """Return all verdicts on all ways to do steps."""
    found = {step.name: DeviceStep({}, {}) for step in steps}
    for step in steps:
        _judge_all(step, (), step.position, found[step.name], language)
    return found


def _judge_all(
    step: LessonStep,
    moves: tuple[str, ...],
    position: Position,
    found: DeviceStep,
    language: Language,
) -> None:
    """Judge every move here, and after every right one those that follow the answers."""
    found.hints[" ".join(moves)] = lessons.example_move(step.game, step.name, moves)
    texts = [move.text for move in position.moves]
    for text in [*texts, RESIGN] if step.may_resign else texts:
        way = (*moves, text)
        verdict = verdict_on(step, LessonAttempt([*way]), language)
        assert isinstance(verdict, LessonVerdict)
        found.verdicts[" ".join(way)] = verdict
        if verdict.right and not verdict.done:
            after = position.play(text)
            for text in verdict.answers:
                after = after.play(text)
            _judge_all(step, (*way, *verdict.answers), after, found, language)


def verdict_on(
    step: LessonStep, attempt: LessonAttempt, language: Language
) -> LessonVerdict | MoveMessage:
    """Return the verdict on moves in a step, or a right move if that is asked for."""
    moves = tuple(attempt.moves)
    if attempt.hint:
        return MoveMessage(lessons.example_move(step.game, step.name, moves))
    verdict = lessons.check_moves(step.game, step.name, moves)
    return LessonVerdict(
        right=verdict.right,
        done=verdict.done,
        say=lessons.feedback(step, verdict, language),
        answers=verdict.answers,
        refuted=verdict.failure.answer if verdict.failure else "",
    )

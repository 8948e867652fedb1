"""First lessons: a few small steps for each game, each a position and a goal checked by the rules.

They are in the game's `lessons.toml`, their texts in `text/<language>/lessons.toml` by step. The
steps of courses (`course.py`) are checked here, too. This module is stateless: a request names the
step and the moves made in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import msgspec

from brettwerk.core.game import Position
from brettwerk.core.registry import definition
from brettwerk.i18n import Language, Translator, truncate
from brettwerk.learn.course import course_steps
from brettwerk.learn.goals import GoalFailure, MoveGoal, check_goal
from brettwerk.learn.move_values import MoveWorth, good_moves
from brettwerk.learn.positions import read_toml
from brettwerk.learn.steps import RESIGN, LessonStep, UnknownStep


@dataclass(frozen=True)
class StepResult:
    """The result of a move: whether it is right, whether the step is done, and the replies."""

    right: bool
    done: bool
    answers: tuple[str, ...] = ()
    failure: GoalFailure | None = None
    is_slip: bool = False


@cache
def steps(game: str) -> tuple[LessonStep, ...]:
    """Return the steps of a game's lesson; empty if it has none."""
    file = definition(game).file("lessons.toml")
    if file is None:
        return ()
    found = read_toml(file, dict[str, list[LessonStep]])["step"]
    return tuple(msgspec.structs.replace(step, game=game) for step in found)


def find_step(game: str, name: str) -> LessonStep:
    """Return a step by its name."""
    for step in (*steps(game), *course_steps(game)):
        if step.name == name:
            return step
    raise UnknownStep("lessons-no-step", step=truncate(name))


# -- checking moves -------------------------------------------------------------------------------
@lru_cache(maxsize=4096)
def check_moves(game: str, name: str, moves: tuple[str, ...]) -> StepResult:
    """Check the last of these moves, which lead from the position of the step with all replies."""
    step = find_step(game, name)
    at, before = _locate(step, moves)
    goal = step.goal[at]
    if moves[-1] == RESIGN and step.may_resign:
        return _check_resignation(step, goal, before)
    move = before.move(moves[-1])
    failure = _check_value(step, move.text) if step.values else check_goal(goal, before, move)
    if failure:
        is_slip = step.slip is not None and check_goal(step.slip, before, move) is None
        return StepResult(False, False, failure=failure, is_slip=is_slip)
    after = before.play(move)
    # A client that sends other replies than ours may win before the last goal.
    if at + 1 == len(step.goal) or after.outcome:
        return StepResult(True, True)
    return StepResult(True, False, _replies(step, after, at))


def _check_value(step: LessonStep, move: str) -> GoalFailure | None:
    """Return why a move is not as good as the best one, by what is known of all moves."""
    if move in good_moves(step.values):
        return None
    value, best = step.values[move], next(iter(step.values.values()))
    if not value.reply:
        return GoalFailure("lessons-miss-lost")
    details = {"move": value.reply, "wins": value.wins, "best": best.wins}
    return GoalFailure(_value_key(value, best), details | _points(value, best), value.reply)


def _value_key(value: MoveWorth, best: MoveWorth) -> str:
    if not value.exact or (not best.exact and value.wins):
        return "lessons-miss-chances"
    if value.wins < best.wins:
        return "lessons-miss-only-draw" if value.wins else "lessons-miss-loses"
    return "lessons-miss-fewer-points" if value.wins else "lessons-miss-more-points"


def _points(value: MoveWorth, best: MoveWorth) -> dict[str, int]:
    if value.points is None or best.points is None or value.wins != best.wins:
        return {}
    return {"count": abs(value.points), "best": abs(best.points)}


def _check_resignation(step: LessonStep, goal: MoveGoal, before: Position) -> StepResult:
    if goal.resigns or RESIGN in (good_moves(step.values) if step.values else ()):
        return StepResult(True, True)
    definition = before.game.definition
    points = definition.resignation_points(before, before.turn) or 0
    other = step.scores[1] if step.scores else 0
    ends = definition.target is not None and other + points >= definition.target
    key = "lessons-miss-resigned-match" if ends else "lessons-miss-resigned"
    return StepResult(False, False, failure=GoalFailure(key, {"count": points}))


def _locate(step: LessonStep, moves: Sequence[str]) -> tuple[int, Position]:
    """Return the index of the goal of the last move, and the position before that move."""
    here = step.position
    turns = here.game.players
    if not moves or len(moves) % turns != 1 or len(moves) > 1 + turns * (len(step.goal) - 1):
        raise UnknownStep("lessons-moves", step=step.name)
    for move in moves[:-1]:
        here = here.play(move)
    return len(moves) // turns, here


def _replies(step: LessonStep, after: Position, at: int) -> tuple[str, ...]:
    """Return the replies between two goals: the hardest one, or harmless ones of two players."""
    if not after.game.definition.for_two:
        return tuple(_harmless(after))
    goal = step.goal[at + 1]

    def chances(text: str) -> tuple[int, str]:
        then = after.play(text)
        return sum(check_goal(goal, then, move) is None for move in then.moves), text

    return (min((move.text for move in after.moves), key=chances),)


def _harmless(position: Position) -> Iterator[str]:
    """Yield a move for each opponent that takes nothing."""
    for _ in range(position.game.players - 1):
        move = next(m for m in position.moves if not position.effects(m).taken)
        position = position.play(move)
        yield move.text


@lru_cache(maxsize=1024)
def example_move(game: str, name: str, moves: tuple[str, ...] = ()) -> str:
    """Return a right move after these."""
    step = find_step(game, name)
    at, here = _locate(step, (*moves, ""))
    if step.goal[at].resigns:
        return RESIGN
    if step.values:
        return next(iter(step.values))
    right = [move for move in here.moves if check_goal(step.goal[at], here, move) is None]
    if not right:
        raise UnknownStep("lessons-moves", step=name)
    # Prefer the shortest gesture.
    return min(right, key=lambda move: len(here.game.definition.gestures(here, move.code)[0])).text


# -- words --------------------------------------------------------------------------------------
def feedback(step: LessonStep, result: StepResult, language: Language) -> str:
    """Return the feedback on a move."""
    text = step.text(language)
    if result.done:
        return text.right
    if result.right:
        return text.so_far
    if result.is_slip:
        return text.slip
    parts = [text.wrong] if text.wrong else []
    failure = result.failure
    if failure and not (failure.is_generic and parts):
        parts.append(Translator(language)(failure.key, **failure.details))
    return " ".join(parts)

"""First lessons: every step can be done, and what it says of moves is what the rules say."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.core.registry import definition
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.i18n import LANGUAGES, SOURCE, Language
from brettwerk.learn.goals import MoveGoal, check_goal
from brettwerk.learn.lessons import (
    StepResult,
    check_moves,
    example_move,
    feedback,
    find_step,
    steps,
)
from brettwerk.learn.steps import RESIGN, LessonStep, UnknownStep
from brettwerk.solving import solve
from games.diagrams import legal

LOST_OR_NOT = [step for name in brettwerk.NAMES for step in steps(name) if step.may_resign]
ALL = [
    pytest.param(step, id=f"{name}-{step.name}") for name in brettwerk.NAMES for step in steps(name)
]
every_step = pytest.mark.parametrize("step", ALL)
every_game = pytest.mark.parametrize("name", brettwerk.NAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
# A child of eight reads them; nobody wants to read much before playing.
LONGEST = 260


def right(step: LessonStep, at: int, here: Position) -> list[str]:
    """The moves that reach a goal."""
    if step.goal[at].resigns:
        return [RESIGN]
    return [move.text for move in here.moves if check_goal(step.goal[at], here, move) is None]


def paths(step: LessonStep, made: tuple[str, ...] = (), at: int = 0) -> Iterator[tuple[str, ...]]:
    """All ways to do a step, each ending with its last right move."""
    here = step.position
    for move in made:
        here = here.play(move)
    for move in right(step, at, here):
        verdict = check_moves(step.game, step.name, (*made, move))
        assert verdict.right
        if verdict.done:
            yield (*made, move)
        else:
            yield from paths(step, (*made, move, *verdict.answers), at + 1)


@every_game
def test_a_lesson_has_a_handful_of_steps_that_begin_with_any_legal_move(name: str) -> None:
    found = steps(name)
    assert 5 <= len(found) <= 14
    assert len({step.name for step in found}) == len(found)
    assert found[0].goal == (MoveGoal(),)
    assert found[0].position == brettwerk.game(name, **found[0].options).start()
    # and end with something that takes thought
    last = found[-1]
    assert len(right(last, 0, last.position)) <= 10
    assert len(last.position.moves) >= 5


@every_step
def test_both_referees_agree_on_the_moves_of_a_step(step: LessonStep) -> None:
    assert brettwerk.position(step.position.text) == step.position
    assert legal(step.position)


@every_step
def test_a_step_can_be_done_and_its_first_goal_can_be_missed(step: LessonStep) -> None:
    here = step.position
    good = right(step, 0, here)
    assert good
    assert example_move(step.game, step.name) in good
    free = step.goal[0] == MoveGoal() or len(here.moves) == 1 or step.name == "capture"
    assert (len(good) < len(here.moves)) is not free
    if not free:
        assert all(step.text(language).wrong for language in LANGUAGES)


@every_step
def test_every_right_beginning_leads_to_the_end(step: LessonStep) -> None:
    found = list(paths(step))
    assert found
    each = step.position.game.players
    assert {len(path) for path in found} == {1 + each * (len(step.goal) - 1)}
    assert {path[0] for path in found} == set(right(step, 0, step.position))


@every_step
def test_every_common_mistake_is_possible_and_has_its_own_feedback(step: LessonStep) -> None:
    results = (check_moves(step.game, step.name, (m.text,)) for m in step.position.moves)
    result = next((result for result in results if result.is_slip), None)
    assert bool(result) is bool(step.slip)
    if result:
        for language in LANGUAGES:
            assert feedback(step, result, language) == step.text(language).slip != ""


@every_language
@every_step
def test_every_result_has_feedback(step: LessonStep, language: Language) -> None:
    words = step.text(language)
    assert 2 < len(words.title) <= 32
    assert 40 < len(words.say) <= LONGEST
    assert 10 < len(words.right) <= LONGEST
    assert bool(words.so_far) is (len(step.goal) > 1)
    for move in step.position.moves[:25]:
        verdict = check_moves(step.game, step.name, (move.text,))
        assert len(feedback(step, verdict, language)) > 10


@every_step
def test_the_answers_that_refute_a_move_can_be_played(step: LessonStep) -> None:
    here = step.position
    shown = 0
    for move in here.moves:
        verdict = check_moves(step.game, step.name, (move.text,))
        if verdict.failure and verdict.failure.answer:
            here.play(move).play(verdict.failure.answer)
            assert verdict.failure.answer in feedback(step, verdict, "en") or verdict.is_slip
            shown += 1
    goal = step.goal[0]
    asks_ahead = goal.safe or goal.keeps or goal.wins_in or goal.threatens
    assert bool(shown) is bool(asks_ahead)


@every_step
def test_the_texts_of_both_languages_are_complete_and_differ(step: LessonStep) -> None:
    english = step.text(SOURCE)
    for language in LANGUAGES:
        for key in english.__struct_fields__:
            text = getattr(step.text(language), key)
            assert bool(text) is bool(getattr(english, key)), key
            assert language == SOURCE or not text or text != getattr(english, key)


def test_there_are_no_texts_of_steps_that_do_not_exist() -> None:
    for name in brettwerk.NAMES:
        for language in LANGUAGES:
            file = definition(name).file(f"text/{language}/lessons.toml")
            assert file
            found = tomllib.loads(file.read_text(encoding="utf-8"))
            assert list(found) == [step.name for step in steps(name)]


# -- what the exact solvers say -----------------------------------------------------------------
WINNING = [
    pytest.param(step, id=f"{step.game}-{step.name}")
    for name in ("bedraengnis", "drei", "schlacht")
    for step in steps(name)
    if step.goal[0].wins_in or step.goal[0].wins
]


@pytest.mark.parametrize("step", WINNING)
def test_wins_of_lessons_are_wins_of_the_solver(step: LessonStep) -> None:
    here = step.position
    solution = solve(here)
    assert solution is not None
    assert solution.returns[here.turn] == 1
    best = {move.text for move in solution.best}
    if step.goal[0].wins_in:
        assert set(right(step, 0, here)) <= best | winning(here)
    else:
        assert set(right(step, 0, here)) & best


def winning(here: Position) -> set[str]:
    """The moves after which the other side is lost."""
    found = set()
    for move in here.moves:
        after = solve(here.play(move))
        if after and after.returns[here.turn] == 1:
            found.add(move.text)
    return found


RESIGNABLE = [pytest.param(step, id=f"{step.game}-{step.name}") for step in LOST_OR_NOT]


@pytest.mark.parametrize("step", RESIGNABLE)
def test_a_step_to_resign_is_lost_and_cheaper_resigned(step: LessonStep) -> None:
    """One that is not to be resigned is not lost, or it would end the match."""
    here = step.position
    solution = solve(here) if step.game == "bedraengnis" else None
    points = here.game.definition.resignation_points(here, here.turn)
    assert points is not None
    verdict = check_moves(step.game, step.name, (RESIGN,))
    assert verdict.right is step.goal[0].resigns
    if step.goal[0].resigns:
        assert solution
        assert solution.points
        assert solution.points[1 - here.turn] > points
    elif step.name == "match-point":
        assert solution
        assert solution.returns[here.turn] == -1
        assert 13 + points >= 15  # the score that the text tells
    elif solution:
        assert solution.returns[here.turn] == 1
    else:
        assert points >= (here.game.definition.target or 0)


def test_who_may_not_resign_is_refused() -> None:
    with pytest.raises(InvalidMove):
        check_moves("bedraengnis", "corner", (RESIGN,))


def test_there_are_such_steps() -> None:
    assert len(WINNING) >= 8


@pytest.mark.parametrize("name", ["careful"])
@pytest.mark.parametrize("game", ["bedraengnis", "drei"])
def test_a_wrong_move_of_a_careful_step_loses_at_once(game: str, name: str) -> None:
    step = find_step(game, name)
    here = step.position
    for move in here.moves:
        after = here.play(move)
        lost = any(after.play(answer).outcome for answer in after.moves)
        assert lost is not check_moves(game, name, (move.text,)).right


# -- what is asked wrongly ------------------------------------------------------------------------
def test_unknown_steps_are_refused_in_one_sentence() -> None:
    with pytest.raises(UnknownStep, match="no step"):
        find_step("abalone", "nowhere")
    with pytest.raises(UnknownStep, match="start it again"):
        check_moves("abalone", "first", ())
    with pytest.raises(UnknownStep, match="start it again"):
        check_moves("abalone", "first", ("a1b1", "i5h4"))
    with pytest.raises(IllegalMove):
        check_moves("abalone", "patt", ("e2e3",))


def test_a_right_first_move_completes_its_step() -> None:
    assert check_moves("triapon", "first", ("e5",)) == StepResult(True, True)

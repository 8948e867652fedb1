"""Courses: every position shows what its chapter says, and every value is what is computed."""

from __future__ import annotations

import tomllib

import pytest

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.i18n import LANGUAGES, SOURCE, Language
from brettwerk.learn.course import Chapter, chapters, course_data, course_steps, fits
from brettwerk.learn.course_making import is_lost_after_all, make_course, written
from brettwerk.learn.lessons import check_moves, example_move, feedback, find_step
from brettwerk.learn.move_values import AS_GOOD, MoveWorth, good_moves, move_values
from brettwerk.learn.steps import RESIGN, LessonStep, chapter_text
from brettwerk.solving import solve

COURSES = [name for name in brettwerk.NAMES if chapters(name)]
every_course = pytest.mark.parametrize("name", COURSES)
ALL = [step for name in COURSES for step in course_steps(name)]
every_step = pytest.mark.parametrize("step", ALL, ids=lambda step: f"{step.game}-{step.name}")
ASKING = [step for step in ALL if step.may_resign]


def chapter_of(step: LessonStep) -> Chapter:
    return next(one for one in chapters(step.game) if one.name == step.chapter)


def test_every_game_has_a_course() -> None:
    assert list(brettwerk.NAMES) == COURSES


@every_course
def test_a_course_has_eight_to_twelve_chapters_with_a_few_positions_each(name: str) -> None:
    found = chapters(name)
    assert 8 <= len(found) <= 12
    counts = [len(course_data(name).chapters[one.name]) for one in found]
    assert min(counts) >= 3
    written_in = [step.written for step in course_steps(name)]
    assert len(set(written_in)) == len(written_in)
    assert list(course_data(name).chapters) == [one.name for one in found]


@every_course
def test_the_texts_of_both_languages_are_complete_and_differ(name: str) -> None:
    for language in LANGUAGES:
        file = definition(name).file(f"text/{language}/course.toml")
        assert file
        assert list(tomllib.loads(file.read_text("utf-8"))) == [c.name for c in chapters(name)]
    for chapter in chapters(name):
        english = chapter_text(name, chapter.name, SOURCE)
        assert bool(english.slip) is bool(chapter.slip)
        assert len(english.title) <= 32
        for language in LANGUAGES:
            text = chapter_text(name, chapter.name, language)
            assert bool(text.slip) is bool(english.slip)
            assert 100 < len(text.about) < 420
            assert language == SOURCE or text.about != english.about


@every_step
def test_a_position_shows_what_its_chapter_is_about(step: LessonStep) -> None:
    assert fits(chapter_of(step), step)
    assert brettwerk.position(step.written) == step.position


@every_step
def test_every_move_is_judged_by_its_worth_and_wrong_ones_get_a_reason(step: LessonStep) -> None:
    here, good = step.position, good_moves(step.values)
    assert {move.text for move in here.moves} == set(step.values) - {RESIGN}
    assert find_step(step.game, step.name) == step
    assert example_move(step.game, step.name) == next(iter(step.values)) in good
    for text, value in step.values.items():
        result = check_moves(step.game, step.name, (text,))
        assert result.right is result.done is (text in good)
        if text != RESIGN and value.reply:
            here.play(text).play(value.reply)
        if not result.right:
            for language in LANGUAGES:
                check_reason(step, text, value, language)


def check_reason(step: LessonStep, text: str, value: MoveWorth, language: Language) -> None:
    result = check_moves(step.game, step.name, (text,))
    told = feedback(step, result, language)
    assert len(told) > 15
    if text != RESIGN and value.reply and not result.is_slip:
        assert value.reply in told


def computed(step: LessonStep) -> dict[str, MoveWorth]:
    return move_values(step.position, course_data(step.game).nodes)


def is_quick(step: LessonStep) -> bool:
    """The first solved position of a chapter, and the first of games that are not solved."""
    asked = [one for one in course_steps(step.game) if not one.may_resign]
    first = next(one for one in asked if one.chapter == step.chapter)
    exact = all(value.exact for value in step.values.values())
    return (exact and step.game != "isolation" and step is first) or step is asked[0]


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(
            step,
            id=f"{step.game}-{step.name}",
            marks=() if is_quick(step) else pytest.mark.slow,
        )
        for step in ALL
        if not step.may_resign
    ],
)
def test_what_moves_are_worth_is_what_is_computed_again(step: LessonStep) -> None:
    """Exactly where it is solved; a later engine may think a little differently of the rest."""
    found, good = computed(step), good_moves(step.values)
    if all(value.exact for value in step.values.values()):
        assert found == step.values
    most = max(value.wins for value in found.values())
    best = next(iter(step.values))
    assert found[best].wins >= most - 2 * AS_GOOD
    worst = [*step.values][-1]
    assert worst not in good
    assert found[worst].wins < found[best].wins or found[worst].points != found[best].points


def test_a_lost_position_teaches_nothing() -> None:
    """White has two moves that look better than the others, and loses after each of them."""
    written = (
        "katarenga/1 ..w...../......../....b.../......../......../.b....../......w./...w.... w "
        "camps=b-right "
        "board=rgbygryb/yybrbgrg/bgrgrbyy/grybybgr/bgrybgry/yrgbyybr/rbyggrgb/gbyrrybg"
    )
    position = brettwerk.position(written)
    values = {"c8-left": MoveWorth(31, "e6-e7"), "c8-b8": MoveWorth(11, "b3-g3")}
    assert is_lost_after_all(position, values, 200_000)
    assert not is_lost_after_all(position, {"c8-left": MoveWorth(0, "b3-c3", exact=True)}, 1)


@pytest.mark.slow
@pytest.mark.parametrize("game", brettwerk.NAMES)
def test_no_position_is_lost_though_a_move_is_called_good(game: str) -> None:
    for step in ALL:
        if step.game == game and not step.may_resign:
            assert not is_lost_after_all(step.position, step.values, 300_000), step.written


@pytest.mark.parametrize("step", ASKING, ids=lambda step: f"{step.game}-{step.name}")
def test_play_on_or_resign_is_answered_by_the_solver(step: LessonStep) -> None:
    here, target = step.position, step.position.game.definition.target
    solution = solve(here)
    points = here.game.definition.resignation_points(here, here.turn)
    assert solution
    assert step.scores
    assert points
    assert target
    lost = solution.returns[here.turn] < 0
    ends = step.scores[1] + points >= target
    assert max(step.scores) < target
    assert (RESIGN in good_moves(step.values)) is (lost and not ends)
    if lost and not ends:  # resigning is cheaper than the best move
        assert solution.points
        assert max(solution.points) > points
        assert good_moves(step.values) == {RESIGN}


def test_all_three_answers_occur() -> None:
    assert len(ASKING) >= 18
    resigned = [RESIGN in good_moves(step.values) for step in ASKING]
    ending = [RESIGN not in step.values for step in ASKING]
    assert sum(resigned) >= 6
    assert sum(ending) >= 6
    assert len(ASKING) - sum(resigned) - sum(ending) >= 6


def test_the_same_positions_make_the_same_course() -> None:
    one = make_course("congress", chapters("congress"), [], "how", 1)
    assert written(one) == written(make_course("congress", chapters("congress"), [], "how", 1))
    assert set(one.chapters) == {chapter.name for chapter in chapters("congress")}

"""First lessons: every step can be done, and what it says of moves is what the rules say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import brettwerk
from brettwerk.errors import IllegalMove
from brettwerk.games.core import Position
from brettwerk.learn.goals import Goal, missed
from brettwerk.learn.lessons import (
    NoStep,
    Step,
    Verdict,
    a_right_move,
    judge,
    step_of,
    steps,
    told,
)
from brettwerk.solve import solve
from brettwerk.texts import LANGUAGES, Language
from games.diagrams import legal

ALL = [
    pytest.param(step, id=f"{name}-{step.name}") for name in brettwerk.NAMES for step in steps(name)
]
every_step = pytest.mark.parametrize("step", ALL)
every_game = pytest.mark.parametrize("name", brettwerk.NAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
# A child of eight reads them; nobody wants to read much before playing.
LONGEST = 260


def right(step: Step, at: int, here: Position) -> list[str]:
    """The moves that reach a goal."""
    return [move.text for move in here.moves if missed(step.goal[at], here, move) is None]


def paths(step: Step, made: tuple[str, ...] = (), at: int = 0) -> Iterator[tuple[str, ...]]:
    """All ways to do a step, each ending with its last right move."""
    here = step.position
    for move in made:
        here = here.play(move)
    for move in right(step, at, here):
        verdict = judge(step.game, step.name, (*made, move))
        assert verdict.right
        if verdict.done:
            yield (*made, move)
        else:
            yield from paths(step, (*made, move, *verdict.answers), at + 1)


@every_game
def test_a_lesson_has_five_to_eight_steps_that_begin_with_any_legal_move(name: str) -> None:
    found = steps(name)
    assert 5 <= len(found) <= 8
    assert len({step.name for step in found}) == len(found)
    assert found[0].goal == (Goal(),)
    assert found[0].position == brettwerk.game(name, **found[0].options).start()
    # and end with something that takes thought
    last = found[-1]
    assert len(right(last, 0, last.position)) <= 10
    assert len(last.position.moves) >= 5


@every_step
def test_both_referees_agree_on_the_moves_of_a_step(step: Step) -> None:
    assert brettwerk.position(step.position.text) == step.position
    assert legal(step.position)


@every_step
def test_a_step_can_be_done_and_its_first_goal_can_be_missed(step: Step) -> None:
    here = step.position
    good = right(step, 0, here)
    assert good
    assert a_right_move(step.game, step.name) in good
    free = step.goal[0] == Goal() or len(here.moves) == 1 or step.name == "capture"
    assert (len(good) < len(here.moves)) is not free
    if not free:
        assert step.de.wrong
        assert step.en.wrong


@every_step
def test_every_right_beginning_leads_to_the_end(step: Step) -> None:
    found = list(paths(step))
    assert found
    each = step.position.game.players
    assert {len(path) for path in found} == {1 + each * (len(step.goal) - 1)}
    assert {path[0] for path in found} == set(right(step, 0, step.position))


@every_step
def test_every_slip_happens_and_is_told_in_its_own_words(step: Step) -> None:
    here = step.position
    for slip in step.slips:
        made = [m.text for m in here.moves if judge(step.game, step.name, (m.text,)).slip == slip]
        assert made
        verdict = judge(step.game, step.name, (made[0],))
        assert told(step, verdict, "de") == slip.de
        assert told(step, verdict, "en") == slip.en


@every_language
@every_step
def test_every_verdict_has_words(step: Step, language: Language) -> None:
    words = step.words(language)
    assert 2 < len(words.title) <= 32
    assert 40 < len(words.say) <= LONGEST
    assert 10 < len(words.right) <= LONGEST
    assert bool(words.so_far) is (len(step.goal) > 1)
    for move in step.position.moves[:25]:
        verdict = judge(step.game, step.name, (move.text,))
        assert len(told(step, verdict, language)) > 10


@every_step
def test_the_answers_that_refute_a_move_can_be_played(step: Step) -> None:
    here = step.position
    shown = 0
    for move in here.moves:
        verdict = judge(step.game, step.name, (move.text,))
        if verdict.miss and verdict.miss.answer:
            here.play(move).play(verdict.miss.answer)
            assert verdict.miss.answer in told(step, verdict, "en") or verdict.slip
            shown += 1
    goal = step.goal[0]
    asks_ahead = goal.safe or goal.keeps or goal.wins_in or goal.threatens
    assert bool(shown) is bool(asks_ahead)


@every_step
def test_the_texts_of_both_languages_are_complete_and_differ(step: Step) -> None:
    for key in ("title", "say", "right", "wrong", "so_far"):
        assert bool(getattr(step.de, key)) is bool(getattr(step.en, key)), key
        assert getattr(step.de, key) != getattr(step.en, key) or not getattr(step.de, key)


# -- what the exact solvers say -----------------------------------------------------------------
WINNING = [
    pytest.param(step, id=f"{step.game}-{step.name}")
    for name in ("bedraengnis", "drei", "schlacht")
    for step in steps(name)
    if step.goal[0].wins_in or step.goal[0].wins
]


@pytest.mark.parametrize("step", WINNING)
def test_what_a_lesson_calls_winning_a_solver_calls_winning(step: Step) -> None:
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


def test_there_are_such_steps() -> None:
    assert len(WINNING) >= 8


@pytest.mark.parametrize("name", ["careful"])
@pytest.mark.parametrize("game", ["bedraengnis", "drei"])
def test_a_wrong_move_of_a_careful_step_loses_at_once(game: str, name: str) -> None:
    step = step_of(game, name)
    here = step.position
    for move in here.moves:
        after = here.play(move)
        lost = any(after.play(answer).outcome for answer in after.moves)
        assert lost is not judge(game, name, (move.text,)).right


# -- what is asked wrongly ------------------------------------------------------------------------
def test_what_is_not_there_is_refused_in_one_sentence() -> None:
    with pytest.raises(NoStep, match="no step"):
        step_of("abalone", "nowhere")
    with pytest.raises(NoStep, match="begin it anew"):
        judge("abalone", "first", ())
    with pytest.raises(NoStep, match="begin it anew"):
        judge("abalone", "first", ("a1b1", "i5h4"))
    with pytest.raises(IllegalMove):
        judge("abalone", "patt", ("e2e3",))


def test_a_verdict_on_a_first_move_is_right_and_done() -> None:
    assert judge("triapon", "first", ("e5",)) == Verdict(True, True)

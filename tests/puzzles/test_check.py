"""What is wrong with a puzzle is found: no puzzle with two solutions, a wrong or an idle one."""

from __future__ import annotations

import msgspec
import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.puzzles.check import Fault, check, check_text, check_together
from brettwerk.puzzles.difficulty import Facts
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.puzzle import Collection, Origin, Puzzle, id_of, shipped


def puzzle_of(position: Position, goal: Goal, *solution: str) -> Puzzle:
    """A puzzle that is told as it should be, whether or not it is true."""
    text = position.text
    facts = Facts(depth=1, choices=len(position.legal_codes), rank=1)
    return Puzzle(id_of(text, goal), text, goal, solution, facts, Origin(0, 0, (1, 1)))


def doctored(puzzle: Puzzle, **changes: object) -> Puzzle:
    """The same puzzle with something changed, and called accordingly."""
    changed = msgspec.structs.replace(puzzle, **changes)
    return msgspec.structs.replace(changed, id=id_of(changed.position, changed.goal))


def fault(puzzle: Puzzle) -> str:
    """The key of what is wrong."""
    with pytest.raises(Fault) as raised:
        check(puzzle)
    return raised.value.key


def a_race(goal: Goal, *solution: str) -> Puzzle:
    """White has a piece in a camp and two more on Black's baseline: each of them can go in."""
    text = "katarenga/1 w.w...../......../......../.....bbb/......../......../......../ww...... w"
    return puzzle_of(brettwerk.position(f"{text} camps=w-right"), goal, *solution)


def test_a_puzzle_with_two_solutions_is_refused() -> None:
    assert fault(a_race(Goal("win", plies=1), "a8-left")) == "puzzles-fault-moves"


def test_one_solution_is_none_too_many() -> None:
    text = "katarenga/1 w......./......../......../.....bbb/......../......../......../ww...... w"
    position = brettwerk.position(f"{text} camps=w-right")
    check(puzzle_of(position, Goal("win", plies=1), "a8-left"))
    other = next(move.text for move in position.moves if move.text != "a8-left")
    assert fault(puzzle_of(position, Goal("win", plies=1), other)) == "puzzles-fault-moves"
    # With more time there is more than one way.
    assert fault(puzzle_of(position, Goal("win", plies=3), "a8-left")) == "puzzles-fault-moves"


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_no_other_first_move_is_taken_for_the_solution(name: str) -> None:
    puzzle = shipped(name).puzzles[0]
    other = next(m.text for m in puzzle.start.moves if m.text != puzzle.solution[0])
    assert fault(doctored(puzzle, solution=(other,))) == "puzzles-fault-moves"


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_solution_that_ends_too_soon_or_too_late_is_refused(name: str) -> None:
    puzzle = shipped(name).puzzles[0]
    assert fault(doctored(puzzle, solution=puzzle.solution[:-1])) in (
        "puzzles-fault-short",
        "puzzles-fault-text",
    )
    end = puzzle.start
    for text in puzzle.solution:
        end = end.play(text)
    if end.moves:
        longer = (*puzzle.solution, end.moves[0].text)
        assert fault(doctored(puzzle, solution=longer)) == "puzzles-fault-late"


def test_a_goal_that_nobody_reaches_is_refused() -> None:
    start = brettwerk.game("abalone").start()
    assert fault(puzzle_of(start, Goal("win", plies=1), "a1b1")) == "puzzles-fault-moves"


def test_what_cannot_be_read_is_refused() -> None:
    puzzle = shipped("drei").puzzles[0]
    with pytest.raises(Fault, match="text"):
        check_text(msgspec.structs.replace(puzzle, id="00000000"))
    with pytest.raises(Fault, match="cannot be played"):
        check_text(doctored(puzzle, solution=("z9",)))
    with pytest.raises(Fault, match="goal"):
        check_text(doctored(puzzle, goal=Goal("glory")))
    with pytest.raises(Fault, match="text"):
        check_text(doctored(puzzle, facts=Facts(depth=1, choices=99, rank=1)))


def test_a_position_with_a_past_is_refused() -> None:
    start = brettwerk.game("katarenga").start()
    later = start.play(start.moves[0]).play(start.play(start.moves[0]).moves[0])
    assert later.history
    with pytest.raises(Fault, match="earlier moves"):
        check_text(puzzle_of(later, Goal("win", plies=1), later.moves[0].text))


def test_who_only_holds_out_may_not_count_on_repetition() -> None:
    with pytest.raises(Fault, match="goal"):
        check_text(a_race(Goal("hold", plies=8), "a8-left"))


def test_a_proof_that_takes_too_long_says_so() -> None:
    start = brettwerk.game("abalone").start()
    puzzle = puzzle_of(start, Goal("take", plies=5, amount=1), start.moves[0].text)
    with pytest.raises(Fault, match="1,000 positions"):
        check(puzzle, nodes=1000)


def test_two_alike_are_found_whatever_way_the_board_is_turned() -> None:
    collection = shipped("abalone")
    first = collection.puzzles[0]
    turned = _turned(first)
    both = Collection(collection.made, (first, turned))
    assert [found.key for found in check_together(both)] == ["puzzles-fault-alike"]
    assert list(check_together(Collection(collection.made, (first,)))) == []


def _turned(puzzle: Puzzle) -> Puzzle:
    """The same puzzle on the board turned by half."""
    word, rows, *rest = puzzle.position.split(" ")
    text = " ".join([word, rows[::-1], *rest])
    return doctored(puzzle, position=text, origin=Origin(99, 0, (1, 1)))


def test_the_order_is_from_easy_to_hard() -> None:
    collection = shipped("abalone")
    mixed = Collection(collection.made, collection.puzzles[::-1])
    assert "puzzles-fault-order" in {found.key for found in check_together(mixed)}

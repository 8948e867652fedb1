"""Somebody tries a puzzle: the solution is right, everything else is answered with a reason."""

from __future__ import annotations

import pytest

import brettwerk
from brettwerk.i18n import LANGUAGES
from brettwerk.puzzles.attempt import Verdict, check_attempt
from brettwerk.puzzles.describe import verdict_words
from brettwerk.puzzles.goals import Goal
from brettwerk.puzzles.puzzle import Puzzle, shipped
from brettwerk.puzzles.solution_tree import SolutionTree
from brettwerk.search.prover import Prover
from puzzles.test_check import puzzle_of


def easy(name: str) -> list[Puzzle]:
    """A few puzzles with short solutions, one for every kind of goal."""
    puzzles = sorted(shipped(name).puzzles, key=lambda p: (p.goal.plies or len(p.solution), p.id))
    kinds = {puzzle.goal.kind: puzzle for puzzle in reversed(puzzles)}
    return list(kinds.values())


def after(puzzle: Puzzle, moves: list[str]) -> brettwerk.Position:
    """The position after these moves."""
    position = puzzle.start
    for text in moves:
        position = position.play(text)
    return position


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_the_solution_is_right_to_its_end(name: str) -> None:
    for puzzle in shipped(name).puzzles:
        moves: list[str] = []
        while True:
            moves.append(puzzle.solution[len(moves)])
            verdict = check_attempt(puzzle, moves)
            assert verdict.right
            assert verdict.known
            moves += verdict.moves
            assert verdict.done == (len(moves) == len(puzzle.solution))
            if verdict.done:
                break
            # It is the player's turn again, and there is something to choose.
            here = after(puzzle, moves)
            assert here.turn == puzzle.start.turn
            assert len(here.moves) > 1
        assert tuple(moves) == puzzle.solution


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_other_first_move_is_refuted(name: str) -> None:
    for puzzle in easy(name):
        tree = SolutionTree(Prover(puzzle.start.game), puzzle.goal, puzzle.start)
        wrong = [move.text for move in puzzle.start.moves if move.text != puzzle.solution[0]]
        for text in wrong[:4]:
            verdict = check_attempt(puzzle, [text])
            assert not verdict.right
            assert not verdict.done
            moves = [text, *verdict.moves]
            here = after(puzzle, moves)  # all of them legal
            assert not tree.in_reach(here, puzzle.goal.left - len(moves))
            for language in LANGUAGES:
                said = verdict_words(puzzle, [text], verdict, language)
                assert "{" not in said
                assert len(said.split()) > 4


def race() -> Puzzle:
    """White wins in two moves; in the second there are two ways."""
    text = "katarenga/1 ......../..w...../......../......../......../......../......../ww....bb w"
    position = brettwerk.position(f"{text} camps=w-right")
    prover = Prover(position.game)
    for plies in (1, 3):
        goal = Goal("win", plies=plies)
        tree = SolutionTree(prover, goal, position)
        good = tree.good(position, plies)
        if good:
            line = [move.text for move in tree.line(position, plies)]
            return puzzle_of(position, goal, *line)
    raise AssertionError("no race")


def test_another_way_to_the_goal_is_right_too() -> None:
    puzzle = race()
    tree = SolutionTree(Prover(puzzle.start.game), puzzle.goal, puzzle.start)
    first, reply, last = puzzle.solution
    here = after(puzzle, [first, reply])
    good = [move.text for move in tree.good(here, 1)]
    others = [text for text in good if text != last]
    for text in others:
        assert check_attempt(puzzle, [first, reply, text]) == Verdict(True, done=True)
    wrong = next(move.text for move in here.moves if move.text not in good)
    assert not check_attempt(puzzle, [first, reply, wrong]).right


def test_what_cannot_be_proven_in_time_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from brettwerk.puzzles import attempt

    monkeypatch.setattr(attempt, "NODES", 1)
    puzzle = shipped("abalone").puzzles[-1]
    wrong = next(move.text for move in puzzle.start.moves if move.text != puzzle.solution[0])
    verdict = check_attempt(puzzle, [wrong])
    assert not verdict.right
    assert not verdict.known

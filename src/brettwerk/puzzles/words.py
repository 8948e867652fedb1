"""Puzzles in words: what is asked for, what is said of a move, and a hint."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from brettwerk.games.ways import steps_of
from brettwerk.texts import say, sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brettwerk.games.core import Position
    from brettwerk.puzzles.puzzle import Puzzle
    from brettwerk.puzzles.trial import Verdict
    from brettwerk.texts import Language

_DECOYS = 2  # cells beside the right one in a hint


def goal_words(puzzle: Puzzle, language: Language) -> str:
    """Who is to move, and what they are to reach: in how many moves of their own, or of all."""
    start, goal = puzzle.start, puzzle.goal
    who = say(f"seat-{start.game.seats[start.turn]}", language)
    details = {"who": who, "whom": who, "amount": goal.amount, "plies": goal.plies}
    return say(_key(puzzle, language), language, moves=own_moves(puzzle), **details)


def _key(puzzle: Puzzle, language: Language) -> str:
    """The sentence: of this game if it has one of its own."""
    key = f"puzzles-goal-{puzzle.goal.kind}{_manner(puzzle)}"
    special = f"{key}-{puzzle.start.game.name}"
    return special if special in sentences(language) else key


def _manner(puzzle: Puzzle) -> str:
    """How soon, or how much."""
    goal = puzzle.goal
    if goal.kind == "win":
        return "-soon" if goal.plies else ""
    if goal.kind in ("take", "keep"):
        return "-more" if goal.amount > 1 else "-one" if goal.amount else ""
    return "-one" if goal.kind == "hold" and own_moves(puzzle) == 1 else ""


def own_moves(puzzle: Puzzle) -> int:
    """How many moves the player has within the plies of the goal, if nobody leaves the game."""
    players = len(puzzle.start.game.face.still_in(puzzle.start))
    return -(-puzzle.goal.plies // players)


# -- while it is tried ----------------------------------------------------------------------------
def verdict_words(
    puzzle: Puzzle, moves: Sequence[str], verdict: Verdict, language: Language
) -> str:
    """What is said of a move: well done, or why it is wrong."""
    if not verdict.known:
        return say("puzzles-said-unproven" if verdict.right else "puzzles-said-wrong", language)
    if verdict.right:
        return _praise(puzzle, moves, verdict, language)
    return f"{say('puzzles-said-wrong', language)} {_why(puzzle, moves, verdict, language)}"


def _praise(puzzle: Puzzle, moves: Sequence[str], verdict: Verdict, language: Language) -> str:
    if verdict.done:
        after = _after(puzzle.start, (*moves, *verdict.moves))
        settled = after.outcome is None and not puzzle.goal.plies
        return say("puzzles-said-settled" if settled else "puzzles-said-done", language)
    return say("puzzles-said-right", language, answers=", ".join(verdict.moves))


def _why(puzzle: Puzzle, moves: Sequence[str], verdict: Verdict, language: Language) -> str:
    """Why a move misses the goal: what the answer does to it."""
    player, goal = puzzle.start.turn, puzzle.goal
    end = _after(puzzle.start, (*moves, *verdict.moves))
    if end.outcome and player not in end.outcome.winners and end.outcome.winners:
        winner = end.game.seats[end.outcome.winners[0]]
        who = say(f"seat-{winner}", language)
        return say("puzzles-lost", language, who=who, answers=", ".join(verdict.moves))
    if not verdict.moves:
        return say(f"puzzles-why-{goal.kind}-not", language)
    more = "-more" if goal.kind == "take" and goal.amount > 1 else ""
    return say(f"puzzles-why-{goal.kind}{more}", language, answers=", ".join(verdict.moves))


def _after(position: Position, moves: Sequence[str]) -> Position:
    for text in moves:
        position = position.play(text)
    return position


def hint_words(puzzle: Puzzle, language: Language) -> tuple[list[str], str]:
    """Cells to look at, and a sentence about them: the piece to move, or a few to choose from."""
    start, face = puzzle.start, puzzle.start.game.face
    steps = steps_of(face.ways(start, start.parse(puzzle.solution[0]).code)[0])
    if len(steps) > 1:
        return [steps[0][1]], say("puzzles-hint-from", language, cell=steps[0][1])
    others = [move.text for move in start.moves if move.text != puzzle.solution[0]]
    few = sorted(others, key=lambda text: hashlib.sha256(text.encode()).digest())[:_DECOYS]
    cells = sorted(
        {steps_of(face.ways(start, start.parse(text).code)[0])[-1][1] for text in few}
        | {cell for _, cell in steps}
    )
    return cells, say("puzzles-hint-one-of", language, cells=", ".join(cells))

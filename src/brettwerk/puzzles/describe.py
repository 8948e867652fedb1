"""Puzzles in words: what is asked for, what is said of a move, and a hint."""

import hashlib
from collections.abc import Sequence

from brettwerk.core.game import Position
from brettwerk.core.gestures import parse_gesture
from brettwerk.i18n import Language, Translator
from brettwerk.puzzles.attempt import Verdict
from brettwerk.puzzles.puzzle import Puzzle

_DECOYS = 2  # cells beside the right one in a hint


def goal_words(puzzle: Puzzle, language: Language) -> str:
    """Say who is to move and what is to be reached: in how many moves of their own, or of all."""
    t, start, goal = Translator(language), puzzle.start, puzzle.goal
    who = t.seat(start.game.seats[start.turn])
    details = {"who": who, "whom": who, "amount": goal.amount, "plies": goal.plies}
    count = goal.amount if goal.kind == "points" else own_moves(puzzle)
    key = f"puzzles-goal-{goal.kind}{_manner(puzzle)}"
    return t.of(start.game.name, key, count=count, **details)


def _manner(puzzle: Puzzle) -> str:
    """Return the suffix of the key of a goal: how soon, or how much."""
    goal = puzzle.goal
    if goal.kind == "win":
        return "-soon" if goal.plies else ""
    if goal.kind in ("take", "keep"):
        return "-more" if goal.amount > 1 else "-one" if goal.amount else ""
    return ""


def theme_words(game: str, theme: str, language: Language) -> str:
    """Return what a theme is called in a game."""
    return Translator(language).of(game, f"puzzles-theme-{theme}")


def own_moves(puzzle: Puzzle) -> int:
    """Return how many moves the player has within the plies of the goal, if nobody drops out."""
    players = len(puzzle.start.game.definition.still_in(puzzle.start))
    return -(-puzzle.goal.plies // players)


# -- while it is tried ----------------------------------------------------------------------------
def verdict_words(
    puzzle: Puzzle, moves: Sequence[str], verdict: Verdict, language: Language
) -> str:
    """Say of a move that it is right, or why it is wrong."""
    t = Translator(language)
    if not verdict.known:
        return t("puzzles-said-unproven" if verdict.right else "puzzles-said-wrong")
    if verdict.right:
        return _praise(puzzle, moves, verdict, t)
    return f"{t('puzzles-said-wrong')} {_why(puzzle, moves, verdict, t)}"


def _praise(puzzle: Puzzle, moves: Sequence[str], verdict: Verdict, t: Translator) -> str:
    if verdict.done:
        after = _after(puzzle.start, (*moves, *verdict.moves))
        settled = after.outcome is None and not puzzle.goal.plies
        return t("puzzles-said-settled" if settled else "puzzles-said-done")
    return t("puzzles-said-right", answers=", ".join(verdict.moves))


def _why(puzzle: Puzzle, moves: Sequence[str], verdict: Verdict, t: Translator) -> str:
    """Say why a move misses the goal: what the answer does to it."""
    player, goal, answers = puzzle.start.turn, puzzle.goal, ", ".join(verdict.moves)
    end = _after(puzzle.start, (*moves, *verdict.moves))
    if end.outcome and player not in end.outcome.winners and end.outcome.winners:
        who = t.seat(end.game.seats[end.outcome.winners[0]])
        return t("puzzles-lost", who=who, answers=answers)
    if not verdict.moves:
        return t(f"puzzles-why-{goal.kind}-not")
    more = "-more" if goal.kind == "take" and goal.amount > 1 else ""
    return t.of(end.game.name, f"puzzles-why-{goal.kind}{more}", answers=answers)


def _after(position: Position, moves: Sequence[str]) -> Position:
    for text in moves:
        position = position.play(text)
    return position


def hint_words(puzzle: Puzzle, language: Language) -> tuple[list[str], str]:
    """Return the cells of a hint and its sentence: the piece to move, or a few to choose from."""
    t, start, definition = Translator(language), puzzle.start, puzzle.start.game.definition
    steps = parse_gesture(definition.gestures(start, start.move(puzzle.solution[0]).code)[0])
    if len(steps) > 1:
        return [steps[0][1]], t("puzzles-hint-from", cell=steps[0][1])
    others = [move.text for move in start.moves if move.text != puzzle.solution[0]]
    few = sorted(others, key=lambda text: hashlib.sha256(text.encode()).digest())[:_DECOYS]
    cells = sorted(
        {parse_gesture(definition.gestures(start, start.move(text).code)[0])[-1][1] for text in few}
        | {cell for _, cell in steps}
    )
    return cells, t("puzzles-hint-one-of", cells=", ".join(cells))

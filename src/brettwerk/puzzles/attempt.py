"""Attempts at a puzzle: whether a move is right, how opponents answer it, what refutes it.

Moves of the stored solution need no search; all others are proven.
"""

from collections.abc import Sequence

import msgspec

from brettwerk.core.game import Position
from brettwerk.puzzles.puzzle import Puzzle
from brettwerk.puzzles.solution_tree import SolutionTree
from brettwerk.search.prover import Prover, TooHard

NODES = 20_000_000


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on a move: whether it is right, whether the puzzle is solved, and what follows.

    `moves` are the opponents' answers up to the player's next choice, or the refutation. `known` is
    False if the proof would take too long.
    """

    right: bool
    done: bool = False
    moves: tuple[str, ...] = ()
    known: bool = True


def check_attempt(puzzle: Puzzle, moves: Sequence[str]) -> Verdict:
    """Return the verdict on the last of these legal moves, which is the player's."""
    position = puzzle.start
    for text in moves:
        position = position.play(text)
    texts, solution = tuple(moves), puzzle.solution
    if texts == solution[: len(texts)]:
        answers = _known_answers(puzzle, position, len(texts))
        return Verdict(True, texts + answers == solution, answers)
    left = puzzle.goal.left - len(texts)
    first = len(texts) == 1
    prover = Prover(puzzle.start.game)
    prover.allow(NODES)
    try:
        return _judged(SolutionTree(prover, puzzle.goal, puzzle.start), position, left, first)
    except TooHard:
        return Verdict(not first, known=False)


def _known_answers(puzzle: Puzzle, position: Position, played: int) -> tuple[str, ...]:
    """Return the moves of the solution up to the player's next choice."""
    answers = []
    for text in puzzle.solution[played:]:
        if _chooses(position, puzzle.start.turn):
            break
        answers.append(text)
        position = position.play(text)
    return tuple(answers)


def _chooses(position: Position, player: int) -> bool:
    """Return whether it is the player's turn, with more than one move to choose from."""
    return position.turn == player and len(position.legal_codes) > 1


def _judged(tree: SolutionTree, position: Position, left: int, first: bool) -> Verdict:
    """Return the verdict on a move that led here and is not in the stored solution.

    Only one first move is right, so another first move is wrong without a proof.
    """
    if first or not tree.in_reach(position, left):
        return Verdict(False, moves=tuple(m.text for m in tree.refutation(position, left)))
    answers: list[str] = []
    while not tree.reached(position, left) and not _chooses(position, tree.player):
        mine = position.turn == tree.player
        move = (tree.best if mine else tree.reply)(position, left)
        answers.append(move.text)
        position, left = position.play_unchecked(move.code), left - 1
    return Verdict(True, tree.reached(position, left), tuple(answers))

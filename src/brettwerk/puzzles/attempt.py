"""Somebody tries a puzzle: whether a move is right, what the others answer, what refutes it.

Along the solution everything is known. Anywhere else it is proven.
"""

from collections.abc import Sequence

import msgspec

from brettwerk.core.game import Position
from brettwerk.puzzles.puzzle import Puzzle
from brettwerk.puzzles.solution_tree import SolutionTree
from brettwerk.search.prover import Prover, TooHard

NODES = 20_000_000


class Verdict(msgspec.Struct, frozen=True):
    """What becomes of a move: whether it is right, whether all is done, and how it goes on.

    `moves` are what the others answer up to the player's next choice, or what refutes the move.
    Not `known` is what would take too long to prove.
    """

    right: bool
    done: bool = False
    moves: tuple[str, ...] = ()
    known: bool = True


def tried(puzzle: Puzzle, moves: Sequence[str]) -> Verdict:
    """The verdict on the last of these moves, which is the player's; all of them must be legal."""
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
    """The moves of the solution up to the player's next choice."""
    answers = []
    for text in puzzle.solution[played:]:
        if _chooses(position, puzzle.start.turn):
            break
        answers.append(text)
        position = position.play(text)
    return tuple(answers)


def _chooses(position: Position, player: int) -> bool:
    """Whether it is the player's turn, with more than one move to choose from."""
    return position.turn == player and len(position.legal_codes) > 1


def _judged(tree: SolutionTree, position: Position, left: int, first: bool) -> Verdict:
    """The verdict on a move that led here, off the solution; on a first move it is known."""
    if first or not tree.in_reach(position, left):
        return Verdict(False, moves=tuple(m.text for m in tree.refutation(position, left)))
    answers: list[str] = []
    while not tree.reached(position, left) and not _chooses(position, tree.player):
        mine = position.turn == tree.player
        move = (tree.best if mine else tree.reply)(position, left)
        answers.append(move.text)
        position, left = position.play_unchecked(move.code), left - 1
    return Verdict(True, tree.reached(position, left), tuple(answers))

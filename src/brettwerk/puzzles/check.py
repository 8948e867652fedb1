"""Checks puzzles by the rules alone, without trusting how they were made.

That exactly one first move reaches the goal is proven anew by the exhaustive search of
`search.prover`; tests compare that with a search by the slow referee.
"""

from collections.abc import Iterator

from brettwerk.core.game import Position
from brettwerk.errors import BrettwerkError, IllegalMove, InvalidMove
from brettwerk.puzzles.goals import BEYOND, KINDS
from brettwerk.puzzles.puzzle import MOST_OF_A_GAME, Collection, Puzzle, id_of
from brettwerk.puzzles.selection import DistinctPuzzles
from brettwerk.puzzles.solution_tree import SolutionTree
from brettwerk.puzzles.source import source_of
from brettwerk.search.prover import NODES, Prover, TooHard

# A position occurs a third time after eight plies at the soonest. Proofs ignore repetition, so a
# defence must not be long enough to rely on it.
_BEFORE_REPETITION = 7


class Fault(BrettwerkError):
    """What is wrong with a puzzle."""

    code = "bad-puzzle"


def check(puzzle: Puzzle, *, nodes: int = NODES) -> None:
    """Prove a puzzle; raise `Fault` if anything is wrong with it."""
    start = check_text(puzzle)
    prover = Prover(start.game)
    prover.allow(nodes)
    try:
        _prove(SolutionTree(prover, puzzle.goal, start), puzzle)
    except TooHard:
        raise Fault("puzzles-fault-hard", puzzle=puzzle.id, nodes=nodes) from None


def check_text(puzzle: Puzzle) -> Position:
    """Return the start of a puzzle whose fields are consistent and whose moves are legal.

    Raise `Fault` otherwise; nothing is proven.
    """
    start, goal = puzzle.start, puzzle.goal
    if start.text != puzzle.position or id_of(puzzle.position, goal) != puzzle.id:
        raise Fault("puzzles-fault-text", puzzle=puzzle.id)
    if start.outcome or start.history or len(start.legal_codes) < 2:
        raise Fault("puzzles-fault-over", puzzle=puzzle.id)
    long = start.game.repetition and goal.kind in ("hold", "keep", "draw")
    if goal.kind not in KINDS or (long and not 0 < goal.plies <= _BEFORE_REPETITION):
        raise Fault("puzzles-fault-goal", puzzle=puzzle.id)
    if puzzle.facts.choices != len(start.legal_codes) or not puzzle.solution:
        raise Fault("puzzles-fault-text", puzzle=puzzle.id)
    position = start
    for text in puzzle.solution:
        try:
            move = position.move(text)
        except (IllegalMove, InvalidMove) as error:
            raise Fault("puzzles-fault-move", puzzle=puzzle.id, why=str(error)) from None
        if move.text != text:
            raise Fault("puzzles-fault-text", puzzle=puzzle.id)
        position = position.play_unchecked(move.code)
    return start


def _prove(tree: SolutionTree, puzzle: Puzzle) -> None:
    """Raise unless exactly one first move reaches the goal, and the solution leads there."""
    start, left = tree.start, puzzle.goal.left
    good = [move.text for move in tree.good(start, left)]
    if good != [puzzle.solution[0]]:
        found = ", ".join(good) or "–"
        raise Fault("puzzles-fault-moves", puzzle=puzzle.id, moves=found, said=puzzle.solution[0])
    position = start
    for text in puzzle.solution:
        if tree.reached(position, left):
            raise Fault("puzzles-fault-late", puzzle=puzzle.id)
        position, left = position.play(text), left - 1
        if not tree.in_reach(position, left):
            raise Fault("puzzles-fault-line", puzzle=puzzle.id, move=text)
    if not tree.reached(position, left):
        raise Fault("puzzles-fault-short", puzzle=puzzle.id)
    if puzzle.goal.kind == "hold":
        first = start.play(puzzle.solution[0])
        if not tree.in_reach(first, puzzle.goal.left + BEYOND - 1):
            raise Fault("puzzles-fault-lost", puzzle=puzzle.id, plies=BEYOND)


def check_together(collection: Collection) -> Iterator[Fault]:
    """Yield faults of the collection: a wrong order, similar puzzles, too many from one game."""
    source = source_of(collection.made.game)
    seen = DistinctPuzzles(source)
    before: tuple[bool, float, str] | None = None
    plies: dict[tuple[int, int], list[int]] = {}
    for puzzle in collection.puzzles:
        others = plies.setdefault((puzzle.origin.seed, puzzle.origin.game), [])
        near = any(abs(puzzle.origin.ply - ply) < source.gap for ply in others)
        others.append(puzzle.origin.ply)
        if not seen.add(puzzle) or near or len(others) > MOST_OF_A_GAME:
            yield Fault("puzzles-fault-alike", puzzle=puzzle.id)
        if before and puzzle.order < before:
            yield Fault("puzzles-fault-order", puzzle=puzzle.id)
        before = puzzle.order

"""Themes of puzzles, found by rules from the position and its solution: what there was to see.

Shared ones are here; a game's own are in its `puzzles.py` (`PuzzleSource.themes`). Names and what
they mean are in the texts (`puzzles-theme-…`).
"""

from collections.abc import Iterator

from brettwerk.core.game import Move, Position
from brettwerk.puzzles.puzzle import Puzzle
from brettwerk.puzzles.solution_tree import SolutionTree
from brettwerk.puzzles.source import source_of
from brettwerk.search.prover import Prover, TooHard

_LONG = 4  # own moves
_NODES = 2_000_000
_LEFT = 3  # plies in which a double threat is carried out: the move, the answer, the blow


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the themes of a puzzle, sorted."""
    way = list(solution_steps(puzzle))
    own = source_of(puzzle.start.game.name).themes(puzzle, way)
    return tuple(sorted({*own, *_shared(puzzle, way)}))


def solution_steps(puzzle: Puzzle) -> Iterator[tuple[Position, Move]]:
    """Yield the positions of the solution with the move that is played in each."""
    position = puzzle.start
    for text in puzzle.solution:
        move = position.move(text)
        yield position, move
        position = position.play_unchecked(move.code)


def _shared(puzzle: Puzzle, way: list[tuple[Position, Move]]) -> Iterator[str]:
    player = puzzle.start.turn
    own = sum(position.turn == player for position, _ in way)
    replies = [position for position, _ in way if position.turn != player]
    if len(way) == 1:
        yield "one-move"
    if puzzle.goal.kind in ("hold", "draw") or (
        puzzle.goal.kind == "keep" and not puzzle.goal.amount
    ):
        yield "defence"
    if puzzle.facts.quiet:
        yield "quiet"
    if puzzle.facts.gives and not puzzle.start.effects(way[0][1]).taken:
        yield "sacrifice"
    if own >= _LONG:
        yield "long"
    if len(replies) > 1 and all(len(position.legal_codes) == 1 for position in replies):
        yield "forced"
    if is_double_threat(puzzle):
        yield "double-threat"


def is_double_threat(puzzle: Puzzle) -> bool:
    """Return whether the first move makes two threats: no single follow-up meets all replies."""
    if puzzle.goal.plies != _LEFT or not puzzle.goal.has_speed:
        return False
    prover = Prover(puzzle.start.game)
    prover.allow(_NODES)
    tree = SolutionTree(prover, puzzle.goal, puzzle.start)
    after = puzzle.start.play(puzzle.solution[0])
    blows: set[int] | None = None
    try:
        for reply in after.moves:
            then = after.play_unchecked(reply.code)
            if not then.outcome and then.turn == tree.player:
                good = {move.code for move in tree.good(then, 1)}
                blows = good if blows is None else blows & good
    except TooHard:
        return False
    return blows is not None and not blows

"""Measures how hard a puzzle is: computes its `Facts` with our own search."""

from collections.abc import Sequence

from brettwerk.core.game import Move, Position
from brettwerk.puzzles.difficulty import STEPS, Facts
from brettwerk.puzzles.solution_tree import SolutionTree
from brettwerk.search.report import Limit
from brettwerk.search.searchers import searcher_for

_MEGABYTES = 16
_GLANCE = Limit(depth=1, nodes=300)
_MOST_RANKED = 200
_ALIKE = 500  # thousandths of a logit
# The goals that playing for the win serves, too.
_SEARCHED = ("win", "points", "draw", "hold")


def facts_of(tree: SolutionTree, line: Sequence[Move]) -> Facts:
    """Return the facts of a puzzle with this solution."""
    start, goal, first = tree.start, tree.goal, line[0]
    looks, plausible = _glance(start)
    return Facts(
        depth=_depth(tree, line),
        choices=len(start.legal_codes),
        rank=looks.index(first) + 1 if first in looks else len(looks) + 1,
        nodes=_nodes(start, first) if goal.kind in _SEARCHED else 0,
        quiet=not start.effects(first).taken and any(start.effects(m).taken for m in start.moves),
        gives=_gives(start, line),
        plausible=max(1, plausible),
        refuted=_refuted(tree, looks, first),
        glances=glances_at(start, first),
    )


def glances_at(position: Position, move: Move) -> int:
    """Return how many glances at a move people take, by the game's evaluation."""
    game = position.game.kernels
    return game.game.evaluation.glances(position.state, game.context, move.code)


def _depth(tree: SolutionTree, line: Sequence[Move]) -> int:
    """Return how many of the player's moves could have missed the goal."""
    depth, at, left = 0, tree.start, tree.goal.left
    for move in line:
        if at.turn == tree.player:
            depth += len(tree.good(at, left)) < len(at.legal_codes)
        at, left = at.play_unchecked(move.code), left - 1
    return depth


def _gives(start: Position, line: Sequence[Move]) -> bool:
    """Return whether the answer to the first move takes one of the player's pieces."""
    if len(line) < 2:
        return False
    after = start.play_unchecked(line[0].code)
    taken = after.effects(line[1]).taken
    return any(after.pieces.get(cell) == after.game.seats[start.turn] for cell in taken)


def _glance(position: Position) -> tuple[list[Move], int]:
    """Return the moves sorted by a shallow search, and how many look about as good as the best."""
    searcher = searcher_for(position.game, _MEGABYTES)
    searcher.forget()
    wanted = min(len(position.legal_codes), _MOST_RANKED)
    lines = searcher.think(position, _GLANCE, lines=wanted).lines
    values = [line.value or 0 for line in lines]
    return [line.move for line in lines], sum(value >= values[0] - _ALIKE for value in values)


def _refuted(tree: SolutionTree, looks: Sequence[Move], first: Move) -> int:
    """Return how many plies it takes to refute the wrong move that looks best."""
    wrong = next((move for move in looks if move != first), None)
    if wrong is None:
        return 1
    after = tree.start.play_unchecked(wrong.code)
    return max(1, len(tree.refutation(after, tree.goal.left - 1)))


def _nodes(position: Position, move: Move) -> int:
    """Return how many positions our search must look at to prefer this move from then on."""
    found = -1
    searcher = searcher_for(position.game, _MEGABYTES)
    for nodes in reversed(STEPS):
        searcher.forget()
        best = searcher.think(position, Limit(nodes=nodes)).best
        if best is None or best.code != move.code:
            break
        found = nodes
    return found

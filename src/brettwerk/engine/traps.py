"""Where nothing is to be won any more: of the best moves, the one that is hardest to answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.solve import solve

if TYPE_CHECKING:
    from brettwerk.games.core import Move, Position
    from brettwerk.solve import Solution

_MOST_REPLIES = 600
# A fault is hidden if it takes so many plies to show; one that shows at once counts for less.
_HIDDEN = 5
_PLAIN_FAULT = 0.3


def hardest_to_answer(position: Position, nodes: int) -> Move | None:
    """The move that keeps what one has, and after which most replies give away what the other has.

    A reply whose fault shows late counts more: it is the one that is played. Of moves that are
    alike in this, the one that costs least, then the one that holds out longest. None where a
    solver, looking at so many positions for each reply, cannot tell, or there are too many replies.
    """
    rated: list[tuple[Move, Position, Solution]] = []
    for move in position.moves:
        after = position.play_unchecked(move.code)
        answer = solve(after, nodes=nodes, every=False)
        if answer is None:
            return None
        rated.append((move, after, answer))
    player = position.turn
    top = max(answer.returns[player] for _, _, answer in rated)
    best = [one for one in rated if one[2].returns[player] == top]
    if sum(len(after.codes) for _, after, _ in best) > _MOST_REPLIES:
        return None
    hardest = None
    highest: tuple[float, int, int] | None = None
    for move, after, answer in best:
        danger = _danger(after, answer, nodes)
        if danger is None:
            return None
        order = danger, _lead(answer, player), answer.plies or 0
        if highest is None or order > highest:
            highest, hardest = order, move
    return hardest


def _lead(solution: Solution, player: int) -> int:
    """The points that a player has more than the others."""
    points = solution.points or (0,) * len(solution.returns)
    return 2 * points[player] - sum(points)


def _danger(position: Position, known: Solution, nodes: int) -> float | None:
    """How easily the player to move goes wrong: 0 for never, 1 if every move is a hidden fault."""
    player = position.turn
    faults = 0.0
    for code in position.codes:
        answer = solve(position.play_unchecked(code), nodes=nodes, every=False)
        if answer is None:
            return None
        if answer.returns[player] < known.returns[player]:
            faults += 1.0 if (answer.plies or _HIDDEN) >= _HIDDEN else _PLAIN_FAULT
    return faults / max(1, len(position.codes))

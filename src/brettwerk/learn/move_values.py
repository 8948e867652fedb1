"""What every move of a position is worth: exact where a solver knows, else by a search.

Courses store these values, so that any move can be judged at once, with the answer to it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from brettwerk.core.game import Position
from brettwerk.search.analysis import analyse
from brettwerk.search.chances import expected
from brettwerk.search.report import Line

# A move that wins at most this many fewer of a hundred games is as good as the best.
AS_GOOD = 5


class MoveWorth(NamedTuple):
    """The wins (draws are half of one) that a player may expect of a hundred games after a move.

    `reply` is the best answer, "" if there is none. With `exact` it is proven: 100, 50 or 0 for a
    win, a draw or a loss. `points` are those that the player wins, or, negative, loses, in games
    where best play of a round is known to the last point.
    """

    wins: int
    reply: str
    exact: bool = False
    points: int | None = None


def move_values(position: Position, nodes: int) -> dict[str, MoveWorth]:
    """Return the values of all legal moves, the best first; the same on every machine."""
    lines = analyse(position, nodes=nodes, lines=len(position.legal_codes)).lines
    return {line.move.text: _value(position, line) for line in lines}


def _value(position: Position, line: Line) -> MoveWorth:
    player, others = position.turn, position.game.players - 1
    gain = (line.exact.returns if line.exact else expected(position.game.name, line.score))[player]
    wins = round(100 * (gain + 1 / others) / (1 + 1 / others))
    if not line.exact:
        wins = min(max(wins, 1), 99)
    reply = line.moves[1].text if len(line.moves) > 1 else ""
    return MoveWorth(wins, reply, line.exact is not None, _points(line, player))


def _points(line: Line, player: int) -> int | None:
    if line.exact is None or line.exact.points is None:
        return None
    points = line.exact.points
    return points[player] or -max(points)


def good_moves(values: Mapping[str, MoveWorth]) -> frozenset[str]:
    """Return the moves that are as good as the best."""
    most = max(value.wins for value in values.values())
    best = max((v.points for v in values.values() if v.points is not None), default=None)
    return frozenset(
        move
        for move, value in values.items()
        if value.wins >= most - AS_GOOD and (best is None or value.points in (None, best))
    )

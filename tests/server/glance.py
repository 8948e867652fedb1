"""An analysis that needs nothing compiled: quick, not deep, told as the engine tells its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brettwerk.engine.report import Analysis, Exact, Limit, Line, Stop
from brettwerk.engine.thinkers import new_thinker
from brettwerk.games.core import Position
from brettwerk.server.computers import at_random
from brettwerk.server.tasks import Answer, Live, Ready, Task, found_message

PLAIN_NODES = 400


def at_a_glance(task: Task, stop: Stop, tell: Callable[[Any], None]) -> Any:
    """An analysis in plain Python, quick and not deep, told as the engine tells its own."""
    if isinstance(task, Ready):
        return True
    if isinstance(task, Answer):
        return at_random(task.position, task.level, task.seed).text
    position = getattr(task, "position", None)
    if position is None:
        return None
    found = glance(position, getattr(task, "lines", 1), stop)
    if isinstance(task, Live):
        tell(found_message(found, task.language))
        return found_message(found, task.language)
    return found


def glance(position: Position, lines: int, stop: Stop) -> Analysis:
    """A few nodes of the plain search; of Triapon any moves, all worth the same."""
    if position.outcome:
        outcome = position.outcome
        return Analysis(position, (), 0, 0, 0.0, Exact(outcome.returns, outcome.points, 0))
    if position.game.players == 2:
        thinker = new_thinker(position.game, 1, compiled=False)
        return thinker.think(position, Limit(nodes=PLAIN_NODES), lines=lines, stop=stop)
    moves = position.moves[:lines]
    found = tuple(Line((move,), (0.0,) * position.game.players, None, 0) for move in moves)
    return Analysis(position, found, 1, len(moves), 0.001)

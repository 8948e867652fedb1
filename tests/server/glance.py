"""Jobs done at a glance: quick analyses, random moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from brettwerk.core.game import Move, Position
from brettwerk.core.registry import position as read_position
from brettwerk.search.report import Analysis, Exact, Limit, Line, Stop
from brettwerk.search.searchers import new_searcher
from brettwerk.server.jobs.job import Job, Run
from brettwerk.server.play.tasks import ChooseMove
from brettwerk.server.study.tasks import (
    AnalysePosition,
    EvaluatePosition,
    PositionEvaluation,
)

FEW_NODES = 400
Choose = Callable[[Position, int, int], Move]


def at_random(position: Position, level: int, seed: int) -> Move:  # noqa: ARG001
    """Any legal move, the same for the same seed."""
    code = Random(seed).choice(position.legal_codes)
    return Move(position.game.text_of(code), code)


def at_a_glance(job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
    """Do a job quickly: analyses are not deep, moves are random, the rest is as always."""
    if isinstance(job, ChooseMove):
        return at_random(read_position(job.position), job.level, job.seed).text
    if isinstance(job, EvaluatePosition):
        return PositionEvaluation.of(glance(read_position(job.position), 1, stop))
    if isinstance(job, AnalysePosition):
        found = job.message(glance(read_position(job.position), job.lines, stop))
        report(found)
        return found
    return job.run(stop, report)


def choosing(choose: Choose, run: Run = at_a_glance) -> Run:
    """Do jobs with `run`, but choose computers' moves so."""

    def both(job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
        if isinstance(job, ChooseMove):
            return choose(read_position(job.position), job.level, job.seed).text
        return run(job, stop, report)

    return both


def glance(position: Position, lines: int, stop: Stop) -> Analysis:
    """A few nodes of the search; with three players any moves, all worth the same."""
    if position.outcome:
        outcome = position.outcome
        return Analysis(position, (), 0, 0, 0.0, Exact(outcome.returns, outcome.points, 0))
    if position.game.players == 2:
        searcher = new_searcher(position.game, 1)
        return searcher.think(position, Limit(nodes=FEW_NODES), lines=lines, stop=stop)
    moves = position.moves[:lines]
    found = tuple(Line((move,), (0.0,) * position.game.players, None, 0) for move in moves)
    return Analysis(position, found, 1, len(moves), 0.001)

"""Stand-ins for the engine: one that knows the truth where a game is solved, one that guesses."""

from __future__ import annotations

from typing import Any

from brettwerk.core.game import Position
from brettwerk.search.report import Analysis, Exact, Line
from brettwerk.solving import solve


def knowing(position: Position, *, lines: int = 1, **_: Any) -> Analysis:
    """What a solver says, each move with its own exact result, the best first."""
    found = solve(position)
    assert found is not None
    exact = Exact(found.returns, found.points, found.plies)
    told = [_line(position, code) for code in position.legal_codes]
    told.sort(key=lambda line: (line.move != found.best[0], -line.score[position.turn]))
    return Analysis(position, tuple(told[:lines]), found.plies or 0, len(told), 0.0, exact)


def _line(position: Position, code: int) -> Line:
    after = position.play_unchecked(code)
    found = solve(after)
    assert found is not None
    move = next(move for move in position.moves if move.code == code)
    plies = None if found.plies is None else found.plies + 1
    exact = Exact(found.returns, found.points, plies)
    return Line((move, *found.line), found.returns, exact)


def guessing(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    threads: int = 1,
    level: int | None = None,
    **_: Any,
) -> Analysis:
    """Any moves, which it takes to be a little better each than the next."""
    assert threads >= 1
    assert level is None or 1 <= level <= 10
    assert seconds or nodes or depth or level
    told = [
        Line((move,), _gains(position, 0.5 / number), value=500 // number)
        for number, move in enumerate(position.moves[:lines], start=1)
    ]
    return Analysis(position, tuple(told), 1, len(told), 0.0)


def _gains(position: Position, mine: float) -> tuple[float, ...]:
    """So much for the player to move, at the cost of all others."""
    players = position.game.players
    return tuple(
        mine if player == position.turn else -mine / (players - 1) for player in range(players)
    )

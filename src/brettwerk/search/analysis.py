"""Best moves, scores and lines of a position: exact if possible, otherwise by search."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from brettwerk.core.game import Game, Move, Position
from brettwerk.core.registry import as_position
from brettwerk.search.forced_win import soonest_win, winning_line
from brettwerk.search.prover import Prover
from brettwerk.search.report import (
    Analysis,
    Exact,
    Limit,
    Line,
    Stop,
    check_count,
    stopped_after,
)
from brettwerk.search.searchers import searcher_for
from brettwerk.solving import Solution, Solving, is_promising

MEGABYTES = 64
MOST_LINES, MOST_THREADS, MOST_CONTEMPT = 1000, 256, 5000
DEFAULT = Limit(seconds=1.0)
# About how many positions a solver looks at in a second: what a limit of time allows it.
_SOLVED_A_SECOND = 3_000_000
_EXACT_NODES = 1_000_000
_SOLVERS_SHARE = 0.5  # of the time; a search has the rest if the solver does not settle it
_LEAST_SECONDS = 0.001
_PROOF_NODES = 100_000
_PROOF_PLIES = 30
# From this score on, a win is looked for that the search has not seen to its end.
_CLEAR = 0.9
_CLEAR_NODES, _CLEAR_PLIES = 300_000, 11


def analyse(
    position: Position | Game | str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    most_seconds: float | None = None,
    lines: int = 1,
    threads: int = 1,
    stop: Stop | None = None,
    progress: Callable[[Analysis], None] | None = None,
    megabytes: int = MEGABYTES,
    remember: bool | None = None,
    contempt: int = 0,
) -> Analysis:
    """Return the best moves of a position, within the limits given; a second if there are none.

    The position may be given as a game, for its start, or as the text of either. `lines` is how
    many moves are wanted, best first; `stop` ends it from another thread, and `progress` is called
    whenever more is known. `analysis` gives the same as a stream, and to `await`.

    With a clock `seconds` is the usual time: a move that is clear takes less, and one about which
    the search is undecided up to `most_seconds`.

    `remember` says whether what earlier searches of this thread learned may be used. If that is
    not said, a single thread that no clock limits does not: so its answer is always the same.

    `contempt`, in thousandths of a logit, makes draws worth less than even in games for two: for
    playing against somebody weaker. What is proven stays so.

    >>> import brettwerk
    >>> position = brettwerk.game("bedraengnis").start()
    >>> found = analyse(position)
    >>> found.best.text, found.exact.points
    ('d1', (7, 0))
    >>> [line.move.text for line in analyse("abalone", nodes=1000, lines=2).lines]
    ['a5b5', 'a2b3']
    """
    position, stop = as_position(position), stop or Stop()
    check_count("lines", lines, MOST_LINES)
    check_count("threads", threads, MOST_THREADS)
    if contempt:
        check_count("contempt", contempt, MOST_CONTEMPT)
    unlimited = seconds is nodes is depth is None
    limit = DEFAULT if unlimited else Limit(seconds, nodes, depth, most_seconds)
    if position.outcome:
        return Analysis.of_ended(position)
    began = time.perf_counter()
    with stopped_after(limit.seconds and limit.seconds * _SOLVERS_SHARE, stop) as ends:
        report = solved(position, limit, lines, ends)
    if report:
        if progress:
            progress(report)
        return report
    searcher = searcher_for(position.game, megabytes)
    if not (remember if remember is not None else seconds is not None or unlimited or threads > 1):
        searcher.forget()
    left = _left(limit, began)
    report = searcher.think(
        position,
        left,
        lines=lines,
        threads=threads,
        stop=stop,
        progress=progress,
        contempt=contempt,
    )
    with stopped_after(_left(limit, began).seconds, stop) as ends:
        return proven(report, ends)


def _left(limit: Limit, began: float) -> Limit:
    """Return the limit without the time that has passed, though never without any."""
    if limit.seconds is None:
        return limit
    passed = time.perf_counter() - began
    return replace(limit, seconds=max(limit.seconds - passed, _LEAST_SECONDS))


# -- where a solver knows ---------------------------------------------------------------------
def solved(
    position: Position, limit: Limit, lines: int, stop: Stop | None = None
) -> Analysis | None:
    """Return the analysis of a solver; None if it does not settle the position within the limit."""
    began = time.perf_counter()
    found = exactly(position, limit, lines, stop)
    took = time.perf_counter() - began
    return Analysis(position, found, 0, 0, took, found[0].exact) if found else None


def exactly(
    position: Position,
    limit: Limit,
    lines: int,
    stop: Stop | None = None,
    solve: Solving | None = None,
) -> tuple[Line, ...] | None:
    """Return the best lines of a position if a solver settles it within the limit, else None.

    If it is stopped while several lines are being settled, only the best is returned.
    """
    if not is_promising(position):
        return None
    allowed = _allowed(limit)
    when_asked = stop.when_asked if stop else None
    ask = partial(solve or Solving(), nodes=allowed, every=False, when_asked=when_asked)
    solution = ask(position)
    if solution is None:
        return None
    wanted = min(lines, len(position.legal_codes))
    if wanted == 1:
        return (_of(solution, position),)
    rated: list[Line] = []
    for move in position.moves:
        after = position.play_unchecked(move.code)
        answer = None if stop and stop.asked else ask(after)
        if answer is None:
            return (_of(solution, position),)
        rated.append(_after(move, answer))
    rated.sort(key=lambda line: _worth(line, position.turn), reverse=True)
    return tuple(rated[:wanted])


def _allowed(limit: Limit) -> int:
    """Return how many positions a solver may look at."""
    if limit.seconds is not None:
        return int(limit.seconds * _SOLVED_A_SECOND)
    return max(limit.nodes or 0, _EXACT_NODES)


def _of(solution: Solution, position: Position) -> Line:
    exact = Exact(solution.returns, solution.points, solution.plies)
    moves = solution.line or position.moves[:1]
    return Line(moves, solution.returns, exact)


def _after(move: Move, solution: Solution) -> Line:
    """Return the line of one move, given what follows it."""
    plies = None if solution.plies is None else solution.plies + 1
    exact = Exact(solution.returns, solution.points, plies)
    return Line((move, *solution.line), solution.returns, exact)


def _worth(line: Line, player: int) -> tuple[float, int, int]:
    """Return the sort key of an exact line: result, points, then winning soon or losing late."""
    exact = line.exact
    assert exact is not None
    won = exact.returns[player]
    points = (
        0
        if exact.points is None
        else exact.points[player]
        - max(p for other, p in enumerate(exact.points) if other != player)
    )
    plies = exact.plies or 0
    return won, points, -plies if won > 0 else plies


# -- what a search has proven -----------------------------------------------------------------
def proven(report: Analysis, stop: Stop | None = None) -> Analysis:
    """Return the analysis with the exact length of a win that was found, if it can be proven.

    If no win was found, though one seems near, the prover looks for it. The search does not always
    find the soonest win, so a proof looks for it. If the proof takes too long, the length of the
    win stays open.
    """
    if not report.lines or not report.lines[0].exact:
        return certain(report, stop)
    position, best = report.position, report.lines[0]
    known = report.lines[0].exact
    returns = known.returns
    winner = max(range(len(returns)), key=lambda player: returns[player])
    prover = Prover(position.game)
    most = min(known.plies or _PROOF_PLIES, _PROOF_PLIES)
    plies = soonest_win(prover, position, winner, most, _PROOF_NODES, stop)
    moves: tuple[Move, ...] | None = best.moves
    if plies and len(best.moves) != plies:
        moves = winning_line(prover, position, winner, plies, 10 * _PROOF_NODES, stop)
    if plies is None or not moves:
        exact = Exact(returns, known.points, None)
        return replace(report, exact=exact, lines=tuple(open_length(line) for line in report.lines))
    exact = Exact(returns, known.points, plies)
    first = Line(moves, best.score, exact, best.value)
    others = tuple(open_length(line) for line in report.lines[1:] if line.move != first.move)
    return replace(report, exact=exact, lines=(first, *others))


def certain(report: Analysis, stop: Stop | None = None) -> Analysis:
    """Return the analysis with a win that the search has not seen, if the prover finds one.

    The search reduces and leaves out moves. It may think itself close to winning and not see the
    sacrifice that wins by force: so where it expects to win, the prover is asked.
    """
    position, best = report.position, report.lines[0] if report.lines else None
    player, players = position.turn, position.game.players
    if not best or best.exact or best.score[player] < _CLEAR or position.game.definition.scores:
        return report
    prover = Prover(position.game)
    plies = soonest_win(prover, position, player, _CLEAR_PLIES, _CLEAR_NODES, stop)
    moves = plies and winning_line(prover, position, player, plies, 10 * _CLEAR_NODES, stop)
    if not moves:
        return report
    returns = tuple(1.0 if p == player else -1 / (players - 1) for p in range(players))
    exact = Exact(returns, None, plies)
    others = tuple(line for line in report.lines if line.move != moves[0])
    lines = (Line(moves, returns, exact, best.value), *others)[: len(report.lines)]
    return replace(report, exact=exact, lines=lines)


def open_length(line: Line) -> Line:
    """Return a line without its length: only that it wins or loses is claimed."""
    if line.exact is None:
        return line
    return replace(line, exact=replace(line.exact, plies=None))

"""Isolation solved, compared with a literal search of the rest of the game."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import brettwerk
from brettwerk.core.game import Game, Position
from brettwerk.games.isolation.rules import PIECES
from brettwerk.games.isolation.solver import IsolationSolver
from brettwerk.solving import solve
from brettwerk.solving.solution import LimitReached, NotSolvable
from games.diagrams import painted
from strategies import boards, seeds

MOST_OPEN = 10
# Boards by number, how long the game lasts (odd: White wins), and the best first moves.
BOARDS = [
    (0, 13, "d2 d4 e2 e3 f3 f7 g3 g6 h6"),
    (24575, 13, "d6 e8"),
    (7, 14, "a3 b2 c8 d1 e3 f1 f3 f5 h1 h3 h7"),
]
RELAXED = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@cache
def score(position: Position) -> int:
    """+n if the player to move wins after n plies, -n if that player loses."""
    if position.outcome:
        return 0
    replies = [-score(position.play(move)) for move in position.moves]
    quickest = min((n for n in replies if n >= 0), default=None)
    return min(replies) - 1 if quickest is None else quickest + 1


def late(game: Game, seed: int, most: int) -> Position | None:
    """A position of a random game with at most this number of open fields."""
    here = game.start()
    while len(here.moves) > most:
        seed = seed * 6364136223846793005 + 1442695040888963407 & 2**64 - 1
        here = here.play(here.moves[(seed >> 33) % len(here.moves)])
    return None if here.outcome else here


def agree(here: Position) -> None:
    """The solver says what the literal search says."""
    found, worth = solve(here), score(here)
    assert found is not None
    assert found.returns[here.turn] == (1 if worth > 0 else -1)
    assert found.plies == len(found.line) == abs(worth)
    after = worth - 1 if worth > 0 else worth + 1
    assert set(found.best) == {m for m in here.moves if -score(here.play(m)) == after}
    for move in found.line:
        here = here.play(move)
    assert here.outcome


@RELAXED
@given(board=boards(8), seed=seeds())
def test_late_positions_are_worth_what_a_literal_search_finds(board: str, seed: int) -> None:
    here = late(brettwerk.game("isolation", board=board), seed, MOST_OPEN)
    if here:
        agree(here)


@settings(RELAXED, max_examples=8)
@given(seed=seeds(), plies=st.integers(PIECES - 4, PIECES - 1))
def test_the_number_of_pieces_counts_where_fields_are_plenty(seed: int, plies: int) -> None:
    here = brettwerk.game("isolation", board=painted("g")).start()
    for _ in range(plies):
        if not here.moves:
            return
        seed = seed * 6364136223846793005 + 1442695040888963407 & 2**64 - 1
        here = here.play(here.moves[(seed >> 33) % len(here.moves)])
    if not here.outcome:
        agree(here)


@pytest.mark.parametrize(("number", "plies", "best"), BOARDS)
def test_whole_boards_are_solved(number: int, plies: int, best: str) -> None:
    here = brettwerk.game("isolation", board=f"#{number}").start()
    found = solve(here)
    assert found is not None
    assert found.plies == plies
    assert [move.text for move in found.best] == best.split()
    assert found.returns == ((1, -1) if plies % 2 else (-1, 1))


def test_one_best_move_is_one_of_the_best() -> None:
    here = late(brettwerk.game("isolation"), 7, 30)
    assert here is not None
    one, all_of_them = solve(here, every=False), solve(here)
    assert one is not None
    assert all_of_them is not None
    assert one.best == one.line[:1]
    assert set(one.best) <= set(all_of_them.best)
    assert one.plies == all_of_them.plies


def test_a_search_stops_where_it_is_told_to_and_learns_nothing_wrong() -> None:
    game = brettwerk.game("isolation")
    solver, fresh = IsolationSolver(game), IsolationSolver(game)
    for nodes in (1, 10, 1000, 10_000):
        solver.allow(nodes)
        with pytest.raises(LimitReached):
            solver.solve(game.start())
    solver.allow(10**9)
    assert solver.solve(game.start()) == fresh.solve(game.start())
    assert solve(game.start(), nodes=100) is None


def test_other_games_are_refused() -> None:
    with pytest.raises(NotSolvable, match="made for isolation"):
        IsolationSolver(brettwerk.game("drei"))

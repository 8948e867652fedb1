"""Die Schlacht is solved: every claim is what plain search over positions finds."""

from __future__ import annotations

import random
import threading
from functools import cache

import pytest
from hypothesis import given, settings

import brettwerk
from brettwerk.core.game import Position
from brettwerk.games.schlacht.rules import SchlachtState
from brettwerk.games.schlacht.solver import SchlachtSolver
from brettwerk.solving import solve
from brettwerk.solving.solution import LimitReached
from strategies import boards, seeds

PLENTY = 10**9


@cache
def plain(position: Position) -> int:
    """The points that the player to move wins or, negative, loses with best play."""
    if position.outcome:
        assert position.outcome.points
        gain = max(position.outcome.points)
        return gain if position.outcome.winners == (position.turn,) else -gain
    return max(-plain(position.play(move)) for move in position.moves)


def battle(board: str, seed: int, pieces: int) -> Position:
    """A battle of so many pieces at random places, shared out at random, either player to move."""
    choose = random.Random(seed)
    cells = choose.sample(range(64), pieces)
    fewest, most = max(0, pieces - 8), min(8, pieces)
    first = choose.randint(fewest, most)
    me, opp = (sum(1 << cell for cell in part) for part in (cells[:first], cells[first:]))
    state = SchlachtState(me, opp, 16 + choose.randrange(2), choose.randrange(2))
    return Position(brettwerk.game("schlacht", board=board), state)


def placed(seed: int, pieces: int) -> Position:
    """A position of the preparation, placed at random."""
    choose = random.Random(seed)
    position = brettwerk.game("schlacht", board=f"random:{seed}").start()
    for _ in range(pieces):
        position = position.play(choose.choice(position.moves))
    return position


def check(position: Position) -> None:
    """All that is claimed of a battle, against plain search."""
    solution = solve(position)
    assert solution is not None
    value, turn = plain(position), position.turn
    assert solution.points is not None
    assert solution.points[turn] - solution.points[1 - turn] == value
    assert solution.returns[turn] == (1 if value > 0 else -1) == -solution.returns[1 - turn]
    after = [move for move in position.moves if -plain(position.play(move)) == value]
    assert list(solution.best) == after
    assert solution.plies == len(solution.line)
    for move in solution.line:
        assert plain(position) == -plain(position.play(move))
        position = position.play(move)
    assert position.outcome
    assert position.outcome.points == solution.points
    assert position.outcome.returns == solution.returns


@settings(max_examples=250, deadline=None)
@given(board=boards(8), seed=seeds())
def test_battles_of_few_pieces_are_worth_what_plain_search_finds(board: str, seed: int) -> None:
    check(battle(board, seed, 2 + seed % 9))


@pytest.mark.parametrize("seed", range(2, 8))  # 0 and 1 take seconds
def test_whole_battles_are_worth_what_plain_search_finds(seed: int) -> None:
    check(placed(seed, 16))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 8, 9, *range(100, 140)])
def test_many_whole_battles_are_worth_what_plain_search_finds(seed: int) -> None:
    check(placed(seed, 16))


def exhaustive(solver: SchlachtSolver, position: Position) -> int:
    """The value by trying all placements that are left, and solving each battle."""
    if position.state_as(SchlachtState).ply == 16:
        return solver.value(position)
    return max(-exhaustive(solver, position.play_unchecked(code)) for code in position.legal_codes)


@pytest.mark.parametrize("seed", range(6))
def test_the_last_placement_is_worth_what_trying_all_finds(seed: int) -> None:
    check_placing(placed(seed, 15))


@pytest.mark.parametrize("seed", [2, 9])
def test_the_last_two_placements_are_worth_what_trying_all_finds(seed: int) -> None:
    check_placing(placed(seed, 14))


def check_placing(position: Position) -> None:
    """What is claimed of the preparation, against all battles that can come of it."""
    solution = solve(position)
    solver = SchlachtSolver(position.game, megabytes=2)
    solver.allow(PLENTY)
    after = {m: -exhaustive(solver, position.play_unchecked(m.code)) for m in position.moves}
    value, turn = max(after.values()), position.turn
    assert solution is not None
    assert solution.points is not None
    assert solution.points[turn] - solution.points[1 - turn] == value
    assert solution.best == tuple(move for move in position.moves if after[move] == value)
    for move in solution.line:
        position = position.play(move)
    assert position.outcome
    assert position.outcome.points == solution.points


def test_three_placements_are_solved_in_little_time() -> None:
    position = placed(1, 13)
    solution = solve(position, nodes=5_000_000)
    one = solve(position, nodes=1_000_000, every=False)
    assert solution is not None
    assert one is not None
    assert one.points == solution.points
    assert set(one.best) < set(solution.best)
    after = solve(position.play(solution.best[0]))
    assert after is not None
    assert after.points == solution.points


def test_a_round_that_has_ended_has_nothing_left_to_play() -> None:
    over = placed(1, 16)
    while not over.outcome:
        over = over.play(over.moves[0])
    solution = solve(over)
    assert solution is not None
    assert (solution.points, solution.returns) == (over.outcome.points, over.outcome.returns)
    assert (solution.plies, solution.best, solution.line) == (0, (), ())


def test_with_equal_numbers_who_passes_last_wins() -> None:
    # Neither can capture; White, who would pass last, wins the point of one piece each.
    game = brettwerk.game("schlacht", board="/".join(["b" * 8] * 8))
    solution = solve(Position(game, SchlachtState(1, 1 << 63, 16, 0)))
    assert solution is not None
    assert solution.points == (0, 1)
    assert [str(move) for move in solution.line] == ["pass", "pass"]


def test_the_size_of_the_table_changes_nothing_but_the_time() -> None:
    for seed in range(5):
        position = placed(seed, 15)
        found = set()
        for entries in (1, 64, 2**16):
            solver = SchlachtSolver(position.game, entries=entries)
            solver.allow(PLENTY)
            solution = solver.solve(position)
            found.add((solution.points, solution.best))
        assert len(found) == 1


@pytest.mark.parametrize("megabytes", [0, 1, 3, 64])
def test_the_table_takes_no_more_than_it_was_given(megabytes: int) -> None:
    solver = SchlachtSolver(brettwerk.game("schlacht"), megabytes=megabytes)
    assert 8 * len(solver._table) <= max(24, megabytes << 20)


def test_a_limit_that_is_reached_gives_no_answer() -> None:
    position = placed(3, 14)
    assert solve(position, nodes=0) is None
    assert solve(position, nodes=500) is None
    assert solve(brettwerk.game("schlacht").start(), nodes=5_000) is None


def test_a_search_stops_when_told_by_another_thread() -> None:
    solver = SchlachtSolver(brettwerk.game("schlacht"))
    solver.allow(PLENTY)
    threading.Timer(0.2, solver.stop).start()
    with pytest.raises(LimitReached):
        solver.value(placed(3, 4))


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="made for schlacht, not for drei"):
        SchlachtSolver(brettwerk.game("drei"))

"""Das Bedrängnis is solved: every claim is what plain search over positions finds."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings

import brettwerk
from brettwerk.boards.tableaus import all_tableaus, board_text
from brettwerk.core.game import Position
from brettwerk.games.bedraengnis.solver import SOLVER, resigned_value, should_resign, value_of
from brettwerk.games.katarenga_family.reach import reach
from quick import quick_ones
from strategies import boards, seeds


@cache
def played_out(position: Position) -> int:
    """What the player to move gains, in points, if nobody resigns."""
    if position.outcome:
        assert position.outcome.points
        return -max(position.outcome.points)
    return max(-played_out(position.play(move)) for move in position.moves)


@cache
def with_resignation(position: Position) -> int:
    """The same when a player to move may also resign, as the match allows it."""
    if position.outcome:
        assert position.outcome.points
        return -max(position.outcome.points)
    choices = [-with_resignation(position.play(move)) for move in position.moves]
    given_up = position.game.definition.resignation_points(position, position.turn)
    return max([*choices, -given_up] if given_up else choices)


def walked(board: str, seed: int, pieces: int) -> Position:
    """A position after that many random placements, or fewer if the round ends."""
    choose = random.Random(seed)
    position = brettwerk.game("bedraengnis", board=board).start()
    while position.moves and len(position.game.definition.pieces(position.state)) < pieces:
        position = position.play(choose.choice(position.moves))
    return position


def check(position: Position) -> None:
    """All that is claimed of a position, against plain search."""
    solution = SOLVER.solve(position)
    value, turn = played_out(position), position.turn
    count = len(position.game.definition.pieces(position.state))
    assert solution.points is not None
    assert solution.points[turn] - solution.points[1 - turn] == value
    assert solution.returns[turn] == (1 if value > 0 else -1) == -solution.returns[1 - turn]
    assert solution.plies == abs(value) - count == len(solution.line)
    after = {move: -played_out(position.play(move)) for move in position.moves}
    assert solution.best == tuple(move for move in position.moves if after[move] == value)
    assert solution.winning == tuple(move for move in position.moves if after[move] > 0)
    resigned = with_resignation(position)
    assert solution.with_resignation[turn] - solution.with_resignation[1 - turn] == resigned
    playing_on = [-with_resignation(position.play(move)) for move in position.moves]
    assert solution.resign == (bool(playing_on) and count > 0 and -count > max(playing_on))
    for move in solution.line:
        assert move in SOLVER.solve(position).best
        position = position.play(move)
    assert position.outcome
    assert position.outcome.points == solution.points


@settings(max_examples=25, deadline=None)
@given(board=boards(4), seed=seeds())
def test_late_positions_are_worth_what_plain_search_finds(board: str, seed: int) -> None:
    check(walked(board, seed, 6 + seed % 6))


@pytest.mark.parametrize("tableau", quick_ones(["1a0", "2b1", "3a2", "4b3"], {"1a0", "2b1"}))
def test_every_position_of_a_played_round_is_worth_what_plain_search_finds(tableau: str) -> None:
    for seed in range(4):
        position = walked(tableau, seed, 16)
        assert position.outcome
        for pieces in range(4, 17):
            check(walked(tableau, seed, pieces))


@pytest.mark.parametrize("board", ["yyyy/yyyy/yyyy/yyyy", "yygy/ygyy/yyyy/ygyy"])
def test_small_tableaus_from_the_first_piece_on(board: str) -> None:
    start = brettwerk.game("bedraengnis", board=board).start()
    check(start)
    for move in start.moves:
        check(start.play(move))


# White wins on all four: the points played out, the first moves that gain them, and all that win.
FACTS = {
    1: (7, "d1", "a2 d1 d4"),
    2: (7, "d4", "b4 d1 d4"),
    3: (9, "a1", "a1 b3 c1 d1"),
    4: (9, "a4 b2 b3 d1 d2", "a4 b2 b3 d1 d2"),
}


@pytest.mark.parametrize("number", FACTS)
def test_what_the_four_tableaus_are_worth(number: int) -> None:
    points, best, winning = FACTS[number]
    solution = SOLVER.solve(brettwerk.game("bedraengnis", board=f"{number}a0").start())
    assert solution.points == (points, 0)
    assert " ".join(map(str, solution.best)) == best
    assert " ".join(map(str, solution.winning)) == winning
    assert solution.with_resignation == (1, 0)
    assert not solution.resign


@pytest.mark.parametrize("number", FACTS)
def test_plain_recursion_from_the_empty_tableau_finds_the_same(number: int) -> None:
    game = brettwerk.game("bedraengnis", board=f"{number}a0")
    words = game.definition.context(game.options)

    @cache
    def value(occupied: int, last: int) -> int:
        free = reach(last, occupied, words) & ~occupied if occupied else 0xFFFF
        cells = [cell for cell in range(16) if free >> cell & 1]
        if not cells:
            return -occupied.bit_count()
        return max(-value(occupied | 1 << cell, cell) for cell in cells)

    assert value(0, 64) == FACTS[number][0]
    start = game.start()
    for move in start.moves:
        assert value_of(start.play(move)) == value(1 << move.code, move.code)


def test_a_tableau_is_worth_the_same_however_it_lies() -> None:
    for tableau in all_tableaus():
        game = brettwerk.game("bedraengnis", board=board_text(tableau.rows))
        assert value_of(game.start()) == FACTS[tableau.number][0]


def test_who_must_lose_from_the_empty_tableau_cannot_resign_before_placing() -> None:
    start = brettwerk.game("bedraengnis", board="yyyy/yyyy/yyyy/yyyy").start()
    assert value_of(start) < 0
    assert not should_resign(start)
    assert resigned_value(start) == -2
    assert SOLVER.solve(start).with_resignation == (0, 2)


def test_a_round_that_has_ended_has_nothing_left_to_play() -> None:
    over = walked("1a0", 1, 16)
    assert over.outcome
    solution = SOLVER.solve(over)
    assert solution.points == over.outcome.points == solution.with_resignation
    assert solution.returns == over.outcome.returns
    assert (solution.plies, solution.best, solution.line) == (0, (), ())
    assert not solution.resign


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="made for bedraengnis, not for drei"):
        SOLVER.session(brettwerk.game("drei").start())

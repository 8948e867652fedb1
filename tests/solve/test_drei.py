"""Die Drei is solved: every claim is what plain search over the rules finds."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from functools import cache
from typing import Any

import pytest

import brettwerk
import slow
from brettwerk.core.game import Position
from brettwerk.games.drei.rules import DreiState
from brettwerk.games.drei.solver import DreiSolution, DreiSolver, plies_of, sign, standing
from brettwerk.solving.solution import LimitReached

LINES = ("straight", "any")
# Boards of few colours strand players often, so that legality is decided far ahead.
COLOURS = ("rygb", "r", "y", "g", "b", "ry", "rg", "yg", "rrrrb")


@cache
def plain(position: Position) -> int:
    """The score by minimax: 17 - n for a win of the player to move with n pieces standing."""
    if position.outcome:
        return standing(position) - 17 if position.outcome.winners else 0
    return max(-plain(position.play(move)) for move in position.moves)


def solved(position: Position, **settings: int) -> DreiSolution:
    """The solution of a new solver."""
    return DreiSolver(position.game, **settings).solve(position)


def some_board(choose: random.Random) -> str:
    """A board laid with the tableaus, or one of few colours."""
    if choose.random() < 0.4:
        return f"random:{choose.randrange(10**9)}"
    colours = choose.choice(COLOURS)
    return "/".join("".join(choose.choices(colours, k=8)) for _ in range(8))


def some_position(seed: int, pieces: int, **options: Any) -> Position:
    """Random play up to so many pieces, without a Drei if one can be avoided."""
    choose = random.Random(seed)
    options.setdefault("lines", choose.choice(LINES))
    position = brettwerk.game("drei", board=some_board(choose), **options).start()
    while not position.outcome and standing(position) < pieces:
        after = [position.play(move) for move in position.moves]
        position = choose.choice([p for p in after if not p.outcome] or after)
    return position


@pytest.mark.parametrize("seed", range(60))
def test_a_late_position_is_what_minimax_says(seed: int) -> None:
    position = some_position(seed, 11 + seed % 5)
    score, solution = plain(position), solved(position, table_bits=10)
    assert solution.value == (score > 0) - (score < 0)
    if not position.outcome:
        assert solution.plies == plies_of(score, standing(position))
        best = [move for move in position.moves if -plain(position.play(move)) == score]
        assert list(solution.best) == best


@pytest.mark.parametrize("seed", range(12))
def test_it_is_what_the_slow_referee_says(seed: int) -> None:
    position = some_position(seed, 13)
    judge: Any = slow.game("drei", dict(position.game.options))

    def score(state: Any) -> int:
        outcome = judge.outcome(state)
        if outcome:
            return sum(map(len, state.pieces)) - 17 if outcome["winners"] else 0
        return max(-score(judge.play(state, text)) for text in judge.legal(state))

    names, state = position.game.board.names, position.state_as(DreiState)
    sides = [frozenset(n for c, n in enumerate(names) if bits >> c & 1) for bits in state[:2]]
    turn = position.turn
    last: list[str | None] = [None, None]
    last[1 - turn] = names[state.last]
    start = judge.start()._replace(
        pieces=tuple(sides if turn == 0 else sides[::-1]), last=tuple(last), turn=turn
    )
    assert DreiSolver(position.game, table_bits=10).score(position) == score(start)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_an_earlier_position_is_what_minimax_says(seed: int) -> None:
    position = some_position(seed + 1000, 10)
    assert DreiSolver(position.game, table_bits=12).score(position) == plain(position)
    plain.cache_clear()


@pytest.mark.parametrize("lines", LINES)
@pytest.mark.parametrize("seed", range(4))
def test_the_one_who_begins_wins_by_the_line_given(seed: int, lines: str) -> None:
    start = brettwerk.game("drei", board=f"random:{seed}", lines=lines).start()
    solution = solved(start)
    position = start
    for move in solution.line:
        position = position.play(move)
    assert position.outcome
    assert position.outcome.winners == (0,)
    assert (solution.value, solution.plies) == (1, len(solution.line))
    assert solution.returns == (1.0, -1.0)
    assert solution.line[0] in solution.best


def test_first_moves_win_or_only_draw_and_the_best_is_the_solution() -> None:
    game = brettwerk.game("drei", board="1a0 3b2 4a1 2b3")
    scores = DreiSolver(game).scores(game.start())
    assert list(scores) == list(game.start().moves)
    assert {sign(score) for score in scores.values()} == {1, 0, -1}
    solution, most = solved(game.start()), max(scores.values())
    assert solution.plies == 1 + plies_of(most, 1)
    assert set(solution.best) == {move for move, score in scores.items() if score == most}


@pytest.mark.parametrize("seed", range(6))
def test_a_tiny_table_says_the_same(seed: int) -> None:
    position = some_position(seed, 6)
    small, large = (DreiSolver(position.game, table_bits=bits) for bits in (0, 18))
    assert small.scores(position) == large.scores(position)


@pytest.mark.parametrize("seed", range(6))
def test_a_solution_is_the_same_from_both_sides_of_a_mirror(seed: int) -> None:
    position = some_position(seed, 5)
    game = position.game
    rows = "/".join(row[::-1] for row in game.options["board"].split("/"))
    mirror = game.board.symmetries[4]
    other = brettwerk.game("drei", board=rows, lines=game.options["lines"])

    def image(bits: int) -> int:
        return sum(1 << mirror[cell] for cell in range(64) if bits >> cell & 1)

    state = position.state_as(DreiState)
    mirrored = state._replace(me=image(state.me), opp=image(state.opp), last=mirror[state.last])
    assert DreiSolver(game).score(position) == DreiSolver(other).score(Position(other, mirrored))


def test_a_game_that_is_over_has_no_moves_left() -> None:
    position = some_position(3, 8)
    for move in solved(position).line:
        position = position.play(move)
    assert position.outcome
    solution = solved(position)
    assert solution.value == (-1 if position.outcome.winners else 0)
    assert (solution.plies, solution.best, solution.line) == (0, (), ())


def test_a_limit_is_kept_and_what_was_learned_helps_the_next_try() -> None:
    game = brettwerk.game("drei", board="random:5")
    start, solver = game.start(), DreiSolver(game)
    tries = 0
    while True:
        solver.allow(5_000)
        try:
            score = solver.score(start)
            break
        except LimitReached:
            tries += 1
            assert solver.nodes < 5_100
    assert tries > 1
    assert score == DreiSolver(game).score(start)


def test_it_stops_when_told_from_another_thread() -> None:
    game = brettwerk.game("drei", board="random:5")
    start, solver, stopped = game.start(), DreiSolver(game, table_bits=0), threading.Event()
    solver.score(start.play("d4").play(start.play("d4").moves[0]))  # compiled now

    def search() -> None:
        with pytest.raises(LimitReached):
            solver.scores(start)
        stopped.set()

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    assert not stopped.wait(0.05)
    solver.stop()
    assert stopped.wait(5)
    thread.join()


@pytest.mark.parametrize("game", [("abalone", {}), ("drei", {"continuation": True})])
def test_other_games_are_refused(game: tuple[str, dict[str, Any]]) -> None:
    name, options = game
    with pytest.raises(ValueError, match=r"solve|made for"):
        solved(brettwerk.game(name, **options).start())


def test_a_new_process_takes_the_compiled_search_from_the_cache() -> None:
    code = (
        "import brettwerk; from brettwerk.games.drei.solver import DreiSolver;"
        "boards = 'random:1', '/'.join(['ryrrgrry'] * 8);"
        "games = [brettwerk.game('drei', board=board) for board in boards];"
        "print(*(DreiSolver(game).solve(game.start()).plies for game in games))"
    )
    # Recursive kernels are what Numba's cache can lose: twice, so that one finds it there.
    said = {subprocess.check_output([sys.executable, "-c", code]) for _ in range(2)}
    assert len(said) == 1

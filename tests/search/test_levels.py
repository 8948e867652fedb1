"""Levels and analysis: legal, repeatable, exact where the truth is known."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.core.levels import LEVELS
from brettwerk.errors import BadLimit
from brettwerk.search import analyse, choose
from brettwerk.search.levels import Level, levels_of
from brettwerk.search.overlooking import overlook
from brettwerk.search.report import Stop, stopped_after
from brettwerk.solving import solve
from kernels.running import running_on
from search.test_search import wandered

SOLVED = ("bedraengnis", "drei")


@pytest.mark.parametrize("name", ["abalone", "bedraengnis", "drei", "schlacht", "katarenga"])
def test_every_level_plays_legal_moves_again_and_again_the_same(name: str) -> None:
    for level in (1, 2, 4, 6):
        position = wandered(brettwerk.game(name), 2 * level, level)
        move = choose(position, level, seed=5)
        assert move in position.moves
        assert choose(position, level, seed=5) == move


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_levels_look_at_more_and_overlook_less(name: str) -> None:
    levels = levels_of(name)
    assert len(levels) == len(LEVELS)
    effort = [(level.depth > 1, level.nodes) for level in levels]
    assert effort == sorted(effort)
    assert [x.overlooks for x in levels] == sorted((x.overlooks for x in levels), reverse=True)
    assert levels[-1].overlooks == 0
    assert all(isinstance(level, Level) for level in levels)


@pytest.mark.parametrize("name", SOLVED)
def test_the_strongest_never_goes_wrong_in_a_solved_game(name: str) -> None:
    rng = Random(11)
    for seed in range(6):
        game = brettwerk.game(name, **brettwerk.game(name).definition.random_options(seed))
        position = wandered(game, rng.randrange(1, 6), seed)
        before = solve(position)
        move = choose(position, 10)
        after = solve(position.play(move))
        assert before
        assert after
        assert before.returns == after.returns
        if before.returns[position.turn] > 0:
            assert before.points == after.points


@pytest.mark.parametrize("name", SOLVED)
def test_analysis_of_solved_games_is_exact_for_every_line(name: str) -> None:
    position = wandered(brettwerk.game(name), 3, 2)
    found = analyse(position, nodes=1000, lines=3)
    assert found.exact
    for line in found.lines:
        answer = solve(position.play(line.move))
        assert answer
        assert line.exact
        assert line.exact.returns == answer.returns
        assert line.exact.points == answer.points
        assert line.exact.plies == (answer.plies or 0) + 1


def test_the_last_placements_of_die_schlacht_are_exact() -> None:
    position = wandered(brettwerk.game("schlacht"), 14, 3)
    found = analyse(position, nodes=1000)
    answer = solve(position)
    assert answer
    assert found.exact
    assert found.exact.points == answer.points
    assert found.best in answer.best


def test_a_win_found_by_search_has_its_exact_length() -> None:
    from brettwerk.search.forced_win import forced_win

    wins = 0
    for seed in range(60):
        game = brettwerk.game(
            "katarenga", **brettwerk.game("katarenga").definition.random_options(seed)
        )
        position = wandered(game, 45, seed)
        found = analyse(position, nodes=5000)
        if found.exact and found.exact.plies:
            win = forced_win(position, nodes=10**6)
            assert win
            assert found.exact.plies == win.plies
            assert found.exact.returns[win.player] == 1
            wins += 1
    assert wins > 5


def test_where_only_plain_python_runs_players_look_at_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brettwerk.search.levels._PLAIN_NODES", 300)
    position = wandered(brettwerk.game("katarenga"), 4, 1)
    with running_on("plain"):
        assert choose(position, 10) in position.moves


LOST = "bedraengnis/1 .w.w/..bb/..bw/.w.. b last=d2 board=ybgr/rgyy/grbb/byrg"


def test_where_no_trap_can_be_set_it_loses_as_little_as_can_be() -> None:
    position = brettwerk.position(LOST)
    before, after = solve(position), solve(position.play(choose(position, 10)))
    assert before
    assert after
    assert after.points == before.points == (11, 0)


@pytest.mark.parametrize("name", ["abalone", "katarenga"])
def test_without_a_clock_an_analysis_is_the_same_whatever_was_looked_at_before(name: str) -> None:
    position = wandered(brettwerk.game(name), 6, 1)

    def looked() -> list[object]:
        found = analyse(position, nodes=20_000, lines=2)
        return [found.depth, found.nodes, found.lines]

    first = looked()
    analyse(position, nodes=60_000)
    assert looked() == first


@pytest.mark.parametrize("level", [0, 11, -1])
def test_other_levels_are_refused(level: int) -> None:
    with pytest.raises(BadLimit, match="1 to 10"):
        choose(brettwerk.game("drei").start(), level)


def test_nothing_is_chosen_when_the_game_is_over() -> None:
    position = brettwerk.game("bedraengnis").start()
    while position.moves:
        position = position.play(position.moves[0])
    with pytest.raises(BadLimit, match="over"):
        choose(position, 3)
    found = analyse(position)
    assert found.exact
    assert position.outcome
    assert found.exact.returns == position.outcome.returns
    assert found.best is None


def faults(position: brettwerk.Position) -> int:
    """How many moves give away what the player to move has."""
    before = solve(position)
    assert before
    worth = [solve(position.play(move)) for move in position.moves]
    return sum(after.returns != before.returns for after in worth if after)


@pytest.mark.parametrize("name", SOLVED)
def test_where_nothing_can_be_won_the_strongest_sets_traps(name: str) -> None:
    tried = 0
    for seed in range(12):
        game = brettwerk.game(name, **brettwerk.game(name).definition.random_options(seed))
        position = wandered(game, 4, seed)
        before = solve(position)
        assert before
        if position.outcome or before.returns[position.turn] > 0:
            continue
        chosen = choose(position, 10)
        good = [
            move
            for move in position.moves
            if (after := solve(position.play(move))) and after.returns == before.returns
        ]
        assert chosen in good
        possible = [faults(position.play(move)) for move in good]
        if max(possible):
            assert faults(position.play(chosen)) > 0
            tried += min(possible) == 0
    assert tried


# -- limits of time ---------------------------------------------------------------------------
WAITS = 20.0  # seconds until a test gives up; nothing is measured


def won_position() -> Position:
    """A position in which a search finds a forced win."""
    for seed in range(60):
        game = brettwerk.game(
            "katarenga", **brettwerk.game("katarenga").definition.random_options(seed)
        )
        position = wandered(game, 45, seed)
        if not position.outcome and analyse(position, nodes=5000).exact:
            return position
    raise AssertionError


def test_a_proof_is_ended_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    position, told = won_position(), []

    def endless(*args: object) -> None:
        stop, ended = args[-1], Event()
        assert isinstance(stop, Stop)
        stop.when_asked(ended.set)
        told.append(ended.wait(WAITS))

    monkeypatch.setattr("brettwerk.search.analysis.soonest_win", endless)
    found = analyse(position, seconds=0.2)
    assert told == [True]
    assert found.exact
    assert found.exact.plies is None


def test_a_solver_leaves_the_search_half_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object, when_asked: Any, **__: object) -> None:
        ended = Event()
        when_asked(ended.set)
        assert ended.wait(WAITS)

    monkeypatch.setattr("brettwerk.search.analysis.Solving", lambda: endless)
    found = analyse(wandered(brettwerk.game("drei"), 6, 1), seconds=0.2)
    assert found.best
    assert found.depth > 0


def test_what_is_asked_to_stop_outside_stops_inside() -> None:
    outer = Stop()
    with stopped_after(None, outer) as inner:
        assert not inner.asked
        outer.ask()
        assert inner.asked


# -- what is overlooked -----------------------------------------------------------------------
def noticed_in(looked: list[int], percent: int, games: int = 400) -> list[float]:
    """Return how often each of some moves is noticed, given how often one looks at it."""
    counts = [0] * len(looked)
    for seed in range(games):
        codes = list(range(len(looked)))
        for code in codes[: overlook(codes, list(looked), percent, seed)]:
            counts[code] += 1
    return [count / games for count in counts]


def test_a_move_is_overlooked_only_if_every_glance_misses_it() -> None:
    once, twice, often = noticed_in([1, 2, 4], 80)
    assert once == pytest.approx(0.2, abs=0.06)
    assert twice == pytest.approx(1 - 0.8**2, abs=0.07)
    assert often == pytest.approx(1 - 0.8**4, abs=0.16)  # noticed, too, where all were missed


def test_where_all_is_overlooked_the_plainest_move_is_noticed() -> None:
    assert noticed_in([1, 1, 3], 100, 50) == [0, 0, 1]
    assert noticed_in([1, 2, 1], 0, 50) == [1, 1, 1]


def glances_of(position: Position, *moves: str) -> list[int]:
    """Return how often one looks at these moves."""
    kernels = position.game.kernels
    look = kernels.game.evaluation.glances
    return [look(position.state, kernels.context, position.move(text).code) for text in moves]


def test_pushing_off_is_seen_before_pushing_and_steps_sideways_last() -> None:
    setup = {"black": ["a1", "a2", "e5", "e6", "b5"], "white": ["a3", "e7", "i9", "i8"]}
    position = brettwerk.game("abalone", setup=setup).start()
    pushed_off, pushed, step, sideways = glances_of(position, "a1a2", "e5e6", "b5b6", "e5e6f5")
    assert pushed > step > sideways
    assert pushed_off >= pushed


def test_near_captures_are_seen_before_far_ones() -> None:
    rows = ["bbbbbbbb"] * 7 + ["rbbbbbbr"]
    board = "b......./......../......../......../...w..../......../b......./w......b"
    position = brettwerk.position(f"katarenga/1 {board} w ply=8 board={'/'.join(rows)}")
    near, far = glances_of(position, "a1xa2", "a1xh1")
    assert near > far


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_move_is_looked_at_once_at_least(name: str) -> None:
    position = wandered(brettwerk.game(name), 7, 3)
    kernels = position.game.kernels
    looked = {
        kernels.game.evaluation.glances(position.state, kernels.context, code)
        for code in position.legal_codes
    }
    assert min(looked) >= 1
    assert max(looked) <= 6


def test_who_does_what_the_page_shows_wins_triapon_against_the_weakest() -> None:
    """Takes a ball, any one, whenever that is possible, and else makes any move."""
    wins, games = 0, 60
    for seed in range(games):
        rng, position, ply = Random(seed), brettwerk.game("triapon").start(), 0
        while position.moves:
            taking = [move for move in position.moves if "x" in move.text]
            learner = position.turn == seed % 3
            weakest = None if learner else choose(position, 1, 1000 * seed + ply)
            position = position.play(weakest or rng.choice(taking or list(position.moves)))
            ply += 1
        assert position.outcome
        wins += position.outcome.winners == (seed % 3,)
    assert wins > 0.45 * games

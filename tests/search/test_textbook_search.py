"""The textbook tree search knows the rules of every game, keeps its limits and is not stupid."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.errors import BadLimit
from brettwerk.search.mcts import TreeSearcher
from brettwerk.search.mcts_tree import TEXTBOOK
from brettwerk.search.report import Analysis, Limit, Stop


def textbook(game: brettwerk.Game, seed: int = 0, longest: int = 2000) -> TreeSearcher:
    return TreeSearcher(game, replace(TEXTBOOK, longest=longest), seed=seed, megabytes=8)


def a_game(name: str) -> brettwerk.Game:
    return brettwerk.game(name, **definition(name).engine_overrides)


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_it_thinks_about_every_game(name: str) -> None:
    game = a_game(name)
    search = textbook(game, longest=300)
    position = game.start()
    random = Random(1)
    for _ in range(5):
        position = position.play(position.random_move(random))
    found = search.think(position, Limit(nodes=200), lines=3)
    assert found.nodes == 200
    assert len(found.lines) == min(3, len(position.moves))
    assert found == Analysis(position, found.lines, found.depth, 200, found.seconds)
    for line in found.lines:
        assert len(line.score) == game.players
        assert sum(line.score) == pytest.approx(0)
        assert all(-1 <= score <= 1 for score in line.score)
        after = position
        for move in line.moves:  # a line can be played
            after = after.play(move)


def test_the_same_seed_finds_the_same_and_progress_does_not_disturb() -> None:
    game = a_game("bedraengnis")
    told: list[Analysis] = []
    first = textbook(game, seed=4).think(game.start(), Limit(nodes=5000), lines=16)
    again = textbook(game, seed=4).think(
        game.start(), Limit(nodes=5000), lines=16, progress=told.append
    )
    assert first.lines == again.lines
    assert [found.nodes for found in told] == [1000, 2000, 4000]


def test_it_finds_a_win_in_one_and_sees_the_result_rightly() -> None:
    start = a_game("bedraengnis").start()
    random = Random(3)
    while True:  # until somebody can end the game at once
        position = start
        while not position.outcome:
            before, position = position, position.play(position.random_move(random))
        if len(before.moves) > 1:
            break
    winner = before.turn
    assert position.outcome.winners == (winner,)
    found = textbook(start.game).think(before, Limit(nodes=2000))
    assert found.best is not None
    after = before.play(found.best)
    assert after.outcome is not None
    assert after.outcome.winners == (winner,)
    assert found.lines[0].score[winner] > 0.9


def test_a_repetition_it_can_reach_counts_as_a_draw() -> None:
    game = brettwerk.game("abalone", repetition=2, setup="standard")
    position = game.start()
    for text in ("a1b2", "i5h5", "d4c3"):
        position = position.play(text)
    search = textbook(game, longest=30)
    found = search.think(position, Limit(nodes=300), lines=60)
    back = next(line for line in found.lines if position.play(line.move).outcome)
    assert position.play(back.move).outcome.reason == "repetition"  # type: ignore[union-attr]
    assert back.score == (0, 0)
    assert len(back.moves) == 1


def test_a_full_tree_takes_no_more_memory() -> None:
    game = a_game("drei")
    search = TreeSearcher(game, TEXTBOOK, megabytes=0)
    assert search.think(game.start(), Limit(nodes=500)).nodes == 500


def test_a_stop_asked_beforehand_leaves_one_game() -> None:
    game = a_game("bedraengnis")
    stop = Stop()
    stop.ask()
    found = textbook(game).think(game.start(), Limit(seconds=1000), stop=stop)
    assert found.nodes == 1
    assert found.best is not None


def test_time_ends_it() -> None:
    game = a_game("bedraengnis")
    assert textbook(game).think(game.start(), Limit(seconds=0.01)).best is not None


def test_a_game_that_is_over_has_no_lines() -> None:
    position = a_game("bedraengnis").start()
    while position.moves:
        position = position.play(position.moves[0])
    found = textbook(position.game).think(position, Limit(nodes=10))
    assert found.lines == ()
    assert found.best is None


def test_depth_alone_is_no_limit_for_random_games() -> None:
    game = a_game("bedraengnis")
    with pytest.raises(BadLimit, match="random games"):
        textbook(game).think(game.start(), Limit(depth=3))

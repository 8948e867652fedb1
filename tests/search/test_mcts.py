"""One tree search for all games: how it values leaves, and the same answer however it is run."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

import brettwerk
from bare_game.definition import GAME as BARE
from brettwerk.core.game import Game, Position
from brettwerk.search.alphabeta import AlphaBetaSearcher
from brettwerk.search.mcts import TreeSearcher, leaves_for
from brettwerk.search.mcts_tree import JUDGED, ROLLOUTS, Leaves
from brettwerk.search.report import Analysis, Limit
from brettwerk.search.searchers import new_searcher
from brettwerk.search.weights import Weights
from kernels.running import running_on
from search.race_game import PHASES, Race

NO_WEIGHTS = Weights({})
SUMS = Weights({phase: {"sum": 300} for phase in PHASES})


@cache
def race() -> Game:
    return Game(Race(), {})


@cache
def bare() -> Game:
    return Game(BARE, {})


def think(
    position: Position, nodes: int, leaves: Leaves | None = None, weights: Weights = NO_WEIGHTS
) -> Analysis:
    searcher = TreeSearcher(position.game, leaves, megabytes=1, weights=weights)
    return searcher.think(position, Limit(nodes=nodes), lines=3)


def test_the_evaluation_says_which_search_a_game_gets() -> None:
    assert leaves_for(race()) is JUDGED
    assert leaves_for(bare()) is ROLLOUTS
    assert isinstance(new_searcher(race(), 1, weights=SUMS), TreeSearcher)
    assert isinstance(new_searcher(bare(), 1, weights=NO_WEIGHTS), TreeSearcher)
    assert isinstance(new_searcher(brettwerk.game("katarenga"), 1), AlphaBetaSearcher)


def test_a_game_for_three_of_another_package_is_judged_for_every_player() -> None:
    with running_on("plain"):  # enough for so few nodes
        found = think(race().start(), 40, weights=SUMS)
    assert [line.move.text for line in found.lines] == ["+3", "+2", "+1"]
    first = found.lines[0].score
    assert sum(first) == pytest.approx(0)
    assert first[0] > first[1]


@pytest.mark.parametrize("leaves", [JUDGED, ROLLOUTS], ids=["judged", "rollouts"])
def test_a_proof_is_for_one_player_whatever_the_others_do(leaves: Leaves) -> None:
    position = race().start()
    for move in ("+3", "+1", "+1", "+3", "+1", "+1", "+3", "+1"):  # nine for the first of them
        position = position.play(move)
    with running_on("plain"):
        found = think(position, 500, leaves, SUMS)
    assert found.exact is not None
    assert found.exact.returns == (1.0, -0.5, -0.5)
    assert found.nodes < 200


def test_a_game_without_an_evaluation_is_played_by_random_games() -> None:
    position = bare().start()
    for move in ("a1", "a3", "b1", "b3"):
        position = position.play(move)
    found = think(position, 3000)
    assert found.best is not None
    assert found.best.text in ("c1", "d1")
    assert found.exact is not None
    assert found.exact.returns == (1.0, -1.0)


def wandered(game: Game, plies: int) -> Position:
    position, rng = game.start(), Random(plies)
    for _ in range(plies):
        position = position.play(position.random_move(rng))
    return position


@pytest.mark.parametrize("name", ["triapon", "abalone", "drei", "schlacht"])
def test_plain_and_compiled_find_the_same(name: str) -> None:
    options = {"repetition": 2} if name == "abalone" else {}
    position = wandered(brettwerk.game(name, **options), 9)
    leaves = replace(leaves_for(position.game), longest=40)
    if name != "triapon":
        leaves = replace(ROLLOUTS, longest=40)
    compiled = TreeSearcher(position.game, leaves, megabytes=1).think(
        position, Limit(nodes=1500), lines=9
    )
    with running_on("plain"):
        plain = TreeSearcher(position.game, leaves, megabytes=1).think(
            position, Limit(nodes=1500), lines=9
        )
    assert plain == replace(compiled, seconds=plain.seconds)
    assert plain.depth > 0


def test_a_tree_that_was_full_goes_on_and_still_knows_its_root() -> None:
    position = wandered(brettwerk.game("schlacht"), 4)
    found = think(position, 2_000_000, ROLLOUTS)
    assert found.nodes >= 2_000_000
    after = position
    for move in found.lines[0].moves:
        after = after.play(move)

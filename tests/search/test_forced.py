"""Forced wins: as brute force says, in every game, with the right length."""

from __future__ import annotations

from random import Random

import pytest

import brettwerk
from brettwerk.search import analyse, choose
from brettwerk.search.forced_win import forced_win, soonest_win
from brettwerk.search.live import live
from brettwerk.search.objectives import WIN, Objective
from brettwerk.search.prover import Prover, TooHard
from brettwerk.search.report import Limit
from brettwerk.search.searchers import new_searcher
from search.test_search import forces, wandered

# how deep brute force can go, and how far a game wanders before it is asked
CASES = {
    "abalone": (2, 200),
    "triapon": (2, 90),
    "bedraengnis": (6, 5),
    "drei": (5, 11),
    "schlacht": (3, 28),
    "katarenga": (3, 50),
}


@pytest.mark.parametrize("name", CASES)
def test_proofs_are_those_of_brute_force(name: str) -> None:
    most, plies = CASES[name]
    rng = Random(3)
    for seed in range(12):
        game = brettwerk.game(name, **brettwerk.game(name).definition.random_options(seed))
        position = wandered(game, rng.randrange(plies // 2, plies), seed)
        prover = Prover(game, megabytes=1)
        prover.allow(10**7, position)
        for player in range(game.players):
            for within in range(1, most + 1):
                found = prover.proves(position, Objective(WIN, player), within)
                assert found == forces(position, player, within), (position, player, within)


def test_what_a_search_for_three_claims_is_proven() -> None:
    game = brettwerk.game("triapon")
    prover = Prover(game)
    claims = 0
    for seed in range(25):
        position = wandered(game, 400, seed)  # as far as random games go
        found = analyse(position, nodes=1500)
        if found.exact and 1.0 in found.exact.returns:
            winner = found.exact.returns.index(1.0)
            plies = soonest_win(prover, position, winner, 10, 10**6)
            assert plies or prover.nodes > 10**6, position
            if found.exact.plies:
                assert plies == found.exact.plies
            claims += 1
    assert claims > 5


def test_a_win_comes_with_its_length_and_a_line() -> None:
    found = 0
    for seed in range(60):
        game = brettwerk.game(
            "katarenga", **brettwerk.game("katarenga").definition.random_options(seed)
        )
        position = wandered(game, 45, seed)
        win = forced_win(position, plies=5, nodes=50_000)
        if not win:
            continue
        found += 1
        assert forces(position, win.player, win.plies)
        assert win.plies == 1 or not forces(position, win.player, win.plies - 1)
        after = position
        for move in win.line:
            after = after.play(move)
        assert len(win.line) == win.plies
        assert after.outcome
        assert after.outcome.winners == (win.player,)
    assert found > 5


def test_a_position_that_has_been_twice_is_no_way_to_win() -> None:
    """The winning capture leads to a position that would be there for the third time: a draw."""
    game = brettwerk.game("abalone", repetition=2, setup={"black": ["e4", "e5"], "white": ["a1"]})
    start = game.start()
    for text in ("e4e5", "a1a2", "e6e5", "a2a1"):
        start = start.play(text)
    assert start.outcome
    assert start.outcome.reason == "repetition"


def test_giving_up_says_nothing() -> None:
    position = brettwerk.game("katarenga").start()
    assert forced_win(position, nodes=50) is None


def test_a_proof_that_cannot_know_all_draws_is_none() -> None:
    """With many positions of which each would draw if it came back, nothing is claimed."""
    game = brettwerk.game("abalone", repetition=2)
    position, rng = game.start(), Random(5)
    while len(position.history or ()) <= 100:
        quiet = [m for m in position.moves if not position.effects(m).taken]
        after = position.play(rng.choice(quiet))
        position = after if after.outcome is None else position
    prover = Prover(game)
    prover.allow(1000, position)
    with pytest.raises(TooHard):
        prover.proves(position, Objective(WIN, position.turn), 3)
    assert soonest_win(prover, position, position.turn, 3, 1000) is None


# Black pushes off the last marble in four moves, beginning with d3c3.
UNSEEN = "abalone/1 ...../....../bbw..../.bb...../.wbwbw.../.bbwb.../..bbb../.wwww./.w... b"


def test_a_win_that_the_search_does_not_see_is_found() -> None:
    position = brettwerk.position(UNSEEN)
    limit = Limit(nodes=50_000)
    seen = new_searcher(position.game, 16).think(position, limit, lines=2)
    assert not seen.lines[0].exact
    assert seen.best
    assert soonest_win(Prover(position.game), position.play(seen.best), 0, 6, 10**6) is None
    found = analyse(position, nodes=50_000, lines=2)
    assert found.exact == found.lines[0].exact
    assert found.exact
    assert (found.exact.returns, found.exact.plies) == ((1.0, -1.0), 7)
    assert [len(found.lines), len(found.lines[0].moves)] == [2, 7]
    end = position
    for move in found.lines[0].moves:
        end = end.play(move)
    assert end.outcome
    assert end.outcome.winners == (0,)
    assert choose(position, 10) == found.best
    assert live(position, lambda _: None, seconds=0.5).best == found.best

"""The proofs: every kind of goal against a search that is written down as the goal is said."""

from __future__ import annotations

import random

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.core.registry import definition
from brettwerk.puzzles.difficulty import Facts
from brettwerk.puzzles.goals import Goal, objective_of
from brettwerk.puzzles.puzzle import Origin, Puzzle
from brettwerk.search import objectives as aims
from brettwerk.search.prover import Prover, TooHard
from kernels.running import running_on
from puzzles.literal import Literal, TooMuch
from quick import quick_ones

GOALS = {
    "abalone": [Goal("take", 1, 1), Goal("take", 3, 1), Goal("keep", 2), Goal("keep", 2, 1)],
    "katarenga": [Goal("win", 1), Goal("win", 2), Goal("hold", 2)],
    "bedraengnis": [Goal("win"), Goal("points", amount=9), Goal("win", 3)],
    "drei": [Goal("win", 3), Goal("win"), Goal("draw")],
    "schlacht": [Goal("win"), Goal("points", amount=3)],
    "isolation": [Goal("win"), Goal("win", 3)],
    "congress": [Goal("win", 1), Goal("win", 3), Goal("hold", 2)],
    "triapon": [Goal("take", 2, 1), Goal("keep", 2), Goal("keep", 2, 1), Goal("out", 1)],
}
FIRST = {
    "abalone": 4,
    "bedraengnis": 5,
    "congress": 32,
    "drei": 11,
    "isolation": 6,
    "schlacht": 22,
    "triapon": 40,
}
# Few pieces, so that a few plies are soon looked through.
FEW: dict[str, dict[str, object]] = {
    "abalone": {"setup": "black:a1,a2,b2,b3;white:b1,c2,c3"},
    "congress": {"captures": True},
}
MOST = 400
ENOUGH = 5


def somewhere(name: str, seed: int) -> Position | None:
    """A position of a random game, late enough to be looked through, without its past."""
    rng = random.Random(f"{name} {seed}")
    game = brettwerk.game(name, **definition(name).random_options(seed), **FEW.get(name, {}))
    position = game.start()
    for _ in range(FIRST.get(name, 30) + rng.randrange(6)):
        if position.outcome:
            return None
        taking = [
            code for code in position.legal_codes if position.effects(_move(position, code)).taken
        ]
        position = position.play_unchecked(rng.choice(taking or position.legal_codes))
    return None if position.outcome else Position(game, position.state)


def _move(position: Position, code: int) -> brettwerk.Move:
    return brettwerk.Move(position.game.text_of(code), code)


# Three players have too many answers to be quick.
@pytest.mark.parametrize("name", quick_ones(brettwerk.NAMES, set(brettwerk.NAMES) - {"triapon"}))
def test_what_is_proven_is_what_the_slow_referee_finds(name: str) -> None:
    compared = reached = 0
    for seed in range(200):
        position = somewhere(name, seed)
        if position is None or (compared >= ENOUGH and reached >= 2):
            continue
        for goal in GOALS[name]:
            puzzle = Puzzle("", position.text, goal, (), Facts(1, 1, 1), Origin(0, 0, ()))
            prover = Prover(position.game)
            try:
                expected = Literal(puzzle, MOST).good()
            except TooMuch:
                continue
            objective = objective_of(goal, position, prover)
            found = [m.text for m in prover.good_moves(position, objective, goal.left)]
            assert found == expected, (position.text, goal)
            compared += 1
            reached += bool(found)
    assert compared >= ENOUGH
    assert reached >= 2


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_compiled_proofs_find_the_same(name: str) -> None:
    for seed in range(6):
        position = somewhere(name, seed)
        if position is None:
            continue
        for goal in GOALS[name]:
            compiled = Prover(position.game)
            objective = objective_of(goal, position, compiled)
            with running_on("plain"):
                plain = Prover(position.game)
            plain.allow(20_000)
            try:
                found = list(plain.good_moves(position, objective, goal.left))
            except TooHard:
                continue
            assert list(compiled.good_moves(position, objective, goal.left)) == found
            assert compiled.nodes == plain.nodes


def test_a_proof_stops_when_it_has_looked_at_enough() -> None:
    position = brettwerk.game("abalone").start()
    prover = Prover(position.game)
    prover.allow(500)
    with pytest.raises(TooHard):
        prover.proves(position, objective_of(Goal("take", 7, 1), position, prover), 7)
    assert prover.nodes < 1000  # those that are met on the way back are still counted


def test_lists_of_moves_never_grow_out_of_their_room() -> None:
    position = brettwerk.game("abalone").start()
    prover = Prover(position.game)
    objective = objective_of(Goal("take", 3, 1), position, prover)
    assert not prover.proves(position, objective, 3)
    # room for two lists, not for three
    prover._mem[aims.ROOM] = aims.MOVES + len(position.legal_codes)
    prover.allow(10**6)
    with pytest.raises(TooHard):
        prover.proves(position, objective, 3)


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_table_takes_no_position_for_another(name: str) -> None:
    """All positions meet in the one entry of a tiny table, as if their hashes were the same."""
    for seed in range(6):
        position = somewhere(name, seed)
        if position is None:
            continue
        tiny, large = Prover(position.game, megabytes=0), Prover(position.game)
        for goal in GOALS[name]:
            objective = objective_of(goal, position, large)
            large.allow(20_000)
            tiny.allow(2_000_000)
            try:
                found = list(large.good_moves(position, objective, goal.left))
                assert list(tiny.good_moves(position, objective, goal.left)) == found
            except TooHard:
                continue


def test_certain_is_what_nobody_can_miss() -> None:
    game = brettwerk.game("bedraengnis")
    position, prover = game.start(), Prover(game)
    objective = objective_of(Goal("win"), position, prover)
    assert prover.proves(position, objective, 64)
    assert not prover.is_certain(position, objective, 64, 100_000)
    while position.outcome is None or position.outcome.winners != (0,):
        position = game.start()
        while position.outcome is None:
            position = position.play_unchecked(random.choice(position.legal_codes))
    assert prover.is_certain(position, objective, 64, 100_000)

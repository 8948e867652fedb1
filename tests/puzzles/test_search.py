"""The proofs: every kind of goal against a search that is written down as the goal is said."""

from __future__ import annotations

import random

import pytest

import brettwerk
from brettwerk.games.catalogue import face
from brettwerk.games.core import Position
from brettwerk.puzzles.facts import Facts
from brettwerk.puzzles.goals import Goal, aim_of
from brettwerk.puzzles.judge import Judge, TooHard
from brettwerk.puzzles.kernels import aims
from brettwerk.puzzles.puzzle import Origin, Puzzle
from puzzles.literal import Literal, TooMuch

GOALS = {
    "abalone": [Goal("take", 1, 1), Goal("take", 3, 1), Goal("keep", 2), Goal("keep", 2, 1)],
    "katarenga": [Goal("win", 1), Goal("win", 2), Goal("hold", 2)],
    "bedraengnis": [Goal("win"), Goal("points", amount=9), Goal("win", 3)],
    "drei": [Goal("win", 3), Goal("win"), Goal("draw")],
    "schlacht": [Goal("win"), Goal("points", amount=3)],
    "triapon": [Goal("take", 2, 1), Goal("keep", 2), Goal("keep", 2, 1), Goal("out", 1)],
}
FIRST = {"bedraengnis": 5, "drei": 11, "schlacht": 22, "triapon": 40, "abalone": 4}
# Few marbles, so that a few plies are soon looked through.
FEW = "black:a1,a2,b2,b3;white:b1,c2,c3"
MOST = 400
ENOUGH = 5


def somewhere(name: str, seed: int) -> Position | None:
    """A position of a random game, late enough to be looked through, without its past."""
    rng = random.Random(f"{name} {seed}")
    lots = {"setup": FEW} if name == "abalone" else face(name).by_lot(seed)
    game = brettwerk.game(name, **lots)
    position = game.start()
    for _ in range(FIRST.get(name, 30) + rng.randrange(6)):
        if position.outcome:
            return None
        taking = [code for code in position.codes if position.effects(_move(position, code)).taken]
        position = position.play_unchecked(rng.choice(taking or position.codes))
    return None if position.outcome else Position(game, position.state)


def _move(position: Position, code: int) -> brettwerk.Move:
    return brettwerk.Move(position.game.text_of(code), code)


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_what_is_proven_is_what_the_slow_referee_finds(name: str) -> None:
    compared = reached = 0
    for seed in range(60):
        position = somewhere(name, seed)
        if position is None or (compared >= ENOUGH and reached >= 2):
            continue
        for goal in GOALS[name]:
            puzzle = Puzzle("", position.text, goal, (), Facts(1, 1, 1), Origin(0, 0, ()))
            judge = Judge(position.game, compiled=False)
            try:
                expected = Literal(puzzle, MOST).good()
            except TooMuch:
                continue
            found = [m.text for m in judge.good(position, aim_of(goal, position), goal.left)]
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
            aim = aim_of(goal, position)
            plain, compiled = (Judge(position.game, compiled=c) for c in (False, True))
            plain.allow(20_000)
            try:
                found = list(plain.good(position, aim, goal.left))
            except TooHard:
                continue
            assert list(compiled.good(position, aim, goal.left)) == found
            assert compiled.nodes == plain.nodes


def test_a_proof_stops_when_it_has_looked_at_enough() -> None:
    position = brettwerk.game("abalone").start()
    judge = Judge(position.game)
    judge.allow(500)
    with pytest.raises(TooHard):
        judge.reaches(position, aim_of(Goal("take", 7, 1), position), 7)
    assert judge.nodes < 1000  # those that are met on the way back are still counted


def test_lists_of_moves_never_grow_out_of_their_room() -> None:
    position = brettwerk.game("abalone").start()
    judge = Judge(position.game)
    aim = aim_of(Goal("take", 3, 1), position)
    assert not judge.reaches(position, aim, 3)
    judge._mem[aims.ROOM] = aims.MOVES + len(position.codes)  # room for two lists, not for three
    with pytest.raises(TooHard):
        judge.reaches(position, aim, 3)


def test_certain_is_what_nobody_can_miss() -> None:
    game = brettwerk.game("bedraengnis")
    position, judge = game.start(), Judge(game)
    aim = aim_of(Goal("win"), position)
    assert judge.reaches(position, aim, 64)
    assert not judge.certain(position, aim, 64, 100_000)
    while position.outcome is None or position.outcome.winners != (0,):
        position = game.start()
        while position.outcome is None:
            position = position.play_unchecked(random.choice(position.codes))
    assert judge.certain(position, aim, 64, 100_000)

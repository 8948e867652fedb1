"""The compiled kernels and the plain ones, which are the same files, do the same."""

from __future__ import annotations

import random
from importlib import import_module

import numpy as np
import pytest

import brettwerk
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.games.core import Position
from brettwerk.rules import abalone


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_compiled_and_plain_kernels_play_the_same_games(name: str) -> None:
    plain, compiled = brettwerk.game(name), brettwerk.game(name)
    compiled.compile()
    choose = random.Random(name)
    for _ in range(3):
        here, there = plain.start(), compiled.start()
        for _ in range(120):
            assert here.codes == there.codes
            assert here.outcome == there.outcome
            assert here.state == there.state
            if here.outcome:
                break
            code = choose.choice(here.codes)
            here, there = here.play_unchecked(code), there.play_unchecked(code)


def brute(position: Position, depth: int) -> int:
    """Perft as it is defined, one position at a time."""
    if depth == 0:
        return 1
    return sum(brute(position.play_unchecked(code), depth - 1) for code in position.codes)


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        ("abalone", 2),
        ("triapon", 2),
        ("bedraengnis", 6),
        ("drei", 3),
        ("schlacht", 2),
        ("katarenga", 3),
    ],
)
def test_perft_counts_what_playing_counts(name: str, depth: int) -> None:
    start = brettwerk.game(name).start()
    assert start.perft(depth) == brute(start, depth)


def test_perft_knows_that_a_repeated_position_ends_the_game() -> None:
    back = brettwerk.game("abalone", repetition=2, setup="black:a1;white:i9").start()
    for move in ("a1a2", "i9i8", "a2a1"):
        back = back.play(move)
    # One of White's moves brings the first position back: nothing follows it.
    assert back.perft(2) == brute(back, 2)
    free = brettwerk.game("abalone", setup="black:a1;white:i9").start()
    for move in ("a1a2", "i9i8", "a2a1"):
        free = free.play(move)
    assert back.perft(2) < free.perft(2)


def test_perft_stops_when_it_is_too_much() -> None:
    start = brettwerk.game("drei").start()
    assert start.perft_within(17, 100_000) is None
    assert brettwerk.game("bedraengnis").start().perft_within(3, 100_000) == 286


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_kernel_does_the_same_in_both_ways_to_run(name: str) -> None:
    game = brettwerk.game(name)
    rules = import_module(f"brettwerk.rules.{name}")
    compiled = import_module(f"brettwerk.compiled.{name}")
    state_class = getattr(compiled, game.face.state_class.__name__)
    plain_ctx = game.face.context(game.options)
    ctx = np.array(plain_ctx, np.uint64)
    choose, seen = random.Random(name), dict[object, object]()
    for _ in range(3):
        position = game.start()
        while not position.outcome and len(seen) < 400:
            state, words = position.state, state_class(*map(np.uint64, position.state))
            assert rules.to_move(state) == compiled.to_move(words)
            assert rules.hash_state(state) == compiled.hash_state(words)
            assert seen.setdefault(rules.hash_state(state), position) == position
            code = choose.choice(position.codes)
            after = rules.make_move(state, plain_ctx, code)
            assert after == tuple(compiled.make_move(words, ctx, code))
            there = state_class(*map(np.uint64, after))
            assert rules.status(after, plain_ctx) == compiled.status(there, ctx)
            assert rules.stuck(after, plain_ctx) == compiled.stuck(there, ctx)
            position = position.play_unchecked(code)


def test_the_most_crowded_boards_fit_into_the_room_for_moves() -> None:
    rows = [name for name in HEXAGON.names if name[0] in "acegi"]
    crowded = brettwerk.game("abalone", setup={"black": rows, "white": []}).start()
    crowded.game.compile()
    assert len(crowded.codes) == crowded.perft(1) == 264
    groups = sum(1 for group in abalone.GROUP if group)
    assert 61 * 6 + 4 * groups <= abalone.MAX_MOVES

"""The compiled kernels and the plain ones, which are the same files, do the same."""

from __future__ import annotations

import random

import pytest

import brettwerk
from brettwerk.games.core import Position


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
    position = brettwerk.game("abalone", repetition=2).start()
    for move in ("a1b2", "i5h5"):
        moves = [m.text for m in position.moves]
        position = position.play(move if move in moves else moves[0])
    back = brettwerk.game("abalone", repetition=2, setup="black:a1;white:i9").start()
    for move in ("a1a2", "i9i8", "a2a1"):
        back = back.play(move)
    # One of White's moves brings the first position back: nothing follows it.
    assert back.perft(2) == brute(back, 2)
    free = brettwerk.game("abalone", setup="black:a1;white:i9").start()
    for move in ("a1a2", "i9i8", "a2a1"):
        free = free.play(move)
    fewer, all_of_them = back.perft(2), free.perft(2)
    assert fewer is not None
    assert all_of_them is not None
    assert fewer < all_of_them


def test_perft_stops_when_it_is_too_much() -> None:
    start = brettwerk.game("drei").start()
    assert start.perft(17, most=100_000) is None
    assert brettwerk.game("bedraengnis").start().perft(3, most=100_000) == 286

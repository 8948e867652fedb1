"""Perft counts what playing counts, hashes tell positions apart, and lists of moves have room."""

from __future__ import annotations

import random

import pytest

import brettwerk
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.core.game import Position
from brettwerk.games.abalone import rules as abalone

MOST_COUNTED = 50_000


def brute(position: Position, depth: int) -> int:
    """Perft as it is defined, one position at a time."""
    if depth == 0:
        return 1
    return sum(brute(position.play_unchecked(code), depth - 1) for code in position.legal_codes)


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_perft_counts_what_playing_counts(name: str) -> None:
    start = brettwerk.game(name).start()
    # As deep as one position at a time can be counted.
    depth = next(depth for depth in range(2, 20) if start.perft(depth + 1) > MOST_COUNTED)
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
def test_different_positions_have_different_hashes(name: str) -> None:
    game, choose, seen = brettwerk.game(name), random.Random(name), dict[int, Position]()
    for _ in range(3):
        position = game.start()
        while not position.outcome and len(seen) < 400:
            found = seen.setdefault(game.kernels.game.rules.hash_state(position.state), position)
            assert found.state == position.state
            position = position.play_unchecked(choose.choice(position.legal_codes))


def test_the_most_crowded_boards_fit_into_the_room_for_moves() -> None:
    rows = [name for name in HEXAGON.names if name[0] in "acegi"]
    crowded = brettwerk.game("abalone", setup={"black": rows, "white": []}).start()
    assert len(crowded.legal_codes) == crowded.perft(1) == 264
    groups = sum(1 for group in abalone.GROUP[:] if group)
    assert 61 * 6 + 4 * groups <= abalone.MAX_MOVES

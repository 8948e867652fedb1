"""The compiled kernels and the plain ones, which are the same files, do the same."""

from __future__ import annotations

import random

import pytest

import brettwerk
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.core.game import Position
from brettwerk.games.abalone import rules as abalone
from brettwerk.kernels.contract import rules, states
from brettwerk.kernels.primitives import word
from brettwerk.kernels.types import Words


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_compiled_and_plain_kernels_play_the_same_games(name: str) -> None:
    plain, compiled = brettwerk.game(name), brettwerk.game(name)
    compiled.compile()
    choose = random.Random(name)
    for _ in range(3):
        here, there = plain.start(), compiled.start()
        for _ in range(120):
            assert here.legal_codes == there.legal_codes
            assert here.outcome == there.outcome
            assert here.state == there.state
            if here.outcome:
                break
            code = choose.choice(here.legal_codes)
            here, there = here.play_unchecked(code), there.play_unchecked(code)


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


def ask_all(rows: Words, ctx: Words, out: Words, move: int) -> int:
    """An entry: play a move, store the state, and write what all other kernels say of it."""
    state = states.load(rows, 0)
    out[0] = word(rules.to_move(state))
    out[1] = rules.hash_state(state)
    after = rules.make_move(state, ctx, move)
    out[2] = word(rules.status(after, ctx))
    out[3] = word(rules.no_moves_outcome(after, ctx))
    states.store(rows, 0, after)
    return 0


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_kernel_does_the_same_in_both_ways_to_run(name: str) -> None:
    game = brettwerk.game(name)
    plain, compiled = game.kernels_in(compiled=False), game.kernels_in(compiled=True)
    choose, seen = random.Random(name), dict[object, object]()
    for _ in range(3):
        position = game.start()
        while not position.outcome and len(seen) < 400:
            code = choose.choice(position.legal_codes)
            answers = []
            for kernels in (plain, compiled):
                rows, out = kernels.rows(position.state), kernels.words(4)
                kernels.run(ask_all, rows, kernels.ctx, out, code)
                answers.append([int(value) for value in (*out[:], *rows[:])])
            assert answers[0] == answers[1]
            assert seen.setdefault(answers[0][1], position) == position
            position = position.play_unchecked(code)


def test_the_most_crowded_boards_fit_into_the_room_for_moves() -> None:
    rows = [name for name in HEXAGON.names if name[0] in "acegi"]
    crowded = brettwerk.game("abalone", setup={"black": rows, "white": []}).start()
    crowded.game.compile()
    assert len(crowded.legal_codes) == crowded.perft(1) == 264
    groups = sum(1 for group in abalone.GROUP[:] if group)
    assert 61 * 6 + 4 * groups <= abalone.MAX_MOVES

"""No two positions that a search meets share a word: it would take one for the other."""

from __future__ import annotations

import random
from importlib import import_module
from itertools import combinations

import numpy as np
import pytest

import brettwerk
from brettwerk.rules import kit
from brettwerk.rules.drei import DreiState
from brettwerk.rules.drei import hash_state as hash_drei
from brettwerk.rules.schlacht import PIECES, SchlachtState
from brettwerk.rules.schlacht import hash_state as hash_schlacht

# Cells that lie 32 apart, as halves of a word, and at its ends: where stirring is weakest.
CELLS = (0, 1, 2, 7, 8, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 56, 57, 58, 59, 60, 61, 62, 63)


def test_two_words_with_few_cells_are_stirred_into_different_words() -> None:
    few = [sum(1 << c for c in cells) for n in range(3) for cells in combinations(CELLS, n)]
    pairs = [(a, b) for a in few for b in few]
    assert len({kit.mix(a, b) for a, b in pairs}) == len(pairs)


def test_compiled_and_plain_kernels_stir_the_same() -> None:
    mix = import_module("brettwerk.compiled.kit").mix
    rng = random.Random(1)
    for _ in range(1000):
        a, b = rng.getrandbits(64), rng.getrandbits(64)
        assert int(mix(np.uint64(a), np.uint64(b))) == kit.mix(a, b)


def test_a_pass_is_no_piece_on_the_first_field() -> None:
    here = SchlachtState(me=0b110, opp=0b1000, ply=20, passes=1)
    there = SchlachtState(me=0b111, opp=0b1000, ply=20, passes=0)
    assert hash_schlacht(here) != hash_schlacht(there)


def test_placing_is_not_the_battle() -> None:
    placing = SchlachtState(me=0b11, opp=0b1100, ply=4, passes=0)
    assert hash_schlacht(placing) != hash_schlacht(placing._replace(ply=PIECES + 8))


def test_a_turn_of_the_continuation_is_no_piece() -> None:
    here = DreiState(me=1, opp=2, last=1, turns=2)
    there = DreiState(me=1 | 2 << 32, opp=2, last=1, turns=0)
    assert hash_drei(here) != hash_drei(there)


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_positions_near_each_other_have_different_words(name: str) -> None:
    rng = random.Random(name)
    rules = import_module(f"brettwerk.rules.{name}")
    found: dict[int, tuple[int, ...]] = {}
    for _ in range(3):
        position = brettwerk.game(name).start()
        for _ in range(60):
            for code in position.codes[:80]:
                state = position.play_unchecked(code).state
                pieces = tuple(state[:2])
                assert found.setdefault(rules.hash_state(state), pieces) == pieces
            if position.outcome:
                break
            position = position.play_unchecked(rng.choice(position.codes))

"""No two positions that a search meets share a word: it would take one for the other."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.games.drei.rules import DreiState
from brettwerk.games.drei.rules import hash_state as hash_drei
from brettwerk.games.schlacht.rules import PIECES, SchlachtState
from brettwerk.games.schlacht.rules import hash_state as hash_schlacht
from brettwerk.kernels import primitives
from brettwerk.kernels.types import Words
from kernels.running import runner

# Cells that lie 32 apart, as halves of a word, and at its ends: where stirring is weakest.
CELLS = (0, 1, 2, 7, 8, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 56, 57, 58, 59, 60, 61, 62, 63)


def test_two_words_with_few_cells_are_stirred_into_different_words() -> None:
    few = [sum(1 << c for c in cells) for n in range(3) for cells in combinations(CELLS, n)]
    pairs = [(a, b) for a in few for b in few]
    assert len({primitives.mix(a, b) for a, b in pairs}) == len(pairs)


def mix_pairs(words: Words) -> int:
    """An entry: after each two words write what they are mixed into."""
    for at in range(0, len(words), 3):
        words[at + 2] = primitives.mix(words[at], words[at + 1])
    return 0


def test_compiled_and_plain_kernels_mix_the_same() -> None:
    rng = random.Random(1)
    kernels = runner(brettwerk.game("bedraengnis"), "numba")
    words = kernels.words(3000)
    words[:] = [rng.getrandbits(64) for _ in range(3000)]
    kernels.run(mix_pairs, words)
    found = [int(word) for word in words[:]]
    pairs = zip(found[::3], found[1::3], found[2::3], strict=True)
    assert all(c == primitives.mix(a, b) for a, b, c in pairs)


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
    rules = definition(name).rules
    found: dict[int, tuple[int, ...]] = {}
    for _ in range(3):
        position = brettwerk.game(name).start()
        for _ in range(60):
            for code in position.legal_codes[:80]:
                state = position.play_unchecked(code).state
                pieces = tuple(state[:2])
                assert found.setdefault(rules.hash_state(state), pieces) == pieces
            if position.outcome:
                break
            position = position.play_unchecked(rng.choice(position.legal_codes))

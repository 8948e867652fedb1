"""Linking: kernels with other globals, errors that tell what is wrong, games without extras."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType
from typing import cast

import pytest

import brettwerk
from brettwerk.core.game import Game
from brettwerk.games.bedraengnis import rules as bedraengnis_rules
from brettwerk.games.bedraengnis.definition import Bedraengnis
from brettwerk.games.bedraengnis.play import PLAY
from brettwerk.games.bedraengnis.rules import BedraengnisState
from brettwerk.kernels.contract import rules, states
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.entries import legal_moves
from brettwerk.kernels.game import KernelRunner
from brettwerk.kernels.link import Linker
from brettwerk.kernels.plain import Plain
from brettwerk.kernels.primitives import (
    number,
    pack_outcome,
    points_of,
    reason_of,
    small_table,
    still_in_of,
    table,
    winners_of,
    wins_alone,
    word,
)
from brettwerk.kernels.types import Floats, Numbers, State, Words
from brettwerk.search.alphabeta import AlphaBetaSearcher
from brettwerk.search.objectives import WIN, Objective
from brettwerk.search.prover import Prover
from brettwerk.search.report import Limit
from kernels.running import runner, running_on
from quick import quick_ones

ON_BOTH = pytest.mark.parametrize("backend", ["plain", "numba"])
SIGNED = small_table([-3, 5])
LARGE = table([(1 << 64) - 1, 1 << 63])


def kernels(backend: str) -> KernelRunner[State]:
    """A small game's kernels."""
    return runner(brettwerk.game("bedraengnis"), backend)


def constants(numbers: Numbers, words: Words, floats: Floats, at: int) -> int:
    """An entry: use all kinds of arrays and constant tables."""
    numbers[0] = SIGNED[at] + number(LARGE[0])
    words[0] = word(LARGE[1] << word(1)) | LARGE[0] >> word(60)
    floats[0] = at / 4
    return number(LARGE[1] >> word(3)) >> 60


@ON_BOTH
def test_words_and_numbers_are_the_same_in_both_ways(backend: str) -> None:
    game = kernels(backend)
    numbers, words, floats = game.numbers(1), game.words(1), game.floats(1)
    assert game.run(constants, numbers, words, floats, 1) == 1
    assert (numbers[0], words[0], floats[0]) == (4, 15, 0.25)


def swap_rows(rows: Words) -> int:
    """An entry: load two states and store them the other way round."""
    first, second = states.load(rows, 0), states.load(rows, 1)
    states.store(rows, 0, second)
    states.store(rows, 1, first)
    return rules.to_move(first)


@ON_BOTH
def test_states_are_loaded_from_rows_and_stored(backend: str) -> None:
    game = kernels(backend)
    rows = game.rows((1, 0, 1 << 63), (2, 3, 4))
    assert game.run(swap_rows, rows) == 1
    assert [int(value) for value in rows[:]] == [2, 3, 4, 1, 0, 1 << 63]


def ping(state: State, depth: int) -> int:
    """Call the other."""
    return depth and pong(state, depth - 1)


def pong(state: State, depth: int) -> int:
    """Call the other."""
    return depth and ping(state, depth - 1)


def play_ping(rows: Words, depth: int) -> int:
    """An entry whose kernels call each other."""
    return ping(states.load(rows, 0), depth)


@ON_BOTH
def test_kernels_that_call_each_other_are_refused(backend: str) -> None:
    game = kernels(backend)
    with pytest.raises(TypeError, match="ping and pong"):
        game.run(play_ping, game.rows((0, 0, 0)), 3)


def takes_a_list(values: list[int]) -> int:
    """No entry: lists are not made by any backend."""
    return values[0]


def test_an_entry_has_only_arrays_and_numbers() -> None:
    with pytest.raises(TypeError, match="takes_a_list"):
        kernels("numba").run(takes_a_list, [1])


def test_compiled_entries_take_no_other_arrays() -> None:
    game = kernels("numba")
    with pytest.raises(TypeError):
        game.run(swap_rows, [0] * 6)


def test_placeholders_say_that_they_stand_for_a_game() -> None:
    with pytest.raises(AttributeError, match="KernelGame"):
        rules.to_move((0, 0, 0))


def test_an_outcome_code_has_four_parts() -> None:
    code = pack_outcome(0b100, 0b101, 7, 12)
    parts = winners_of(code), still_in_of(code), reason_of(code), points_of(code)
    assert parts == (0b100, 0b101, 7, 12)
    assert wins_alone(code, 2)
    assert not wins_alone(pack_outcome(0b110, 0b111, 1, 0), 2)


class Bare(Bedraengnis):
    """A game with rules and nothing else."""

    kernels = GameKernels("bare", BedraengnisState, bedraengnis_rules, play=PLAY)


@pytest.mark.parametrize("backend", quick_ones(["plain", "numba"], ["plain"]))
def test_a_game_without_an_evaluation_can_be_searched(backend: str) -> None:
    start = Game(Bare(), {}).start()
    with running_on(backend):
        searcher = AlphaBetaSearcher(start.game, megabytes=1)
        prover = Prover(start.game, megabytes=1)
    found = searcher.think(start, Limit(depth=6))
    assert found.lines[0].moves
    full = Prover(brettwerk.game("bedraengnis"), megabytes=1)
    wins = full.soonest(brettwerk.game("bedraengnis").start(), Objective(WIN, 0), 16)
    assert prover.soonest(start, Objective(WIN, 0), 16) == wins == 11


def test_a_thread_waits_for_a_plain_kernel_that_another_is_linking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, bind = threading.Event(), Linker.bind

    def slowly(linker: Linker, function: FunctionType, bound: dict[str, object]) -> None:
        begun.set()
        threading.Event().wait(0.05)
        bind(linker, function, bound)

    monkeypatch.setattr(Linker, "bind", slowly)
    way = Plain(Bedraengnis.kernels)
    with ThreadPoolExecutor(1) as other:
        linking = other.submit(way.linked, legal_moves)
        assert begun.wait(10)
        linked = cast("FunctionType", way.linked(legal_moves))
        assert {"rules", "states"} <= set(linked.__globals__)
        assert linked is linking.result()

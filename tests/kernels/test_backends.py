"""Plain Python, Numba and WebAssembly give the same answers, to the last bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

import brettwerk
from brettwerk.core.game import Game, Position
from brettwerk.core.registry import definition
from brettwerk.kernels import entries
from brettwerk.kernels.game import KernelRunner
from brettwerk.kernels.perft import perft, playouts
from brettwerk.kernels.types import State
from brettwerk.search import Analysis, choose
from brettwerk.search.objectives import WIN, Objective
from brettwerk.search.prover import Prover, TooHard
from brettwerk.search.report import Limit, Searcher
from brettwerk.search.searchers import new_searcher
from brettwerk.solving import Solving
from kernels.running import BACKENDS, each_compiled, runner, running_on

pytest.importorskip("numba", reason="Numba is not installed: there is nothing to compare with.")
LONGEST = 150
EACH_NAME = pytest.mark.parametrize("name", brettwerk.NAMES)
QUICK = ("numba", "wasm")
# One game of each kind of search; what compiles more than one thing, for the smaller.
EACH_COMPILED = each_compiled("bedraengnis", "triapon")
EACH_SMALL = each_compiled("bedraengnis")


def walks(name: str) -> Iterator[list[Position]]:
    """Random games with random options, as the positions in which they go on."""
    kind = definition(name)
    for seed in range(10**6):
        rng = Random(f"{name} {seed}")
        options = {**kind.engine_overrides, **kind.random_options(seed)}
        walk = [Game(kind, options if seed else {}).start()]
        while not walk[-1].outcome and len(walk) < LONGEST:
            walk.append(walk[-1].play_unchecked(rng.choice(walk[-1].legal_codes)))
        yield [position for position in walk if not position.outcome]


def rules_at(kernels: KernelRunner[State], position: Position, move: int) -> list[object]:
    """What the rules say of a position, and of the one after a move."""
    rows, buf = kernels.rows(position.state), kernels.numbers(kernels.game.rules.MAX_MOVES)
    count = kernels.run(entries.legal_moves, rows, kernels.ctx, buf)
    moves = [int(code) for code in [*buf[:count]]]
    mover = kernels.run(entries.to_move, rows)
    kernels.run(entries.play, rows, kernels.ctx, move)
    ends = kernels.run(entries.status, rows, kernels.ctx)
    stuck = kernels.run(entries.no_moves_outcome, rows, kernels.ctx)
    return [moves, mover, [int(word) for word in rows[:]], ends, stuck]


def compare_rules(walk: list[Position], rng: Random, backends: tuple[str, ...] = BACKENDS) -> None:
    """The rules are the same on these backends in every position of a game."""
    everywhere = [runner(walk[0].game, backend) for backend in backends]
    for position in walk:
        move = rng.choice(position.legal_codes)
        plain, *others = (rules_at(kernels, position, move) for kernels in everywhere)
        assert plain[0] == list(position.legal_codes)
        assert others == [plain] * len(others), position.text


def compare_counts(walk: list[Position], every: int) -> None:
    """Perft and random games are the same on both quick backends."""
    everywhere = [runner(walk[0].game, backend) for backend in QUICK]
    for position in walk[::every]:
        past = tuple(position.history or ())
        found = [
            (perft(run, position.state, past, 2, 10**6), playouts(run, position.state, 3, 60, 7))
            for run in everywhere
        ]
        assert found[0] == found[1], position.text


def thought(searcher: Searcher, position: Position, nodes: int) -> Analysis:
    """What a search finds in so many nodes, however long it takes."""
    searcher.forget()
    return replace(searcher.think(position, Limit(nodes=nodes), lines=2), seconds=0.0)


def compare_searches(
    walk: list[Position], every: int, nodes: int, backends: tuple[str, ...]
) -> None:
    """The search finds the same on these backends."""
    searchers = []
    for backend in backends:
        with running_on(backend):
            searchers.append(new_searcher(walk[0].game, 1))
    for position in walk[::every]:
        first, *others = (thought(searcher, position, nodes) for searcher in searchers)
        assert others == [first] * len(others), position.text


@EACH_NAME
def test_the_rules_are_the_same_in_plain_python(name: str) -> None:
    for walk in islice(walks(name), 4):
        compare_rules(walk, Random(name), ("plain", "wasm"))


@each_compiled("bedraengnis", "katarenga")
def test_the_rules_are_the_same_everywhere(name: str) -> None:
    for walk in islice(walks(name), 4):
        compare_rules(walk, Random(name))
        compare_counts(walk, 10)


@EACH_NAME
def test_the_search_finds_the_same_in_plain_python(name: str) -> None:
    compare_searches(next(walks(name)), 40, 300, ("plain", "wasm"))


@EACH_COMPILED
def test_the_search_finds_the_same_compiled(name: str) -> None:
    compare_searches(next(walks(name)), 10, 5_000, QUICK)


@EACH_COMPILED
def test_proofs_are_the_same_everywhere(name: str) -> None:
    for walk in islice(walks(name), 2):
        provers = []
        for backend in QUICK:
            with running_on(backend):
                provers.append(Prover(walk[0].game, megabytes=1))
        for position in walk[::7]:
            assert len({proof(prover, position) for prover in provers}) == 1, position.text


def proof(prover: Prover, position: Position) -> tuple[int | None, int]:
    """In how many plies the player to move wins, and how many positions that took."""
    prover.allow(20_000, position)
    try:
        return prover.soonest(position, Objective(WIN, position.turn), 5), prover.nodes
    except TooHard:
        return None, prover.nodes


@EACH_SMALL
def test_levels_play_the_same_everywhere(name: str) -> None:
    walk = next(walks(name))[3::25]
    found = []
    for backend in QUICK:
        with running_on(backend):
            found.append([choose(p, level, seed=3) for p in walk for level in (2, 5, 7, 10)])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "name",
    ["schlacht", *(pytest.param(name, marks=pytest.mark.slow) for name in ("drei", "isolation"))],
)
def test_solvers_answer_the_same_everywhere(name: str) -> None:
    late = [position for walk in islice(walks(name), 4) for position in walk[-6:]]
    found = []
    for backend in QUICK:
        with running_on(backend):
            found.append([Solving()(position, nodes=200_000) for position in late])
    assert found[0] == found[1]
    assert any(found[0])


@pytest.mark.slow
@EACH_NAME
def test_ten_thousand_positions_are_the_same_everywhere(name: str) -> None:
    compared = 0
    for walk in walks(name):
        compare_rules(walk, Random(name))
        compare_counts(walk, 1)
        compare_searches(walk, 1, 400, QUICK)
        compare_searches(walk, 100, 200, BACKENDS)
        compared += len(walk)
        if compared >= 10_000:
            return


@pytest.mark.slow
@EACH_NAME
def test_levels_play_the_same_in_many_positions(name: str) -> None:
    some = [position for walk in islice(walks(name), 100) for position in walk[::20]]
    found = []
    for backend in QUICK:
        with running_on(backend):
            found.append([choose(p, 1 + at % 9, seed=at) for at, p in enumerate(some)])
    assert found[0] == found[1]

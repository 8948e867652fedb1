"""The benchmark of searches looks where it says and tells what it found."""

from __future__ import annotations

from itertools import count

import pytest

import brettwerk
from brettwerk.bench.search import DEPTHS, PLIES, fixed_positions, measure_search


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_run_looks_at_the_same_positions(name: str) -> None:
    positions = fixed_positions(name)
    assert positions == fixed_positions(name)
    assert len(set(positions)) == len(PLIES)
    assert not any(position.outcome for position in positions)


def test_it_compares_with_the_first_number_of_threads() -> None:
    told: list[str] = []
    ticks = count()
    *_, (first, second) = measure_search(
        lambda: next(ticks), ["bedraengnis"], (1, 2), told.append, nodes=300, depth_seconds=0.2
    )
    assert told == ["bedraengnis: 1 thread", "bedraengnis: 2 threads"]
    assert (first.name, first.threads, second.threads) == ("bedraengnis", 1, 2)
    assert first.ratio == 1
    assert second.ratio == second.nodes_per_second / first.nodes_per_second
    assert 0 < first.nodes_per_second < 1000  # by a clock that ticks once a search
    assert first.depth >= 1
    assert tuple(first.seconds_to) == DEPTHS

"""Tuning: regression finds weights that made the results, and self-play gives samples."""

from __future__ import annotations

import math
from random import Random

import pytest

from brettwerk.core.registry import definition
from brettwerk.search.tuning import Samples, fit, tune
from brettwerk.search.weights import read_weights, weights_of


def test_regression_finds_what_made_the_results() -> None:
    rng = Random(1)
    true = (0.8, -0.5, 0.2)
    rows = [[float(rng.randrange(-3, 4)) for _ in true] for _ in range(20_000)]
    chances = [1 / (1 + math.exp(-sum(w * x for w, x in zip(true, r, strict=True)))) for r in rows]
    results = [float(rng.random() < chance) for chance in chances]
    found, loss, positions = fit([Samples(rows, results)], [0.0, 0.0, 0.0])
    assert found == pytest.approx(true, abs=0.05)
    assert positions == 20_000
    assert 0 < loss < math.log(2)


@pytest.mark.parametrize("name", ["bedraengnis", "triapon"])
def test_a_round_of_tuning_is_recorded_and_repeatable(name: str) -> None:
    before = read_weights(name)
    once = tune(name, before, games=6, nodes=30, seed=4)
    again = tune(name, before, games=6, nodes=30, seed=4)
    assert once == again
    assert once.phases != before.phases
    assert [*once.phases] == [*before.phases]
    names = definition(name).kernels.evaluation.FEATURES
    assert all(tuple(row) == names for row in once.phases.values())
    assert once.found["rounds"][-1]["games"] == 6
    assert weights_of(once.as_json()) == once

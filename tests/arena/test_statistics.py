"""Formulas against values that others have published or that can be worked out by hand."""

from __future__ import annotations

from math import inf, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brettwerk.arena.statistics import Interval, Sprt, elo_interval, elo_of, expected_score

PAIRS = st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any)


@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "llr"),
    [
        # losses, draws, wins; and pairs: as Fishtest and fastchess compute them
        (0.5, 2.5, [21184, 40708, 21404], -1.57),
        (0, 2, [57030, 106593, 57433], -2.59),
        (0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
        (0, 2, [871, 26175, 55983, 26678, 821], -4.98),
    ],
)
def test_the_likelihood_ratio_is_that_of_others(
    elo0: float, elo1: float, counts: list[int], llr: float
) -> None:
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(llr, abs=0.01)


def test_the_bounds_of_the_test_are_walds() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-log(19), log(19)))


def test_the_test_decides_and_stays_open() -> None:
    sprt = Sprt(0, 20)
    assert sprt.verdict([0, 0, 0, 0, 0]) == "open"
    assert sprt.verdict([1, 2, 5, 3, 1]) == "open"
    assert sprt.verdict([10, 50, 200, 120, 80]) == "accepted"
    assert sprt.verdict([80, 120, 200, 50, 10]) == "rejected"


@given(PAIRS)
def test_swapping_the_contestants_swaps_everything(counts: list[int]) -> None:
    mine, theirs = elo_interval(counts), elo_interval(counts[::-1])
    assert mine is not None
    assert theirs is not None
    assert mine.value == pytest.approx(-theirs.value, abs=1e-6)
    assert mine.low == pytest.approx(-theirs.high, abs=1e-6)
    assert Sprt(-5, 5).llr(counts) == pytest.approx(-Sprt(-5, 5).llr(counts[::-1]), abs=1e-6)


@given(PAIRS)
def test_the_estimate_lies_within_its_error_bars(counts: list[int]) -> None:
    found = elo_interval(counts)
    assert found is not None
    assert found.low <= found.value <= found.high
    assert found.low < found.high


@given(st.floats(-800, 800))
def test_elo_and_score_are_each_others_inverse(elo: float) -> None:
    assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-6)


def test_known_scores() -> None:
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(0.5) == 0
    assert (elo_of(0), elo_of(1)) == (-inf, inf)


def test_error_bars_of_many_pairs_are_the_textbook_ones() -> None:
    # 10,000 pairs that are half 0 and half 2: mean ½, deviation ½, so ± 1.96 · 0.005 in score.
    found = elo_interval([5000, 0, 0, 0, 5000])
    assert found is not None
    assert found.high == pytest.approx(elo_of(0.5 + 1.96 * 0.005), abs=0.01)


def test_no_games_say_nothing_and_few_are_never_certain() -> None:
    assert elo_interval([0] * 5) is None
    found = elo_interval([0, 0, 0, 0, 3])
    assert found is not None
    assert found.value == inf
    assert 0 < found.low < inf
    assert found.as_json() == {"value": None, "low": pytest.approx(found.low, abs=1), "high": None}
    assert Interval(1.25, -3, 5).as_json() == {"value": 1.2, "low": -3, "high": 5}

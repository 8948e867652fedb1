"""Exponential, hyperbolic tangent and logarithm: near the true values, the same compiled or not."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import pytest

import brettwerk
from brettwerk.kernels.elementary import exp, log, tanh
from kernels.running import runner

if TYPE_CHECKING:
    from brettwerk.kernels.types import Floats, Numbers

RANDOM = Random(1)
NUMBERS = [*range(1, 300), *(RANDOM.randrange(1, 2**62) for _ in range(300)), 2**62, 2**62 - 1]
VALUES = [0.0, -0.0, -1e-12, *(RANDOM.uniform(-45, 0) for _ in range(500))]


def write_all(numbers: Numbers, values: Floats, found: Floats) -> int:
    """An entry: write the logarithms of the numbers, then the functions of the values."""
    at = 0
    for k in range(len(numbers)):
        found[at] = log(numbers[k])
        at += 1
    for k in range(len(values)):
        found[at] = exp(values[k])
        found[at + 1] = tanh(values[k])
        found[at + 2] = tanh(-values[k])
        at += 3
    return at


def test_they_are_near_the_true_values() -> None:
    for number in NUMBERS:
        assert log(number) == pytest.approx(math.log(number), rel=1e-15, abs=1e-15)
    for value in VALUES:
        assert exp(value) == pytest.approx(math.exp(value), rel=1e-13, abs=1e-19)
        assert tanh(value) == pytest.approx(math.tanh(value), abs=1e-15)
        assert tanh(-value) == -tanh(value)
    assert exp(-1e9) == 0.0
    assert log(1) == 0.0


def test_they_are_the_same_to_the_last_bit_when_compiled() -> None:
    found = []
    for backend in ("plain", "numba"):
        kernels = runner(brettwerk.game("bedraengnis"), backend)
        numbers, values = kernels.numbers(len(NUMBERS)), kernels.floats(len(VALUES))
        numbers[:], values[:] = NUMBERS, VALUES
        out = kernels.floats(len(NUMBERS) + 3 * len(VALUES))
        assert kernels.run(write_all, numbers, values, out) == len(out)
        found.append([float(value) for value in out[:]])
    assert found[0] == found[1]

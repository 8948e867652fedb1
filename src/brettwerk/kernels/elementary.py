"""Exponential, hyperbolic tangent and logarithm for kernels, the same on every machine.

The functions of a C library differ in the last digit from one system to the next. These use only
arithmetic and square roots, which IEEE 754 defines to the last bit.
"""

from itertools import accumulate, repeat
from math import sqrt
from operator import mul

from brettwerk.kernels.primitives import float_table, highest, word

LN2 = 0.6931471805599453
STEPS = 64  # between two powers of two
_STEP = sqrt(sqrt(sqrt(sqrt(sqrt(sqrt(0.5))))))  # the 64th root of a half
ROOTS = float_table(accumulate(repeat(_STEP, STEPS - 1), mul, initial=1.0))
HALVES = float_table(accumulate(repeat(0.5, 63), mul, initial=1.0))


def exp(x: float) -> float:
    """Return e to the power of `x`, which is at most 0; 0 from about -44 on."""
    steps = int(0.5 - x * (STEPS / LN2))
    if steps >= 64 * STEPS:
        return 0.0
    rest = x + steps * (LN2 / STEPS)
    series = 1 + rest * (1 + rest * (1 / 2 + rest * (1 / 6 + rest * (1 / 24 + rest / 120))))
    return series * ROOTS[steps & (STEPS - 1)] * HALVES[steps // STEPS]


def tanh(x: float) -> float:
    """Return the hyperbolic tangent."""
    power = exp(-2 * abs(x))
    found = (1 - power) / (1 + power)
    return found if x >= 0 else -found


def _series(ratio: float, terms: int) -> float:
    """Return the logarithm of (1 + ratio) / (1 - ratio), the more exact the more terms."""
    total = 0.0
    for odd in range(2 * terms - 1, 0, -2):
        total = total * ratio * ratio + 1 / odd
    return 2 * ratio * total


LOGS = float_table(_series(k / (2 * STEPS + k), 40) for k in range(STEPS))  # of 1 + k / STEPS


def log(n: int) -> float:
    """Return the natural logarithm of a whole number, at least 1."""
    twos = highest(word(n))
    near = (n << 6 >> twos) - STEPS if twos < 56 else (n >> twos - 6) - STEPS
    rest, known = n / (1 << twos), 1 + near / STEPS
    ratio = (rest - known) / (rest + known)
    square = ratio * ratio
    series = 1 + square * (1 / 3 + square * (1 / 5 + square / 7))
    return twos * LN2 + LOGS[near] + 2 * ratio * series

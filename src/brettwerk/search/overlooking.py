"""Which moves a computer player overlooks: drawn at random, the same from a seed everywhere."""

from __future__ import annotations

from brettwerk.kernels.primitives import choose, mix, word
from brettwerk.kernels.types import Numbers


def overlook(codes: Numbers, percent: int, seed: int) -> int:
    """Shuffle moves, and return how many are noticed: the first ones, and always one at least.

    The number is rounded at random, too: otherwise a few percent of few moves would change nothing.
    """
    count = len(codes)
    random = mix(word(seed), word(count))
    for last in range(count - 1, 0, -1):
        random = mix(random, word(last))
        other = choose(random, last + 1)
        codes[last], codes[other] = codes[other], codes[last]
    random = mix(random, word(count))
    return max(1, (count * (100 - percent) + choose(random, 100)) // 100)

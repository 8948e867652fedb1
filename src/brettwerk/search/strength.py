"""“At my strength”: the level against which somebody would win about half of their games.

How strong somebody is, counted in levels, is estimated from their last results (Bayes), beginning
with a guess that is far from certain. So the first games change the level most, and after three it
is about right. The page does the same in `web/static/strength.js`.
"""

import math
from collections.abc import Sequence
from math import exp, floor, prod

from brettwerk.core.levels import LEVELS

_FIRST = 4  # what is assumed of somebody who has not played yet
_SPREAD = 3  # how far from that they may well be, in levels
_STEEPNESS = 0.7  # of the chance to win, a level: 67 of 100 against the level below one's own
_COUNTED = 6  # games: people improve, so older results mislead
_STRENGTHS = range(LEVELS[0] - 3, LEVELS[-1] + 4)  # some are weaker or stronger than any level


def level_for(results: Sequence[tuple[int, float]]) -> int:
    """Return the level for somebody with these results, the latest first.

    A result is the level of the computer, and 1 for a win, ½ for a draw, 0 for a loss.

    >>> level_for([]), level_for([(4, 1)]), level_for([(6, 1), (4, 1)])
    (4, 6, 7)
    """
    counted = results[:_COUNTED]
    weights = {strength: _likelihood(strength, counted) for strength in _STRENGTHS}
    mean = sum(strength * weight for strength, weight in weights.items()) / sum(weights.values())
    return max(LEVELS[0], min(LEVELS[-1], floor(mean + 0.5)))


def _likelihood(strength: int, results: Sequence[tuple[int, float]]) -> float:
    """Return how likely it is to be of this strength, up to a factor, and have these results."""
    prior = exp(-((strength - _FIRST) ** 2) / (2 * _SPREAD**2))
    return prior * prod(_chance(strength, level, points) for level, points in results)


def _chance(strength: int, level: int, points: float) -> float:
    win = 1 / (1 + exp(-_STEEPNESS * (strength - level)))
    return math.pow(win, points) * math.pow(1 - win, 1 - points)

"""What a file of facts holds: exact ones of a game's own, and samples of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from brettwerk.records import Record

# The games that were played for a plan, by its name.
Games = Callable[[str], Iterable[Record]]


class Estimate(Struct, frozen=True):
    """A mean, and what it lies between 95 times of 100."""

    value: float
    low: float
    high: float


class How(Struct, frozen=True):
    """How games came about: enough to play the very same ones again."""

    command: str
    nodes: int
    seed: int
    opening_plies: int
    most_plies: int
    options: dict[str, Any]
    date: str
    version: str


class Lengths(Struct, frozen=True):
    """How many plies games took: the mean, the median, both ends, and how often each occurred."""

    mean: Estimate
    median: int
    shortest: int
    longest: int
    counts: dict[int, int]


class Choice(Struct, frozen=True):
    """How many legal moves there were at a ply: the mean, quartiles, and in how many games."""

    ply: int
    mean: float
    lower: int
    upper: int
    games: int


class Sample(Struct, frozen=True):
    """What the games of one plan come to.

    `scores` are each seat's shares of the win and `wins` the games it won alone; all others are
    `shared`. `points` are what a seat scores in a game, where there are points. `branching` is
    the number of legal moves; `magnitude` is the logarithm to base ten of how many games there
    are, if all had as many choices as these: the mean of the sum of the logarithms of the choices.
    """

    name: str
    how: How
    games: int
    scores: list[Estimate]
    wins: list[int]
    shared: int
    points: list[Estimate] | None
    lengths: Lengths
    branching: Estimate
    by_ply: list[Choice]
    magnitude: Estimate
    ends: dict[str, int]


class Facts(Struct, frozen=True):
    """All that is known of a game; `exact` is as its own module makes it."""

    game: str
    exact: dict[str, Any]
    samples: list[Sample]

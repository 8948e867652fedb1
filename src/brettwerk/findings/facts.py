"""The structure of a file of findings: exact facts, and samples of games."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from brettwerk.records import Record

# Returns the games of a plan by its name.
GamesOfPlan = Callable[[str], Iterable[Record]]


class Estimate(Struct, frozen=True):
    """A mean and its 95 % confidence interval."""

    value: float
    low: float
    high: float


class Provenance(Struct, frozen=True):
    """How games were made: enough to play the same ones again."""

    command: str
    nodes: int
    seed: int
    opening_plies: int
    most_plies: int
    options: dict[str, object]
    date: str
    version: str


class GameLengths(Struct, frozen=True):
    """The lengths of games in plies: mean, median, extremes and counts."""

    mean: Estimate
    median: int
    shortest: int
    longest: int
    counts: dict[int, int]


class ChoicesAtPly(Struct, frozen=True):
    """The number of legal moves at a ply: mean, quartiles and number of games."""

    ply: int
    mean: float
    lower: int
    upper: int
    games: int


class GameSample(Struct, frozen=True):
    """Statistics of the games of one plan.

    `scores` are each seat's shares of the win and `wins` the games it won alone; all others are
    `shared`. `points` are those of a seat per game, if the game has points. `branching` is the
    number of legal moves; `magnitude` is the decimal logarithm of the estimated number of games:
    the mean of the sum of the logarithms of the branching.
    """

    name: str
    how: Provenance
    games: int
    scores: list[Estimate]
    wins: list[int]
    shared: int
    points: list[Estimate] | None
    lengths: GameLengths
    branching: Estimate
    by_ply: list[ChoicesAtPly]
    magnitude: Estimate
    ends: dict[str, int]


class GameFindings(Struct, frozen=True):
    """All findings about a game; `exact` is structured by the game itself."""

    game: str
    exact: dict[str, Any]
    samples: list[GameSample]

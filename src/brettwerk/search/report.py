"""What an engine is asked and what it answers: limits, stopping, lines with scores, analyses."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar
from weakref import WeakSet

from brettwerk.core.game import Move, Position
from brettwerk.errors import BadLimit
from brettwerk.i18n import truncate

# The largest limits: eleven days, and more positions or plies than anybody waits for.
LARGEST = {"seconds": 10**6, "nodes": 10**15, "depth": 10**6}


def check_limit(name: str, value: object) -> None:
    """Raise unless a limit is a number greater than 0 and small enough to be waited for."""
    kinds = (int, float) if name == "seconds" else (int,)
    if type(value) not in kinds or not 0 < value <= LARGEST[name]:  # type: ignore[operator]
        raise BadLimit("engine-limit", name=name, largest=LARGEST[name], value=truncate(value))


def check_count(name: str, value: object, most: int) -> None:
    """Raise unless this is a whole number from 1 to `most`."""
    if type(value) is not int or not 1 <= value <= most:
        raise BadLimit("engine-count", name=name, most=most, value=truncate(value))


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to think: whichever comes first; at least one must be given.

    With a clock `seconds` is what a move usually takes, and `most_seconds` what one may take about
    which a search is undecided.

    >>> Limit(seconds=1.5, nodes=100_000)
    Limit(seconds=1.5, nodes=100000, depth=None)
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    most_seconds: float | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        given = {"seconds": self.seconds, "nodes": self.nodes, "depth": self.depth}
        for name, value in given.items():
            if value is not None:
                check_limit(name, value)
        if self.most_seconds is not None:
            check_limit("seconds", self.most_seconds)
        if all(value is None for value in given.values()):
            raise BadLimit("engine-limit-none")

    def as_json(self) -> dict[str, float]:
        """Return the limits that are given."""
        parts = {"seconds": self.seconds, "nodes": self.nodes, "depth": self.depth}
        return {name: value for name, value in parts.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Exact:
    """A proven result: by player as in `Outcome`; `plies` to the end of best play where known.

    What alpha-beta alone has proven holds up to a hash: its table tells positions apart by 64 bits.
    Solvers and the prover compare whole positions.

    >>> import brettwerk
    >>> exact = brettwerk.analyse("bedraengnis", nodes=1000).exact
    >>> exact.returns, exact.points
    ((1.0, -1.0), (7, 0))
    """

    returns: tuple[float, ...]
    points: tuple[int, ...] | None = None
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A way to play on, beginning with the move it is about.

    `score` is what each player may expect, between -1 and 1 as the returns of an outcome are;
    `exact` is given where that is proven. `value` is the engine's own number for the player to
    move, in thousandths of a logit, from which words about being ahead are made.

    >>> import brettwerk
    >>> line = brettwerk.analyse("abalone", depth=3).lines[0]
    >>> line.move.text, len(line.moves), line.score[0] == -line.score[1]
    ('a5b5', 3, True)
    """

    moves: tuple[Move, ...]
    score: tuple[float, ...]
    exact: Exact | None = None
    value: int | None = None

    @property
    def move(self) -> Move:
        """The move that the line begins with."""
        return self.moves[0]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine found out about a position: lines, best first; none when the game is over.

    >>> import brettwerk
    >>> found = brettwerk.analyse("abalone", depth=3, lines=2)
    >>> found.best.text, len(found.lines), found.depth, found.exact
    ('a5b5', 2, 3, None)
    """

    position: Position
    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    exact: Exact | None = None

    @classmethod
    def of_ended(cls, position: Position) -> Analysis:
        """Return what there is to know about a game that is over."""
        outcome = position.outcome
        assert outcome is not None
        return cls(position, (), 0, 0, 0.0, Exact(outcome.returns, outcome.points, 0))

    @property
    def best(self) -> Move | None:
        """The move that looks best, or None when the game has ended."""
        return self.lines[0].move if self.lines else None


class Stop:
    """Lets another thread end a search; a search says what ends it by `when_asked`."""

    _living: ClassVar[WeakSet[Stop]] = WeakSet()

    def __init__(self) -> None:
        Stop._living.add(self)
        self._lock = threading.Lock()
        self._asked = False
        self._actions: list[Callable[[], None]] = []

    @property
    def asked(self) -> bool:
        """Whether the search is to end."""
        return self._asked

    def ask(self) -> None:
        """End the search, now or as soon as it begins."""
        with self._lock:
            self._asked = True
            actions = list(self._actions)
        for action in actions:
            action()

    @classmethod
    def ask_all(cls) -> None:
        """End all searches of this process, for Ctrl-C."""
        for stop in list(cls._living):
            stop.ask()

    def when_asked(self, action: Callable[[], None]) -> None:
        """Call `action` when the search is to end: at once if it already is."""
        with self._lock:
            self._actions.append(action)
            asked = self._asked
        if asked:
            action()


@contextmanager
def stopped_after(seconds: float | None, outer: Stop) -> Iterator[Stop]:
    """Yield a stop that is asked for with `outer`, or when the seconds have passed."""
    inner = Stop()
    outer.when_asked(inner.ask)
    if seconds is None:
        yield inner
        return
    timer = threading.Timer(seconds, inner.ask)
    timer.daemon = True
    timer.start()
    try:
        yield inner
    finally:
        timer.cancel()


@dataclass(frozen=True, slots=True)
class SearchTask:
    """What a searcher is asked; moves whose codes are in `without` are ignored.

    `contempt` is how much less than even a draw is worth, in thousandths of a logit.
    """

    position: Position
    limit: Limit
    lines: int
    threads: int
    stop: Stop
    progress: Callable[[Analysis], None] | None
    without: Sequence[int]
    contempt: int = 0


class Searcher(ABC):
    """A search for positions of one game; for one caller at a time."""

    def think(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        threads: int = 1,
        stop: Stop | None = None,
        progress: Callable[[Analysis], None] | None = None,
        without: Sequence[int] = (),
        contempt: int = 0,
    ) -> Analysis:
        """Return what it finds within the limit; `progress` is told whenever it knows more.

        Moves whose codes are in `without` are left out of account; `contempt` makes draws worth
        less (`SearchTask`).
        """
        if position.outcome:
            return Analysis(position, (), 0, 0, 0.0)
        asked = stop or Stop()
        return self._search(
            SearchTask(position, limit, lines, threads, asked, progress, without, contempt)
        )

    @abstractmethod
    def _search(self, task: SearchTask) -> Analysis:
        """Search a position in which the game goes on."""

    @abstractmethod
    def forget(self) -> None:
        """Begin anew, as if nothing had been thought about yet."""

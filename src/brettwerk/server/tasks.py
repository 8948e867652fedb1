"""What analysis workers are asked: to look at a position as one watches, or at one of many.

These objects travel to worker processes; there `run` loads the engine.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from brettwerk.engine.report import Analysis, Line, Stop
    from brettwerk.games.core import Position
    from brettwerk.texts import Language

BETWEEN = 0.1  # seconds between two messages about one search
SHOWN = 12  # moves of a line; what is proven is shown to its end
SHOWN_PROVEN = 40


class Task(Protocol):
    """Something to think about; at most so many seconds long."""

    @property
    def seconds(self) -> float: ...

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:
        """In a worker: think, tell what is found on the way, and return the last word."""
        ...


@dataclass(frozen=True)
class Live:
    """The best lines of a position, told as they are found."""

    position: Position
    language: Language
    lines: int = 1
    seconds: float = 60.0

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:
        """Messages for the page, about ten a second at most."""
        from brettwerk.engine.live import live

        due = 0.0

        def told(report: Analysis, plain: bool) -> None:
            nonlocal due
            now = time.perf_counter()
            if now >= due:
                due = now + BETWEEN
                tell(found_message(report, self.language, plain=plain))

        last = live(self.position, told, seconds=self.seconds, lines=self.lines, stop=stop)
        return found_message(last, self.language)


@dataclass(frozen=True)
class Look:
    """The best line of a position within so many nodes, as an analysis."""

    position: Position
    nodes: int
    seconds: float = 20.0

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:  # noqa: ARG002 — see Task
        """What is found."""
        from brettwerk.engine import analyse

        return analyse(self.position, nodes=self.nodes, seconds=self.seconds, stop=stop)


@dataclass(frozen=True)
class Answer:
    """The move that a computer of some level makes."""

    position: Position
    level: int
    seed: int
    seconds: float = 60.0

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:  # noqa: ARG002 — see Task
        """Its text."""
        from brettwerk.engine import choose

        return choose(self.position, self.level, self.seed, at_once=True).text


@dataclass(frozen=True)
class Ready:
    """Whether a game's kernels have been compiled; if not, another process begins to."""

    game: str
    seconds: float = 20.0

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:  # noqa: ARG002 — see Task
        """True or false, at once."""
        from brettwerk.engine.warmth import begin_to_warm, is_warm

        if not is_warm(self.game):
            begin_to_warm(self.game)
        return is_warm(self.game)


@dataclass(frozen=True)
class Load:
    """Kernels that have been compiled are loaded, so that the first search need not wait."""

    games: tuple[str, ...]
    seconds: float = 120.0

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:
        """Games whose kernels are not there yet are left out."""
        from brettwerk.engine.warmth import is_warm, warm

        for game in self.games:
            if not stop.asked and is_warm(game):
                warm(game)
                tell(game)


# -- in words -------------------------------------------------------------------------------------
def found_message(found: Analysis, language: Language, *, plain: bool = False) -> dict[str, Any]:
    """An analysis as the page gets it: shares of the win, words, lines."""
    from brettwerk.engine.words import exact_words, line_words, unit_of

    position, unit = found.position, unit_of(found.position.game)
    known = found.exact or (found.lines[0].exact if found.lines else None)
    first = found.lines[0] if found.lines else None
    # A first thought of Triapon has no value: it is a move and nothing more.
    guessed = plain and not found.depth and not known
    words = exact_words(position, known, language, first.moves if first else ()) if known else ""
    if first and not known and not guessed:
        words = line_words(position, first, language, unit)
    scores = known.returns if known else first.score if first and not guessed else None
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "plain": plain,
        "shares": shares(scores) if scores else None,
        "words": words,
        "exact": known is not None,
        "lines": [_line(position, line, language, unit, guessed) for line in found.lines],
    }


def _line(
    position: Position, line: Line, language: Language, unit: Any, guessed: bool
) -> dict[str, Any]:
    from brettwerk.engine.words import line_words

    return {
        "moves": [move.text for move in line.moves[: SHOWN_PROVEN if line.exact else SHOWN]],
        "shares": None if guessed else shares(line.score),
        "words": "" if guessed else line_words(position, line, language, unit),
        "exact": line.exact is not None,
    }


def shares(scores: tuple[float, ...]) -> list[float]:
    """What each may expect (a win is 1, as in `Outcome.returns`) as shares of the whole."""
    least = 1 / (len(scores) - 1)
    parts = [max(0.0, score + least) for score in scores]
    return [round(part / sum(parts), 4) for part in parts]

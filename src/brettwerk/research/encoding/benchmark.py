"""What `brettwerk regret` asks of a game: its boards, and from where on its positions count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from brettwerk.core.game import Position

Line = tuple[str, ...]  # moves from the start
Everything = Callable[[Position, np.random.Generator, int | None], Iterable[Line]]


class Phase(NamedTuple):
    """A part of a game: its name, and the first ply that belongs to it."""

    name: str
    first: int


@dataclass(frozen=True)
class Benchmark:
    """What is asked of a game: boards to learn on and to be tested on, and phases.

    Positions before the first phase are not asked. A game whose positions can all be listed has
    `everything`: from a generator of random numbers and a number, or None for all, to the moves
    that lead to them on a board.
    """

    train: tuple[Mapping[str, Any], ...]
    test: tuple[Mapping[str, Any], ...]
    phases: tuple[Phase, ...]
    everything: Everything | None = None

    @cached_property
    def boards(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """All boards, each with its split."""
        return tuple(
            (split, options)
            for split, boards in (("train", self.train), ("test", self.test))
            for options in boards
        )

    def phase(self, ply: int) -> str:
        """Return the name of the phase of a ply."""
        return [phase.name for phase in self.phases if phase.first <= ply][-1]

"""Computer players: they think in workers of their own, never where people's moves are handled."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from random import Random
from typing import TYPE_CHECKING, Protocol

from brettwerk.games.core import Move
from brettwerk.server.workers import Workers

if TYPE_CHECKING:
    from brettwerk.games.core import Position

# Whose thinking is urgent: first where time runs, last where nobody looks.
CLOCK_RUNS, SOMEBODY_WAITS, NOBODY_WAITS = range(3)


class Choose(Protocol):
    """What chooses a move: blocking, the same for the same seed."""

    def __call__(self, position: Position, level: int, seed: int) -> Move: ...


def at_random(position: Position, level: int, seed: int) -> Move:  # noqa: ARG001 — see Choose
    """Any legal move: better than none when thinking has failed."""
    code = Random(seed).choice(position.codes)
    return Move(position.game.text_of(code), code)


def engine_choice(position: Position, level: int, seed: int) -> Move:
    """In a worker: the move that the engine chooses, soon even if nothing has been compiled yet."""
    from brettwerk.engine import choose

    return choose(position, level, seed, at_once=True)


class Computers:
    """All computer players of a server; those for whom somebody waits think first."""

    def __init__(self, choose: Choose | None = None, workers: int = 2, processes: bool = False):
        self._choose = choose
        self._workers = Workers(workers, processes and choose is None)

    @property
    def waiting(self) -> int:
        """How many have not chosen their moves yet."""
        return self._workers.waiting

    async def move(
        self, position: Position, level: int, seed: int, urgency: int = SOMEBODY_WAITS
    ) -> str:
        """The text of the move that a computer of this level makes."""
        choose = self._choose or engine_choice
        try:
            made = await self._workers.do(urgency, choose, position, level, seed)
        except BrokenExecutor:
            # A worker died, perhaps of somebody else's work: there are new ones now.
            made = await self._workers.do(urgency, choose, position, level, seed)
        return made.text

    def stop(self) -> None:
        """Let nobody think any more."""
        self._workers.stop()

"""Says what is proven: whether an aim is reached, by which moves, and how soon."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from brettwerk.puzzles.goals import TO_THE_END
from brettwerk.puzzles.kernels import aims as at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brettwerk.games.core import Game, Move, Position
    from brettwerk.puzzles.goals import Aim

NODES = 200_000_000
_NOBODY = -1
_ROOM = 100_000  # for the lists of moves of all positions on the way to a last one


class TooHard(Exception):
    """A proof that takes more positions than were allowed."""


class Judge:
    """Proves things about positions of one game; for one thread at a time."""

    def __init__(self, game: Game, *, compiled: bool = True) -> None:
        self.game = game
        where = ("compiled", "compiled") if compiled else ("kernels", "rules")
        self._search: Any = import_module(f"brettwerk.puzzles.{where[0]}.search")
        rules: Any = import_module(f"brettwerk.{where[1]}.{game.name}")
        self._class = getattr(rules, game.face.state_class.__name__)
        room = at.MOVES + _ROOM + rules.MAX_MOVES
        self._word: Any = int
        self._ctx: Any = list(game.face.context(game.options))
        self._mem: Any = [0] * room
        if compiled:
            import numpy as np

            self._word = np.uint64
            self._ctx, self._mem = np.array(self._ctx, np.uint64), np.zeros(room, np.int64)
        if hasattr(rules, "prepare"):
            rules.prepare(self._ctx, self._mem)
        self._mem[at.ROOM] = room - rules.MAX_MOVES
        self.allow(NODES)

    def allow(self, nodes: int) -> None:
        """Let the proofs from now on look at so many positions, all together."""
        self._mem[at.NODES], self._mem[at.MOST], self._mem[at.STOP] = 0, nodes, 0

    @property
    def nodes(self) -> int:
        """How many positions have been looked at since `allow`."""
        return int(self._mem[at.NODES])

    def reaches(self, position: Position, aim: Aim, left: int) -> bool:
        """Whether the aim is reached within so many plies whatever the others do."""
        return self._reaches(position, aim, left, aim.player)

    def certain(self, position: Position, aim: Aim, left: int, nodes: int) -> bool:
        """Whether the aim is reached whatever anybody does, as far as so many positions tell."""
        mem = self._mem
        most = int(mem[at.MOST])
        mem[at.MOST] = min(most, mem[at.NODES] + nodes)
        try:
            return self._reaches(position, aim, left, _NOBODY)
        except TooHard:
            return False
        finally:
            mem[at.MOST], mem[at.STOP] = most, 0

    def _reaches(self, position: Position, aim: Aim, left: int, helped: int) -> bool:
        mem = self._mem
        mem[at.HELPED] = helped
        mem[at.KIND], mem[at.PLAYER], mem[at.AMOUNT] = aim.kind, aim.player, aim.amount
        mem[at.LOST], mem[at.OUT] = aim.lost, aim.out
        state = self._class(*map(self._word, position.state))
        found = self._search.reaches(state, self._ctx, mem, min(left, TO_THE_END), at.MOVES)
        if mem[at.STOP]:
            raise TooHard
        return bool(found)

    def good(self, position: Position, aim: Aim, left: int) -> Iterator[Move]:
        """The moves after which the aim is still reached in time."""
        for move in position.moves:
            if self.reaches(position.play_unchecked(move.code), aim, left - 1):
                yield move

    def soonest(self, position: Position, aim: Aim, left: int) -> int:
        """The fewest plies, of those left, within which the aim is reached; it must be in time."""
        for plies in range(left):
            if self.reaches(position, aim, plies):
                return plies
        return left

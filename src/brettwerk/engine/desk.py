"""What one thread of a search works on: its memory, the game's words, and the kernels."""

from __future__ import annotations

import math
from importlib import import_module
from typing import TYPE_CHECKING, Any

from brettwerk.engine import layout as at
from brettwerk.engine.kernels.alphabeta import seen_at

if TYPE_CHECKING:
    from brettwerk.engine.weights import Weights
    from brettwerk.games.core import Game, Position


class Desk:
    """A desk whose kernels are plain Python: slow, but at hand at once."""

    kernels_at = "brettwerk.engine.kernels"
    rules_at = "brettwerk.rules"

    def __init__(self, game: Game, weights: Weights) -> None:
        self.kernels: Any = import_module(f"{self.kernels_at}.alphabeta")
        self.evaluation: Any = import_module(f"{self.kernels_at}.evaluation.{game.name}")
        self.rules: Any = import_module(f"{self.rules_at}.{game.name}")
        self.state_class: Any = getattr(self.rules, game.face.state_class.__name__)
        self.ctx: Any = self.array(game.face.context(game.options))
        self.mem: Any = self.memory(at.MOVES + self.rules.MAX_MOVES * at.MAX_PLY)
        if hasattr(self.rules, "prepare"):
            self.rules.prepare(self.ctx, self.mem)
        self._settle(weights)

    # -- what differs when compiled -----------------------------------------------------------
    def array(self, words: list[int]) -> Any:
        """Words as the kernels want them."""
        return list(words)

    def memory(self, size: int) -> Any:
        """Room for so many whole numbers."""
        return [0] * size

    def words(self, position: Position) -> Any:
        """The state of a position as the kernels want it."""
        return position.state

    def table(self, entries: int) -> Any:
        """An empty table for so many positions, rounded down to a power of two."""
        return [0] * (4 << max(1, entries).bit_length() - 1)

    def signed(self, words: list[int]) -> list[int]:
        """Words as the memory keeps them."""
        return words

    # -- one search ---------------------------------------------------------------------------
    def _settle(self, weights: Weights) -> None:
        """Write what stays the same: weights, steering, reductions, facts of the board."""
        self.write(at.WEIGHTS, weights.in_order(self.evaluation.FEATURES))
        steering = weights.steering
        self.mem[at.MARGIN] = steering["margin"]
        self.mem[at.NULL_DEPTH] = steering["null-depth"]
        self.mem[at.LATE_FROM] = steering["late-from"]
        self.write(at.REDUCTIONS, reductions(steering["reduce"]))
        if hasattr(self.evaluation, "board_facts"):
            self.write(at.BOARD_FACTS, self.evaluation.board_facts(self.ctx))

    def write(self, place: int, values: list[int]) -> None:
        """Write these values into the memory."""
        self.mem[place : place + len(values)] = values

    def fade(self, first: int, last: int) -> None:
        """Leave an eighth of what stands there."""
        self.mem[first:last] = [value // 8 for value in self.mem[first:last]]

    def begin(self, position: Position, nodes: int, generation: int) -> None:
        """Forget the last search, but for a little of what moves have been worth."""
        mem = self.mem
        self.write(0, [0] * (at.ROOT_FIRST + 1))
        mem[at.MOST_NODES], mem[at.GENERATION] = nodes, generation
        self.write(at.KILLERS, [-1] * (at.HISTORY - at.KILLERS))
        self.fade(at.HISTORY, at.LINES)
        past = list(position.past or ())[-at.PAST :]
        mem[at.PAST_LENGTH] = len(past)
        self.write(at.PATH, self.signed([word for pair in past for word in pair]))
        self.write(at.SEEN, [0] * at.SEEN_PLACES)
        for a, b in past:
            mem[seen_at(a, b)] += 1

    def search(self, state: Any, table: Any, depth: int, alpha: int, beta: int) -> int:
        """One search of the root."""
        value = self.kernels.search(
            state, self.ctx, self.mem, table, depth, alpha, beta, 0, at.MOVES, 0
        )
        return int(value)

    @property
    def line(self) -> list[int]:
        """The best line of the last search."""
        return [int(move) for move in self.mem[at.LINES : at.LINES + self.mem[at.LENGTHS]]]

    def forget(self) -> None:
        """Forget what moves have been worth."""
        self.write(at.HISTORY, [0] * (at.LINES - at.HISTORY))


class CompiledDesk(Desk):
    """A desk whose kernels are compiled."""

    kernels_at = "brettwerk.engine.compiled"
    rules_at = "brettwerk.compiled"

    def array(self, words: list[int]) -> Any:
        """Words as the kernels want them."""
        import numpy as np

        return np.array(words, np.uint64)

    def memory(self, size: int) -> Any:
        """Room for so many whole numbers."""
        import numpy as np

        return np.zeros(size, np.int64)

    def words(self, position: Position) -> Any:
        """The state of a position as the kernels want it."""
        import numpy as np

        return self.state_class(*map(np.uint64, position.state))

    def table(self, entries: int) -> Any:
        """An empty table for so many positions, rounded down to a power of two."""
        import numpy as np

        return np.zeros(4 << max(1, entries).bit_length() - 1, np.uint64)

    def fade(self, first: int, last: int) -> None:
        """Leave an eighth of what stands there."""
        self.mem[first:last] //= 8

    def signed(self, words: list[int]) -> list[int]:
        """Words as the memory keeps them."""
        return [word - (1 << 64) if word >> 63 else word for word in words]


def reductions(strength: int) -> list[int]:
    """By how much late moves are searched less deeply, for each depth and number of the move."""
    logs = [0.0] + [math.log(n) for n in range(1, 64)]
    return [int(0.4 + strength / 100 * a * b) for a in logs for b in logs]

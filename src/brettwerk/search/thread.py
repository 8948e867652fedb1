"""What one thread of a search works on: its memory, the root, and the kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brettwerk.core.game import Position
from brettwerk.kernels.game import KernelRunner
from brettwerk.kernels.types import State, Words
from brettwerk.search import memory_layout as at
from brettwerk.search.deepening import deepen, line_at
from brettwerk.search.entries import begin, root_features, set_up
from brettwerk.search.weights import Weights


class SearchThread:
    """The memory of one thread, with the kernels that work on it."""

    def __init__(self, kernels: KernelRunner[State], weights: Weights | None) -> None:
        self.kernels, description = kernels, kernels.game
        self.evaluation = description.evaluation
        self.mem = self.kernels.numbers(at.MOVES + description.rules.MAX_MOVES * at.MAX_PLY)
        self.root = self.kernels.words(len(description.fields))
        if weights:
            self._set_weights(weights)

    def _set_weights(self, weights: Weights) -> None:
        """Write what stays the same: weights, steering, reductions, facts of the board."""
        self.write(at.WEIGHTS, [*map(round, weights.in_order(self.evaluation.FEATURES))])
        self.mem[at.HAS_NETWORK] = 1 if weights.network else 0
        self.write(at.NETWORK, weights.network_words)
        steering = weights.steering
        self.mem[at.MARGIN] = steering["margin"]
        self.mem[at.NULL_DEPTH] = steering["null-depth"]
        self.mem[at.LATE_FROM] = steering["late-from"]
        self.mem[at.REDUCE] = steering["reduce"]
        self.mem[at.SINGULAR_FROM] = steering["singular-from"]
        self.kernels.run(set_up, self.kernels.ctx, self.mem)

    def table(self, entries: int) -> Words:
        """Return an empty table for `entries` positions, rounded down to a power of two."""
        return self.kernels.words(4 << max(1, entries).bit_length() - 1)

    def write(self, place: int, values: Sequence[int]) -> None:
        """Write these values into the memory."""
        self.mem[place : place + len(values)] = values

    def set_root(self, position: Position) -> None:
        """Search this position from now on."""
        self.root[:] = position.state

    def begin(self, position: Position, nodes: int, generation: int) -> None:
        """Begin a search of this position, forgetting most of the last one."""
        self.set_root(position)
        past = list(position.past or ())[-at.PAST :]
        words = self.kernels.rows(*past)
        self.kernels.run(begin, self.mem, words, len(past), nodes, generation)

    def leave_out(self, codes: Sequence[int]) -> None:
        """Ignore these moves in the search that has begun."""
        self.mem[at.WITHOUT] = len(codes)
        self.write(at.SHUT_OUT, codes)

    def deepen(self, table: Words, depth: int, lines: int = 1) -> bool:
        """Find the best lines to this depth; return whether looking deeper changes nothing."""
        args = self.root, self.kernels.ctx, self.mem, table, depth, lines
        return bool(self.kernels.run(deepen, *args))

    def features(self, position: Position) -> list[int]:
        """Return the features of a position, for the player to move."""
        return self.features_and_noise(position)[0]

    def features_and_noise(self, position: Position) -> tuple[list[int], int]:
        """Return the features of a position, and how many noisy moves there are."""
        self.set_root(position)
        found = self.kernels.numbers(at.MAX_FEATURES + 1)
        count = self.kernels.run(root_features, self.root, self.kernels.ctx, self.mem, found)
        return [int(value) for value in found[:count]], int(found[count])

    def lines(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the best lines found, each as its value and its moves."""
        mem = self.mem
        for number in range(mem[at.FOUND_COUNT]):
            line = line_at(mem[at.FOUND], number)
            first, length = line + at.FIRST, mem[line + at.LENGTH]
            yield int(mem[line + at.VALUE]), [*map(int, mem[first : first + length])]
